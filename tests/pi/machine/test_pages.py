"""The pages beside a recording come back when their process dies, and nothing of the recording waits for them."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from hub.logs import on_standard_error
from pi.machine.pages import keep_up
from pi.machine.web_server import ServerError, ShownPages, WebServer
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal

GIVES_UP_S = 120.0


class Scripted:
    """A server that ends with these statuses at once, or cannot be started for these reasons, and then serves."""

    url = "http://board"

    def __init__(self, *ends: int | ServerError) -> None:
        self._ends = iter(ends)
        self.status: int | None = None
        self.serves = Event()

    def start(self) -> None:
        end = next(self._ends, None)
        if isinstance(end, ServerError):
            raise end
        self.status = end
        if end is None:
            self.serves.set()


@contextmanager
def kept_up(server: object, pause_s: float) -> Iterator[None]:
    ends = Event()
    serving = Thread(target=keep_up, args=(server, ends, pause_s))
    with on_standard_error():
        serving.start()
        try:
            yield
        finally:
            ends.set()
            serving.join(GIVES_UP_S)
            assert not serving.is_alive()


def waited(until: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + GIVES_UP_S
    while not (found := until()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def test_pages_that_die_are_started_again_each_time_later_and_each_trouble_is_said_once(capfd):
    server, began = Scripted(-9, ServerError("no room"), ServerError("no room"), -9), time.monotonic()
    with kept_up(server, 0.02):
        assert server.serves.wait(GIVES_UP_S)
    assert time.monotonic() - began >= 0.02 + 0.04 + 0.08 + 0.16
    died = "damcam: the process of the pages ended with status -9; the recording goes on, and they are started again"
    follow = "damcam: follow the game at http://board"
    none = "damcam: no room; the recording goes on, and the pages are tried again"
    assert capfd.readouterr().err.splitlines() == [follow, died, none, follow, died, follow]


def test_a_killed_server_listens_again_on_its_port(tmp_path: Path, capfd):
    Journal.create(tmp_path / JOURNAL_NAME).close()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = WebServer("127.0.0.1", port, ShownPages(tmp_path / JOURNAL_NAME, False))
    with kept_up(server, 0.2):
        assert waited(lambda: "follow the game" in capfd.readouterr().err)
        first = server._process
        os.kill(first.pid, signal.SIGKILL)
        assert waited(lambda: server._process is not first and "follow the game" in capfd.readouterr().err)
        assert (server.port, server.status) == (port, None)
    server.stop()
    assert server.status is not None
