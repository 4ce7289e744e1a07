"""The real server as a program of its own, and plain HTTP clients of it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress

import pytest

from hub.serve import BUSY, MAX_FIELD_SIZE, MAX_FIELDS, MAX_REQUEST_LINE, main
from tests.hub.programs import listening, port_of, start
from tests.support.free_port import free_port
from tests.support.waiting import WITHIN_S, wait_until

OF_BOARD = "/api/boards/1/events"
LATE = """
import sys
import gevent
from gunicorn.workers.ggevent import GeventWorker
from hub.serve import main
handle = GeventWorker.handle

def late(worker, listener, client, address):
    print("let in", flush=True)
    while listener.fileno() >= 0:
        gevent.sleep(0.01)
    handle(worker, listener, client, address)

GeventWorker.handle = late
main(sys.argv[1:])
"""
"""The server, which asks its clients what they want once it listens no more, as where the machine had no time for it before."""


@pytest.fixture
def server(system, game):
    made = start(game.folder)
    made.port = port_of(made)
    yield made
    if made.poll() is None:
        made.terminate()
    made.wait(WITHIN_S)
    made.stderr.close()


def ended_well(server):
    """Whether it ended with status 0, and said nothing of an error."""
    assert server.wait(WITHIN_S) == 0
    said = server.stderr.read()
    return "damcam:" not in said and "Traceback" not in said


def until(answer, row):
    """The ids of the server-sent events that carry a view, up to that row, and its view."""
    ids, fields = [], {}
    for line in iter(answer.readline, b""):
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            fields[name] = value
            continue
        if fields.keys() >= {"id", "data"}:
            ids.append(int(fields["id"]))
            if ids[-1] >= row:
                return ids, json.loads(fields["data"])
        fields = {}
    raise AssertionError("the stream ended")


def test_events_come_in_order_a_listener_that_comes_back_gets_the_game_of_now_and_sigterm_does_not_cut_its_stream_off(server, game):
    game.open()
    with listening(server.port, OF_BOARD) as stream:
        rows = [game.move(*move) for move in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32))]
        ids, _ = until(stream, rows[-1])
        assert ids == sorted(set(ids))
    game.move("black", 14, 19)
    row = game.move("white", 41, 37)
    with listening(server.port, OF_BOARD, **{"Last-Event-ID": str(row + 1)}) as again:
        _, view = until(again, row)
        assert [ply["move"] for ply in view["game"]["moves"]] == ["32-28", "19-23", "37-32", "14-19", "41-37"]
        server.send_signal(signal.SIGTERM)
        again.read()
        assert ended_well(server)


def test_it_ends_by_sigint_though_somebody_listens(server, game):
    game.open()
    with listening(server.port, OF_BOARD) as stream:
        until(stream, 3)
        server.send_signal(signal.SIGINT)
        with suppress(http.client.IncompleteRead):
            stream.read()
        assert ended_well(server)


def test_it_ends_without_a_word_while_a_hall_comes_in(system, game):
    """Many are let in, and not asked yet what they want, in the moment when the server stops listening."""
    game.open()
    with start(game.folder, program=("-c", LATE), stdout=subprocess.PIPE) as server, ExitStack() as hall:
        port = port_of(server)
        for _ in range(200):
            hall.enter_context(socket.create_connection(("127.0.0.1", port), WITHIN_S))
        assert [server.stdout.readline() for _ in range(200)] == ["let in\n"] * 200
        server.send_signal(signal.SIGTERM)
        assert ended_well(server)


def test_it_ends_when_its_parent_is_gone(system, game):
    program = "import subprocess, sys; print(subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL).pid, flush=True); input()"
    port = free_port()
    command = [sys.executable, "-P", "-m", "hub", "--journal", str(game.folder / "journal.jsonl"), "--pictures", "--port", str(port)]
    with subprocess.Popen([sys.executable, "-P", "-c", program, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        pid = int(parent.stdout.readline())
        wait_until(lambda: answers(port))
        parent.kill()
    try:
        wait_until(lambda: not answers(port))
    except AssertionError:
        os.kill(pid, signal.SIGTERM)
        raise


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=WITHIN_S).close()
    except OSError:
        return False
    return True


@pytest.mark.usefixtures("system")
def test_a_taken_port_has_a_status_of_its_own_and_a_host_that_is_not_ours_another(tmp_path):
    words = ("--journal", str(tmp_path / "journal.jsonl"), "--pictures")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main([*words, "--port", str(taken.getsockname()[1])]) == BUSY == 3
    assert main([*words, "--host", "192.0.2.1", "--port", "0"]) == 1


def test_no_vision_in_the_web_process(system):
    program = "import sys, hub.app, hub.serve; print(*{'cv2', 'numpy', 'vision', 'pi'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-P", "-c", program], stdout=subprocess.PIPE, text=True, check=True).stdout == "\n"


REQUESTS = [
    ("GET / HTTP/1.1", ["X-One: 1"] * (MAX_FIELDS - 10), 200),
    (f"GET /?{'q' * MAX_REQUEST_LINE} HTTP/1.1", [], 414),
    ("GET / HTTP/1.1", ["X-One: 1"] * (MAX_FIELDS + 1), 431),
    ("GET / HTTP/1.1", [f"X-Long: {'x' * MAX_FIELD_SIZE}"], 431),
    ("GET / HTTP/9.9", [], 400),
    ("GET", [], 400),
    ("get / HTTP/1.1", [], 400),
    ("GET / HTTP/1.1", ["no field"], 400),
    ("POST /login HTTP/1.1", ["Content-Length: -1"], 400),
    ("POST /login HTTP/1.1", ["Content-Length: 100000000"], 404),
]


def answer_to(port, head):
    """The status of the answer to a raw request."""
    with socket.create_connection(("127.0.0.1", port), timeout=WITHIN_S) as client:
        client.sendall(head)
        answer = http.client.HTTPResponse(client)
        answer.begin()
        return answer.status


def test_what_is_too_large_or_no_request_is_answered_so(serve, game):
    port = serve(game.folder).port
    for line, fields, status in REQUESTS:
        assert answer_to(port, "\r\n".join([line, "Host: localhost", *fields, "", ""]).encode()) == status, (line, fields)
