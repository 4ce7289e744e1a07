"""Which pictures of a press are read: those at rest and without a hand, as soon as there are enough of them."""

from collections.abc import Callable, Iterable

from rules.evidence import Evidence
from vision.ring import Kept
from vision.source import Frame

ENOUGH = 2
"""Clear pictures fuse to hardly more than two of them tell; the sooner a press is read the sooner it is told."""
FEW_HIDDEN = 1
"""Squares, of a picture that counts as clear: a hand hides seven and more, glare one."""


def settled(kept: Iterable[Kept], glance: Callable[[Frame], Evidence | None]) -> tuple[Frame, ...]:
    """The frames to read, in time order: the first ENOUGH that are clear, or else those with the fewest squares hidden.

    Where nothing at all came to rest it is the last picture, whatever it shows; none where none was taken.
    """
    still: list[tuple[int, Frame]] = []
    last: Frame | None = None
    for one in kept:
        last = one.frame
        seen = glance(one.frame) if one.is_still else None
        if seen is not None:
            still.append((sum(margin is None for margin in seen.margins()), one.frame))
        if sum(hidden <= FEW_HIDDEN for hidden, _ in still) >= ENOUGH:
            break
    if not still:
        return () if last is None else (last,)
    clear = [frame for hidden, frame in still if hidden <= FEW_HIDDEN]
    best = clear or [frame for _, frame in sorted(still, key=lambda one: one[0])[:ENOUGH]]
    return tuple(sorted(best, key=lambda frame: frame.t_ns))
