"""The final orders of the events in files, and what is still open in them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from msgspec import structs

from rules.errors import Phrase, Sentence
from tournament.events.event_file import KeptEvent
from tournament.events.groups import groups_of, is_swiss, rounds_of_swiss
from tournament.events.making import season_of
from tournament.events.season.orders import OrderInSeason, OrderKind, in_order
from tournament.events.standing import open_said, standings_of
from tournament.events.state import EventState
from tournament.events.tables import rounds_of_tables
from tournament.final_order import Needs
from tournament.standings import OpenPlaces

KIND_OF = {"A": OrderKind.CLUB, "B": OrderKind.TEAMS, "C": OrderKind.CHAMPIONSHIP, "D": OrderKind.CHAMPIONSHIP}
"""What an event counts for. E and G give no points, and F does only where it is said (R15)."""
MATTERS = {OrderKind.CHAMPIONSHIP: 4, OrderKind.SWISS: 99, OrderKind.CLUB: 2, OrderKind.TEAMS: 99}
"""The last place that points or promotion depend on."""


class OpenSays(Phrase):
    """Why an event has no final order yet."""

    NOBODY = "nobody has entered"
    NOT_PAIRED = "round {round} of {rounds} is not paired"
    NO_RESULT = "{count} game has no result", "{count} games have no result"
    SHARED = "{ids} share a place, and no text parts them (appendix 3); --order {example} tells their order"
    SEVERAL_GROUPS = "it has several groups; damcam event new --winners-of {event} makes the group of their winners (D 6)"
    IN_EVENT = "{event}: {what}"


@dataclass(frozen=True, slots=True)
class SeasonChoices:
    """What the organiser says of the season's events."""

    decided: tuple[tuple[str, ...], ...] = ()
    """The orders of some who share a place that no text parts."""
    f_counts: bool = False
    """Whether the Swiss events of F give WP as events of clubs do (R15)."""
    matters: int = 0
    """The last place of a championship on which something depends, if later than the fourth."""


def orders_of(event: KeptEvent, choices: SeasonChoices) -> Iterator[OrderInSeason]:
    """The final order of each group of the event; none where the event counts for nothing."""
    state = event.state
    kind = OrderKind.SWISS if state.made.competition == "F" and choices.f_counts else KIND_OF.get(state.made.competition)
    if kind is None:
        return
    made_on = date.fromtimestamp(event.rows[0].t_ns // 10**9).isoformat()
    year = season_of(structs.replace(state.made, date=state.made.date or made_on))
    name = event.path.name
    if not state.entrants:
        yield OrderInSeason(year, kind, _name(state, 1), (), name, (_in(name, OpenSays.NOBODY.said()),))
        return
    unfinished = [_in(name, one) for one in _unfinished(state)]
    groups = range(1, len(groups_of(state)) + 1)
    is_of_groups = state.made.competition == "D" and len(groups) > 1
    if is_of_groups:
        unfinished.append(_in(name, OpenSays.SEVERAL_GROUPS.said(event=name)))
    for group in groups:
        order = OrderInSeason(
            year=year,
            kind=kind,
            group=_name(state, group),
            entrants=(),
            source=name,
            open=tuple(unfinished),
            is_of_groups=is_of_groups,
        )
        yield _order(state, group, order, choices)


def _name(state: EventState, group: int) -> str:
    made = state.made
    return {"B": made.group, "C": made.in_class, "D": made.in_class}.get(made.competition, str(group))


def _in(event: str, what: Sentence) -> Sentence:
    return OpenSays.IN_EVENT.said(event=event, what=what)


def _unfinished(state: EventState) -> Iterator[Sentence]:
    rounds = rounds_of_swiss(state) if is_swiss(state) else len(rounds_of_tables(state))
    if len(state.rounds) < rounds:
        yield OpenSays.NOT_PAIRED.said(round=len(state.rounds) + 1, rounds=rounds)
    if missing := state.missing():
        yield OpenSays.NO_RESULT.said(count=len(missing))


def _order(state: EventState, group: int, order: OrderInSeason, choices: SeasonChoices) -> OrderInSeason:
    """The order with its entrants; who lapsed stands last in C (R10), and nowhere else."""
    found = standings_of(state, group)
    ids = [*(row.id for row in found.table), *(found.lapsed if found.is_of_eight else ())]
    entrants = [structs.replace(state.by_id[id], in_class=_class(state, id)) for id in ids]
    left = [_in(order.source, one) for one in _left(found.open, state.names, order.kind, choices)]
    # before the last round what is equal means nothing yet
    ordered = replace(order, entrants=tuple(entrants), open=order.open or tuple(left))
    return in_order(ordered, choices.decided)


def _class(state: EventState, id: str) -> str:
    """A player's class: that of the championship he plays in, else his own, else that of the event of clubs."""
    of_event = state.made.in_class
    return of_event if state.made.competition in ("C", "D") else state.by_id[id].in_class or of_event


def _left(left: Sequence[OpenPlaces], names: dict[str, str], kind: OrderKind, choices: SeasonChoices) -> Iterator[Sentence]:
    decided = [frozenset(ids) for ids in choices.decided]
    for one in left:
        if one.places[0] > max(MATTERS[kind], choices.matters):
            continue
        if one.needs is not Needs.NOTHING:
            yield open_said(one, names)
        elif frozenset(one.ids) not in decided:
            yield OpenSays.SHARED.said(ids=tuple(names[id] for id in one.ids), example=",".join(one.ids))
