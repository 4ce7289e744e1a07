"""The real server as a program of its own, and a plain HTTP client on its stream."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

STRICT = ["-W", "error", "-W", "ignore::ResourceWarning"]  # gunicorn leaves the closing of its listener to the garbage collector
WITHIN_S = 120.0
"""The timeout that ends a failing test. An emulated machine needs part of it."""


def start(folder, *more, port=0):
    command = [sys.executable, "-P", *STRICT, "-m", "hub", "--journal", str(folder / "journal.sqlite"), "--pictures"]
    return subprocess.Popen([*command, "--port", str(port), *more], stderr=subprocess.PIPE, text=True)


def port_of(server):
    line = server.stderr.readline()
    found = re.fullmatch(r"damcam: serving at http://localhost:(\d+)/\n", line)
    assert found, line + server.stderr.read()
    return int(found[1])


@pytest.fixture
def server(game):
    made = start(game.folder)
    made.port = port_of(made)
    yield made
    if made.poll() is None:
        made.terminate()
    made.wait(WITHIN_S)
    made.stderr.close()


class Listener:
    """A client of server-sent events, as the standard has it."""

    def __init__(self, port, last_id=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WITHIN_S)
        self.connection.request("GET", "/events", headers={"Last-Event-ID": str(last_id)} if last_id is not None else {})
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200
        assert self.answer.headers["Content-Type"].startswith("text/event-stream")

    def next(self):
        """The next event that carries a view, as (id, view)."""
        fields = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "id" in fields and "data" in fields:
                return int(fields["id"]), json.loads(fields["data"])
            else:
                fields = {}
        return None

    def until(self, row):
        ids = []
        while not ids or ids[-1] < row:
            last, view = self.next()
            ids.append(last)
        return ids, view

    def close(self):
        self.answer.close()
        self.connection.close()


def test_events_come_in_order_and_a_reconnecting_listener_misses_nothing(server, game):
    game.open()
    listener = Listener(server.port)
    rows = [game.move(side, start, end) for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32))]
    ids, view = listener.until(rows[-1])
    assert ids == sorted(set(ids))
    listener.close()
    game.move("black", 14, 19)
    row = game.move("white", 41, 37)
    again = Listener(server.port, last_id=ids[-1])
    ids, view = again.until(row)
    assert [move for pair in view["moves"] for move in (pair["white"], pair["black"])] == [
        "32-28",
        "19-23",
        "37-32",
        "14-19",
        "41-37",
        None,
    ]
    again.close()


def test_a_view_is_there_soon_after_its_row(server, game, slower):
    game.open()
    listener = Listener(server.port)
    listener.until(3)
    row = game.move("white", 32, 28)
    began = time.monotonic()
    listener.until(row)
    assert time.monotonic() - began < 1.0 * slower
    listener.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_at_once_though_somebody_listens(server, game, how, slower):
    game.open()
    listener = Listener(server.port)
    listener.until(3)
    server.send_signal(how)
    assert server.wait(6 * slower) == 0
    assert server.stderr.read() == ""
    listener.close()


def looked_s(worker):
    """When (s, monotonic) the worker last looked whether it is to end, which it does each second: its heartbeat has that time."""
    (kept,) = (file for file in Path(f"/proc/{worker}/fd").iterdir() if "wgunicorn" in os.readlink(file))
    return kept.stat().st_mtime


def test_it_ends_without_a_word_while_a_hall_comes_in(server, game, slower):
    """Many are let in, and not asked yet what they want, in the moment when the server stops listening: the machine had no time for it."""
    game.open()
    Listener(server.port).close()
    (worker,) = map(int, Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii").split())
    before_s = looked_s(worker)
    while (last_s := looked_s(worker)) == before_s:
        time.sleep(0.01)
    server.send_signal(signal.SIGTERM)
    time.sleep(0.6)  # it knows now that it is to end
    os.kill(worker, signal.SIGSTOP)
    with ExitStack() as hall:
        for _ in range(200):
            hall.enter_context(socket.create_connection(("127.0.0.1", server.port), WITHIN_S))
        time.sleep(max(0.0, last_s + 1.0 - 0.005 - time.monotonic()))  # it has begun to let them in when it looks again
        os.kill(worker, signal.SIGCONT)
        assert server.wait(6 * slower) == 0
        assert server.stderr.read() == ""


def test_it_ends_when_its_parent_is_gone(game):
    program = "import subprocess, sys; print(subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL).pid, flush=True); input()"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-P", "-m", "hub", "--journal", str(game.folder / "journal.sqlite"), "--pictures", "--port", str(port)]
    parent = subprocess.Popen([sys.executable, "-P", "-c", program, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    pid = int(parent.stdout.readline())
    assert wait_for(lambda: answers(port))
    parent.kill()
    parent.wait()
    parent.stdin.close()
    parent.stdout.close()
    ended = wait_for(lambda: not answers(port))
    if not ended:
        os.kill(pid, signal.SIGTERM)
    assert ended


def test_a_taken_port_is_a_sentence_and_a_status_of_its_own(server, game):
    second = start(game.folder, port=server.port)
    _, told = second.communicate(timeout=WITHIN_S)
    assert second.returncode == 3
    assert told == f"damcam: port {server.port} on 127.0.0.1 is in use; choose another with --port\n"


def test_a_host_that_is_not_ours_is_a_sentence(game):
    second = start(game.folder, "--host", "192.0.2.1")
    _, told = second.communicate(timeout=WITHIN_S)
    assert second.returncode == 1
    assert told.startswith("damcam: cannot listen on 192.0.2.1, port 0: ")


def test_no_vision_in_the_web_process():
    program = "import sys, hub.app, hub.serve; sys.exit(' '.join({'cv2', 'numpy', 'vision', 'pi'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True).stderr.strip() == ""


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def wait_for(true):
    until = time.monotonic() + WITHIN_S
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.05)
    return False
