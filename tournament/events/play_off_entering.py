"""Enters play-offs: their results, and of teams their boards, those that are new and with a reason those that were entered otherwise."""

from collections.abc import Sequence

from tournament.errors import TournamentError
from tournament.events.changes import NEITHER_CAME, PlayOffPlayed
from tournament.events.match_boards import NOT_PLAYED
from tournament.events.match_entering import boards_of, check_teams, with_board
from tournament.events.play_off_changes import PlayOffBoards
from tournament.events.play_offs import PlayOffFault, check_over, games_of, is_play_off
from tournament.events.remedies import Remedy
from tournament.events.resting import check_resting
from tournament.events.results import result_in
from tournament.events.standing import all_standings
from tournament.events.state import EventState, GameKey, SeatKey, play_off_keys
from tournament.events.telling import board_said


def play_off_played(state: EventState, white: str, black: str, text: str, *, corrects: bool = False) -> PlayOffPlayed:
    """The result of a play-off that the regulation demands now; TournamentError where it demands another, or none.

    `corrects`: a reason was given, by which board points may replace the boards of a match. They are taken in either order of the teams.
    """
    keys = _keys_now(state, white, black)
    is_turned = state.is_of_teams and bool(keys) and not any(one[1] == white for one in keys)
    key = _wanted(keys, *((black, white) if is_turned else (white, black)))
    result = result_in(state, text, default=False)
    if not result or result == NEITHER_CAME:
        raise TournamentError(PlayOffFault.NO_RESULT.said())
    if not corrects and key in state.matches and any(state.matches[key].boards):
        raise TournamentError(PlayOffFault.HAS_BOARDS.said(Remedy.GIVE_REASON.said(), white=key[1], black=key[2]))
    return PlayOffPlayed(*key[1:], "-".join(reversed(result.split("-"))) if is_turned else result)


def play_off_boards(state: EventState, key: GameKey | None, told: Sequence[str], boards: Sequence[str], *, corrects: bool) -> PlayOffBoards:
    """The boards of a play-off of the teams `told`; TournamentError where they cannot be entered.

    It is that of the key; without one that which is to be played now, else, or where that has the other colours and `corrects`, the last
    one that was entered by its boards.
    """
    check_teams(state)
    key = key or _meant(state, *told, corrects=corrects)
    before, is_kept, keys = boards_of(state, *key), key in state.matches, play_off_keys(state)
    if key not in keys or not is_kept:
        _check_now(state, key)
    if not is_kept:
        boards = [now or by_lists for now, by_lists in zip(boards, before, strict=True)]
    elif not corrects:
        _check_new(state, key, boards)
    if before == tuple(boards) and (is_kept or not any(before)):
        raise TournamentError(PlayOffFault.SAME.said(white=key[1], black=key[2]))
    if key in keys and any({*one[1:]} == {*key[1:]} for one in keys[keys.index(key) + 1 :]):
        raise TournamentError(PlayOffFault.LATER.said(Remedy.UNDO.said(), white=key[1], black=key[2]))
    entered = PlayOffBoards(-key[0], key[1], key[2], tuple(boards))
    check_resting(state, entered)
    return entered


def play_off_board(state: EventState, key: GameKey, number: str, result: str, *, corrects: bool) -> PlayOffBoards:
    """The play-off with the result of one of its boards; TournamentError where it cannot be entered."""
    check_teams(state)
    for id in key[1:]:
        if id not in state.by_id:
            raise TournamentError(PlayOffFault.UNKNOWN.said(id=repr(id)))
    boards = with_board(boards_of(state, *key), number, result)
    return play_off_boards(state, key, key[1:], boards, corrects=corrects)


def play_off_by_board(state: EventState, key: SeatKey, result: str) -> PlayOffPlayed | PlayOffBoards:
    """The result that a board has of a play-off, or of a board of one; TournamentError where it cannot be entered."""
    if len(key) > 3:
        return play_off_board(state, key[:3], str(key[3]), result, corrects=False)
    _check_now(state, key)
    return play_off_played(state, key[1], key[2], result)


def _check_now(state: EventState, key: GameKey) -> None:
    """TournamentError where the play-off of that key is not to be played now."""
    if _wanted(_keys_now(state, *key[1:]), *key[1:]) != key:
        raise TournamentError(PlayOffFault.NOT_WANTED.said(white=key[1], black=key[2]))


def _keys_now(state: EventState, white: str, black: str) -> list[GameKey]:
    """The keys of the play-offs of these two that are to be played now; TournamentError where they are not known, or it is too early."""
    for id in (white, black):
        if id not in state.by_id:
            raise TournamentError(PlayOffFault.UNKNOWN.said(id=repr(id)))
    check_over(state, white)
    keys = [key for place in all_standings(state).open for of_game in games_of(state, place) for key in of_game]
    return [key for key in keys if {*key[1:]} == {white, black}]


def _wanted(keys: Sequence[GameKey], white: str, black: str) -> GameKey:
    """The one of the keys in which `white` is named first; TournamentError where there is none."""
    found = next((key for key in keys if key[1:] == (white, black)), None)
    if found is None:
        other_way = PlayOffFault.OTHER_WAY.said(white=keys[0][1]) if keys else None
        raise TournamentError(other_way or PlayOffFault.NOT_WANTED.said(white=white, black=black))
    return found


def _meant(state: EventState, white: str, black: str, *, corrects: bool) -> GameKey:
    """The play-off of these two that is to be played now, else, as of `play_off_boards`, the last one that was entered by its boards."""
    keys = _keys_now(state, white, black)
    last = min((key for key in state.matches if is_play_off(key) and key[1:] == (white, black)), default=None)
    is_last = not keys or (corrects and all(key[1:] != (white, black) for key in keys))
    return last if last and is_last else _wanted(keys, white, black)


def _check_new(state: EventState, key: GameKey, boards: Sequence[str]) -> None:
    """TournamentError where a board that has a result would have another one, or none."""
    for number, (before, now) in enumerate(zip(boards_of(state, *key), boards, strict=True), 1):
        if before not in (NOT_PLAYED, now):
            give_reason, result = Remedy.GIVE_REASON.said(), board_said(before)
            raise TournamentError(PlayOffFault.HAS_BOARD.said(give_reason, board=number, white=key[1], black=key[2], result=result))
