"""A camera above a board at which people play as fast as the service reads: time waits until a press is read."""

from bisect import bisect_right
from collections.abc import Callable
from threading import Condition

from pi.programs.halting import HaltingPace
from rules.board.squares import Content
from tests.support.live.turns import MS
from tests.support.live.world import START
from vision.camera.device import Lock, Shot, shrunk
from vision.camera.scripted import PERIOD_NS
from vision.image.picture import Image

Shown = tuple[tuple[Content, ...], int | None]
"""A position, and the square under a hand, if there is one."""
Draw = Callable[[tuple[Content, ...], int | None], Image]
READ_WITHIN_NS = 2300 * MS
"""How long after an unread press the camera goes on: the time to settle. The ring keeps three seconds of pictures."""
CAMERA = "the camera"


class Scene:
    """A `vision.camera.device.LockableCamera`; `grain` adds noise to each picture."""

    def __init__(self, grain: Callable[[Image], Image], pace: HaltingPace) -> None:
        self._grain, self._pace = grain, pace
        self._draw: Draw | None = None
        self._shows: list[tuple[int, Shown]] = []
        self._drawn: tuple[Shown, Image] | None = None
        self._last_ns, self._until_ns = 0, 0
        self._news = Condition()

    def set_up(self, draw: Draw) -> None:
        """Show the start position, drawn by `draw`."""
        with self._news:
            self._draw, self._drawn, self._shows = draw, None, [(0, (START.contents(), None))]
            self._news.notify_all()

    def show(self, *shown: tuple[int, Shown]) -> None:
        """Set what is shown from these moments on; it replaces what was set for them before."""
        self._shows = [*[one for one in self._shows if one[0] < shown[0][0]][-2:], *shown]

    def unread(self, press_ns: int | None) -> None:
        """Set the time of the oldest unread press; None if every press is read."""
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
        """Nothing was fixed."""

    def close(self) -> None:
        self._pace.dismiss(CAMERA)
