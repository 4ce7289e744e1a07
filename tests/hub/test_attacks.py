"""Attacks on the real server, as in a hall: thousands of connections that say nothing, little, or too much. What a plain gunicorn holds."""

import http.client
import io
import json
import os
import resource
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from flask import Flask, request
from gevent.event import Event
from werkzeug.exceptions import HTTPException

from hub.access import forms
from hub.access.failures import MAX_WAITING
from hub.access.forms import MAX_FORM_BYTES
from hub.serve import MAX_CONNECTIONS
from tests.hub.arbiters import admit
from tests.hub.conftest import Game
from tests.hub.programs import NEVER, WITH_TIMES, port_of, start
from tests.support.attacking import CROWD, FORM_TYPE, FULL_FORM, HEAD, WAYS, Browser, dripping, lets_go, token_in
from tests.support.signing import PASSWORD
from tests.support.waiting import WITHIN_S, wait_until

ASKS = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4


@pytest.fixture
def desk(game, serve):
    """The server, where Anke is an arbiter."""
    game.open()
    return serve(game.folder, *admit(game.folder))


@pytest.fixture(autouse=True)
def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard >= 2 * CROWD, f"this user may open {hard} files only, and the test opens {2 * CROWD}; raise the limit: ulimit -Hn"
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * CROWD, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


TRIED = "drip a form"


def leaves_places(desk, first, drop):
    """Others are answered, and sign in, while the attack goes on."""
    with dripping(desk.port, first, drop) as attack:
        for _ in range(2):
            assert Browser(desk.port).get()[0] == 200
            attack.goes_on()
        assert Browser(desk.port).sign_in()[0] == 303


def test_who_drips_from_fewer_connections_than_there_are_places_shuts_out_nobody(desk):
    leaves_places(desk, *WAYS[TRIED])


@pytest.mark.parametrize("way", [*sorted(WAYS.keys() - {TRIED}), "send long forms"])
def test_who_drips_in_the_other_ways_shuts_out_nobody(long, desk, way):
    leaves_places(desk, *(WAYS | {"send long forms": (FULL_FORM, b"a")})[way])


def test_when_a_flood_that_took_all_places_is_over_the_pages_are_back(desk):
    """Nothing is promised while it lasts."""
    with dripping(desk.port, *WAYS["drip a form"], count=MAX_CONNECTIONS + 200):
        pass
    assert Browser(desk.port).get()[0] == 200
    assert Browser(desk.port).sign_in()[0] == 303


@contextmanager
def with_times(folder, head, stall=NEVER):
    """A server that waits so many seconds for heads, and for clients that take nothing."""
    signing = f"--secret-key={folder / 'secret'}", f"--arbiters={folder / 'none'}"
    server = start(folder, *signing, program=("-c", WITH_TIMES, head, stall))
    try:
        yield server, port_of(server)
    finally:
        server.terminate()
        server.communicate(timeout=WITHIN_S)


@pytest.fixture(scope="module")
def patient(system, tmp_path_factory):
    """The port of a server that has all the time for heads."""
    folder = tmp_path_factory.mktemp("patient")
    Game(folder).open().journal.close()
    with with_times(folder, NEVER) as (_, port):
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


@pytest.mark.parametrize("way", WAYS)
def test_heads_and_bodies_have_a_deadline(desk, way):
    assert lets_go(desk.port, *WAYS[way])


def test_a_body_that_comes_too_slowly_is_refused():
    """The reader of a form, with a deadline that is over before its body comes."""
    app = Flask("slow", static_folder=None)
    forms.add_to(app, within_s=0.01)
    app.register_error_handler(HTTPException, lambda error: ("", error.code))
    app.add_url_rule("/login", forms.LOGIN, lambda: request.form["name"], methods=["POST"])

    class Slow(io.BytesIO):
        def read(self, *_size):
            Event().wait()

        readinto = read

    slow = {"wsgi.input": Slow(), "CONTENT_LENGTH": "900", "CONTENT_TYPE": FORM_TYPE}
    answer = app.test_client().post("/login", environ_overrides=slow)
    assert answer.status_code == 408
    assert app.test_client().post("/login", data={"name": "Anke"}).text == "Anke"


@pytest.mark.parametrize("body", [b"zz\r\nabc\r\n", b"1;" + b"a" * 9000, b"3\r\nabcdef\r\n", b"0\r\nno trailer\r\n\r\n"])
def test_a_body_of_malformed_chunks_is_refused_and_not_logged(desk, capfd, body):
    with socket.create_connection(("127.0.0.1", desk.port), timeout=WITHIN_S) as client:
        client.sendall(b"POST /login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
        assert client.recv(12) == b"HTTP/1.1 400"
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("path", ["/", "/nothing", "/logout", "/desk/1/rule", "/desk/1/find"])
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


def test_who_takes_nothing_of_an_answer_is_let_go(system, game):
    """The system ends such a connection: the server has as many sockets as before."""
    game.open()
    with with_times(game.folder, NEVER, stall="1") as (server, port):
        assert Browser(port).get()[0] == 200
        worker = worker_of(server)
        count = len(sockets_of(worker))
        with dripping(port, ASKS * 25, b"", count=40, addresses=40):
            wait_until(lambda: len(sockets_of(worker)) >= 40)
            wait_until(lambda: len(sockets_of(worker)) <= count)


def test_who_guesses_under_an_arbiters_name_at_his_own_address_does_not_keep_him_out(long, desk):
    """Five more guess than may wait there, each in a new session as soon as its answer came. He tries again in his own one."""
    ended, failed = threading.Event(), []

    def guess():
        while not ended.is_set():
            with suppress(OSError):
                failed.append(Browser(desk.port).sign_in(password="wrong wrong")[0])

    with ThreadPoolExecutor(MAX_WAITING + 5) as pool:
        for _ in range(MAX_WAITING + 5):
            pool.submit(guess)
        try:
            wait_until(lambda: failed.count(403) >= 6)
            arbiter = Browser(desk.port)
            _, page, told, _ = arbiter.get("/login", Accept="text/html")
            form = f"name=Anke&password={PASSWORD.replace(' ', '+')}&token={token_in(page)}"
            wait_until(lambda: arbiter.post("/login", form, told["Set-Cookie"].split(";")[0])[0] == 303)
        finally:
            ended.set()
    assert set(failed) <= {403, 429}


def worker_of(server):
    """The number of the process that serves."""
    return Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii").split()[0]


def files_of(worker):
    """The folder of the files that the process has open."""
    return Path(f"/proc/{worker}/fd")


def sockets_of(worker):
    """The sockets of TCP that the process has open. Those to boards on this machine come and go by themselves."""
    inodes = {line.split()[9] for line in Path(f"/proc/{worker}/net/tcp").read_text(encoding="ascii").splitlines()[1:]}
    found = []
    for file in files_of(worker).iterdir():
        with suppress(FileNotFoundError):  # it was closed meanwhile
            found += [file] if os.readlink(file).removeprefix("socket:").strip("[]") in inodes else []
    return found


def test_after_descriptors_ran_out_the_pages_are_back(new_game, serve, tmp_path):
    """The server may open twenty files more, and 200 clients listen for a while."""
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open().close()
    game = new_game(tmp_path / "games" / "0002").open()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = serve([tmp_path])
    Browser(server.port).get()
    worker = worker_of(server.process)
    used = len(list(files_of(worker).iterdir()))
    resource.prlimit(int(worker), resource.RLIMIT_NOFILE, (used + 20, hard))
    with dripping(server.port, b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n", b"", count=200):
        rows = [game.move("white", 32, 28)]
        wait_until(lambda: len(list(files_of(worker).iterdir())) >= used + 20, lambda: "the server has files left")
    told = []

    def tells_the_last():
        with suppress(OSError, http.client.HTTPException):
            told.append(json.loads(Browser(server.port).get()[1])["boards"][0]["id"])
        if len(rows) < 2 and told:
            rows.append(game.move("black", 19, 23))
        return told and told[-1] == rows[-1]

    wait_until(tells_the_last)
    assert max(told) == rows[-1], "another game was never shown meanwhile"
