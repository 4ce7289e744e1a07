"""Enters the boards of a match of teams: those that are new, and with a reason those that were entered otherwise."""

from collections.abc import Sequence

from rules.errors import Phrase
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.changes import BoardsEntered, MatchBoards
from tournament.events.match_boards import BLACK_MISSING, BOTH_MISSING, NOT_PLAYED, WHITE_MISSING, board_in
from tournament.events.remedies import Remedy
from tournament.events.resting import check_resting
from tournament.events.results import game_of
from tournament.events.state import EventState
from tournament.events.telling import board_said, game_said, result_said
from tournament.match import has_white


class MatchFault(Phrase):
    """Why the boards of a match are not entered."""

    NO_TEAMS = "competition {competition} is played by single players; boards are those of a match of teams (B, G)"
    HAS_POINTS = "{game} has the result {result} already, entered without its boards"
    HAS_BOARD = "board {board} of {game} has the result {result} already"
    SAME = "the boards of {game} are entered so already, and nothing would change"
    WITHDRAWN = "{id} has withdrawn; a win of the opponent is entered by default"
    NO_BOARD = "{text} is no board of the match; they are numbered from 1 to {boards}"


def boards_of(state: EventState, round_: int, white: str, black: str) -> tuple[str, ...]:
    """The boards of a match as they stand; before its first result those are lost that the lists of both teams leave empty (B 6)."""
    if kept := state.matches.get((round_, white, black)):
        return kept.boards
    nothing = (NOT_PLAYED,) * BOARDS[state.competition]
    lists = [state.line_ups[team].players for team in (white, black) if team in state.line_ups]
    return tuple(map(_by_lists, range(1, len(nothing) + 1), *lists)) if len(lists) == len((white, black)) else nothing


def _by_lists(number: int, first: str, second: str) -> str:
    """What a board is before it is played, at which these play; empty texts for nobody."""
    if first and second:
        return NOT_PLAYED
    if not (first or second):
        return BOTH_MISSING
    return BLACK_MISSING if bool(first) == has_white(number) else WHITE_MISSING


def match_entered(state: EventState, told: Sequence[str], boards: Sequence[str], *, corrects: bool) -> MatchBoards:
    """The boards of the match of the three texts round, first and second team; TournamentError where they cannot be entered.

    `corrects`: a reason was given, by which results may be replaced that are there.
    """
    check_teams(state)
    round_, game = game_of(state, told)
    if (out := sorted(game.pair & state.out)) and not corrects:
        raise TournamentError(MatchFault.WITHDRAWN.said(id=out[0]))
    before, is_kept = boards_of(state, round_, game.white, game.black), (round_, game.white, game.black) in state.matches
    if not is_kept:  # what is not played yet is lost where the lists say so
        boards = [now or by_lists for now, by_lists in zip(boards, before, strict=True)]
    entered = MatchBoards(round_, game.white, game.black, tuple(boards))
    if not corrects:
        _check_new(state, entered)
    has_points = state.result_of(round_, game) and not is_kept
    if before == entered.boards and not has_points and (is_kept or not any(before)):
        raise TournamentError(MatchFault.SAME.said(game=game_said(round_, game.white, game.black)))
    check_resting(state, BoardsEntered((entered,)))
    return entered


def board_entered(state: EventState, told: Sequence[str], board: str, result: str, *, corrects: bool) -> MatchBoards:
    """The match with the result of one board; TournamentError where it cannot be entered."""
    check_teams(state)
    round_, game = game_of(state, told)
    boards = with_board(boards_of(state, round_, game.white, game.black), board, result)
    return match_entered(state, told, boards, corrects=corrects)


def with_board(before: Sequence[str], board: str, result: str) -> list[str]:
    """The boards with that result at the one of that number; TournamentError where there is none, or it is no result."""
    boards = list(before)
    if board not in map(str, range(1, len(boards) + 1)):
        raise TournamentError(MatchFault.NO_BOARD.said(text=repr(board[:20]), boards=len(boards)))
    boards[int(board) - 1] = board_in(result, int(board))
    return boards


def together(matches: Sequence[MatchBoards]) -> BoardsEntered:
    """One change of several; of a match that stands in it more than once the last."""
    return BoardsEntered(tuple({(one.round, one.white, one.black): one for one in matches}.values()))


def check_teams(state: EventState) -> None:
    """TournamentError where single players play."""
    if not state.is_of_teams:
        raise TournamentError(MatchFault.NO_TEAMS.said(competition=state.made.competition))


def _check_new(state: EventState, entered: MatchBoards) -> None:
    """TournamentError where a result that is there would be another one, or none."""
    key = (entered.round, entered.white, entered.black)
    game, give_reason = game_said(*key), Remedy.GIVE_REASON.said()
    if key not in state.matches and (found := state.results.get(key)):
        raise TournamentError(MatchFault.HAS_POINTS.said(give_reason, game=game, result=result_said(found.result)))
    for number, (before, now) in enumerate(zip(boards_of(state, *key), entered.boards, strict=True), 1):
        if before not in (NOT_PLAYED, now):
            raise TournamentError(MatchFault.HAS_BOARD.said(give_reason, board=number, game=game, result=board_said(before)))
