"""The prizes of the open championship in three categories (F 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from rules.errors import _
from tournament.competitions import PlayerClass
from tournament.errors import RegulationError

ARTICLE: Final = "F 5"


class PrizeCategory(StrEnum):
    """A category of prizes."""

    A = "A"
    B = "B"
    C = "C"
    """That of the 1st to 3rd class and of those who are no members."""


_CATEGORIES: Final[Mapping[PlayerClass, PrizeCategory]] = {
    PlayerClass.KK: PrizeCategory.A,
    PlayerClass.HAA: PrizeCategory.A,
    PlayerClass.RHAA: PrizeCategory.B,
    PlayerClass.HA: PrizeCategory.B,
    PlayerClass.FIRST: PrizeCategory.C,
    PlayerClass.SECOND: PrizeCategory.C,
    PlayerClass.THIRD: PrizeCategory.C,
}


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player in the final order."""

    id: str
    places: tuple[int, int]
    """The first and the last of the places that are shared; equal where the place is not shared."""
    player_class: PlayerClass | None
    """None for somebody who is no member. There is no EK in this championship."""

    @property
    def category(self) -> PrizeCategory:
        return _CATEGORIES[self.player_class] if self.player_class else PrizeCategory.C


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize of a category, of one player or of those who share a place."""

    place: int
    """In the final order of all, the first of those that are shared."""
    ids: tuple[str, ...]


def prizes(standing: Sequence[PlacedPlayer]) -> dict[PrizeCategory, tuple[Prize, ...]]:
    """Return the prizes of each category in the order of the places. RegulationError: the places cannot be."""
    order: dict[tuple[int, int], list[PlacedPlayer]] = {}
    for player in standing:
        order.setdefault(player.places, []).append(player)
    _check_places(order)
    return {category: tuple(_prizes_of(category, order)) for category in PrizeCategory}


def _prizes_of(category: PrizeCategory, order: Mapping[tuple[int, int], Sequence[PlacedPlayer]]) -> list[Prize]:
    found = [Prize(places[0], tuple(player.id for player in order[places] if player.category is category)) for places in sorted(order)]
    return [prize for prize in found if prize.ids]


def _check_places(order: Mapping[tuple[int, int], Sequence[PlacedPlayer]]) -> None:
    """RegulationError: places overlap, or more players share them than there are places."""
    for (first, last), shared in order.items():
        if last < first:
            raise RegulationError(_("the places {first} to {last} stand the wrong way round"), first=first, last=last)
        if len(shared) > last - first + 1:
            raise RegulationError(_("{count} players share the places {first} to {last}"), count=len(shared), first=first, last=last)
    for one, other in pairwise(sorted(order)):
        if other[0] <= one[1]:
            sentence = _("the places {first} to {last} overlap the places {other_first} to {other_last}")
            raise RegulationError(sentence, first=one[0], last=one[1], other_first=other[0], other_last=other[1])
