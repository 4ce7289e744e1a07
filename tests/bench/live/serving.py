"""The whole service, as `damcam run` has it, with players, an arbiter and a camera before it that are none."""

import signal
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pi.game.writing import Tell
from pi.machine.notify import Notifier
from pi.programs.halting import HaltingPace
from pi.programs.run import serve
from pi.reading.devices import Corners, Devices
from pi.reading.reading import Eyes
from pi.setup.settings import Settings
from tests.bench.live.players import Players
from tests.bench.live.scene import Draw, Scene
from tests.bench.live.turns import Turn
from vision.image.picture import Image

TIMES = 200.0
"""As fast as time runs while nobody has anything to do; a picture each 250 ms is then one each 1.25 ms, and takes longer to be made."""


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
    """Until the games are over. `eyes` gives, for each game, what reads its pictures and what draws them; `over` as for `Players`."""
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
    """Until somebody puts `Stop` into its queue; its pages are left out unless asked for."""
    with _handlers_kept():
        serve(state, settings, Namespace(replay=None, no_web=not pages, lang="en"), tell, notifier or Notifier({}), devices)


@contextmanager
def _handlers_kept() -> Iterator[None]:
    """The service has handlers of its own for these signals, and whoever runs it here his."""
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        yield
    finally:
        for number, handler in kept:
            signal.signal(number, handler)
