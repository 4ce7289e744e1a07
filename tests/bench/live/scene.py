"""A camera above a board at which people play, as fast as the service reads: its time waits for a press to be read."""

from bisect import bisect_right
from collections.abc import Callable
from threading import Condition

from pi.programs.halting import HaltingPace
from rules.board.squares import Content
from tests.bench.live.turns import MS
from tests.bench.live.world import START
from vision.camera.device import Lock, Shot, shrunk
from vision.camera.scripted import PERIOD_NS
from vision.image.picture import Image

Shown = tuple[tuple[Content, ...], int | None]
"""A position, and the square that a hand is over."""
Draw = Callable[[tuple[Content, ...], int | None], Image]
READ_WITHIN_NS = 2300 * MS
"""So long after a press there are further pictures although it is not read yet: those of its time to settle. The ring keeps three
seconds of them."""
CAMERA = "the camera"


class Scene:
    """A `vision.camera.device.LockableCamera`, of which each picture gets its `grain`."""

    def __init__(self, grain: Callable[[Image], Image], pace: HaltingPace) -> None:
        self._grain, self._pace = grain, pace
        self._draw: Draw | None = None
        self._shows: list[tuple[int, Shown]] = []
        self._drawn: tuple[Shown, Image] | None = None
        self._last_ns, self._until_ns = 0, 0
        self._news = Condition()

    def set_up(self, draw: Draw) -> None:
        """The start position stands there, and `draw` gives its picture."""
        with self._news:
            self._draw, self._drawn, self._shows = draw, None, [(0, (START.contents(), None))]
            self._news.notify_all()

    def show(self, *shown: tuple[int, Shown]) -> None:
        """What stands there from which moments on, whatever was to stand there then."""
        self._shows = [*[one for one in self._shows if one[0] < shown[0][0]][-2:], *shown]

    def unread(self, press_ns: int | None) -> None:
        """The oldest press that is not read yet, if there is one."""
        with self._news:
            self._until_ns = 0 if press_ns is None else press_ns + READ_WITHIN_NS
            self._news.notify_all()

    def take(self, after_ns: int = 0) -> Shot:
        with self._news:
            self._news.wait_for(lambda: self._draw)
            due_ns = self._pace.appoint(CAMERA, max(after_ns, self._last_ns + PERIOD_NS))
            self._news.wait_for(lambda: not 0 < self._until_ns < due_ns)
        self._last_ns = self._pace.wait_until(due_ns)
        shows = self._shows
        stands = shows[max(0, bisect_right(shows, due_ns, key=lambda one: one[0]) - 1)][1]
        drawn = self._drawn
        if drawn is None or drawn[0] != stands:
            self._drawn = drawn = stands, self._draw(*stands)
        image = self._grain(drawn[1])
        return Shot("", due_ns, image, shrunk(image))

    def lock(self) -> Lock:
        return Lock({})

    def hold(self, lock: Lock) -> None:
        """Nothing changes by itself here."""

    def unlock(self) -> None:
        """As above."""

    def close(self) -> None:
        self._pace.dismiss(CAMERA)
