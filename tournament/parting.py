"""Parting those who are equal by one criterion after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.final_order import FinalOrder, PlacedBy
from tournament.scoring import Tally


@dataclass(frozen=True)
class Equals:
    """One who has his place alone, with what set him apart; or several who are equal to the end (`open`), in the order of the players."""

    ids: tuple[str, ...]
    by: PlacedBy


def parted(equals: Sequence[str], tally: Tally, criteria: Sequence[PlacedBy], by: PlacedBy) -> Iterator[Equals]:
    """Those equals in the order of the criteria. Each smaller set begins anew: so the mutual result is taken among them again (R3)."""
    if len(equals) == 1:
        yield Equals(tuple(equals), by)
        return
    for criterion in criteria:
        scores = tally.by(criterion, equals)
        if scores is not None and len({scores[id] for id in equals}) > 1:
            for score in sorted({scores[id] for id in equals}, reverse=True):
                yield from parted([id for id in equals if scores[id] == score], tally, criteria, criterion)
            return
    yield Equals(tuple(equals), PlacedBy.OPEN)


def places(order: FinalOrder, tally: Tally) -> list[Equals]:
    """All players by the order's criteria. Those who share the first place are parted by its own criteria alone."""
    criteria = [by for by, _ in order.criteria]
    first, *others = parted(tally.players, tally, criteria[: order.for_first], criteria[0])
    below = [one for equals in others for one in parted(equals.ids, tally, criteria, equals.by)]
    return [first, *below]
