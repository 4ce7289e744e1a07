"""The act that enters a play-off by the names of the two alone: it is the one that the regulation wants now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import _
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, IncompleteAct, given, reason
from tournament.events.changes import NEITHER_CAME, BoardsEntered, ResultsEntered
from tournament.events.crosstable import turned
from tournament.events.match_boards import boards_in
from tournament.events.match_entering import check_teams, match_entered, together
from tournament.events.play_offs import PlayOffFault, not_wanted, play_offs_now, round_told
from tournament.events.result_acts import BOARDS_HELP, match_score, match_told
from tournament.events.results import check_known, result_entered, result_in
from tournament.events.state import EventState, GameKey, is_play_off


def play_off_played(state: EventState, white: str, black: str, text: str, *, corrects: bool = False) -> ResultsEntered:
    """The result of the play-off of these two; TournamentError where it cannot be entered.

    `corrects`: a reason was given, by which it may replace what was entered before. Board points are taken in either order of the teams.
    """
    result = result_in(state, text, default=False)
    if not result or result == NEITHER_CAME:
        raise TournamentError(PlayOffFault.NO_RESULT.said())
    key = _meant(state, white, black, corrects=corrects)
    result = turned(result) if key[1] != white else result
    return ResultsEntered((result_entered(state, (round_told(key[0]), *key[1:], result), default=False, corrects=corrects),))


def play_off_boards(state: EventState, first: str, second: str, boards: Sequence[str], *, corrects: bool = False) -> BoardsEntered:
    """The boards of the play-off of these teams; TournamentError where they cannot be entered."""
    check_teams(state)
    key = _meant(state, first, second, corrects=corrects)
    if key[1] != first:
        raise not_wanted(state, first, second)
    return together([match_entered(state, (round_told(key[0]), first, second), boards, corrects=corrects)])


def _meant(state: EventState, white: str, black: str, *, corrects: bool) -> GameKey:
    """The play-off of these two that is to be played now, of teams with either one first; else, or where that has the other colours and
    `corrects`, the last one with these colours that has a result or boards. TournamentError where there is none."""
    check_known(state, white, black)
    now = [key for key in play_offs_now(state) if {*key[1:]} == {white, black}]
    known = [key for key in (*state.results, *state.matches) if is_play_off(key) and key[1:] == (white, black)]
    if wanted := next((key for key in now if key[1] == white), None):
        return wanted
    if known and (corrects or not now):
        return min(known)
    if now and state.is_of_teams:
        return now[0]
    raise not_wanted(state, white, black)


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Enters the result of a play-off that damcam event standings names as the next one. One of teams is entered as a match is: board
    points, or with --boards the result of each board, White first. The team that standings names first has White on the odd boards. What
    was entered already is changed with --reason."""

    white: str = given("", "who has White; of teams the first named", word=True, required=True)
    black: str = given("", "who has Black", word=True, required=True)
    result: str = given("", "1-0, 0-1 or draw; of teams the board points, such as 4.5-3.5", word=True)
    boards: str | None = given("", BOARDS_HELP, metavar="LIST", default=None)
    reason: str | None = reason("why what was entered is changed")


def _play_off(event: Event, given: PlayOff) -> Decided:
    state, corrects = event.state, given.reason is not None
    if bool(given.result) == (given.boards is not None):
        raise IncompleteAct("WHITE BLACK RESULT were expected, such as anna bate 1-0, or of teams FIRST SECOND with --boards")
    if given.boards is None:
        return Decided(play_off_played(state, given.white, given.black, given.result, corrects=corrects))
    check_teams(state)
    boards = boards_in(given.boards, state.made.competition)
    change = play_off_boards(state, given.white, given.black, boards, corrects=corrects)
    (match,) = change.matches
    return Decided(change, [match_score(state, match.white, match.black, match.boards)])


def _told(done: Done) -> list[dict[str, Any]]:
    change = done.change
    if isinstance(change, BoardsEntered):
        return [match_told(done.before, one) for one in change.matches]
    return [{"white": one.white, "black": one.black, "result": one.result} for one in change.results]


def _so_far(state: EventState, given: PlayOff) -> object:
    pair = {given.white, given.black}
    return [(key, one) for kept in (state.results, state.matches) for key, one in kept.items() if is_play_off(key) and {*key[1:]} == pair]


PLAY_OFF = Act(
    "play-off",
    PlayOff,
    _play_off,
    "enter the result of a play-off",
    _("Enter the play-off"),
    _told,
    rests_on=_so_far,
)
