"""Clients that attack a server: connections that drip, and the plain requests of those whom they are to shut out. Also by TLS."""

import http.client
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from typing import Any

from tests.support.signing import PASSWORD
from tests.support.waiting import WITHIN_S, wait_until

CROWD = 4300
"""Connections of a flood in a hall, fewer than the pages take at once (`hub.serve.MAX_CONNECTIONS`)."""
DRIP_EVERY_S = 0.5
DROPS = 40
"""So many, one a second, are sent to a server that is to end the connection long before."""
FORM_TYPE = "application/x-www-form-urlencoded"
HEAD = f"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: {FORM_TYPE}\r\nContent-Length: 900\r\n\r\n".encode()
WAYS = {
    "say nothing": (b"", b""),
    "drip a head": (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X-A: a\r\n"),
    "drip a form": (HEAD + b"name=", b"a"),
    "drip chunks": (HEAD.replace(b"Content-Length: 900", b"Transfer-Encoding: chunked"), b"1\r\na\r\n"),
}
"""What a client sends first, and each drop after it."""
FULL_FORM = HEAD.replace(b"900", b"63000") + b"name=" + b"a" * 60_000


class Dripping:
    """Clients from several addresses of this machine, which send the same beginning, and then a drop each half second, without end."""

    def __init__(
        self, port: int, first: bytes, drop: bytes, count: int = CROWD, addresses: int = 1, tls: ssl.SSLContext | None = None
    ) -> None:
        self._port, self._first, self._drop, self._tls = port, first, drop, tls
        self._ended = threading.Event()
        self.rounds = 0
        """How often each client has sent something."""
        self._clients = [self._open(number % addresses) for number in range(count)]
        self._thread = threading.Thread(target=self._go_on)
        self._thread.start()

    def _open(self, number: int) -> socket.socket:
        client = socket.socket()
        client.bind((f"127.0.0.{2 + number}", 0))
        if self._tls:
            client.connect(("127.0.0.1", self._port))
            client = self._tls.wrap_socket(client, server_hostname="localhost")
        client.setblocking(False)
        if not self._tls:
            client.connect_ex(("127.0.0.1", self._port))
        return client

    def _go_on(self) -> None:
        sent = self._first
        while not self._ended.wait(DRIP_EVERY_S):
            for client in self._clients:
                try:
                    client.send(sent)
                except OSError:
                    continue
            sent = self._drop
            self.rounds += 1

    def goes_on(self) -> None:
        """Wait until each client has sent another drop."""
        sent = self.rounds
        wait_until(lambda: self.rounds > sent)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        for client in self._clients:
            client.close()


@contextmanager
def dripping(port: int, first: bytes, drop: bytes, **more: Any) -> Iterator[Dripping]:
    """Such clients (see `Dripping`) while the context lasts; their first drops have been sent."""
    made = Dripping(port, first, drop, **more)
    try:
        made.goes_on()
        yield made
    finally:
        made.close()


class Browser:
    """Plain requests to a port of this machine, by TLS if given, from that address."""

    def __init__(self, port: int, tls: ssl.SSLContext | None = None, address: str = "127.0.0.1") -> None:
        self.port, self._tls, self._source = port, tls, (address, 0)

    def get(
        self, path: str = "/api/boards", method: str = "GET", body: str | bytes | None = None, **headers: str
    ) -> tuple[int, str, Message, float]:
        """The status, the text and the headers of the answer, and the seconds that it took."""
        began = time.monotonic()
        connection = self._connect()
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers, time.monotonic() - began
        finally:
            connection.close()

    def post(self, path: str, body: str, cookie: str = "", **headers: str) -> tuple[int, str, Message, float]:
        """The same for a form."""
        return self.get(path, "POST", body, **{"Cookie": cookie, "Content-Type": FORM_TYPE}, **headers)

    def sign_in(self, name: str = "Anke", password: str = PASSWORD, **headers: str) -> tuple[int, str]:
        """The status of the answer, and the cookie of the session."""
        _, page, told, _ = self.get("/login", Accept="text/html", **headers)
        cookie = told["Set-Cookie"].split(";")[0]
        body = f"name={name}&password={password.replace(' ', '+')}&token={token_in(page)}"
        status, _, told, _ = self.post("/login", body, cookie, **headers)
        cookies = [cookie.split(";")[0] for cookie in told.get_all("Set-Cookie", [])]
        return status, next((cookie for cookie in cookies if cookie.startswith("damcam=")), "")

    def _connect(self) -> http.client.HTTPConnection:
        if self._tls:
            return http.client.HTTPSConnection("localhost", self.port, timeout=WITHIN_S, context=self._tls, source_address=self._source)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=WITHIN_S, source_address=self._source)


def token_in(page: str) -> str:
    """The token of the forms on that page."""
    found = re.search(r'name="token" value="([\w-]+)"', page)
    assert found, page
    return found[1]


def lets_go(port: int, first: bytes, drop: bytes, tls: ssl.SSLContext | None = None) -> bool:
    """Whether the server ends the connection of a client that sends a drop each second, before it has sent DROPS of them."""
    with socket.create_connection(("127.0.0.1", port)) as plain:
        client = tls.wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=True) if tls else plain
        with client:
            client.settimeout(1.0)
            client.sendall(first)
            for _ in range(DROPS):
                try:
                    if drop:
                        client.sendall(drop)
                    if not client.recv(4096):
                        return True
                except TimeoutError:
                    continue
                except OSError:
                    return True
    return False
