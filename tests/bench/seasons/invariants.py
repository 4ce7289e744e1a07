"""What must hold of every event that was played, whatever happened in it."""

import random
from collections import Counter
from collections.abc import Iterator

from msgspec import structs

from tournament.errors import TournamentError
from tournament.events.changes import ChangeRow, EntrantsEntered, LotDrawn
from tournament.events.event_file import KeptEvent, append
from tournament.events.groups import by_number, groups_of, is_swiss
from tournament.events.played import games_of
from tournament.events.standing import GroupStandings, standings_of
from tournament.events.state import EventState, folded, standing_rows
from tournament.events.wishes import is_booked
from tournament.events.withdrawing import undone


def broken(event: KeptEvent, chance: random.Random, *, in_file: bool) -> Iterator[str]:
    """What does not hold. `in_file`: everything is taken back in the file itself, which is empty then."""
    state = event.state
    yield from _rounds_broken(state)
    for group in range(1, len(groups_of(state)) + 1):
        answer = standings_of(state, group)
        yield from _places_broken(state, group, answer)
        yield from _points_broken(state, group, answer)
    yield from _order_broken(event, chance)
    yield from _undo_broken(event, in_file=in_file)


def _rounds_broken(state: EventState) -> Iterator[str]:
    met: Counter[frozenset[str]] = Counter()
    for one in state.rounds:
        seats = Counter([id for game in one.games for id in (game.white, game.black)] + list(one.free))
        if max(seats.values(), default=0) > 1:
            yield f"somebody is twice in round {one.round}"
        met.update(game.pair for game in one.games if not (is_swiss(state) and is_booked(state, one.round, game)))
    once = is_swiss(state) or state.made.competition in "ABCDG"
    two_of_two = len(state.entrants) == 2 or any(len(ids) == 2 for ids in groups_of(state))
    if once and not two_of_two and max(met.values(), default=0) > 1:
        yield "two meet twice"


def _places_broken(state: EventState, group: int, answer: GroupStandings) -> Iterator[str]:
    ids = [row.id for row in answer.table]
    gone = {one.id for one in state.withdrawn if one.games == "lapse"} | {*answer.lapsed}
    if sorted(ids) != sorted(set(groups_of(state)[group - 1]) - gone):
        yield "not everybody is ranked once"
    spans = Counter(row.places for row in answer.table)
    opened = {one.places: {*one.ids} for one in answer.open}
    at = 1
    for first, last in sorted(spans):
        if first != at or last - first + 1 != spans[first, last]:
            yield "the places have a gap"
        if last > first and opened.get((first, last)) != {row.id for row in answer.table if row.places == (first, last)}:
            yield "who shares a place is not named as open"
        at = last + 1


def _points_broken(state: EventState, group: int, answer: GroupStandings) -> Iterator[str]:
    """Each game, match and bye gives one point in all; a game that is nobody's gives none."""
    ids = {row.id for row in answer.table}
    given = 0.0
    for game in (*games_of(state, group), *answer.awarded):
        given += game.points is not None and game.pair <= ids
    given += sum(len(one.free) for one in state.rounds) if is_swiss(state) else 0
    if given != sum(row.points for row in answer.table):
        yield "points are not conserved"


def _order_broken(event: KeptEvent, chance: random.Random) -> Iterator[str]:
    """The same event with its first entries in another order, under the same numbers, has the same standings and the same groups."""
    rows = standing_rows(event.rows)
    first = next(row for row in rows if isinstance(row.change, EntrantsEntered))
    has_lot = any(isinstance(row.change, LotDrawn) for row in rows)
    entrants = list(first.change.entrants)
    if not has_lot:
        numbers = {id: number for number, id in enumerate(by_number(tuple(entrants)), 1)}
        entrants = [structs.replace(one, number=numbers[one.id]) for one in entrants]
    chance.shuffle(entrants)
    changes = [EntrantsEntered(tuple(entrants)) if row is first else row.change for row in rows]
    other = folded([ChangeRow(at, row.t_ns, row.who, change) for at, (row, change) in enumerate(zip(rows, changes, strict=True), 1)])
    if [standings_of(other, at) for at in range(1, len(groups_of(other)) + 1)] != [
        standings_of(event.state, at) for at in range(1, len(groups_of(event.state)) + 1)
    ]:
        yield "the order of entry changes a place"


def _undo_broken(event: KeptEvent, *, in_file: bool) -> Iterator[str]:
    rows = list(event.rows)
    while True:
        try:
            change = undone(rows)
        except TournamentError:
            break
        if in_file:
            event = append(event, change, rows[0].who)
            rows = list(event.rows)
        else:
            rows.append(ChangeRow(len(rows) + 1, 0, rows[0].who, change))
    if folded(rows) != EventState(rows[0].change):
        yield "undo of everything leaves something"
