"""The acts that enter results of games and matches, and the colours that a game was played with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import Phrase, Sentence, _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, IncompleteAct, given, reason
from tournament.events.changes import NEITHER_CAME, BoardsEntered, ColoursTurned, EnteredResult, MatchBoards, ResultsEntered
from tournament.events.match_boards import boards_in, score_of
from tournament.events.match_entering import board_entered, match_entered, together
from tournament.events.play_offs import play_off_number
from tournament.events.played import result_told
from tournament.events.resting import check_resting
from tournament.events.results import game_of, result_entered, results_of_list
from tournament.events.state import EventState, GameKey
from tournament.events.telling import change_said


class ResultSays(Phrase):
    """What is told with a result."""

    BEFORE = "before: {result}"
    SO_FAR = "{first} - {second}: {points} so far; the match has a result once every board is decided"
    COMES_TO = "{first} - {second} comes to {points}"


BOARDS_HELP = """the results of all boards of a match of teams in their order, White first: 1-0, draw or 0-1, . where none is yet; +- where
Black is missing, -+ where White is, -- where both are (a list that begins with a dash is written as --boards=-+,1-0)"""


@dataclass(frozen=True, slots=True)
class EnterResult:
    """Enters a result in White's view: 1-0, 0-1 or draw, and 0-0 where neither came and both lose; of teams the board points, such as
    4.5-3.5, or with --boards the result of each board. With --csv a list: round, white, black, result, and if wanted default, with
    headings or without; it is entered whole or not at all, and a line without a result is passed over. A result that is there is corrected
    with --reason; * takes it away."""

    round: str = given("", "the round", word=True)
    white: str = given("", "who has White; of teams the first named", word=True)
    black: str = given("", "who has Black", word=True)
    result: str = given("", "the result", word=True)
    reason: str | None = reason("why an earlier result is corrected")
    default: bool = given("", "it was not played: a win by default, or with 0-0 lost by both", default=False)
    csv: bytes | None = given("", "a list of results; - reads standard input", metavar="FILE", default=None)
    boards: str | None = given("", BOARDS_HELP, metavar="LIST", default=None)
    board: str = given("", "of a match of teams: the board whose result it is", key="number", metavar="N")

    @property
    def words(self) -> list[str]:
        return [one for one in (self.round, self.white, self.black, self.result) if one]

    @property
    def key(self) -> GameKey:
        """The game; what is no number and no play-off is round 0."""
        is_number = self.round.isascii() and self.round.isdigit() and len(self.round) < 5
        return (int(self.round) if is_number else -play_off_number(self.round)), self.white, self.black


def _result(event: Event, given: EnterResult) -> Decided:
    state, corrects = event.state, given.reason is not None
    if given.boards is not None:
        return _boards(state, given, corrects=corrects)
    if given.csv is not None:
        if given.words:
            raise IncompleteAct("ROUND WHITE BLACK RESULT were expected, such as 1 anna bate 1-0, or a list with --csv")
        if given.default:
            raise IncompleteAct("--default goes with one result; a list has a column default")
        change, read = results_of_list(state, given.csv, corrects=corrects)
        return Decided(change, [*read.told, *_before(state, change)])
    if len(given.words) != 4:
        raise IncompleteAct("ROUND WHITE BLACK RESULT were expected, such as 1 anna bate 1-0, or a list with --csv")
    if given.board:
        return _one_board(state, given, corrects=corrects)
    is_booked = given.default or given.result == NEITHER_CAME
    change = ResultsEntered((result_entered(state, given.words, default=is_booked, corrects=corrects),))
    return Decided(change, _before(state, change))


def _boards(state: EventState, given: EnterResult, *, corrects: bool) -> Decided:
    """All boards of a match."""
    if len(given.words) != 3 or given.csv is not None:
        raise IncompleteAct("ROUND FIRST SECOND were expected with --boards, such as 1 drachten snits --boards 1-0,draw,-,0-1")
    if given.default:
        raise IncompleteAct("--default goes with one result; with --boards it is +-, -+ or -- at the board")
    boards = boards_in(given.boards or "", state.made.competition) if state.is_of_teams else ()
    return _match(state, match_entered(state, given.words, boards, corrects=corrects), corrects=corrects)


def _one_board(state: EventState, given: EnterResult, *, corrects: bool) -> Decided:
    """One board of a match."""
    return _match(state, board_entered(state, given.words[:3], given.board, given.result, corrects=corrects), corrects=corrects)


def _match(state: EventState, one: MatchBoards, *, corrects: bool) -> Decided:
    before = state.matches.get((one.round, one.white, one.black))
    notes = [ResultSays.BEFORE.said(result=change_said(BoardsEntered((before,))))] if before and corrects else []
    return Decided(together([one]), [match_score(state, one.white, one.black, one.boards), *notes])


def match_score(state: EventState, first: str, second: str, boards: Sequence[str]) -> Sentence:
    """What the boards of a match come to so far."""
    score = score_of(state.made.competition, boards)
    return (ResultSays.COMES_TO if score.is_over else ResultSays.SO_FAR).said(first=first, second=second, points=score.result)


def _before(state: EventState, change: ResultsEntered) -> list[Sentence]:
    """The results that were corrected."""
    before = [state.results.get((one.round, one.white, one.black)) for one in change.results]
    return [ResultSays.BEFORE.said(result=change_said(ResultsEntered((one,)))) for one in before if one]


def _results_told(done: Done) -> list[dict[str, Any]]:
    state, change = done.before, done.change
    if isinstance(change, BoardsEntered):
        return [match_told(state, one) for one in change.matches]
    return [_result_told(state, one) for one in change.results]


def _result_told(state: EventState, one: EnteredResult) -> dict[str, Any]:
    first, second = ("first", "second") if state.is_of_teams else ("white", "black")
    return {"round": one.round, first: one.white, second: one.black, "result": result_told(one), "default": one.default}


def match_told(state: EventState, one: MatchBoards) -> dict[str, Any]:
    """A match as JSON has it; a play-off has its number in place of the round."""
    score = score_of(state.made.competition, one.boards)
    number = {"round": one.round} if one.round > 0 else {"number": -one.round}
    told = {**number, "first": one.white, "second": one.black, "boards": [board or None for board in one.boards]}
    return {**told, "board_points": list(score.points), "result": score.result if score.is_over else None}


def _rests_on(state: EventState, given: EnterResult) -> object:
    """The result of that game, of a match that of the board."""
    key, match = given.key, state.matches.get(given.key)
    if given.board.isdecimal() and match and 0 < int(given.board) <= len(match.boards):
        return match.boards[int(given.board) - 1]
    pairs = [] if not 0 < key[0] <= len(state.rounds) else [(game.white, game.black) for game in state.rounds[key[0] - 1].games]
    return key[1:] in pairs, state.results.get(key), () if given.board else match


RESULT = Act("result", EnterResult, _result, "enter a result, or correct it with a reason", _("Enter"), _results_told, rests_on=_rests_on)


def colours_turned(state: EventState, told: Sequence[str]) -> ColoursTurned:
    """The game of the three texts round, White and Black was played with the colours the other way round; TournamentError where that can
    not be corrected any more."""
    if state.is_of_teams:
        raise TournamentError(_("a match of teams has both colours on its boards: they are not turned"))
    round_, game = game_of(state, told)
    last = len(state.rounds)
    if round_ < last:
        sentence = _("round {last} is paired since, by the colours as they stand: those of round {round} are not turned any more")
        raise TournamentError(sentence, last=last, round=round_)
    if (result := state.result_of(round_, game)) and result.default:
        raise TournamentError(_("nobody played this game, which is booked by default: it has no colours to correct"))
    if any((one.round, one.white, one.black) == (round_, game.white, game.black) for one in state.appeals.values()):
        raise TournamentError(_("an appeal is on this game, which names who had White: the colours are not turned any more"))
    change = ColoursTurned(round_, game.white, game.black)
    check_resting(state, change)
    return change


@dataclass(frozen=True, slots=True)
class Colours:
    """Corrects the colours of a game that was played with them the other way round, as long as its round is the last one that is paired.
    The game is named as it was paired. Who has won it stays; the next round counts the colours as they were played."""

    round: str = given("", "the round", word=True, required=True)
    white: str = given("", "who was paired with White", word=True, required=True)
    black: str = given("", "who was paired with Black", word=True, required=True)
    reason: str | None = reason(required=True)


def _colours(event: Event, given: Colours) -> Decided:
    state = event.state
    change = colours_turned(state, (given.round, given.white, given.black))
    board = state.boards.get((change.round, change.white, change.black))
    names = _("board {board} has the names the other way round: correct them there")
    return Decided(change, [Sentence("", names, {"board": board})] if board else [])


def _colours_told(done: Done) -> list[dict[str, Any]]:
    change = done.change
    return [{"round": change.round, "white": change.black, "black": change.white, "reason": done.given.reason}]


COLOURS = Act(
    "colours",
    Colours,
    _colours,
    "correct the colours of a game that was played the other way round",
    _("The colours were the other way round"),
    _colours_told,
)
