"""Attacks on the real server: thousands of connections that say nothing, little, or too much. Pages, desk and tablet stay open."""

import http.client
import json
import re
import resource
import socket
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.access.forms import MAX_FORM_BYTES
from hub.worker import BODY_WITHIN_S, HEAD_WITHIN_S, MAX_WAITING

PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one
CROWD = 4300
"""More connections than the pages take at once."""
ANSWERED_S = 4.0
DRIP_EVERY_S = 0.5
HEAD = b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\n"
WAYS = {
    "say nothing": (b"", b""),
    "drip a head": (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X-A: a\r\n"),
    "drip a form": (HEAD + b"name=", b"a"),
    "drip chunks": (HEAD.replace(b"Content-Length: 900", b"Transfer-Encoding: chunked"), b"1\r\na\r\n"),
}


@pytest.fixture
def desk(game, serve):
    """The server with a desk port, and Anke as an arbiter."""
    game.open()
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made = serve(game.folder, f"--secret-key={game.folder / 'secret'}", f"--arbiters={accounts.path}", f"--desk-port={port}")
    made.desk_port = port
    return made


class Dripping:
    """Clients from several addresses of this machine, which send the same beginning, and then a drop each half second, without end."""

    def __init__(self, port, first, drop, count=CROWD, addresses=1):
        self._port, self._first, self._drop = port, first, drop
        self._clients = []
        self._ended = threading.Event()
        for number in range(count):
            self._clients.append(self._open(number % addresses))
        self._thread = threading.Thread(target=self._go_on)
        self._thread.start()

    def _open(self, number):
        client = socket.socket()
        client.bind((f"127.0.0.{2 + number}", 0))
        client.setblocking(False)
        client.connect_ex(("127.0.0.1", self._port))
        return client

    def _go_on(self):
        sent = self._first
        while not self._ended.wait(DRIP_EVERY_S):
            for client in self._clients:
                try:
                    client.send(sent)
                except OSError:
                    continue
            sent = self._drop

    def close(self):
        self._ended.set()
        self._thread.join()
        for client in self._clients:
            client.close()


@contextmanager
def dripping(*args, **more):
    made = Dripping(*args, **more)
    try:
        time.sleep(2 * DRIP_EVERY_S)
        yield made
    finally:
        made.close()


@pytest.fixture(autouse=True)
def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2 * CROWD:
        pytest.skip("this user may not open as many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * CROWD, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def get(port, path="/state", method="GET", body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        began = time.monotonic()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers, time.monotonic() - began
    finally:
        connection.close()


def sign_in(port):
    _, page, headers, _ = get(port, "/login", Accept="text/html")
    token = re.search(r'name="token" value="([\w-]+)"', page)[1]
    cookie = headers["Set-Cookie"].split(";")[0]
    body = f"name=Anke&password={PASSWORD.replace(' ', '+')}&token={token}"
    status, _, headers, _ = get(port, "/login", "POST", body, **{"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"})
    cookies = [cookie.split(";")[0] for cookie in headers.get_all("Set-Cookie", [])]
    return status, next((cookie for cookie in cookies if cookie.startswith("damcam=")), "")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("addresses", [1, 40])
def test_who_drips_shuts_out_nobody(desk, way, addresses, slower):
    with dripping(desk.port, *WAYS[way], addresses=addresses):
        for _ in range(3):
            status, _, _, took_s = get(desk.port)
            assert (status, took_s < ANSWERED_S * slower) == (200, True), took_s
            time.sleep(0.5)
        assert sign_in(desk.port)[0] == 303


def test_a_hall_that_comes_at_once_is_let_in(server, game, slower):
    """2,000 browsers of one address, each of which connects first and asks then."""
    game.open()
    crowd, answers = [socket.socket() for _ in range(2000)], 0
    for client in crowd:
        client.setblocking(False)
        client.connect_ex(("127.0.0.1", server.port))
    for client in crowd:
        client.settimeout(30 * slower)
        with suppress(OSError):
            client.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answers += client.recv(15) == b"HTTP/1.1 200 OK"
    for client in crowd:
        client.close()
    assert answers == 2000


@pytest.mark.parametrize("way", ["say nothing", "drip a form"])
def test_the_desk_has_a_door_of_its_own(desk, way, slower):
    with dripping(desk.port, *WAYS[way], addresses=40), dripping(desk.desk_port, *WAYS[way], count=1500, addresses=40):
        status, cookie = sign_in(desk.desk_port)
        assert status == 303
        status, _, _, took_s = get(desk.desk_port, "/desk/1", Cookie=cookie)
        assert (status, took_s < ANSWERED_S * slower) == (200, True)


def closed_after_s(port, first, drop):
    """How long the server lets a client drip."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(0.25)
        client.sendall(first)
        began = time.monotonic()
        while time.monotonic() - began < 60:
            try:
                if drop:
                    client.sendall(drop)
                if not client.recv(4096):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        return time.monotonic() - began


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


def memory_mb(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
        return sum(_rss_mb(child) for child in (pid, *children.read().split()))


def _rss_mb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def test_full_bodies_take_little_memory(desk):
    get(desk.port)
    before_mb = memory_mb(desk.process.pid)
    body = b"name=" + b"a" * 60_000
    with dripping(desk.port, HEAD.replace(b"900", b"63000") + body, b"a", addresses=40):
        most_mb = max(memory_mb(desk.process.pid) for _ in range(20) if not time.sleep(0.1))
    assert most_mb - before_mb < 100


def test_who_reads_nothing_shuts_out_nobody(desk, slower):
    asks = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4
    with dripping(desk.port, asks, b"", count=MAX_WAITING + 100, addresses=40):
        status, _, _, took_s = get(desk.port)
        assert (status, took_s < ANSWERED_S * slower) == (200, True)


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
