"""Limits on what one client may ask for, so that nobody can overload the server. A whole hall is often behind one address."""

import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from http import HTTPStatus

from flask import Flask, Response, request
from werkzeug.wrappers import Response as WerkzeugResponse

from hub.access.clients import Limits, place
from hub.access.known import is_known
from hub.web.errors import Refused, error_page
from hub.web.streams import STREAM
from rules.errors import Phrase

MAX_LISTENERS = 3500
"""Listeners of all clients together. The other connections (`hub.serve.MAX_CONNECTIONS`) are left for pages, desk and tablets."""
BURST_S = 20.0
"""A client that is silent for this long may send as many requests at once as it could have sent in that time. A hall connects all at
once, and each phone asks for a page and its stream."""
MAX_CLIENTS = 10_000
"""Clients whose last requests are remembered, in two megabytes. Beyond it the client that asked longest ago is forgotten."""
FULL_S = 30
"""When a refused listener may try again. Closed connections are noticed within two keep-alive intervals of `hub.feeds.server_sent`."""


class Listeners:
    """Counts the open streams of each client. Any thread may use it."""

    def __init__(self, max_per_client: int, max_total: int = MAX_LISTENERS) -> None:
        self._max_per_client, self._max_total = max_per_client, max_total
        self._of: Counter[str] = Counter()
        self._lock = threading.Lock()

    def refusal(self, client: str) -> Refused | None:
        """Why one more stream of that client is refused; None when it is not."""
        with self._lock:
            if self._of[client] >= self._max_per_client:
                return Refused(HTTPStatus.TOO_MANY_REQUESTS, Crowding.YOUR_LISTENERS.said(count=self._max_per_client), FULL_S)
            if self._of.total() >= self._max_total:
                return Refused(HTTPStatus.SERVICE_UNAVAILABLE, Crowding.ALL_LISTENERS.said(count=self._max_total), FULL_S)
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
    """Why a client has to wait."""

    YOUR_LISTENERS = "{count} listen from your address already"
    ALL_LISTENERS = "{count} listen already"
    TOO_FAST = "your address asks for more than its share"


class RequestPace:
    """Limits each client to `per_second` requests, with a burst of BURST_S times that after a silence. Any thread may use it."""

    def __init__(self, per_second: int, now_s: Callable[[], float] = time.monotonic, max_clients: int = MAX_CLIENTS) -> None:
        self._each_s, self._now_s, self._max_clients = 1 / per_second, now_s, max_clients
        self._paid_until_s: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def wait_s(self, client: str) -> float:
        """Seconds until that client may ask. When it may ask now, this returns 0 and counts the request."""
        with self._lock:
            now_s = self._now_s()
            paid_s = max(now_s, self._paid_until_s.get(client, now_s)) + self._each_s
            if paid_s - now_s > BURST_S:
                return paid_s - now_s - BURST_S
            self._paid_until_s[client] = paid_s
            self._paid_until_s.move_to_end(client)
            if len(self._paid_until_s) > self._max_clients:
                self._paid_until_s.popitem(last=False)
            return 0.0

    def __len__(self) -> int:
        return len(self._paid_until_s)


def add_to(app: Flask, limits: Limits) -> None:
    """Apply the limits to every request of the application. Arbiters and the boards' tablets, in the same hall, are never refused."""
    listeners, pace = Listeners(limits.listeners), RequestPace(limits.requests)

    def slow() -> None:
        if request.blueprint == "assets":  # served from memory, and cached by browsers
            return
        wait_s = pace.wait_s(place(request.remote_addr))
        if wait_s and not is_known():
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, Crowding.TOO_FAST.said(), math.ceil(wait_s))

    def count(response: Response) -> WerkzeugResponse:
        if response.mimetype != STREAM:
            return response
        client = place(request.remote_addr)
        refusal = listeners.refusal(client)
        if refusal and not is_known():
            response.close()
            return error_page(refusal)
        listeners.come(client)
        response.call_on_close(lambda: listeners.go(client))
        return response

    app.before_request(slow)
    app.after_request(count)
