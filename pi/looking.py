"""When the board is looked for: before a game, when one is taken up, and after the camera was gone, which is fixed before it where due."""

from collections.abc import Callable

from pi.messages import CameraFixed, Message, Work
from vision.health import Fault
from vision.ring import Ring

LOOKS_EVERY_NS = 2_000_000_000
"""So often a board that is not found is looked for, and"""
WAITS_FOR_CAMERA_NS = 100_000_000
"""a camera for its first picture."""
FIXED_FOR_NS = 10_000_000_000
"""A camera that was fixed so long ago is fixed anew before the next look for a new game: people set up pieces, lamps are turned on."""
OF_THE_LIGHT = (Fault.BLACK, Fault.BLINDED, Fault.OUT_OF_FOCUS)
"""What a camera that is fixed anew may see better."""

Fix = Callable[[], None]
"""Lets the camera choose exposure, white balance and focus once and keep them; `CameraFixed` comes when that is done."""


class Looking:
    """At most one look at a time, each a job for `work`; before it the camera is fixed by `fix`, where it can be and it is time.

    `waits_ns` is how long a look that can do without a camera waits for one.
    """

    def __init__(self, ring: Ring, work: Work, fix: Fix | None, now_ns: int, waits_ns: int = 0) -> None:
        self._ring, self._work, self._fix = ring, work, fix
        self._next_ns, self._waits_until_ns = now_ns, now_ns + waits_ns
        self._fixed_ns: int | None = None
        self._is_fixing = self._may_be_another = False
        self.is_busy = False
        """Whether a look is under way."""
        self.is_wanted = True
        """Whether the board is to be found, or to be found again."""
        self.comes_first = False
        """Whether it is to be found again before the next press is read."""

    @property
    def due_ns(self) -> int | None:
        """When to look next; None while nobody wants to, or while one is under way."""
        return self._next_ns if self.is_wanted and not self.is_busy else None

    def look(self, job: Callable[[], Message], now_ns: int, *, is_new: bool, needs_camera: bool) -> None:
        """Give the job, once there is a picture of the fixed camera. Where the game is not new it stays fixed as it was."""
        latest, does_without = self._ring.latest, not needs_camera and now_ns >= self._waits_until_ns
        is_old = self._fixed_ns is None or (is_new and now_ns >= self._fixed_ns + FIXED_FOR_NS)
        if latest and self._fix and is_old:
            self.is_busy = self._is_fixing = True
            self._fix()
        elif latest.t_ns >= (self._fixed_ns or 0) if latest else does_without:
            self.is_busy = True
            self._work(job)
        else:
            self._next_ns = now_ns + WAITS_FOR_CAMERA_NS

    def fixed(self, news: CameraFixed, now_ns: int) -> None:
        """The camera was fixed, and its next picture is looked at; or it could not be, and is tried again later."""
        self.is_busy &= not self._is_fixing
        self._is_fixing = False
        if news.why:
            self._next_ns = now_ns + LOOKS_EVERY_NS
        else:
            self._fixed_ns = self._next_ns = now_ns

    def found(self, *, surely: bool, now_ns: int) -> None:
        """The board was found; not `surely` where a kept picture showed it, for the camera may be another by now."""
        self.is_busy = self.comes_first = False
        self.is_wanted, self._next_ns = not surely, now_ns + LOOKS_EVERY_NS

    def read_surely(self) -> None:
        """A press was read for sure: the camera sees the board, unless it was gone since."""
        self.is_wanted &= self.comes_first

    def failed(self, fault: Fault | None, now_ns: int) -> None:
        """The board was not found: look again later, with a camera that is fixed anew where that may be the trouble."""
        self.is_busy = self.comes_first = False
        self._next_ns = now_ns + LOOKS_EVERY_NS
        is_stale = self._fixed_ns is not None and now_ns >= self._fixed_ns + FIXED_FOR_NS
        if self._may_be_another or (fault in OF_THE_LIGHT and is_stale):
            self._fixed_ns, self._may_be_another = None, False

    def lost(self, now_ns: int) -> None:
        """The camera is gone: the look that waited for it to be fixed waits no longer."""
        if self._is_fixing:
            self._is_fixing, self.is_busy, self._next_ns = False, False, now_ns

    def back(self, now_ns: int) -> None:
        """A camera gives pictures again: it may be another one, elsewhere, and is looked through before the next press is read."""
        self.is_wanted = self.comes_first = self._may_be_another = True
        self._next_ns = now_ns
