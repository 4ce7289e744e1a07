"""The last few seconds of a camera's pictures, and which of them show the board at rest after a press."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Condition

import cv2
import numpy as np

from vision.camera.device import Shot, shrunk
from vision.camera.source import Frame
from vision.image.packing import packed
from vision.image.picture import Image

SETTLED_WITHIN_NS = 2_000_000_000
"""After a press the pictures of so long are looked at (Art. 14: what was captured is picked up after the move)."""
KEPT, APART_NS = 13, 240_000_000
"""So many pictures are kept, and one in so long: those of three seconds, 24 MB at 1280 x 960, however fast the camera is and however long
it runs. Two presses within the time of a reading still have theirs."""
BLOCKS = (16, 12)
"""In such blocks of the small picture motion is looked for: a hand fills several, and a sensor's noise is gone in the mean of one."""
STILL_LEVELS = 6.0
"""Grey levels, of 255, that no block of a board at rest changes by from one picture to the next; sleeves and hands change twenty."""
BEFORE = 4
"""So many of the pictures before a press are looked at for captured pieces gone too early: those of its last second."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A picture, and whether nothing moved between the one before it and this one."""

    frame: Frame
    is_still: bool


class Ring:
    """Pictures come in from the camera's thread by `add`; the reader's thread asks for those of a press, and waits for them.

    Memory is bounded. `wait_s` is how long to wait for a camera that says nothing at all.
    """

    def __init__(self, wait_s: float = SETTLED_WITHIN_NS / 1e9 + 1.0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._kept: deque[Kept] = deque(maxlen=KEPT)
        self._small: Image | None = None
        self._moved = False
        self._presses: deque[int] = deque(maxlen=KEPT)
        self._news = Condition()
        self._is_blind = False
        self._wait_s, self._monotonic = wait_s, monotonic

    def add(self, frame: Frame) -> None:
        """A picture as it was taken; motion is looked for in all of them, also in those that are not kept."""
        small = _blocks(frame.small if isinstance(frame, Shot) else shrunk(frame.image))
        with self._news:
            moved = self._small is not None and float(cv2.absdiff(small, self._small).max()) > STILL_LEVELS
            self._small, self._is_blind = small, False
            self._moved |= moved
            if not self._kept or frame.t_ns - self._kept[-1].frame.t_ns >= APART_NS:
                self._kept.append(Kept(replace(frame, held=packed(frame.held)), not self._moved))
                self._moved = False
                self._news.notify_all()

    def fail(self) -> None:
        """The camera gives no pictures: nobody waits for them until it does."""
        with self._news:
            self._is_blind = True
            self._news.notify_all()

    def pressed(self, t_ns: int) -> None:
        """A press counted: what is taken from now on shows the next move."""
        with self._news:
            self._presses.append(t_ns)
            self._news.notify_all()

    @property
    def latest(self) -> Frame | None:
        """The last picture that was kept; None while the camera gives none."""
        with self._news:
            return self._kept[-1].frame if self._kept and not self._is_blind else None

    def after(self, press_ns: int) -> Iterator[Kept]:
        """The pictures exposed after the press, in time order, each as soon as it is there.

        They end with the time to settle, with the next press, and where the camera gives no more.
        """
        given_ns, deadline = press_ns - 1, self._monotonic() + self._wait_s
        while True:
            with self._news:
                end_ns = min((t_ns for t_ns in self._presses if t_ns > press_ns), default=press_ns + SETTLED_WITHIN_NS)
                end_ns = min(end_ns, press_ns + SETTLED_WITHIN_NS)
                kept = next((one for one in self._kept if one.frame.t_ns > given_ns), None)
                over = self._is_blind or end_ns < press_ns + SETTLED_WITHIN_NS or self._monotonic() >= deadline
                if kept is None and not over:
                    self._news.wait(max(0.0, deadline - self._monotonic()))
                    continue
            if kept is None or kept.frame.t_ns >= end_ns:
                return
            given_ns = kept.frame.t_ns
            yield kept

    def before(self, press_ns: int) -> tuple[Frame, ...]:
        """The pictures of the moments before the press, as far as they were kept."""
        with self._news:
            earlier = max((t_ns for t_ns in self._presses if t_ns < press_ns), default=0)
            return tuple(one.frame for one in self._kept if earlier < one.frame.t_ns < press_ns)[-BEFORE:]


def _blocks(small: Image) -> Image:
    return np.asarray(cv2.resize(small, BLOCKS, interpolation=cv2.INTER_AREA), np.uint8)
