"""What is so after the changes of an event: folded from the rows, without any file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from msgspec import structs

from tournament.competitions import Competition
from tournament.errors import TournamentError
from tournament.events.changes import (
    NEUTRAL,
    AppealMade,
    BoardsEntered,
    BoardsGiven,
    Change,
    ChangeRow,
    ChangeUndone,
    ColoursTurned,
    CommissionSeated,
    EnteredResult,
    Entrant,
    EntrantCorrected,
    EntrantRemoved,
    EntrantReturned,
    EntrantsEntered,
    EntrantWithdrawn,
    EventCorrected,
    EventMade,
    EventNamed,
    EventSettled,
    GameAtBoard,
    JuryOrdered,
    LineUpGiven,
    LotDrawn,
    MatchBoards,
    OrderDecided,
    PairedGame,
    ProblemEntered,
    ProblemMarked,
    ResultsEntered,
    RoundPaired,
    RoundsChanged,
    StartChanged,
    TimeControlChanged,
    VerdictGiven,
)
from tournament.events.faults import EventFileFault
from tournament.events.match_boards import PLAYED, score_of
from tournament.events.same_names import distinct_names

GameKey = tuple[int, str, str]
"""A game: its round, White and Black. A match of teams: its round, the first and the second team.

A play-off has in place of the round its number, below 0: `-1` is the first one of these two with these colours.
"""
SeatKey = GameKey | tuple[int, str, str, int]
"""What a board is given: a game, or a board of a match, by its number."""


RENUMBERED: Final = 4
"""So many rounds are paired when no number changes any more (FIDE C.04.2, 2)."""


@dataclass(frozen=True, slots=True)
class EnteredAs:
    """What the number of an entrant goes by in a Swiss event."""

    name: str
    """As it was when round 1 was paired."""
    rating: int
    """As it was when no number changed any more."""
    rounds: int
    """How many rounds were paired when the entry was made."""


@dataclass(frozen=True, slots=True)
class EventState:
    """An event as it stands."""

    made: EventMade
    former: tuple[EventNamed, ...] = ()
    """The names and dates that it had before they were corrected, by which games at boards may know it."""
    entrants: tuple[Entrant, ...] = ()
    entered_as: Mapping[str, EnteredAs] = field(default_factory=dict)
    """How each of them stands in the ranking of a Swiss event."""
    lot: LotDrawn | None = None
    rounds: tuple[RoundPaired, ...] = ()
    results: Mapping[GameKey, EnteredResult] = field(default_factory=dict)
    """Of the rounds and of the play-offs, each of these in the order in which they were entered."""
    withdrawn: tuple[EntrantWithdrawn, ...] = ()
    decided: tuple[OrderDecided, ...] = ()
    settled: EventSettled = field(default_factory=EventSettled)
    line_ups: Mapping[str, LineUpGiven] = field(default_factory=dict)
    """The list of each team that has handed one in, the last one."""
    boards: Mapping[SeatKey, str] = field(default_factory=dict)
    """The keys of the boards that games, and boards of matches, were given."""
    matches: Mapping[GameKey, MatchBoards] = field(default_factory=dict)
    """The boards of the matches whose results were entered board by board."""
    appeals: Mapping[int, AppealMade] = field(default_factory=dict)
    """By their numbers, as the commissions and verdicts. One of the same number corrects it; on another game it has no commission yet."""
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
    def named(self) -> tuple[EventNamed, ...]:
        """The name and the date of now, then those that it had before."""
        return (EventNamed(self.made.name, self.made.date), *self.former)

    @property
    def names(self) -> dict[str, str]:
        """The names of the entrants by id, as people read them and choose among them."""
        return distinct_names(self.entrants)

    @property
    def competition(self) -> Competition:
        return Competition(self.made.competition)

    @property
    def is_of_teams(self) -> bool:
        return self.made.competition in ("B", "G")

    @property
    def is_contest(self) -> bool:
        """Whether it is a problem contest, which has no games."""
        return self.made.competition == "H"

    @property
    def play_offs(self) -> tuple[EnteredResult, ...]:
        """The results of the play-offs, in their order."""
        return tuple(one for key, one in self.results.items() if is_play_off(key))

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
        if round_ >= len(self.rounds):
            return self
        results = {key: one for key, one in self.results.items() if not is_play_off(key)}
        return replace(self, rounds=self.rounds[:round_], results=results, decided=())


def is_play_off(key: SeatKey) -> bool:
    """Whether that is a play-off, not a game of a round."""
    return key[0] < 0


def seat_of(round_: int, game: GameAtBoard) -> SeatKey:
    """The game, or the board of a match, that was given a board."""
    key = (round_, game.white, game.black)
    return (*key, game.of_match) if game.of_match else key


def standing_rows(rows: Sequence[ChangeRow]) -> list[ChangeRow]:
    """The changes that can be taken back, and were not; TournamentError where a row takes back what is not the last change before it."""
    stack: list[ChangeRow] = []
    for row in rows:
        if isinstance(row.change, NEUTRAL):
            continue
        if not isinstance(row.change, ChangeUndone):
            stack.append(row)
        elif len(stack) > 1 and stack[-1].number == row.change.of:
            stack.pop()
        else:
            raise TournamentError(EventFileFault.NOT_LAST.said(row=row.number, of=row.change.of))
    return stack


def taken_back(rows: Sequence[ChangeRow]) -> dict[int, int]:
    """The numbers of the changes that were taken back, each with that of the change that took it back."""
    return {row.change.of: row.number for row in rows if isinstance(row.change, ChangeUndone)}


def folded(rows: Sequence[ChangeRow]) -> EventState:
    """The event after these rows; TournamentError where they do not begin with the making of an event, or one does not fit."""
    standing = standing_rows(rows)
    if not standing or not isinstance(standing[0].change, EventMade):
        raise TournamentError(EventFileFault.NOT_BEGUN.said())
    return folded_on(EventState(standing[0].change), standing[1:])


def folded_on(state: EventState, rows: Iterable[ChangeRow]) -> EventState:
    """The event after more rows, none of which takes one back; TournamentError where one does not fit."""
    for row in rows:
        if isinstance(row.change, NEUTRAL):
            continue
        try:
            if not state.entered_as.keys() >= set(_ids_in(row.change)) or not state.problems.keys() >= set(_problems_in(row.change)):
                raise LookupError(row.number)
            state = after(state, row.change)
        except TournamentError:
            raise
        except (LookupError, ValueError, TypeError, AttributeError) as error:  # a row of another program, with a checksum that fits
            raise TournamentError(EventFileFault.NO_FIT.said(row=row.number)) from error
    return state


def _ids_in(change: Change) -> Iterable[str]:
    """The ids of those whom a change is about, who have entered before."""
    match change:
        case EntrantCorrected():
            return change.was.id, change.now.id
        case LotDrawn():
            return chain(*change.groups)
        case RoundPaired():
            return chain(*(game.pair for game in change.games), change.free, change.absent)
        case ResultsEntered():
            return chain(*((one.white, one.black) for one in change.results))
        case BoardsEntered():
            return chain(*((one.white, one.black) for one in change.matches))
        case BoardsGiven():
            return chain(*((one.white, one.black) for one in change.games))
        case AppealMade() | ColoursTurned():
            return change.white, change.black
        case EntrantWithdrawn() | EntrantReturned() | EntrantRemoved():
            return (change.id,)
        case OrderDecided():
            return change.ids
        case LineUpGiven():
            return (change.team,)
    return ()


def _problems_in(change: Change) -> Iterable[str]:
    """The problems that a change is about, which were entered before."""
    match change:
        case ProblemMarked():
            return (change.problem,)
        case JuryOrdered():
            return chain(*change.places)
    return ()


def after(state: EventState, change: Change) -> EventState:
    """The event after one more change, which fits it."""
    match change:
        case EntrantsEntered(entrants):
            entered_as = {one.id: EnteredAs(one.shown, one.rating, len(state.rounds)) for one in entrants}
            return replace(state, entrants=state.entrants + entrants, entered_as={**state.entered_as, **entered_as})
        case StartChanged() | RoundsChanged() | TimeControlChanged():
            field = {StartChanged: "start", RoundsChanged: "rounds", TimeControlChanged: "time_control"}[type(change)]
            return replace(state, made=structs.replace(state.made, **{field: change.now}))
        case EventCorrected(was, now):
            made = structs.replace(state.made, name=now.name, date=now.date)
            return replace(state, made=made, former=(*state.former, was))
        case EntrantCorrected() | EntrantRemoved():
            return _corrected(state, change)
        case LotDrawn():
            return replace(state, lot=change)
        case RoundPaired() | ColoursTurned():
            return _turned(state, change) if isinstance(change, ColoursTurned) else replace(state, rounds=(*state.rounds, change))
        case ResultsEntered(results):
            new = {(one.round, one.white, one.black): one for one in results}
            known = {key: one for key, one in (dict(state.results) | new).items() if one.result}
            return replace(state, results=known, matches={key: one for key, one in state.matches.items() if key not in new})
        case BoardsEntered(matches):
            return _with_boards(state, matches)
        case EntrantWithdrawn():
            return replace(state, withdrawn=(*state.withdrawn, change))
        case EntrantReturned(id):
            return _returned(state, id)
        case OrderDecided():
            return replace(state, decided=(*state.decided, change))
        case LineUpGiven(team):
            return replace(state, line_ups={**state.line_ups, team: change})
        case EventSettled():
            return replace(state, settled=change)
        case AppealMade() | CommissionSeated() | VerdictGiven():
            return _after_appeal(state, change)
        case ProblemEntered() | ProblemMarked() | JuryOrdered():
            return _after_jury(state, change)
        case BoardsGiven(round_, games):
            return _boards_given(state, {seat_of(round_, one): one.board for one in games})
    raise TournamentError(EventFileFault.MADE_TWICE.said())


def _corrected(state: EventState, change: EntrantCorrected | EntrantRemoved) -> EventState:
    """The event with another entry, or without that of somebody who has not been drawn or paired."""
    match change:
        case EntrantCorrected(was, now):
            entrants = tuple(now if one.id == was.id else one for one in state.entrants)
            entered = state.entered_as[now.id]
            name = entered.name if state.rounds else now.shown
            rating = now.rating if len(state.rounds) < RENUMBERED else entered.rating
            as_now = replace(entered, name=name, rating=rating)
            return replace(state, entrants=entrants, entered_as={**state.entered_as, now.id: as_now})
        case EntrantRemoved(id):
            return replace(
                state,
                entrants=tuple(one for one in state.entrants if one.id != id),
                entered_as={key: one for key, one in state.entered_as.items() if key != id},
                line_ups={team: one for team, one in state.line_ups.items() if team != id},
            )


def _returned(state: EventState, id: str) -> EventState:
    """The event without that withdrawal. A game that was missed in a round before the last one is to be caught up, as after an absence."""
    rounds = tuple(
        structs.replace(one, absent=(*one.absent, id))
        if any(id in game.pair and not state.result_of(one.round, game) for game in one.games) and id not in one.absent
        else one
        for one in state.rounds[:-1]
    )
    return replace(state, rounds=(*rounds, *state.rounds[-1:]), withdrawn=tuple(one for one in state.withdrawn if one.id != id))


MIRRORED: Final[Mapping[str, str]] = {"1-0": "0-1", "0-1": "1-0"}
"""The results that are others in the view of Black."""


def _turned(state: EventState, change: ColoursTurned) -> EventState:
    """The event with the colours of that game the other way round, in its round, its result and at its board."""
    was, now = (change.round, change.white, change.black), (change.round, change.black, change.white)
    round_ = state.rounds[change.round - 1]
    games = tuple(
        structs.replace(one, white=one.black, black=one.white) if (one.white, one.black) == was[1:] else one for one in round_.games
    )
    results, boards = dict(state.results), dict(state.boards)
    if before := results.pop(was, None):
        results[now] = EnteredResult(*now, MIRRORED.get(before.result, before.result), before.default)
    if board := boards.pop(was, ""):
        boards[now] = board
    rounds = (*state.rounds[: change.round - 1], structs.replace(round_, games=games), *state.rounds[change.round :])
    return replace(state, rounds=rounds, results=results, boards=boards)


def _boards_given(state: EventState, given: Mapping[SeatKey, str]) -> EventState:
    """The event with these boards; a play-off has none with the other colours any more, which a lot was told with at first."""
    turned = {(key[0], key[2], key[1], *key[3:]) for key in given if is_play_off(key)}
    return replace(state, boards={**{key: board for key, board in state.boards.items() if key not in turned}, **given})


def _after_appeal(state: EventState, change: AppealMade | CommissionSeated | VerdictGiven) -> EventState:
    match change:
        case AppealMade():
            before = state.appeals.get(change.number)
            is_on_same = before and all(getattr(before, name) == getattr(change, name) for name in ("round", "white", "black", "board"))
            kept = {number: one for number, one in state.commissions.items() if number != change.number or is_on_same}
            return replace(state, appeals={**state.appeals, change.number: change}, commissions=kept)
        case CommissionSeated():
            return replace(state, commissions={**state.commissions, change.number: change})
        case VerdictGiven():
            return replace(state, verdicts={**state.verdicts, change.number: change})


def _after_jury(state: EventState, change: ProblemEntered | ProblemMarked | JuryOrdered) -> EventState:
    match change:
        case ProblemEntered():
            return replace(state, problems={**state.problems, change.id: change})
        case ProblemMarked():
            return replace(state, marks={**state.marks, (change.problem, change.juror): change.mark})
        case JuryOrdered():
            return replace(state, order=change)


def _with_boards(state: EventState, matches: Sequence[MatchBoards]) -> EventState:
    """The event with the boards of these matches; those that are decided have the result that their boards come to."""
    results, of_boards = dict(state.results), dict(state.matches)
    for one in matches:
        key = (one.round, one.white, one.black)
        score = score_of(state.made.competition, one.boards)
        of_boards[key] = one
        if score.is_over:
            is_booked = not any(board in PLAYED for board in one.boards)
            results[key] = EnteredResult(*key, score.result, default=is_booked)
        else:
            results.pop(key, None)
    return replace(state, results=results, matches=of_boards)
