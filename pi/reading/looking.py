"""Decides when to look for the board: before a game, on resuming one, and after the camera was gone; and when to fix the camera first."""

from collections.abc import Callable

from pi.reading.messages import CameraFixed, ReadOutcome
from record.decisions.outcome import Became
from rules.errors import Phrase
from vision.camera.ring import Ring
from vision.watching.health import PictureFault

LOOK_INTERVAL_NS = 2_000_000_000
"""The time between two looks for a board that is not found."""
CAMERA_INTERVAL_NS = 100_000_000
"""The time between two looks for the camera's first picture."""
CAMERA_TIMEOUT_NS = 5_000_000_000
"""How long a resumed game waits for the camera before it uses kept pictures; a camera takes a second or two to start."""
REFIX_AFTER_NS = 10_000_000_000
"""The age at which a fixed camera is fixed again before a look for a new game: people set up pieces and turn lamps on."""
FIXABLE_FAULTS = (PictureFault.BLACK, PictureFault.BLINDED, PictureFault.OUT_OF_FOCUS)
"""The faults that may go away when the camera is fixed again."""

Answer = Callable[[Became], None]
"""Tells the person who asked for a look its outcome."""
Fix = Callable[[], None]
"""Lets the camera choose exposure, white balance and focus once and keep them; a `CameraFixed` message follows."""
RunLook = Callable[[Callable[[], ReadOutcome]], None]
"""Runs a look in another thread; its outcome comes as a message."""


class LookRefusal(Phrase):
    """Why a look that somebody asks for is not possible."""

    NO_PICTURE = "the camera gives no picture"
    ENDS = "the recording of this game ended before the board was found: ask again"


class Looking:
    """Gives looks to `work`, one at a time; before a look `fix` fixes the camera if that is possible and due.

    `waits_ns` is how long a look that can do without a camera waits for one.
    """

    def __init__(self, ring: Ring, work: RunLook, fix: Fix | None, now_ns: int, waits_ns: int = 0) -> None:
        self._ring, self._work, self._fix = ring, work, fix
        self._next_ns, self._waits_until_ns = now_ns, now_ns + waits_ns
        self._fixed_ns: int | None = None
        self._is_fixing = self._may_be_another = self._is_only_asked = False
        self._asked: list[Answer] = []
        self._answering: list[Answer] = []
        self.is_busy = False
        """Whether a look is under way."""
        self.is_wanted = True
        """Whether to look for the board."""
        self.comes_first = False
        """Whether to find the board again before the next press is read."""

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for the outcome of the look that is under way."""
        return bool(self._answering)

    @property
    def due_ns(self) -> int | None:
        """When to look next; None while no look is wanted, or while one is under way."""
        return self._next_ns if self.is_wanted and not self.is_busy else None

    def ask(self, answer: Answer, now_ns: int) -> None:
        """Ask for a look now, even if none is due; `answer` gets the outcome, at once if there is no picture to look at."""
        if self._ring.latest is None:
            answer(LookRefusal.NO_PICTURE.said())
            return
        self._is_only_asked |= not self.is_wanted
        self._asked.append(answer)
        self.is_wanted, self._next_ns = True, now_ns

    def tell(self, became: Became) -> None:
        """Tell the outcome of the look to those who asked for it."""
        told, self._answering = self._answering, []
        for answer in told:
            answer(became)

    def give_up(self) -> None:
        """Answer all who wait for a look that there will be none."""
        self._answering, self._asked = [*self._answering, *self._asked], []
        self.tell(LookRefusal.ENDS.said())

    def look(self, job: Callable[[], ReadOutcome], now_ns: int, *, is_new: bool, needs_camera: bool) -> None:
        """Give the job to `work` once the fixed camera gave a picture. In a game that is not new the camera stays as it was fixed."""
        latest, does_without = self._ring.latest, not needs_camera and now_ns >= self._waits_until_ns
        is_old = self._fixed_ns is None or (is_new and now_ns >= self._fixed_ns + REFIX_AFTER_NS)
        if latest and self._fix and is_old:
            self.is_busy = self._is_fixing = True
            self._fix()
        elif latest.t_ns >= (self._fixed_ns or 0) if latest else does_without:
            self.is_busy = True
            self._answering, self._asked = self._asked, []
            self._work(job)
        else:
            self._next_ns = now_ns + CAMERA_INTERVAL_NS

    def fixed(self, news: CameraFixed, now_ns: int) -> None:
        """Take note that the camera was fixed, and look at its next picture; or that fixing failed, and try again later."""
        self.is_busy &= not self._is_fixing
        self._is_fixing = False
        if news.why:
            self._next_ns = now_ns + LOOK_INTERVAL_NS
        else:
            self._fixed_ns = self._next_ns = now_ns

    def found(self, *, surely: bool, now_ns: int) -> None:
        """Take note that the board was found; not `surely` if a kept picture showed it, because the camera may be another now."""
        self.is_busy = self.comes_first = self._is_only_asked = False
        self.is_wanted = not surely or bool(self._asked)
        self._next_ns = now_ns if self._asked else now_ns + LOOK_INTERVAL_NS

    def read_surely(self) -> None:
        """Take note that a press was read for sure: the camera sees the board, unless it was gone since."""
        self.is_wanted &= self.comes_first or bool(self._asked)

    def failed(self, fault: PictureFault | None, now_ns: int) -> bool:
        """Take note that the board was not found: look again later, with the camera fixed again if that may help.

        Returns True if the only reason for the look was that somebody asked: then all is as it was before.
        """
        self.is_busy = self.comes_first = False
        if self.is_asked and self._is_only_asked:
            self.is_wanted, self._is_only_asked = bool(self._asked), bool(self._asked)
            return True
        self._next_ns = now_ns if self._asked else now_ns + LOOK_INTERVAL_NS
        is_stale = self._fixed_ns is not None and now_ns >= self._fixed_ns + REFIX_AFTER_NS
        if self._may_be_another or (fault in FIXABLE_FAULTS and is_stale):
            self._fixed_ns, self._may_be_another = None, False
        return False

    def lost(self, now_ns: int) -> None:
        """Take note that the camera is gone: a look that waits for it to be fixed is due again."""
        if self._is_fixing:
            self._is_fixing, self.is_busy, self._next_ns = False, False, now_ns

    def back(self, now_ns: int) -> None:
        """Take note that a camera gives pictures again. It may be another one: find the board before the next press is read."""
        self.is_wanted = self.comes_first = self._may_be_another = True
        self._is_only_asked = False
        self._next_ns = now_ns
