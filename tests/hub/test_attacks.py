"""Attacks on the real server: thousands of connections that say nothing, little, or too much. Pages, desk and tablet stay open."""

import http.client
import json
import resource
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from itertools import product
from pathlib import Path

import pytest

from hub.access.failures import MOST
from hub.access.forms import MAX_FORM_BYTES
from hub.worker import MAX_WAITING
from tests.hub.arbiters import admit
from tests.hub.conftest import Game
from tests.hub.programs import NEVER, WITH_TIMES, port_of, start
from tests.support.attacking import CROWD, FULL_FORM, HEAD, WAYS, Browser, dripping, lets_go
from tests.support.free_port import free_port
from tests.support.waiting import WITHIN_S, wait_until

ASKS = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4


@pytest.fixture
def desk(game, serve):
    """The server with a port of the desk, where Anke is an arbiter."""
    game.open()
    port = free_port()
    made = serve(game.folder, *admit(game.folder), f"--desk-port={port}")
    made.desk_port = port
    return made


@pytest.fixture(autouse=True)
def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard >= 2 * CROWD, f"this user may open {hard} files only, and the test opens {2 * CROWD}; raise the limit: ulimit -Hn"
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * CROWD, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def answered_meanwhile(attack, port):
    """Others are answered twice while the attack goes on."""
    for _ in range(2):
        assert Browser(port).get()[0] == 200
        attack.goes_on()


def shuts_out_nobody(desk, first, drop, addresses):
    with dripping(desk.port, first, drop, addresses=addresses) as attack:
        answered_meanwhile(attack, desk.port)
        assert Browser(desk.port).sign_in()[0] == 303


TRIED = ("drip a form", 40)


def test_who_drips_shuts_out_nobody(desk):
    shuts_out_nobody(desk, *WAYS[TRIED[0]], TRIED[1])


@pytest.mark.parametrize(("way", "addresses"), [*sorted({*product(WAYS, (1, 40))} - {TRIED}), ("send long forms", 40)])
def test_who_drips_in_the_other_ways_shuts_out_nobody(long, desk, way, addresses):
    shuts_out_nobody(desk, *(WAYS | {"send long forms": (FULL_FORM, b"a")})[way], addresses)


@contextmanager
def with_times(folder, head, body, young=NEVER):
    """The port of a server that waits so many seconds for heads and bodies, and ends no connection before it is as old as the last."""
    signing = f"--secret-key={folder / 'secret'}", f"--arbiters={folder / 'none'}"
    server = start(folder, *signing, program=("-c", WITH_TIMES, head, body, young))
    try:
        yield port_of(server)
    finally:
        server.terminate()
        server.communicate(timeout=WITHIN_S)


@pytest.fixture(scope="module")
def patient(system, tmp_path_factory):
    """The port of a server that has all the time for heads and bodies."""
    folder = tmp_path_factory.mktemp("patient")
    Game(folder).open().journal.close()
    with with_times(folder, NEVER, NEVER) as port:
        yield port


def test_a_hall_that_comes_at_once_is_let_in(long, patient):
    """2,000 browsers of one address are answered, each of which connects first and asks then."""
    crowd = [socket.socket() for _ in range(2000)]
    try:
        for client in crowd:
            client.setblocking(False)
            client.connect_ex(("127.0.0.1", patient))
        for client in crowd:
            client.settimeout(WITHIN_S)
            client.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert client.recv(15) == b"HTTP/1.1 200 OK"
    finally:
        for client in crowd:
            client.close()


def test_who_says_nothing_from_one_address_shuts_out_nobody_and_the_desk_has_a_door_of_its_own(desk):
    way = WAYS["say nothing"]
    with dripping(desk.port, *way), dripping(desk.desk_port, *way, count=1500, addresses=40) as attack:
        assert Browser(desk.port).sign_in()[0] == 303
        status, cookie = Browser(desk.desk_port).sign_in()
        assert status == 303
        for _ in range(2):
            assert Browser(desk.port).get()[0] == 200
            assert Browser(desk.desk_port).get("/desk/1", Cookie=cookie)[0] == 200
            attack.goes_on()


def test_heads_and_bodies_have_each_their_deadline(system, game):
    game.open()
    deadlines = ((("1", NEVER), ("say nothing", "drip a head")), ((NEVER, "1"), ("drip a form", "drip chunks")))
    with ExitStack() as servers, ThreadPoolExecutor() as pool:
        tried = [
            pool.submit(lets_go, port, *WAYS[way])
            for within, ways in deadlines
            for port in [servers.enter_context(with_times(game.folder, *within))]
            for way in ways
        ]
        assert [one.result() for one in tried] == [True] * 4


@pytest.mark.parametrize("path", ["/", "/nothing", "/logout", "/desk/1/rule", "/tablet/1/say", "/desk/1/find"])
def test_what_no_stranger_may_send_is_not_read(patient, path):
    """The answer comes before the body, which never comes."""
    with socket.create_connection(("127.0.0.1", patient), timeout=WITHIN_S) as client:
        client.sendall(HEAD.replace(b"/login", path.encode()))
        assert client.recv(12).startswith(b"HTTP/1.1 ")


def test_a_strangers_form_is_short(desk_app):
    with desk_app.test_client() as client:
        client.get("/login")
        for length, status in ((MAX_FORM_BYTES + 1, 413), (1, 303)):
            assert client.post("/login", data={"name": "a" * length}).status_code == status


def test_who_reads_nothing_shuts_out_nobody(desk):
    with dripping(desk.port, ASKS, b"", count=MAX_WAITING + 100, addresses=40) as attack:
        answered_meanwhile(attack, desk.port)


def test_who_guesses_under_an_arbiters_name_at_his_own_address_does_not_keep_him_out(long, desk):
    """As many guess as may wait there beside him, each as soon as its answer came. He waits at most as long as a browser here does."""
    ended, failed = threading.Event(), []

    def guess():
        while not ended.is_set():
            with suppress(OSError):
                failed.append(Browser(desk.port).sign_in(password="wrong wrong")[0])

    with ThreadPoolExecutor(MOST - 1) as pool:
        for _ in range(MOST - 1):
            pool.submit(guess)
        try:
            wait_until(lambda: len(failed) >= 6)
            assert Browser(desk.port).sign_in()[0] == 303
        finally:
            ended.set()
    assert set(failed) == {403}


def test_after_descriptors_ran_out_the_pages_are_back(new_game, serve, tmp_path):
    """The server may open twenty files more, and 200 clients listen for a while."""
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open().close()
    game = new_game(tmp_path / "games" / "0002").open()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = serve([tmp_path])
    Browser(server.port).get()
    worker = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text(encoding="ascii").split()[0]
    used = len(list(Path(f"/proc/{worker}/fd").iterdir()))
    resource.prlimit(int(worker), resource.RLIMIT_NOFILE, (used + 20, hard))
    with dripping(server.port, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n", b"", count=200):
        rows = [game.move("white", 32, 28)]
        wait_until(lambda: len(list(Path(f"/proc/{worker}/fd").iterdir())) >= used + 20, lambda: "the server has files left")
    told = []

    def tells_the_last():
        with suppress(OSError, http.client.HTTPException):
            told.append(json.loads(Browser(server.port).get()[1])["id"])
        if len(rows) < 2 and told:
            rows.append(game.move("black", 19, 23))
        return told and told[-1] == rows[-1]

    wait_until(tells_the_last)
    assert max(told) == rows[-1], "another game was never shown meanwhile"
