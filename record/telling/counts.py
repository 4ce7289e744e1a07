"""The running counts as sentences for spectators.

A count tells how many moves are left before a draw, or before a king must rest.
"""

from typing import NamedTuple

from record.texts import marked, marked_many
from rules.play.counting import Count
from rules.play.endings import Cause


class Counted(NamedTuple):
    """The sentence of a count. Where its form depends on a number, `number` is the placeholder's name and `more` the plural form."""

    one: str
    more: str = ""
    number: str = ""


REPEATED = marked_many(
    "This position has stood {made} time; at {limit} a draw may be claimed.",
    "This position has stood {made} times; at {limit} a draw may be claimed.",
)
KINGS_ALONE = marked_many(
    "{made} move by each side with kings alone; after {limit} that repeat the arbiter decides.",
    "{made} moves by each side with kings alone; after {limit} that repeat the arbiter decides.",
)
TO_WIN_EACH = marked_many(
    "A draw after {left} more move by each side, of {limit}.",
    "A draw after {left} more moves by each side, of {limit}.",
)
SENTENCES: dict[str, Counted] = {
    "king-rests": Counted(marked("{side}: {made} of {limit} quiet moves in a row with the king on square {square}.")),
    "to-win": Counted(marked("{side} has {left} of {limit} moves left to win.")),
    "to-win-each": Counted(*TO_WIN_EACH, "left"),
    str(Cause.REPETITION): Counted(*REPEATED, "made"),
    str(Cause.STRONGEST): Counted(*KINGS_ALONE, "made"),
}
"""The sentence of each kind of count, as `kind_of` names it."""


def kind_of(count: Count) -> str:
    """The kind of the count, a key of SENTENCES."""
    if count.cause is None:
        return "king-rests"
    return str(count.cause) if str(count.cause) in SENTENCES else "to-win" if count.side else "to-win-each"
