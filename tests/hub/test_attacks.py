"""Attacks on the real server: thousands of connections that say nothing, little, or too much. Pages, desk and tablet stay open."""

import http.client
import json
import resource
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.access.forms import MAX_FORM_BYTES
from hub.worker import BODY_WITHIN_S, HEAD_WITHIN_S, MAX_WAITING
from tests.free_port import free_port
from tests.hub.attacking import ANSWERED_S, CROWD, FULL_FORM, HEAD, KEPT, WAYS, closed_after_s, dripping, get, memory_mb, sign_in


@pytest.fixture
def desk(game, serve):
    """The server with a desk port, and Anke as an arbiter."""
    game.open()
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    port = free_port()
    made = serve(game.folder, f"--secret-key={game.folder / 'secret'}", f"--arbiters={accounts.path}", f"--desk-port={port}")
    made.desk_port = port
    return made


@pytest.fixture(autouse=True)
def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard >= 2 * CROWD, f"this user may open {hard} files only, and the test opens {2 * CROWD}; raise the limit: ulimit -Hn"
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * CROWD, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def usual_wait_s(*asked, **headers):
    """How long an answer usually takes (s): a slow one of three is the machine's."""
    waits_s = []
    for _ in range(3):
        status, _, _, took_s = get(*asked, **headers)
        assert status == 200
        waits_s.append(took_s)
        time.sleep(0.5)
    return sorted(waits_s)[1]


OF_MANY = [pytest.param(way, 40, marks=pytest.mark.slow) if way in ("drip a head", "drip chunks") else (way, 40) for way in WAYS]
OF_ONE_ADDRESS = [(way, 1) if way == "say nothing" else pytest.param(way, 1, marks=pytest.mark.slow) for way in WAYS]


@pytest.mark.parametrize(("way", "addresses"), [*OF_MANY, *OF_ONE_ADDRESS])
def test_who_drips_shuts_out_nobody(desk, way, addresses, slower):
    with dripping(desk.port, *WAYS[way], addresses=addresses):
        assert usual_wait_s(desk.port) < ANSWERED_S * slower
        assert sign_in(desk.port)[0] == 303


def let_in(port, slower):
    """How many of 2,000 browsers of one address are answered, each of which connects first and asks then."""
    crowd, answers = [socket.socket() for _ in range(2000)], 0
    for client in crowd:
        client.setblocking(False)
        client.connect_ex(("127.0.0.1", port))
    for client in crowd:
        client.settimeout(30 * slower)
        with suppress(OSError):
            client.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answers += client.recv(15) == b"HTTP/1.1 200 OK"
    for client in crowd:
        client.close()
    return answers


@pytest.mark.slow  # a head has two seconds, which two thousand clients beside other tests do not keep
def test_a_hall_that_comes_at_once_is_let_in(server, game, slower):
    game.open()
    assert 2000 in (let_in(server.port, slower) for _ in range(3)), "once at least"


@pytest.mark.parametrize("way", ["say nothing", pytest.param("drip a form", marks=pytest.mark.slow)])
def test_the_desk_has_a_door_of_its_own(desk, way, slower):
    with dripping(desk.port, *WAYS[way], addresses=40), dripping(desk.desk_port, *WAYS[way], count=1500, addresses=40):
        status, cookie = sign_in(desk.desk_port)
        assert status == 303
        assert usual_wait_s(desk.desk_port, "/desk/1", Cookie=cookie) < ANSWERED_S * slower


def test_heads_and_bodies_have_a_deadline(server, desk, slower):
    for way, within_s in (("say nothing", HEAD_WITHIN_S), ("drip a head", HEAD_WITHIN_S), ("drip a form", BODY_WITHIN_S)):
        assert closed_after_s(desk.port, *WAYS[way]) < (within_s + 3) * slower, way


@pytest.mark.parametrize("path", ["/", "/nothing", "/logout", "/desk/1/rule", "/tablet/1/say", "/desk/1/find"])
def test_what_no_stranger_may_send_is_not_read(desk, path):
    """The answer comes before the body, which never comes."""
    with socket.create_connection(("127.0.0.1", desk.port), timeout=BODY_WITHIN_S / 2) as client:
        client.sendall(HEAD.replace(b"/login", path.encode()))
        assert client.recv(12).startswith(b"HTTP/1.1 ")


def test_a_strangers_form_is_short(desk):
    body = "name=" + "a" * (MAX_FORM_BYTES + 1)
    _, _, headers, _ = get(desk.port, "/login")
    cookie = headers["Set-Cookie"].split(";")[0]
    status, *_ = get(desk.port, "/login", "POST", body, **{"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"})
    assert status == 413


def test_full_bodies_take_little_memory(desk):
    get(desk.port)
    before_mb = memory_mb(desk.process.pid)
    with dripping(desk.port, FULL_FORM, b"a", addresses=40):
        most_mb = max(memory_mb(desk.process.pid) for _ in range(20) if not time.sleep(0.1))
    assert most_mb - before_mb < 100


def test_who_reads_nothing_shuts_out_nobody(desk, slower):
    asks = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4
    with dripping(desk.port, asks, b"", count=MAX_WAITING + 100, addresses=40):
        assert usual_wait_s(desk.port) < ANSWERED_S * slower


def test_after_descriptors_ran_out_the_pages_are_back(new_game, serve, tmp_path, slower):
    """The server may open twenty files more, and 200 clients listen for a while."""
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open().close()
    game = new_game(tmp_path / "games" / "0002").open()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = serve([tmp_path])
    get(server.port)
    worker = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text(encoding="ascii").split()[0]
    used = len(list(Path(f"/proc/{worker}/fd").iterdir()))
    resource.prlimit(int(worker), resource.RLIMIT_NOFILE, (used + 20, hard))
    with dripping(server.port, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n", b"", count=200):
        rows = [game.move("white", 32, 28)]
        time.sleep(2)
    until = time.monotonic() + 40 * slower
    told = []
    while (not told or told[-1] != rows[-1]) and time.monotonic() < until:
        with suppress(OSError, http.client.HTTPException):
            told.append(json.loads(get(server.port)[1])["id"])
        if len(rows) < 2 and told:
            rows.append(game.move("black", 19, 23))
        time.sleep(0.2)
    assert told[-1] == rows[-1]
    assert max(told) == rows[-1], "another game was never shown meanwhile"
