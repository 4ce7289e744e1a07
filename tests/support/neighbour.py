"""A neighbour board that answers nonsense: a server that says the same to all who ask."""

import socketserver
import ssl
import threading
from collections.abc import Callable

OK = b"HTTP/1.0 200 OK\r\n\r\n"
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
"""What a neighbour may answer."""
DRIPS = {"a dripping answer": OK, "a dripping head": b"HTTP/1.0 200 OK\r\nA: "}


class Neighbour(socketserver.ThreadingTCPServer):
    """Says `said` to all who ask, and then drips a byte each tenth of a second where it `drips`; with `tls` over https."""

    allow_reuse_address = daemon_threads = True
    block_on_close = False

    def __init__(self, said: bytes | Callable[[bytes], bytes], *, drips: bool = False, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.said, self.drips, self.ended = said, drips, threading.Event()
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request: object, client_address: object) -> None:
        """Who hangs up on it is right."""

    def end(self) -> None:
        self.ended.set()
        self.shutdown()
        self.server_close()


class Answering(socketserver.StreamRequestHandler):
    server: "Neighbour"

    def handle(self) -> None:
        path = self.rfile.readline().split()[1]
        while self.rfile.readline().strip():
            pass
        self.wfile.write(self.server.said(path) if callable(self.server.said) else self.server.said)
        while self.server.drips and not self.server.ended.wait(0.1):
            self.wfile.write(b"x")
