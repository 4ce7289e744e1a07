"""The pages behind the proxies of the documentation, nginx and Caddy, with what is said there about deadlines, streams and addresses.

Needs Debian's apt-get and a network, from which the two programs are unpacked.
"""

import resource
import socket
import subprocess
import time
from contextlib import closing

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.worker import BODY_WITHIN_S
from tests.hub import proxies
from tests.hub.attacking import ANSWERED_S, FORM_TYPE, KEPT, WAYS, Browser, closed_after_s, dripping

pytestmark = pytest.mark.slow

PROXIES = {"nginx": ("nginx", "usr/sbin/nginx", proxies.nginx), "caddy": ("caddy", "usr/bin/caddy", proxies.caddy)}
CROWD = 1000
"""By TLS. The pages take 512 connections at once that still send their request."""
HEAD_WITHIN_S = 5.0
"""As the examples have it."""
LINGERS_S = 5.0
"""How long nginx reads on after it has answered."""
LONGEST_TIMEOUT_S = 60.0
"""The longest one in the examples."""


@pytest.fixture(scope="module", params=PROXIES)
def program(request, tmp_path_factory):
    package, path, run = PROXIES[request.param]
    return run, proxies.unpacked(package, path, tmp_path_factory.mktemp(package))


@pytest.fixture
def port(game, serve, program, tmp_path):
    """The proxy's port before a board's pages, where Anke is an arbiter."""
    game.open()
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    server = serve(game.folder, f"--secret-key={game.folder / 'secret'}", f"--arbiters={accounts.path}", "--proxies=1")
    run, path = program
    (folder := tmp_path / "proxy").mkdir()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with run(path, folder, server.port) as port:
        yield port
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def tls():
    return proxies.trusting()


@pytest.mark.parametrize("way", ["say nothing", "drip a head", "drip a form", "drip chunks"])
def test_who_sends_slowly_is_let_go(port, tls, way, slower):
    """A byte each second."""
    within_s = HEAD_WITHIN_S if way in ("say nothing", "drip a head") else BODY_WITHIN_S + LINGERS_S
    assert closed_after_s(port, *WAYS[way], every_s=1.0, tls=tls) < (within_s + 3) * slower


@pytest.mark.parametrize("way", WAYS)
def test_many_who_drip_shut_out_nobody(port, tls, way, slower):
    browser = Browser(port, tls)
    with dripping(port, *WAYS[way], count=CROWD, addresses=40, tls=tls):
        for _ in range(3):
            status, _, _, took_s = browser.get()
            assert (status, took_s < ANSWERED_S * slower) == (200, True), took_s
        assert browser.sign_in()[0] == 303


def test_an_address_is_that_of_the_client_whatever_it_says(port, tls):
    browser = Browser(port, tls, "127.0.0.77")
    status, cookie = browser.sign_in(**{"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "http"})
    assert status == 303
    status, page, _, _ = browser.get("/desk/sign-ins", Cookie=cookie)
    assert (status, "127.0.0.77" in page, "198.51.100.1" in page) == (200, True, False)


def test_the_session_goes_by_tls_alone(port, tls):
    _, _, headers, _ = Browser(port, tls).get("/login")
    assert "; Secure" in headers["Set-Cookie"]


class Listening:
    """A client of the public stream."""

    def __init__(self, port, tls):
        self._client = tls.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost")
        self._client.settimeout(1)
        self._client.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self._told = b""

    def reads_s(self, within_s, words=None):
        """Read for so long, or until these bytes come; how long that took."""
        began = time.monotonic()
        while (words is None or words not in self._told) and time.monotonic() - began < within_s:
            try:
                told = self._client.recv(65536)
            except TimeoutError:
                continue
            assert told, f"the stream ended after {time.monotonic() - began:.0f} s"
            self._told += told
        assert words is None or words in self._told, self._told
        return time.monotonic() - began

    def close(self):
        self._client.close()


def test_a_stream_outlives_every_timeout_and_tells_at_once(port, tls, game, slower):
    with closing(Listening(port, tls)) as listening:
        listening.reads_s(10, b"id: ")
        game.move("white", 32, 28)
        assert listening.reads_s(10, b"32-28") < 1.5 * slower
        listening.reads_s(LONGEST_TIMEOUT_S + 5)
        game.move("black", 19, 23)
        assert listening.reads_s(10, b"19-23") < 1.5 * slower


def test_a_slow_form_by_http_2_is_let_go_as_well(port, slower):
    """Caddy speaks it, and nginx speaks HTTP/1.1, with a browser that prefers it, as curl does."""
    url, head = f"https://localhost:{port}/login", f"Content-Type: {FORM_TYPE}"
    slow = "printf name=; for _ in $(seq 60); do printf a || break; sleep 1; done"
    began = time.monotonic()
    subprocess.run(["sh", "-c", f"({slow}) | curl -sk --http2 -X POST -H '{head}' -T - {url}"], check=False, capture_output=True)
    assert time.monotonic() - began < (BODY_WITHIN_S + LINGERS_S + 3) * slower
