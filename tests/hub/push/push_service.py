"""A push service of the tests' own: takes what is sent to it as those in the internet do, and reads it with the browser's private key."""

import base64
import json
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.waiting import WITHIN_S, wait_until

SECRET = b"sixteen bytes it"


def in_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_text(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser that has subscribed at the service: its keys, and what was sent to it."""

    def __init__(self, name: str, port: int) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.endpoint = f"http://localhost:{port}/{name}"
        self.keys = {"endpoint": self.endpoint, "p256dh": in_text(public), "auth": in_text(SECRET)}
        self.statuses: list[int] = []
        """What the service answers next; then 201."""
        self.asked, self.told, self.headers = 0, [], []

    def messages(self, count: int) -> list[dict]:
        """What was told, once that many messages have come."""
        wait_until(lambda: len(self.told) >= count, lambda: self.told)
        assert len(self.told) == count, self.told
        return self.told


class PushService(ThreadingHTTPServer):
    """Listens on a port of this machine. `browser` subscribes one."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.browsers: dict[str, Browser] = {}
        self.key = ""
        """The key by which messages must be signed; empty: any."""
        self.answers = threading.Event()
        """While it is cleared, messages are taken and not answered."""
        self.answers.set()
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def browser(self, name: str) -> Browser:
        made = self.browsers[f"/{name}"] = Browser(name, self.server_port)
        return made


class Handler(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        browser = self.server.browsers[self.path]
        browser.asked += 1
        self.server.answers.wait(10 * WITHIN_S)
        status = browser.statuses.pop(0) if browser.statuses else 201
        if status == 201:
            status = self.take(browser, body)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", f"http://localhost:{self.server.server_port}/elsewhere")
        self.send_header("Content-Length", "0")
        with suppress(ConnectionError):  # who sent it may have waited long enough
            self.end_headers()

    def take(self, browser: Browser, body: bytes) -> int:
        """Check the signature, and decrypt the message for the browser."""
        scheme, fields = self.headers["Authorization"].split(" ", 1)
        signed = dict(field.strip().split("=", 1) for field in fields.split(","))
        if scheme.lower() != "vapid" or (self.server.key and signed["k"] != self.server.key):
            return 403
        head, claims, signature = signed["t"].split(".")
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(signed["k"]))
        raw = from_text(signature)
        der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        point.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        told = http_ece.decrypt(body, private_key=browser.private, auth_secret=SECRET, version=self.headers["Content-Encoding"])
        browser.told.append(json.loads(told))
        browser.headers.append({**{key.lower(): value for key, value in self.headers.items()}, "claims": json.loads(from_text(claims))})
        return 201

    def log_message(self, *_arguments: object) -> None:
        pass
