"""Keeps the last seconds of a camera's pictures and tells which of them show the board at rest after a press."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Condition

import cv2
import numpy as np

from vision.camera.device import Shot, shrunk
from vision.camera.source import Frame
from vision.image.packing import packed
from vision.image.picture import Image

SETTLED_WITHIN_NS = 2_000_000_000
"""How long the pictures after a press are examined. Captured pieces are taken off after the move (Art. 14)."""
MAX_KEPT = 13
"""The number of pictures kept: those of three seconds, 24 MB at 1280 x 960. Two presses within the time of a reading keep their
pictures."""
MIN_INTERVAL_NS = 240_000_000
"""The least time between two kept pictures, however fast the camera is."""
BLOCKS = (16, 12)
"""The blocks, across and down, whose means are compared to detect motion. A hand fills several; the mean of one averages the noise out."""
STILL_LEVELS = 6.0
"""The change of a block, in grey levels of 255, above which something moved. Sleeves and hands change a block by twenty."""
MAX_BEFORE = 4
"""The pictures before a press, those of the last second, that are searched for captured pieces taken off too early."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A picture that is kept."""

    frame: Frame
    is_still: bool
    """Whether nothing moved since the kept picture before it."""


class Ring:
    """Holds at most MAX_KEPT pictures. The camera's thread adds them; the reader's thread asks for those of a press and waits for them.

    `wait_s` is how long to wait for a camera that neither gives a picture nor fails.
    """

    def __init__(self, wait_s: float = SETTLED_WITHIN_NS / 1e9 + 1.0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._kept: deque[Kept] = deque(maxlen=MAX_KEPT)
        self._small: Image | None = None
        self._moved = False
        self._presses: deque[int] = deque(maxlen=MAX_KEPT)
        self._news = Condition()
        self._is_blind = False
        self._wait_s, self._monotonic = wait_s, monotonic

    def add(self, frame: Frame) -> None:
        """Take a picture in. Motion is detected in all pictures, also in those that are not kept."""
        small = _blocks(frame.small if isinstance(frame, Shot) else shrunk(frame.image))
        with self._news:
            moved = self._small is not None and float(cv2.absdiff(small, self._small).max()) > STILL_LEVELS
            self._small, self._is_blind = small, False
            self._moved |= moved
            if not self._kept or frame.t_ns - self._kept[-1].frame.t_ns >= MIN_INTERVAL_NS:
                self._kept.append(Kept(Frame(frame.name, frame.t_ns, packed(frame.held)), not self._moved))
                self._moved = False
                self._news.notify_all()

    def fail(self) -> None:
        """Note that the camera gives no pictures: nobody waits for them until it does."""
        with self._news:
            self._is_blind = True
            self._news.notify_all()

    def pressed(self, t_ns: int) -> None:
        """Note a press that counted: pictures from then on belong to the next move."""
        with self._news:
            self._presses.append(t_ns)
            self._news.notify_all()

    @property
    def latest(self) -> Frame | None:
        """The last picture that was kept; None while the camera gives no pictures."""
        with self._news:
            return self._kept[-1].frame if self._kept and not self._is_blind else None

    def after(self, press_ns: int) -> Iterator[Kept]:
        """The pictures exposed after the press, in time order, each as soon as it is there.

        They end SETTLED_WITHIN_NS after the press, at the next press, or when the camera gives no more.
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
        """The last pictures before the press and after the press before it, at most MAX_BEFORE, as far as they were kept."""
        with self._news:
            earlier = max((t_ns for t_ns in self._presses if t_ns < press_ns), default=0)
            return tuple(one.frame for one in self._kept if earlier < one.frame.t_ns < press_ns)[-MAX_BEFORE:]


def _blocks(small: Image) -> Image:
    """The mean grey level of each block."""
    return np.asarray(cv2.resize(small, BLOCKS, interpolation=cv2.INTER_AREA), np.uint8)
