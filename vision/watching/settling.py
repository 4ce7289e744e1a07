"""Chooses the pictures of a press to read: still ones without a hand, as soon as they show everything in order, or else the last ones."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rules.board.evidence import Evidence
from rules.board.squares import Content
from vision.camera.ring import Kept
from vision.camera.source import Frame

ENOUGH = 2
"""The number of clear pictures to read. More of them add little, and delay the ruling."""
MAX_HIDDEN = 1
"""The most hidden squares of a clear picture: a hand hides seven or more, glare one."""
MIN_ANSWER_NS = 600_000_000
"""The least time in which an opponent can answer a move, take his hand away and let the board come to rest. What changed sooner was done by
whoever pressed."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """The frames to read, in time order."""

    frames: tuple[Frame, ...]
    at_rest: bool
    """Whether the board is at rest in them. Otherwise an irregularity may be a move still being made, or the next one."""


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A still frame and what it shows."""

    frame: Frame
    evidence: Evidence
    hidden: int
    """The number of hidden squares."""


def settled(
    kept: Iterable[Kept],
    glance: Callable[[Frame], Evidence | None],
    in_order: Callable[[Evidence], bool],
    answers: Callable[[Evidence, Evidence], bool],
    untouched: Callable[[Evidence], bool],
) -> Settled:
    """Choose among the pictures `kept` after a press, in time order; `glance` gives the evidence of one, None when it cannot be read.

    The first ENOUGH clear pictures are chosen if the last of them is `in_order`. Otherwise a hand may still be correcting something, so the
    last ENOUGH clear pictures are chosen, or those with the fewest hidden squares. The search stops where a picture `answers` an earlier
    one: that is the opponent's next move.

    Where the earlier picture shows the board `untouched` since before the press, the change may be an answer or a late move of whoever
    pressed. Nobody is accused of either, so `at_rest` is false; a change within MIN_ANSWER_NS can only be the late move. When nothing came
    to rest, the last picture is chosen. No frames are chosen when none was taken.
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
                    is_open |= one.frame.t_ns > clear[0].frame.t_ns + MIN_ANSWER_NS
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
    """Choose when the time is over and nothing was in order; later pictures count more.

    `is_open`: it is open what was done and by whom, so nobody is accused.
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
    return [view for view in views if view.hidden <= MAX_HIDDEN]


def _frames(views: list[_View]) -> tuple[Frame, ...]:
    return tuple(view.frame for view in views)
