"""The colours of a simultaneous exhibition (I 4)."""

from enum import StrEnum
from typing import Final

ARTICLE: Final = "I 4"


class Colour(StrEnum):
    """A colour."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


def colours_in_turn(players: int, first: Colour) -> tuple[Colour, ...]:
    """Return the colours of so many players, in turn from that of the first one, which is by lot."""
    return tuple(first if at % 2 == 0 else first.other for at in range(players))


def colours_against(players: int, giver: Colour) -> tuple[Colour, ...]:
    """Return the colours of so many players against a giver who has one colour at every board."""
    return (giver.other,) * players
