"""The threads beside the loop: one takes pictures, one reads them, and both report to the loop's queue.

No exception ends a thread: it goes to the log, and the next job is done.
"""

import logging
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from zlib import crc32

from pi.reading import heap
from pi.reading.messages import CameraBack, CameraBlind, CameraLost, Message
from rules.errors import Phrase
from vision.camera.ring import Ring
from vision.camera.source import Camera, Frame
from vision.image.picture import PictureError
from vision.watching.health import SAMPLED, PictureFault, white_or_black

PutMessage = Callable[[Message], object]
_log = logging.getLogger(__name__)

REOPEN_AFTER_S = 1.0
"""The seconds after which a failed camera is opened again: USB needs about as long to notice what was plugged in."""
MAX_FAILURES = 3
"""The number of failed pictures in a row after which the loop is told: a single one may be lost on its way."""
MAX_REPEATS = 10
"""The number of identical pictures in a row that mean a frozen camera: sensor noise makes any two pictures differ."""


BLIND_NS = 5_000_000_000
"""How long pictures are all black or all white before the loop is told: people switch the light, or bend over the lens."""


class CameraFailure(Phrase):
    """Why a camera gives no useful pictures, and what to do."""

    UNUSABLE = "the camera cannot be used ({kind}: {why}); the log tells more"
    REPEATS = "the camera gives the same picture again and again: it is started anew"
    PLUG_IN_ANEW = "if it stays so, plug it in anew"


class RepeatedPicture(PictureError):
    """The camera gave the same picture again."""


class ReadingThread:
    """Runs jobs one after the other and puts the message of each into the queue; a job that fails sends no message."""

    def __init__(self, put: PutMessage) -> None:
        self._put = put
        self._jobs: SimpleQueue[Callable[[], Message] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="reading", daemon=True)
        self._thread.start()

    def __call__(self, job: Callable[[], Message]) -> None:
        self._jobs.put(job)

    @property
    def lives(self) -> bool:
        return self._thread.is_alive()

    def close(self) -> None:
        """Begin no further job, and wait for the one that is being done."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._put(job())
            except Exception:
                _log.exception("a reading failed")
            heap.give_back()


class CameraThread:
    """Takes pictures into the ring, opens a failed camera again, and tells the loop both that it failed and that it is back."""

    def __init__(self, open_camera: Callable[[], Camera], ring: Ring, put: PutMessage, again_s: float = REOPEN_AFTER_S) -> None:
        self._open, self._ring, self._put, self._again_s = open_camera, ring, put, again_s
        self._ends = Event()
        self._pixels: int | None = None
        self._is_lost = self._is_blind = False
        self._why_lost: set[str] = set()
        self._blind_since_ns: int | None = None
        self._thread = Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    @property
    def lives(self) -> bool:
        return self._thread.is_alive()

    def close(self) -> None:
        """Take no more pictures, and let nobody wait for one."""
        self._ends.set()
        self._ring.fail()
        self._thread.join(timeout=5 * REOPEN_AFTER_S)

    def _run(self) -> None:
        while not self._ends.is_set():
            camera = self._tried(self._open)
            if camera is not None:
                self._tried(partial(self._take, camera))
                self._tried(camera.close)
            if self._is_lost:
                self._ends.wait(self._again_s)

    def _tried(self, does: Callable[[], Camera | None]) -> Camera | None:
        """Return the result of the call; if it fails, report the camera as lost and return None."""
        try:
            return does()
        except PictureError as error:
            self._lost(error)
        except Exception as error:  # from the camera libraries, which do not document what they raise
            if not self._is_lost:
                _log.exception("the camera failed")
            self._lost(PictureError(CameraFailure.UNUSABLE.said(kind=type(error).__name__, why=str(error))))
        return None

    def _take(self, camera: Camera) -> None:
        """Take pictures until `close` is called. Raises PictureError, or what the camera library raises, when the camera fails for good."""
        failures = 0
        while not self._ends.is_set():
            try:
                frame = self._new(camera.take())
            except PictureError as error:
                failures += 1
                if failures >= (MAX_REPEATS if isinstance(error, RepeatedPicture) else MAX_FAILURES) or self._is_lost:
                    raise
                continue
            failures = 0
            self._ring.add(frame)
            if self._is_lost:
                self._is_lost = False
                self._put(CameraBack())
            self._watch_light(frame)

    def _watch_light(self, frame: Frame) -> None:
        """Tell the loop when pictures have been all black or all white for long, and when they no longer are."""
        fault = white_or_black(frame.image)
        if fault is None:
            if self._is_blind:
                self._put(CameraBack())
            self._blind_since_ns, self._is_blind = None, False
        elif self._blind_since_ns is None:
            self._blind_since_ns = frame.t_ns
        elif not self._is_blind and frame.t_ns >= self._blind_since_ns + BLIND_NS:
            self._is_blind = True
            self._put(CameraBlind(fault))

    def _new(self, frame: Frame) -> Frame:
        """Return the picture; raise RepeatedPicture if it equals the last one. Black ones may be equal: a cap may be on the lens."""
        last, self._pixels = self._pixels, crc32(frame.image[::SAMPLED, ::SAMPLED].tobytes())
        if last == self._pixels and white_or_black(frame.image) is None:
            raise RepeatedPicture(CameraFailure.REPEATS.said(CameraFailure.PLUG_IN_ANEW.said()))
        return frame

    def _lost(self, error: PictureError) -> None:
        """Tell the loop that the camera is lost, once for each reason until it is back."""
        code = error.sentence.code
        if not self._is_lost:
            self._is_lost, self._is_blind, self._blind_since_ns = True, False, None
            self._why_lost = set()
            self._ring.fail()
        if code not in self._why_lost:
            self._why_lost.add(code)
            self._put(CameraLost(error.sentence, PictureFault.FROZEN if isinstance(error, RepeatedPicture) else PictureFault.NO_PICTURE))


class LivePace:
    """The clock of buttons, camera and loop: CLOCK_MONOTONIC, or for a recorded game a clock that runs `speed` times as fast."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._origin_ns = time.monotonic_ns()

    def now_ns(self) -> int:
        passed = time.monotonic_ns() - self._origin_ns
        return self._origin_ns + (passed if self.speed == 1.0 else round(passed * self.speed))

    def patience_s(self, seconds: float) -> float:
        """Convert a duration at a board to the seconds to wait."""
        return seconds / self.speed

    def timeout_s(self, due_ns: int) -> float:
        """The seconds to wait for that moment; 0 when it is past."""
        return max(0.0, (due_ns - self.now_ns()) / 1e9 / self.speed)

    def wait_until(self, due_ns: int) -> int:
        """Wait for that moment; return the time then, in ns."""
        time.sleep(self.timeout_s(due_ns))
        return self.now_ns()
