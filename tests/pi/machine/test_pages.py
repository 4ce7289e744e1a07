"""The pages beside a recording come back when their process dies, and nothing of the recording waits for them."""

import errno
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from unittest.mock import Mock

import pytest

from hub.logs import on_standard_error
from hub.serve import BUSY
from pi.machine.pages import POLL_S, keep_up
from pi.machine.web_server import PORT_TAKEN, Entrance, ServerError, ShownPages, WebServer, is_free
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.support.says import says
from tests.support.waiting import WITHIN_S, wait_until


class Scripted:
    """A server that ends with these statuses at once, or cannot be started for these reasons, and then serves."""

    urls = ("http://10.0.0.7/", "http://board.local/")

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


class Pauses(Event):
    """Ends the keeping up, and takes no time for what is waited between two attempts."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        if timeout == POLL_S:
            return super().wait(timeout)
        self.seconds.append(timeout)
        return self.is_set()


@contextmanager
def kept_up(server: object) -> Iterator[Pauses]:
    ends = Pauses()
    serving = Thread(target=keep_up, args=(server, ends))
    with on_standard_error():
        serving.start()
        try:
            yield ends
        finally:
            ends.set()
            serving.join(WITHIN_S)
            assert not serving.is_alive()


def test_pages_that_die_are_started_again_each_time_later_and_each_trouble_is_said_once(capfd):
    server = Scripted(-9, ServerError("no room"), ServerError("no room"), -9)
    with kept_up(server) as pauses:
        assert server.serves.wait(WITHIN_S)
    assert pauses.seconds == [2.0, 4.0, 8.0, 16.0]
    died = "damcam: the process of the pages ended with status -9; the recording goes on, and they are started again"
    follow = "damcam: follow the game at http://10.0.0.7/, http://board.local/"
    none = "damcam: no room; the recording goes on, and the pages are tried again"
    assert capfd.readouterr().err.splitlines() == [follow, died, none, follow, died, follow]


def test_a_killed_server_listens_again_on_its_port(system, tmp_path: Path, capfd):
    Journal.create(tmp_path / JOURNAL_NAME).close()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = WebServer("127.0.0.1", port, ShownPages(tmp_path / JOURNAL_NAME, False))
    with kept_up(server):
        wait_until(lambda: "follow the game" in capfd.readouterr().err)
        first = server._process
        os.kill(first.pid, signal.SIGKILL)
        wait_until(lambda: server._process is not first and "follow the game" in capfd.readouterr().err)
        assert (server.port, server.status) == (port, None)
    server.stop()
    assert server.status is not None


def test_only_a_port_that_is_taken_is_passed_by_and_any_other_end_is_told(system, tmp_path: Path, capfd):
    shown = ShownPages(tmp_path / JOURNAL_NAME, False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, check=says("the program of the pages ended at its start, with status {status}", status=2)):
            WebServer("127.0.0.1", port, shown, Entrance(proxies=-1)).start()
    assert "'-1' is no number" in capfd.readouterr().err


def test_the_last_port_of_all_is_the_last_that_is_tried(system, tmp_path: Path):
    server = WebServer("127.0.0.1", 65535, ShownPages(tmp_path / JOURNAL_NAME, False))
    with socket.create_server(("127.0.0.1", 65535)), pytest.raises(ServerError, check=says("PortFault.none-free", first=65535, last=65535)):
        server.start()


def test_the_status_of_a_taken_port_is_that_of_the_server():
    assert PORT_TAKEN == BUSY


@pytest.mark.parametrize(
    ("host", "url"), [("0.0.0.0", "localhost"), ("::1", "localhost"), ("10.0.0.7", "10.0.0.7"), ("fe80::7", "[fe80::7]")]
)
def test_the_address_of_the_pages_on_this_machine(host, url, tmp_path: Path):
    assert WebServer(host, 8000, ShownPages(tmp_path / JOURNAL_NAME, False)).url == f"http://{url}:8000"


@pytest.mark.parametrize(
    ("port", "number", "code"),
    [
        (80, errno.EACCES, "PortFault.not-allowed"),
        (8000, errno.EACCES, "PortFault.not-used"),
        (8000, errno.EADDRNOTAVAIL, "PortFault.no-address"),
        (8000, errno.ENOBUFS, "PortFault.not-used"),
    ],
)
def test_why_a_port_cannot_be_used_is_what_the_system_says(port, number, code, monkeypatch):
    monkeypatch.setattr(socket.socket, "bind", Mock(side_effect=OSError(number, os.strerror(number))), raising=False)
    with pytest.raises(ServerError, check=says(code)):
        is_free("127.0.0.1", port)


@pytest.mark.parametrize(("number", "code"), [(socket.EAI_NONAME, "PortFault.no-address"), (socket.EAI_AGAIN, "PortFault.not-used")])
def test_a_name_that_cannot_be_looked_up_now_is_not_called_unknown(number, code, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", Mock(side_effect=socket.gaierror(number, "told by the resolver")))
    with pytest.raises(ServerError, check=says(code)):
        is_free("board-1.local", 8000)
