"""The lists of players of teams: who plays at which board, in one order for all rounds (B 6)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from rules.errors import Phrase, Sentence, _
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, given, reason
from tournament.events.changes import LineUpGiven
from tournament.events.remedies import Remedy
from tournament.events.same_names import plain
from tournament.events.state import EventState
from tournament.events.texts_given import date_in, line_in, time_in

UNOCCUPIED: Final = ("-", "null", "")
"""How a board is written at which nobody plays."""
BEFORE: Final = timedelta(minutes=15)
"""So long before the start a list is handed in at the latest (B 6)."""
MINUTES: Final = "minutes"
"""The times of lists are kept to the minute, such as `2026-11-21T09:40`."""


class LineUpFault(Phrase):
    """Why a list is not entered, or what the arbiter is told of it."""

    NO_TEAMS = "lists of players are of teams, in competitions B and G; competition {competition} has players"
    UNKNOWN = "nobody here has the id {id}"
    OUT_ALREADY = "{id} has withdrawn already"
    COUNT = (
        "{count} player is named; {boards} were expected in the order of the boards, with - for one at which nobody plays",
        "{count} players are named; {boards} were expected in the order of the boards, with - for one at which nobody plays",
    )
    NOBODY = "the list names nobody"
    TWICE = "{name} is in the list twice"
    OTHER_TEAM = "{name} is in the list of {id} already; two people of one name differ by what is added, such as Jr."
    SAME = "{id} has handed in this list already, and nothing would change"
    PAIRED = "round 1 is paired, and the order of {id} holds for all rounds (B 6)"
    LATE = "the list of {id} was handed in at {at}, less than a quarter of an hour before the start at {start} (B 6); the arbiter decides"
    NO_START = "day and hour of the start are not known here; whether the list of {id} came a quarter of an hour before (B 6) is not told"


def handed_in(state: EventState, text: str, now: datetime) -> datetime:
    """When a list was handed in: a time on the day of the event, or of today; a date with a time; `now` for an empty text."""
    if not text.strip():
        return now
    day, _, hour = re.sub(r"[T ]+", " ", text.strip()).rpartition(" ")
    on = date_in(day, "at") or state.made.date or now.date().isoformat()
    return datetime.combine(date.fromisoformat(on), time.fromisoformat(time_in(hour, "at")))


def line_up_given(state: EventState, team: str, players: Sequence[str], at: datetime, *, has_reason: bool) -> LineUpGiven:
    """The list of a team, a player a board; TournamentError where it cannot be, or is changed after round 1 was paired without a reason."""
    if not state.is_of_teams:
        raise TournamentError(LineUpFault.NO_TEAMS.said(competition=state.made.competition))
    if team not in state.by_id:
        raise TournamentError(LineUpFault.UNKNOWN.said(id=repr(team)))
    if team in state.out:
        raise TournamentError(LineUpFault.OUT_ALREADY.said(id=team))
    boards = BOARDS[state.competition]
    if len(players) != boards:
        raise TournamentError(LineUpFault.COUNT.said(count=len(players), boards=boards))
    names = tuple("" if one.strip() in UNOCCUPIED else line_in(one, "player") for one in players)
    _check_names(state, team, names)
    before = state.line_ups.get(team)
    if before and before.players == names:
        raise TournamentError(LineUpFault.SAME.said(id=team))
    if before and state.rounds and not has_reason:
        raise TournamentError(LineUpFault.PAIRED.said(Remedy.GIVE_REASON.said(), id=team))
    return LineUpGiven(team, names, at.isoformat(timespec=MINUTES))


def _check_names(state: EventState, team: str, names: Sequence[str]) -> None:
    """TournamentError where the list names nobody, or somebody who has a board already."""
    given = [plain(name) for name in names if name]
    if not given:
        raise TournamentError(LineUpFault.NOBODY.said())
    for name in names:
        if name and given.count(plain(name)) > 1:
            raise TournamentError(LineUpFault.TWICE.said(name=name))
        for other, line_up in state.line_ups.items():
            if name and other != team and plain(name) in map(plain, line_up.players):
                raise TournamentError(LineUpFault.OTHER_TEAM.said(name=name, id=other))


def is_late(state: EventState, given: LineUpGiven) -> bool | None:
    """Whether the list came less than a quarter of an hour before the start; None where that is not known, or nobody asks for it (G)."""
    made = state.made
    if made.competition != "B" or not (made.date and made.start):
        return None
    return datetime.fromisoformat(given.at) > datetime.fromisoformat(f"{made.date}T{made.start}") - BEFORE


def line_up_remarks(state: EventState, given: LineUpGiven) -> list[Sentence]:
    """What the arbiter is told of a list: that it came late, or that this is not known (B 6)."""
    if state.made.competition != "B":
        return []
    late = is_late(state, given)
    if late is None:
        return [LineUpFault.NO_START.said(id=given.team)]
    at = given.at.replace("T", " ")
    return [LineUpFault.LATE.said(id=given.team, at=at, start=state.made.start)] if late else []


@dataclass(frozen=True, slots=True)
class LineUp:
    """Enters the list of players of a team, in one order for all rounds (B 6): eight names in competition B, four in G, with - for a board
    at which nobody plays, which is lost. It is kept with the time at which it was handed in; a list that came less than a quarter of an
    hour before the start is told. Once round 1 is paired, a list is changed with a reason alone."""

    team: str = given("", "the id of the team", word=True, required=True)
    players: tuple[str, ...] = given(
        "", "the players by boards, - where nobody plays", word=True, required=True, key="player", metavar="PLAYER", default=()
    )
    at: str = given("", "when it was handed in, such as 09:40 or 2026-11-20T21:15 (default: now)", metavar="TIME")
    reason: str | None = reason("why it is changed")


def _line_up(event: Event, given: LineUp) -> Decided:
    at = handed_in(event.state, given.at, event.now)
    change = line_up_given(event.state, given.team, given.players, at, has_reason=given.reason is not None)
    return Decided(change, line_up_remarks(event.state, change))


def _list_told(done: Done) -> list[dict[str, Any]]:
    change = done.change
    players = [name or None for name in change.players]
    late = is_late(done.before, change)
    return [{"team": change.team, "players": players, "at": change.at, "late": late, "reason": done.given.reason}]


LINE_UP = Act("line-up", LineUp, _line_up, "enter the list of players of a team", _("Enter the list"), _list_told)
