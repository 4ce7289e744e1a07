"""What systemd hears of the real loop: that it is ready and alive, and neither once one of its threads is dead."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from pi.game import live_game
from pi.game.station import Mark, Queued
from pi.machine.notify import Notifier
from pi.reading.threads import ReadingThread
from tests.bench.live.driving import driven

GIVES_UP_S = 60.0
QUIET_S = 0.5
"""Many rounds of a loop that waits a tenth of a second at most."""


@contextmanager
def heard(folder: Path, queue: "SimpleQueue[Queued]", reading: ReadingThread) -> Iterator[socket.socket]:
    """The socket that systemd listens on, while the loop of a game runs."""
    path = str(folder / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        systemd.settimeout(GIVES_UP_S)
        notifier = Notifier({"NOTIFY_SOCKET": path})
        with driven(folder / "games", queue, reading, notifier):
            yield systemd
        notifier.close()


def test_the_watchdog_is_fed_by_the_loop_until_one_of_its_threads_is_dead(tmp_path, monkeypatch):
    monkeypatch.setattr(live_game, "ALIVE_EVERY_S", 0.02)
    queue: SimpleQueue[Queued] = SimpleQueue()
    reading = ReadingThread(queue.put)
    with heard(tmp_path, queue, reading) as systemd:
        said = [systemd.recv(200) for _ in range(6)]
        assert said[0] == b"READY=1"
        assert said.count(b"WATCHDOG=1") >= 4
        reading.close()
        systemd.settimeout(QUIET_S)
        with pytest.raises(TimeoutError):
            [systemd.recv(200) for _ in range(500)]
        lives = Event()
        queue.put(Mark(lives.set))
        assert lives.wait(GIVES_UP_S), "though the loop itself goes on"


def test_a_service_without_its_threads_is_not_ready(tmp_path):
    queue: SimpleQueue[Queued] = SimpleQueue()
    reading = ReadingThread(queue.put)
    reading.close()
    with heard(tmp_path, queue, reading) as systemd:
        assert systemd.recv(200).startswith(b"STATUS=")
        systemd.settimeout(QUIET_S)
        with pytest.raises(TimeoutError):
            systemd.recv(200)
