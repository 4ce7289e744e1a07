"""The final orders of a season: what kinds there are, and who stands in them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.errors import Sentence
from tournament.events.changes import Entrant
from tournament.events.texts_given import AGES


class OrderKind(StrEnum):
    """For what an order counts."""

    CLUB = "club"
    """A group of an event of clubs (A): WP."""
    SWISS = "swiss"
    """An event of clubs by the Swiss system, whose players are grouped by class afterwards: WP."""
    CHAMPIONSHIP = "championship"
    """A class of the championship (C, D): KP, and promotion."""
    TEAMS = "teams"
    """A group of the club championships (B): promotion."""
    NONE = "none"
    """A season of which is known that nothing was played in it."""


@dataclass(frozen=True, slots=True)
class OrderInSeason:
    """A final order."""

    year: int
    """In which the season begins."""
    kind: OrderKind
    group: str
    """The class of a championship, the group of teams such as I; elsewhere whatever tells groups apart."""
    entrants: tuple[Entrant, ...]
    """The best first, each with the class that is known of him."""
    source: str
    """The file that it comes from."""
    open: tuple[Sentence, ...] = ()
    """Why it is no final order yet."""
    is_of_groups: bool = False
    """Whether it is the order of one of several groups of a class, whose own order is that of their winners (D 6)."""

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.entrants)


def persons_of(orders: Iterable[OrderInSeason]) -> dict[str, Entrant]:
    """Everybody who stands in the orders, with what the newest of them knows of him; without number and class."""
    known: dict[str, Entrant] = {}
    for order in sorted(orders, key=lambda one: one.year):
        for one in order.entrants:
            before = known.get(one.id, Entrant(one.id))
            known[one.id] = Entrant(
                id=one.id,
                name=one.name or before.name,
                club=one.club or before.club,
                born=one.born or before.born,
                rating=one.rating or before.rating,
            )
    return known


def first_classes(orders: Iterable[OrderInSeason], told: Mapping[str, str]) -> dict[str, str]:
    """The class of each player at the beginning, empty where nobody told it: as `told`, else by the oldest order that knows it.

    Of one season a championship goes before an event of clubs, at which classes may be merged (A 3).
    """
    players = [one for one in orders if one.kind not in (OrderKind.TEAMS, OrderKind.NONE)]
    found: dict[str, str] = {}
    for order in sorted(players, key=lambda one: (one.year, one.kind is not OrderKind.CHAMPIONSHIP)):
        for one in order.entrants:
            level = "" if one.in_class in AGES else one.in_class
            found[one.id] = found.get(one.id) or level
    return {id: told.get(id) or level for id, level in found.items()}


def in_order(order: OrderInSeason, decided: Iterable[tuple[str, ...]]) -> OrderInSeason:
    """The order with those who stand next to one another in the order that was decided for them."""
    entrants = list(order.entrants)
    for ids in decided:
        places = sorted(order.ids.index(id) for id in ids if id in order.ids)
        if len(places) == len(ids):
            by_id = {one.id: one for one in order.entrants}
            for place, id in zip(places, ids, strict=True):
                entrants[place] = by_id[id]
    return replace(order, entrants=tuple(entrants))
