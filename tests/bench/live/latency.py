"""Measures the times from the edge of a contact to the flipped clock and to the journal, while presses are read from real pictures."""

import math
import random
import resource
import threading
import time
from pathlib import Path
from queue import SimpleQueue

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.keeping import Telling
from pi.game.live_game import play_game
from pi.game.station import PictureWork, Reports, Station, Stop
from pi.machine.game_folders import folder_of_game
from pi.machine.notify import Notifier
from pi.programs.run import set_up_process
from pi.programs.session_player import recorded_game
from pi.reading.messages import Message
from pi.reading.threads import CameraThread, LivePace, ReadingThread
from pi.setup.settings import GameSettings
from record.decisions.commands import StartClock
from record.events.of_game import BoardFound, Event, Pressed
from record.session.step import State
from record.store.folder import FIRST_PICTURE, read_folder
from vision.camera.ring import Ring
from vision.camera.scripted import ScriptedCamera
from vision.watching.watcher import Watcher

SESSION = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light"
APART_S = (0.4, 1.6)
"""The seconds between presses: faster than people, so that a press is mostly being read or written when the next comes."""


class TimedButtons(ScriptedButtons):
    """Notes the time from the edge of a press to the flipped lamp, in ms."""

    flips_ms: list[float]
    edge_ns = 0

    def show(self, running: str | None) -> None:
        super().show(running)
        if self.edge_ns:
            self.flips_ms.append((time.monotonic_ns() - self.edge_ns) / 1e6)
            self.edge_ns = 0


def latencies(scratch: Path, presses: int) -> dict[str, float]:
    """Return the median and 99th percentile of both times in ms over `presses` presses, and the process's peak memory in MB."""
    set_up_process()
    session = read_folder(SESSION)
    queue: SimpleQueue[Message | Stop] = SimpleQueue()
    buttons = TimedButtons(TwoButtons(17, 27), queue.put)
    buttons.flips_ms = []
    pace, ring, found = LivePace(), Ring(), threading.Event()
    camera = ScriptedCamera({0: session.path / FIRST_PICTURE}, pace.wait_until)
    reading, pictures = ReadingThread(queue.put), CameraThread(lambda: camera, ring, queue.put)
    journal_ms: list[float] = []
    edges: list[int] = []

    def tell(event: Event, _: State) -> None:
        if isinstance(event, BoardFound):
            found.set()
        if isinstance(event, Pressed):
            journal_ms.append((time.monotonic_ns() - edges[-1]) / 1e6)

    def play() -> None:
        chance = random.Random(1)
        found.wait()
        queue.put(StartClock("the bench"))
        time.sleep(1.0)
        for number in range(presses):
            time.sleep(chance.uniform(*APART_S))
            edges.append(time.monotonic_ns())
            buttons.edge_ns = edges[-1]
            buttons.press(edges[-1], "black" if number % 2 else "white")
        time.sleep(1.0)
        queue.put(Stop())

    threading.Thread(target=play, daemon=True).start()
    station = Station(queue, buttons, pace, PictureWork(ring, reading), Reports(Notifier({}), lambda _: None))
    game, budget_bytes = lambda: recorded_game(session, GameSettings()), 10**9
    play_game(station, folder_of_game(scratch), game, Watcher(10), Telling(tell), budget_bytes)
    pictures.close()
    reading.close()
    assert len(buttons.flips_ms) == len(journal_ms) == presses
    peak_mb = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return _figures("flip", buttons.flips_ms) | _figures("journal", journal_ms) | {"peak_mb": peak_mb}


def _figures(name: str, values_ms: list[float]) -> dict[str, float]:
    ranked = sorted(values_ms)
    return {f"{name}_median_ms": round(ranked[len(ranked) // 2], 2), f"{name}_p99_ms": round(ranked[math.ceil(len(ranked) * 0.99) - 1], 2)}
