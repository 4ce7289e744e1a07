"""A neighbour board that answers nonsense, endlessly or not at all costs its own tile alone, on every page that asks it."""

import json
import socketserver
import threading
import time

import pytest

from hub.boards.board import Boards
from hub.boards.other_boards import ANSWERS_WITHIN_S, GIVEN_UP_S, MOMENT_S, UNREACHABLE, OtherBoards, fetch
from hub.boards.readiness import ready_view, view_for_boards
from hub.public.broadcast import OtherGames
from hub.public.wall_feed import WallFeed
from record.session.state import State

OK = b"HTTP/1.0 200 OK\r\n\r\n"
READY = json.dumps(view_for_boards(ready_view(None, State(), {}))).encode()
GAME = b'[Event "x"]\n\n1. 32-28 *\n'
SAYS = {
    "nested lists": OK + b"[" * 60_000 + b"]" * 60_000,
    "nested objects": OK + b'{"a":' * 60_000 + b"1" + b"}" * 60_000,
    "no HTTP": b"hello\r\n\r\n",
    "an endless first line": b"HTTP/1.0 200 " + b"x" * 100_000,
    "endless fields": b"HTTP/1.0 200 OK\r\n" + b"A: b\r\n" * 10_000,
    "too little": b"HTTP/1.0 200 OK\r\nContent-Length: 100\r\n\r\nabc",
    "broken chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "too much": OK + b"x" * 5_000_000,
    "infinity": OK + b'{"age_ms": Infinity, "fen": "", "phase": Infinity, "picture_age_ms": Infinity}',
    "a huge number": OK + b'{"age_ms": 1' + b"0" * 4000 + b', "fen": ""}',
    "a list": OK + b"[1, 2]",
    "other types": OK + b'{"picture_age_ms": {}, "phase": [], "about": 3, "checks": {"a": 1}, "board": {}, "rules": 1, "time_control": 2}',
    "bytes": OK + bytes(range(256)) * 100,
    "nothing": b"",
    "elsewhere": b"HTTP/1.0 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n",
}
DRIPS = {"a dripping answer": OK, "a dripping head": b"HTTP/1.0 200 OK\r\nA: "}


class Neighbour(socketserver.ThreadingTCPServer):
    """Says `said` to all who ask, and then drips a byte each tenth of a second where it `drips`."""

    allow_reuse_address = daemon_threads = True
    block_on_close = False

    def __init__(self, said, *, drips=False):
        super().__init__(("127.0.0.1", 0), Answering)
        self.said, self.drips, self.ended = said, drips, threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request, client_address):
        """Who hangs up on it is right."""


class Answering(socketserver.StreamRequestHandler):
    def handle(self):
        path = self.rfile.readline().split()[1]
        while self.rfile.readline().strip():
            pass
        self.wfile.write(self.server.said(path) if callable(self.server.said) else self.server.said)
        while self.server.drips and not self.server.ended.wait(0.1):
            self.wfile.write(b"x")


@pytest.fixture
def neighbour():
    made = []

    def begin(said, **more):
        made.append(Neighbour(said, **more))
        return made[-1].url

    yield begin
    for one in made:
        one.ended.set()
        one.shutdown()
        one.server_close()


@pytest.fixture
def good(neighbour):
    return neighbour(lambda path: OK + (READY if path == b"/ready.json" else b'{"fen": ""}' if path == b"/state" else GAME))


def asked_of_all(addresses):
    boards, wall, games = OtherBoards(addresses), WallFeed(Boards([]), addresses), OtherGames(addresses)
    wall.ask()
    return boards.views(), {tile["key"]: tile["reachable"] for tile in wall.view()["tiles"]}, games.games()


@pytest.mark.parametrize("what", SAYS)
def test_nonsense_costs_its_own_tile(neighbour, good, what):
    bad = neighbour(SAYS[what])
    views, tiles, games = asked_of_all([bad, good])
    assert [view["phase"] for view in views] == [UNREACHABLE, "silent"]
    assert tiles[good] is True
    assert (len(games[0]), len(games[1])) == (0, 1)


@pytest.mark.parametrize("what", DRIPS)
def test_who_drips_is_given_up(neighbour, what, slower):
    began = time.monotonic()
    with pytest.raises(OSError):
        fetch(neighbour(DRIPS[what], drips=True))
    assert time.monotonic() - began < (GIVEN_UP_S + ANSWERS_WITHIN_S) * slower


def test_twenty_who_drip_hold_up_nobody_twice(neighbour, good, slower):
    """The first time they are waited for; then the others' tiles do not wait for them, and one that is well again is back."""
    now_s = [0.0]
    bad = [neighbour(DRIPS["a dripping answer"], drips=True) for _ in range(20)]
    boards = OtherBoards([*bad, good], now_s=lambda: now_s[0])
    boards.views()
    time.sleep(0.5)
    for _ in range(3):
        now_s[0] += 10
        began = time.monotonic()
        views = boards.views()
        assert time.monotonic() - began < (MOMENT_S + 0.3) * slower
        assert [view["phase"] for view in views] == [UNREACHABLE] * 20 + ["silent"]


def test_a_board_that_was_slow_is_back_when_it_is_fast():
    now_s, slow = [0.0], [True]

    def answer(_address):
        if slow[0]:
            time.sleep(0.4)
            raise TimeoutError
        return READY

    boards = OtherBoards(["http://a"], answer, lambda: now_s[0])
    assert boards.views()[0]["phase"] == UNREACHABLE
    slow[0] = False
    now_s[0] += 10
    assert boards.views()[0]["phase"] == "silent"
