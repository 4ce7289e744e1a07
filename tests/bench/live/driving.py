"""The real loop of a game in a thread of its own, at a board without a camera."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.live_game import Board, Queued, Stop, play_game
from pi.machine.game_folders import folder_of_game
from pi.machine.notify import Notifier
from pi.reading.threads import Pace, ReadingThread
from tests.bench.live.truth import TruthEyes
from tests.bench.live.world import GAME
from vision.camera.ring import Ring


@contextmanager
def driven(games: Path, queue: "SimpleQueue[Queued]", reading: ReadingThread, notifier: Notifier | None = None) -> Iterator[Path]:
    """The folder of the game there, while its loop runs."""
    folder, buttons = folder_of_game(games), ScriptedButtons(TwoButtons(17, 27), queue.put)
    board = Board(queue, Ring(), buttons, reading, Pace(), notifier or Notifier({}), lambda _: None, lives=lambda: reading.lives)
    parts = board, folder, lambda: GAME, TruthEyes(), lambda *_: None
    driving = Thread(target=play_game, args=parts, kwargs={"budget_bytes": 10**9})
    driving.start()
    try:
        yield folder
    finally:
        queue.put(Stop())
        driving.join()
