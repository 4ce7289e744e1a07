"""Runs the real loop of a game in its own thread, at a board without a camera."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.keeping import Telling
from pi.game.live_game import play_game
from pi.game.station import PictureWork, Queued, Reports, Station, Stop
from pi.machine.game_folders import folder_of_game
from pi.machine.notify import Notifier
from pi.reading.threads import LivePace, ReadingThread
from tests.support.live.truth import TruthEyes
from tests.support.live.world import GAME
from vision.camera.ring import Ring


@contextmanager
def driven(games: Path, queue: "SimpleQueue[Queued]", reading: ReadingThread, notifier: Notifier | None = None) -> Iterator[Path]:
    """Yield the folder of the game in `games` while its loop runs."""
    folder, buttons = folder_of_game(games), ScriptedButtons(TwoButtons(17, 27), queue.put)
    pictures = PictureWork(Ring(), reading, lives=lambda: reading.lives)
    station = Station(queue, buttons, LivePace(), pictures, Reports(notifier or Notifier({}), lambda _: None))
    parts = station, folder, lambda: GAME, TruthEyes(), Telling(lambda *_: None), 10**9
    driving = Thread(target=play_game, args=parts)
    driving.start()
    try:
        yield folder
    finally:
        queue.put(Stop())
        driving.join()
