"""Which pictures of a press are read: those at rest and without a hand, as soon as what they show is in order, or else the last of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.camera.ring import Kept
from vision.camera.source import Frame

ENOUGH = 2
"""Clear pictures fuse to hardly more than two of them tell; the sooner a press is read the sooner it is told."""
FEW_HIDDEN = 1
"""Squares, of a picture that counts as clear: a hand hides seven and more, glare one."""
ANSWERED_AFTER_NS = 600_000_000
"""Nobody has answered sooner what he saw, with his hand gone and the board at rest: what moved by then was moved by whoever pressed."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The frames to read, in time order, and whether the board is `at_rest` in them: else what is amiss may be a move still being made, or
    the next one."""

    frames: tuple[Frame, ...]
    at_rest: bool


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A frame at rest, what it shows, and of how many squares it shows nothing."""

    frame: Frame
    evidence: Evidence
    hidden: int


def settled(
    kept: Iterable[Kept],
    glance: Callable[[Frame], Evidence | None],
    in_order: Callable[[Evidence], bool],
    answers: Callable[[Evidence, Evidence], bool],
    untouched: Callable[[Evidence], bool],
) -> Settled:
    """The first ENOUGH that are clear, if the last of them shows all `in_order`.

    Else a hand may still be putting it right, and all that come count: the last ENOUGH clear ones, or those with the fewest squares
    hidden, until one `answers` what an earlier one shows, for that is the opponent's next move. Where the earlier one shows the board
    `untouched` since before the press, it may be that as well as a move of whoever pressed, unless there was no time for it: nobody is
    accused of either. Where nothing came to rest it is the last picture, whatever it shows; none where none was taken.
    """
    still: list[_View] = []
    last: Kept | None = None
    judged: Sequence[Content] = ()
    is_open = False
    for one in kept:
        evidence = glance(one.frame) if one.is_still else None
        if evidence:
            view = _View(one.frame, evidence, sum(margin is None for margin in evidence.margins()))
            clear = _clear([*still, view])
            if len(clear) >= ENOUGH and clear[-1] is view and evidence.best() != judged:
                judged = evidence.best()
                if in_order(evidence):
                    return Settled(_frames(clear[-ENOUGH:]), at_rest=True)
                if answers(clear[-2].evidence, evidence):
                    if not untouched(clear[-2].evidence):
                        break
                    is_open |= one.frame.t_ns > clear[0].frame.t_ns + ANSWERED_AFTER_NS
            still.append(view)
        last = one
    if last is None or not still:
        return Settled((last.frame,) if last else (), at_rest=False)
    is_open |= len(_clear(still)) < ENOUGH and untouched(still[-1].evidence)
    return _at_last(still, last, glance, in_order, is_open=is_open)


def _at_last(
    still: list[_View],
    last: Kept,
    glance: Callable[[Frame], Evidence | None],
    in_order: Callable[[Evidence], bool],
    *,
    is_open: bool,
) -> Settled:
    """What to read when the time is over and nothing was surely in order: the later a picture the more it counts.

    It accuses nobody where it `is_open` what was done, and who did it.
    """
    clear = _clear(still)
    best = clear[-ENOUGH:] or sorted(sorted(still, key=lambda view: view.hidden)[:ENOUGH], key=lambda view: view.frame.t_ns)
    if in_order(best[-1].evidence):
        return Settled(_frames(best), at_rest=True)
    shows = glance(last.frame)
    if shows and in_order(shows):
        return Settled((last.frame,), at_rest=True)
    later = [view for view in still[-1:] if view.frame.t_ns > best[-1].frame.t_ns]
    return Settled(_frames([*best, *later]), at_rest=not is_open and (last.is_still or len(clear) >= ENOUGH))


def _clear(views: list[_View]) -> list[_View]:
    return [view for view in views if view.hidden <= FEW_HIDDEN]


def _frames(views: list[_View]) -> tuple[Frame, ...]:
    return tuple(view.frame for view in views)
