"""Requests to the other boards of the hall. A board that does not answer does not hold up the others."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

from hub.boards.readiness import MAX_REPORT_BYTES, UNREADABLE, checked
from record.store.json_text import json_in
from rules.errors import Phrase, Sentence

ANSWERS_WITHIN_S = 1.5
"""The timeout of a connection. A board in the same hall answers within some hundredths of a second."""
GIVEN_UP_S = 3.0
"""How long all answers together are waited for; a board may send its answer byte by byte."""
KEPT_S = 2.0
"""How long an answer is reused, however many look at the page."""
AT_ONCE = 16
"""Boards that are asked at the same time."""
UNREACHABLE = "unreachable"
"""The phase of a board that does not answer."""


class NoAnswer(Phrase):
    """Why another board gives no answer, and what to do."""

    NO_BOARD = "what answers there is no board of this version of damcam"
    SAME_VERSION = "put the same version on all boards"
    NO_PAGES = "the machine is there, but damcam serves no pages on it"
    ASK_SERVICE = "see what its service says: sudo systemctl status damcam-board"
    SILENT = "it does not answer"
    SWITCH_ON = "see that it is switched on, and in the same network"
    NO_SUCH_NAME = "no machine of that name is found"
    CHECK_NAME = "see that it is switched on and in the same network, and that [web] boards names it rightly"


Fetch = Callable[[str], bytes]


class _Straight(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect: a board answers at its own address."""


_opener = build_opener(ProxyHandler({}), _Straight())


def fetch(address: str, path: str = "/ready.json", max_bytes: int = MAX_REPORT_BYTES) -> bytes:
    """What the board at that address answers for `path`, cut after `max_bytes` + 1 bytes; OSError when it does not answer."""
    with _opener.open(f"{address.rstrip('/')}{path}", timeout=ANSWERS_WITHIN_S) as answer:
        told: bytes = answer.read(max_bytes + 1)
        return told


class Inquiry:
    """Asks the boards at these addresses by `fetch`, at the same time, and not again within KEPT_S."""

    def __init__(self, addresses: Sequence[str], fetch: Fetch, now_s: Callable[[], float]) -> None:
        self._addresses, self._fetch, self._now_s = addresses, fetch, now_s
        self._asking = threading.Lock()
        self._asked: dict[str, Future[bytes]] = {}
        self._until_s = float("-inf")
        self._pool = ThreadPoolExecutor(min(len(addresses), AT_ONCE), "boards") if addresses else None

    def answers(self) -> list[tuple[str, Future[bytes]]]:
        """Each address with its answer, in their order. A future is unfinished when its board takes longer than GIVEN_UP_S."""
        with self._asking:
            if self._pool and self._now_s() >= self._until_s:
                for address in self._addresses:
                    if address not in self._asked or self._asked[address].done():  # a request under way is not repeated
                        self._asked[address] = self._pool.submit(self._fetch, address)
                wait(self._asked.values(), GIVEN_UP_S)
                self._until_s = self._now_s() + KEPT_S
            return [(address, self._asked[address]) for address in self._addresses]


class OtherBoards:
    """The readiness of the boards at these addresses."""

    def __init__(self, addresses: Sequence[str], fetch: Fetch = fetch, now_s: Callable[[], float] = time.monotonic) -> None:
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
    if isinstance(error, HTTPError):
        return _no_board()
    cause = getattr(error, "reason", error)
    if isinstance(cause, ConnectionRefusedError):
        return NoAnswer.NO_PAGES.said(), NoAnswer.ASK_SERVICE.said()
    if isinstance(cause, TimeoutError):
        return NoAnswer.SILENT.said(), NoAnswer.SWITCH_ON.said()
    return NoAnswer.NO_SUCH_NAME.said(), NoAnswer.CHECK_NAME.said()
