"""How much one client may ask for, so that nobody takes the server from the hall; a hall is often behind one address."""

import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from http import HTTPStatus

from flask import Flask, Response, current_app, request, session
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access.clients import Limits, place
from hub.access.tablet_access import allowed
from hub.boards.board import ServedBoard
from hub.web.errors import Refused, error_page
from hub.web.streams import STREAM
from rules.errors import Phrase

MOST_LISTENERS = 3500
"""Of all clients together: connections are left for those who ask for a page (`hub.serve.CONNECTIONS`)."""
STORED_S = 20.0
"""So long a client saves up what it does not ask for: a hall comes at once, and asks for a page and its stream each."""
MOST_CLIENTS = 10_000
"""Of which it is known when they asked; beyond it those who asked longest ago are forgotten. Two megabytes."""
FULL_S = 30
"""When somebody may try again who found no room: listeners who are gone are noticed within two silences of `hub.boards.stream`."""


class Listeners:
    """Who listens at this moment. Any thread may use it."""

    def __init__(self, most_a_client: int, most: int = MOST_LISTENERS) -> None:
        self._most_a_client, self._most = most_a_client, most
        self._of: Counter[str] = Counter()
        self._lock = threading.Lock()

    def refusal(self, client: str) -> Refused | None:
        """Why there is no room for one more of that client; None where there is."""
        with self._lock:
            if self._of[client] >= self._most_a_client:
                return Refused(HTTPStatus.TOO_MANY_REQUESTS, Crowding.YOUR_LISTENERS.said(count=self._most_a_client), FULL_S)
            if self._of.total() >= self._most:
                return Refused(HTTPStatus.SERVICE_UNAVAILABLE, Crowding.ALL_LISTENERS.said(count=self._most), FULL_S)
            return None

    def come(self, client: str) -> None:
        with self._lock:
            self._of[client] += 1

    def go(self, client: str) -> None:
        with self._lock:
            self._of[client] -= 1
            if not self._of[client]:
                del self._of[client]

    def __len__(self) -> int:
        return self._of.total()


class Crowding(Phrase):
    """Why somebody has to wait."""

    YOUR_LISTENERS = "{count} listen from your address already"
    ALL_LISTENERS = "{count} listen already"
    TOO_FAST = "your address asks for more than its share"


class RequestPace:
    """How fast each client asks: `a_second`, and after a silence STORED_S times that at once. Any thread may use it."""

    def __init__(self, a_second: int, now_s: Callable[[], float] = time.monotonic, most: int = MOST_CLIENTS) -> None:
        self._each_s, self._now_s, self._most = 1 / a_second, now_s, most
        self._paid_until_s: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def wait_s(self, client: str) -> float:
        """Seconds until that client may ask; 0 where he may now, which counts as asked."""
        with self._lock:
            now_s = self._now_s()
            paid_s = max(now_s, self._paid_until_s.get(client, now_s)) + self._each_s
            if paid_s - now_s > STORED_S:
                return paid_s - now_s - STORED_S
            self._paid_until_s[client] = paid_s
            self._paid_until_s.move_to_end(client)
            if len(self._paid_until_s) > self._most:
                self._paid_until_s.popitem(last=False)
            return 0.0

    def __len__(self) -> int:
        return len(self._paid_until_s)


def add_to(app: Flask, limits: Limits) -> None:
    """Have the application keep to the limits. Arbiters and the boards' tablets, in the same hall, are never refused."""
    listeners, pace = Listeners(limits.listeners), RequestPace(limits.requests)

    def slow() -> None:
        if request.blueprint == "assets":  # in memory, and kept by browsers
            return
        wait_s = pace.wait_s(place(request.remote_addr))
        if wait_s and not _is_known():
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, Crowding.TOO_FAST.said(), math.ceil(wait_s))

    def count(response: Response) -> WerkzeugResponse:
        if response.mimetype != STREAM:
            return response
        client = place(request.remote_addr)
        refusal = listeners.refusal(client)
        if refusal and not _is_known():
            response.close()
            return error_page(refusal)
        listeners.come(client)
        response.call_on_close(lambda: listeners.go(client))
        return response

    app.before_request(slow)
    app.after_request(count)


def _is_known() -> bool:
    """Whether the arbiter asks, or a board's tablet. By the session's name alone, which only this server can write; whether he who has it
    still may is asked where it matters."""
    board: ServedBoard | None = (request.view_args or {}).get("board")
    if request.blueprint == "tablet" and board is not None:
        return allowed(current_app.config["SECRET_KEY"], board.key)
    return "name" in session
