"""When the board is looked for: before a game, when one is taken up, and after the camera was gone, which is fixed before it where due."""

from collections.abc import Callable

from pi.reading.messages import CameraFixed, Outcome
from record.decisions.inbox import Became
from rules.errors import Phrase
from vision.camera.ring import Ring
from vision.watching.health import PictureFault

LOOKS_EVERY_NS = 2_000_000_000
"""So often a board that is not found is looked for, and"""
WAITS_FOR_CAMERA_NS = 100_000_000
"""a camera for its first picture."""
CAMERA_WITHIN_NS = 5_000_000_000
"""A game that is taken up waits so long for the camera, which takes a second or two to start, before kept pictures must do."""
FIXED_FOR_NS = 10_000_000_000
"""A camera that was fixed so long ago is fixed anew before the next look for a new game: people set up pieces, lamps are turned on."""
OF_THE_LIGHT = (PictureFault.BLACK, PictureFault.BLINDED, PictureFault.OUT_OF_FOCUS)
"""What a camera that is fixed anew may see better."""

Answer = Callable[[Became], None]
"""Tells whoever asked for a look what came of it."""
Fix = Callable[[], None]
"""Lets the camera choose exposure, white balance and focus once and keep them; `CameraFixed` comes when that is done."""
Look = Callable[[Callable[[], Outcome]], None]
"""Does a look elsewhere; what it gives comes when that is done."""


class LookRefusal(Phrase):
    """Why no look comes of it that somebody asks for one."""

    NO_PICTURE = "the camera gives no picture"
    ENDS = "the recording of this game ended before the board was found: ask again"


class Looking:
    """At most one look at a time, each a job for `work`; before it the camera is fixed by `fix`, where it can be and it is time.

    `waits_ns` is how long a look that can do without a camera waits for one.
    """

    def __init__(self, ring: Ring, work: Look, fix: Fix | None, now_ns: int, waits_ns: int = 0) -> None:
        self._ring, self._work, self._fix = ring, work, fix
        self._next_ns, self._waits_until_ns = now_ns, now_ns + waits_ns
        self._fixed_ns: int | None = None
        self._is_fixing = self._may_be_another = self._is_only_asked = False
        self._asked: list[Answer] = []
        self._answering: list[Answer] = []
        self.is_busy = False
        """Whether a look is under way."""
        self.is_wanted = True
        """Whether the board is to be found, or to be found again."""
        self.comes_first = False
        """Whether it is to be found again before the next press is read."""

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for what comes of the look that is under way."""
        return bool(self._answering)

    @property
    def due_ns(self) -> int | None:
        """When to look next; None while nobody wants to, or while one is under way."""
        return self._next_ns if self.is_wanted and not self.is_busy else None

    def ask(self, answer: Answer, now_ns: int) -> None:
        """Somebody asks for a look, though none may be due, and is told what came of it; at once where there is no picture to look at."""
        if self._ring.latest is None:
            answer(LookRefusal.NO_PICTURE.said())
            return
        self._is_only_asked |= not self.is_wanted
        self._asked.append(answer)
        self.is_wanted, self._next_ns = True, now_ns

    def tell(self, became: Became) -> None:
        """What came of the look goes to those who asked for it."""
        told, self._answering = self._answering, []
        for answer in told:
            answer(became)

    def give_up(self) -> None:
        """Answer all who wait for a look: nothing will come of it."""
        self._answering, self._asked = [*self._answering, *self._asked], []
        self.tell(LookRefusal.ENDS.said())

    def look(self, job: Callable[[], Outcome], now_ns: int, *, is_new: bool, needs_camera: bool) -> None:
        """Give the job, once there is a picture of the fixed camera. Where the game is not new it stays fixed as it was."""
        latest, does_without = self._ring.latest, not needs_camera and now_ns >= self._waits_until_ns
        is_old = self._fixed_ns is None or (is_new and now_ns >= self._fixed_ns + FIXED_FOR_NS)
        if latest and self._fix and is_old:
            self.is_busy = self._is_fixing = True
            self._fix()
        elif latest.t_ns >= (self._fixed_ns or 0) if latest else does_without:
            self.is_busy = True
            self._answering, self._asked = self._asked, []
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
        self.is_busy = self.comes_first = self._is_only_asked = False
        self.is_wanted = not surely or bool(self._asked)
        self._next_ns = now_ns if self._asked else now_ns + LOOKS_EVERY_NS

    def read_surely(self) -> None:
        """A press was read for sure: the camera sees the board, unless it was gone since."""
        self.is_wanted &= self.comes_first or bool(self._asked)

    def failed(self, fault: PictureFault | None, now_ns: int) -> bool:
        """The board was not found: look again later, with a camera that is fixed anew where that may be the trouble.

        Whether it was looked for only because somebody asked: then all is as it was before he did.
        """
        self.is_busy = self.comes_first = False
        if self.is_asked and self._is_only_asked:
            self.is_wanted, self._is_only_asked = bool(self._asked), bool(self._asked)
            return True
        self._next_ns = now_ns if self._asked else now_ns + LOOKS_EVERY_NS
        is_stale = self._fixed_ns is not None and now_ns >= self._fixed_ns + FIXED_FOR_NS
        if self._may_be_another or (fault in OF_THE_LIGHT and is_stale):
            self._fixed_ns, self._may_be_another = None, False
        return False

    def lost(self, now_ns: int) -> None:
        """The camera is gone: the look that waited for it to be fixed waits no longer."""
        if self._is_fixing:
            self._is_fixing, self.is_busy, self._next_ns = False, False, now_ns

    def back(self, now_ns: int) -> None:
        """A camera gives pictures again: it may be another one, elsewhere, and is looked through before the next press is read."""
        self.is_wanted = self.comes_first = self._may_be_another = True
        self._is_only_asked = False
        self._next_ns = now_ns
