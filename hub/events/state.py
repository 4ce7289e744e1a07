"""What is so after the changes of an event: folded from the rows, without any file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hub.events.appeal_changes import AppealMade, CommissionSeated, VerdictGiven
from hub.events.changes import (
    BoardsGiven,
    Change,
    ChangeRow,
    ChangeUndone,
    EnteredResult,
    Entrant,
    EntrantsEntered,
    EntrantWithdrawn,
    EventMade,
    EventSettled,
    LotDrawn,
    OrderDecided,
    PairedGame,
    PlayOffPlayed,
    ResultsEntered,
    RoundPaired,
)
from hub.events.contest_changes import JuryOrdered, ProblemEntered, ProblemMarked
from hub.events.faults import EventFileFault, TournamentError

GameKey = tuple[int, str, str]
"""A game: its round, White and Black."""


@dataclass(frozen=True, slots=True)
class EventState:
    """An event as it stands."""

    made: EventMade
    entrants: tuple[Entrant, ...] = ()
    lot: LotDrawn | None = None
    rounds: tuple[RoundPaired, ...] = ()
    results: Mapping[GameKey, EnteredResult] = field(default_factory=dict)
    withdrawn: tuple[EntrantWithdrawn, ...] = ()
    play_offs: tuple[PlayOffPlayed, ...] = ()
    decided: tuple[OrderDecided, ...] = ()
    settled: EventSettled = field(default_factory=EventSettled)
    boards: Mapping[GameKey, str] = field(default_factory=dict)
    """The keys of the boards that games were given."""
    appeals: Mapping[int, AppealMade] = field(default_factory=dict)
    """By their numbers, as the commissions and verdicts."""
    commissions: Mapping[int, CommissionSeated] = field(default_factory=dict)
    verdicts: Mapping[int, VerdictGiven] = field(default_factory=dict)
    problems: Mapping[str, ProblemEntered] = field(default_factory=dict)
    """Of a problem contest, by their ids in the order of entry."""
    marks: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """The marks by problem and juror."""
    order: JuryOrdered | None = None

    @property
    def by_id(self) -> dict[str, Entrant]:
        return {one.id: one for one in self.entrants}

    @property
    def is_of_teams(self) -> bool:
        return self.made.competition in ("B", "G")

    @property
    def is_contest(self) -> bool:
        """Whether it is a problem contest, which has no games."""
        return self.made.competition == "H"

    @property
    def out(self) -> frozenset[str]:
        """The ids of those who withdrew."""
        return frozenset(one.id for one in self.withdrawn)

    def result_of(self, round_: int, game: PairedGame) -> EnteredResult | None:
        return self.results.get((round_, game.white, game.black))

    def missing(self, rounds: Iterable[RoundPaired] | None = None) -> list[tuple[int, PairedGame]]:
        """The games of these rounds, or of all, that have no result and wait for one: none of the players withdrew."""
        return [
            (one.round, game)
            for one in (self.rounds if rounds is None else rounds)
            for game in one.games
            if not self.result_of(one.round, game) and not game.pair & self.out
        ]

    def up_to(self, round_: int) -> "EventState":
        """The event as if no later round had been paired: then nothing was played off or decided either."""
        return self if round_ >= len(self.rounds) else replace(self, rounds=self.rounds[:round_], play_offs=(), decided=())


def standing_rows(rows: Sequence[ChangeRow]) -> list[ChangeRow]:
    """The changes that were not taken back; TournamentError where a row takes back what is not the last change before it."""
    stack: list[ChangeRow] = []
    for row in rows:
        if not isinstance(row.change, ChangeUndone):
            stack.append(row)
        elif len(stack) > 1 and stack[-1].number == row.change.of:
            stack.pop()
        else:
            raise TournamentError(EventFileFault.NOT_LAST.said(row=row.number, of=row.change.of))
    return stack


def folded(rows: Sequence[ChangeRow]) -> EventState:
    """The event after these rows; TournamentError where they do not begin with the making of an event."""
    standing = standing_rows(rows)
    if not standing or not isinstance(standing[0].change, EventMade):
        raise TournamentError(EventFileFault.NOT_BEGUN.said())
    state = EventState(standing[0].change)
    for row in standing[1:]:
        state = after(state, row.change)
    return state


def after(state: EventState, change: Change) -> EventState:
    """The event after one more change, which fits it."""
    match change:
        case EntrantsEntered(entrants):
            return replace(state, entrants=state.entrants + entrants)
        case LotDrawn():
            return replace(state, lot=change)
        case RoundPaired():
            return replace(state, rounds=(*state.rounds, change))
        case ResultsEntered(results):
            known = dict(state.results) | {(one.round, one.white, one.black): one for one in results}
            return replace(state, results={key: one for key, one in known.items() if one.result})
        case EntrantWithdrawn():
            return replace(state, withdrawn=(*state.withdrawn, change))
        case PlayOffPlayed():
            return replace(state, play_offs=(*state.play_offs, change))
        case OrderDecided():
            return replace(state, decided=(*state.decided, change))
        case EventSettled():
            return replace(state, settled=change)
        case AppealMade():
            return replace(state, appeals={**state.appeals, change.number: change})
        case CommissionSeated():
            return replace(state, commissions={**state.commissions, change.number: change})
        case VerdictGiven():
            return replace(state, verdicts={**state.verdicts, change.number: change})
        case ProblemEntered():
            return replace(state, problems={**state.problems, change.id: change})
        case ProblemMarked():
            return replace(state, marks={**state.marks, (change.problem, change.juror): change.mark})
        case JuryOrdered():
            return replace(state, order=change)
        case BoardsGiven(round_, games):
            return replace(state, boards={**state.boards, **{(round_, one.white, one.black): one.board for one in games}})
    raise TournamentError(EventFileFault.MADE_TWICE.said())
