"""Requests to the other boards of the hall. A board that does not answer does not hold up the others."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from hub.boards.readiness import MAX_REPORT_BYTES, UNREADABLE, checked
from record.store.json_text import json_in
from rules.errors import Phrase, Sentence

ANSWERS_WITHIN_S = 1.5
"""The timeout of a connection. A board in the same hall answers within some hundredths of a second."""
GIVEN_UP_S = 3.0
"""How long all answers together are waited for; a board may send its answer byte by byte."""
KEPT_S = 2.0
"""How long an answer is reused, however many look at the page."""
MOMENT_S = 0.25
"""How long a board that was slow or silent the last time is waited for. Its answer is shown the next time."""
AT_ONCE = 64
"""Boards that are asked at the same time."""
UNREACHABLE = "unreachable"
"""The phase of a board that does not answer."""


class NonsenseError(OSError):
    """What a board sent is no HTTP."""


class NoAnswer(Phrase):
    """Why another board gives no answer, and what to do."""

    NO_BOARD = "what answers there is no board of this version of damcam"
    SAME_VERSION = "put the same version on all boards"
    NO_PAGES = "the machine is there, but damcam serves no pages on it"
    ASK_SERVICE = "see what its service says: sudo systemctl status damcam-pages"
    SILENT = "it does not answer"
    SWITCH_ON = "see that it is switched on, and in the same network"
    NO_SUCH_NAME = "no machine of that name is found"
    NOT_TRUSTED = "its certificate is not trusted here: {why}"
    CHECK_CERTIFICATE = "see that both clocks are right, and that this machine trusts the authority of the certificate"
    CHECK_NAME = "see that it is switched on and in the same network, and that [web] boards names it rightly"


Fetch = Callable[[str], bytes]


def fetch(address: str, path: str = "/ready.json", max_bytes: int = MAX_REPORT_BYTES) -> bytes:
    """What the board at that address answers for `path`, cut after `max_bytes` + 1 bytes; OSError without an answer within GIVEN_UP_S.

    No redirect is followed: a board answers at its own address.
    """
    parts, cut = urlsplit(address), threading.Event()
    connection = (HTTPSConnection if parts.scheme == "https" else HTTPConnection)(parts.netloc, timeout=ANSWERS_WITHIN_S)
    with ExitStack() as stack:
        stack.callback(connection.close)
        try:
            connection.connect()
            timer = threading.Timer(GIVEN_UP_S, _cut, (connection.sock, cut))
            timer.daemon = True
            timer.start()
            stack.callback(timer.cancel)
            connection.request("GET", path, headers={"Connection": "close"})
            answer = stack.enter_context(closing(connection.getresponse()))
            if answer.status != HTTPStatus.OK:
                raise HTTPError(address, answer.status, answer.reason, answer.headers, None)
            told = answer.read(max_bytes + 1)
        except ssl.SSLError:  # some are ValueErrors, and none is nonsense
            raise
        except (HTTPException, ValueError) as error:
            raise NonsenseError(str(error)) from error
    if cut.is_set():
        raise TimeoutError(f"{address} took too long")
    return told


def _cut(connected: socket.socket, cut: threading.Event) -> None:
    """End the connection of a board that sends its answer byte by byte."""
    cut.set()
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


class Inquiry:
    """Asks the boards at these addresses by `fetch`, at the same time, and not again within KEPT_S."""

    def __init__(self, addresses: Sequence[str], fetch: Fetch, now_s: Callable[[], float]) -> None:
        self._addresses, self._fetch, self._now_s = addresses, fetch, now_s
        self._asking = threading.Lock()
        self._asked: dict[str, Future[bytes]] = {}
        self._before: dict[str, Future[bytes]] = {}
        self._slow: set[str] = set()
        self._until_s = float("-inf")
        self._pool = ThreadPoolExecutor(min(len(addresses), AT_ONCE), "boards") if addresses else None

    def answers(self) -> list[tuple[str, Future[bytes]]]:
        """Each address with its answer, in their order; the answer before, where a board that was slow is slow again.

        A future is unfinished when its board takes longer than GIVEN_UP_S for its first answer.
        """
        with self._asking:
            if self._pool and self._now_s() >= self._until_s:
                for address in self._addresses:
                    if address not in self._asked or self._asked[address].done():  # a request under way is not repeated
                        self._before |= {address: self._asked[address]} if address in self._asked else {}
                        self._asked[address] = self._pool.submit(self._fetch, address)
                self._wait()
                self._until_s = self._now_s() + KEPT_S
            return [(address, self._answer(address)) for address in self._addresses]

    def _wait(self) -> None:
        """Wait for the answers; only a moment for those of boards that were slow the last time, so that they cost their own tile alone."""
        began_s = time.monotonic()
        wait([asked for address, asked in self._asked.items() if address not in self._slow], GIVEN_UP_S)
        wait(self._asked.values(), max(0.0, MOMENT_S - (time.monotonic() - began_s)))
        late = time.monotonic() - began_s > MOMENT_S
        self._slow = {address for address, asked in self._asked.items() if not asked.done() or (late and self._failed(asked))}

    def _failed(self, asked: Future[bytes]) -> bool:
        return asked.exception(timeout=0) is not None

    def _answer(self, address: str) -> Future[bytes]:
        asked = self._asked[address]
        return asked if asked.done() else self._before.get(address, asked)


class OtherBoards:
    """The readiness of the boards at these addresses."""

    def __init__(self, addresses: Sequence[str], fetch: Fetch = fetch, now_s: Callable[[], float] = time.monotonic) -> None:
        self.addresses = tuple(addresses)
        self._asked = Inquiry(addresses, fetch, now_s)

    def views(self) -> list[dict[str, Any]]:
        """The view of each board (`hub.boards.readiness.ready_view`) with its `address`, in the order of the addresses.

        A board that does not answer has the phase UNREACHABLE, and two Sentences: `why`, and what to `do`.
        """
        return [_view(address, answer) for address, answer in self._asked.answers()]


def _view(address: str, asked: Future[bytes]) -> dict[str, Any]:
    try:
        told = asked.result(timeout=0)
        if len(told) > MAX_REPORT_BYTES:
            raise ValueError
        return {"address": address, **checked(json_in(told))}
    except OSError as error:
        why, do = _why(error)
    except UNREADABLE:
        why, do = _no_board()
    return {"address": address, "phase": UNREACHABLE, "board": "", "checks": [], "why": why, "do": do}


def _no_board() -> tuple[Sentence, Sentence]:
    return NoAnswer.NO_BOARD.said(), NoAnswer.SAME_VERSION.said()


def _why(error: OSError) -> tuple[Sentence, Sentence]:
    if isinstance(error, ssl.SSLCertVerificationError):
        return NoAnswer.NOT_TRUSTED.said(why=getattr(error, "verify_message", "") or str(error)), NoAnswer.CHECK_CERTIFICATE.said()
    if isinstance(error, HTTPError | NonsenseError | ssl.SSLError):
        return _no_board()
    cause = getattr(error, "reason", error)
    if isinstance(cause, ConnectionRefusedError):
        return NoAnswer.NO_PAGES.said(), NoAnswer.ASK_SERVICE.said()
    if isinstance(cause, TimeoutError | ConnectionError):
        return NoAnswer.SILENT.said(), NoAnswer.SWITCH_ON.said()
    return NoAnswer.NO_SUCH_NAME.said(), NoAnswer.CHECK_NAME.said()
