"""Runs the whole service of `damcam run` with simulated players, arbiter and camera."""

import signal
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pi.game.keeping import Tell
from pi.machine.notify import Notifier
from pi.programs.halting import HaltingPace
from pi.programs.run import serve
from pi.reading.devices import Corners, Devices
from pi.reading.reading import Eyes
from pi.setup.settings import Settings
from tests.support.live.players import Players
from tests.support.live.scene import Draw, Scene
from tests.support.live.turns import Turn
from vision.image.picture import Image

TIMES = 200.0
"""The speed of time while nobody has anything to do: a picture every 250 ms becomes one every 1.25 ms, faster than it can be drawn."""


def serve_games(
    state: Path,
    games: Iterable[Sequence[Turn]],
    eyes: Callable[[], tuple[Eyes, Draw]],
    grain: Callable[[Image], Image],
    settings: Settings,
    over: Callable[[list[int]], object],
    *,
    pages: bool = False,
) -> None:
    """Serve until the games are over. `eyes` returns the reader and the drawer of each game's pictures; `over` is that of `Players`."""
    pace = HaltingPace(TIMES)
    scene = Scene(grain, pace)
    players = Players(games, pace, scene, over)

    def looks(_size: int, _corners: Corners | None) -> Eyes:
        reads, draw = eyes()
        scene.set_up(draw)
        return reads

    run_service(state, settings, Devices(lambda: scene, players.buttons, pace, looks), players.tell, pages=pages)


def run_service(
    state: Path, settings: Settings, devices: Devices, tell: Tell, notifier: Notifier | None = None, *, pages: bool = False
) -> None:
    """Run the service until `Stop` comes into its queue; without its pages unless asked for."""
    with _handlers_kept():
        serve(state, settings, Namespace(replay=None, no_web=not pages, no_copy=False, lang="en"), tell, notifier or Notifier({}), devices)


@contextmanager
def _handlers_kept() -> Iterator[None]:
    """Restore the handlers of SIGTERM and SIGINT afterwards: the service sets its own."""
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        yield
    finally:
        for number, handler in kept:
            signal.signal(number, handler)
