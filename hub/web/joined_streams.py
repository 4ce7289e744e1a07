"""Several streams over one connection: a browser gives six connections to a host, and any number of its pages share one of them.

    GET /streams?of=/board/1/events&of=/wall/events

An event of the first stream has the name `0`, of the second `1`. A stream that is refused, fails or ends is asked for again; its pages hear
`lost` with its number as the data, until an event of it comes. What a request for the stream alone would get, it gets here too: the same
session, language and limits.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from queue import Empty, Full, Queue
from urllib.parse import unquote_to_bytes

from flask import Blueprint, Flask, Response, abort, current_app, request

from hub.feeds import server_sent
from hub.web.errors import Refused
from hub.web.streams import STREAM, streamed
from rules.errors import Phrase

_log = logging.getLogger(__name__)
MOST = 64
"""Streams of one connection: their addresses fit in the line of a request."""
AGAIN_S = 5.0
"""After so long a stream that was refused or has ended is asked for again."""
LOOKS_EVERY_S = 1.0
"""How often it is looked whether the reader is gone, or the server ends."""
_EVENT = b"id: "
_INNER = "damcam.inner"
"""Marks the request for a stream within: there are no joined streams of joined streams."""

Opened = Callable[[], Response]


class StreamsRefusal(Phrase):
    """Why these streams are not given."""

    ADDRESSES = "from 1 to {most} addresses of streams are given as of=/...; {count} were"


def blueprint(ended: Callable[[], bool]) -> Blueprint:
    """The route for several streams, until `ended`."""
    pages = Blueprint("streams", __name__)

    @pages.get("/streams")
    def streams() -> Response:
        addresses = request.args.getlist("of")
        if _INNER in request.environ:
            abort(404)
        if not 1 <= len(addresses) <= MOST:
            raise Refused(400, StreamsRefusal.ADDRESSES.said(most=MOST, count=len(addresses)))
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        return streamed(joined([_opening(app, address) for address in addresses], ended))

    return pages


def _opening(app: Flask, address: str) -> Opened:
    """What makes a request of this one for that address."""
    path, _, query = address.partition("?")
    passed_on = {name: value for name, value in request.environ.items() if not name.startswith(("werkzeug.", "flask."))}
    environ = passed_on | {
        "PATH_INFO": unquote_to_bytes(path).decode("latin1"),
        "QUERY_STRING": query,
        "RAW_URI": address,
        "REQUEST_URI": address,
        _INNER: True,
    }

    def opened() -> Response:
        with app.request_context(dict(environ)):
            return app.full_dispatch_request()

    return opened


def joined(openings: list[Opened], ended: Callable[[], bool]) -> Iterator[bytes]:
    """The events of these streams as they come, until `ended` or the reader is gone; a silence is filled by ALIVE."""
    reading = _Reading(len(openings))
    threads = [threading.Thread(target=reading.read, args=(number, opened), daemon=True) for number, opened in enumerate(openings)]
    for thread in threads:
        thread.start()
    try:
        yield b"retry: %d\n\n" % server_sent.RETRY_MS
        silent_s = 0.0
        while not ended():
            if sent := reading.next():
                yield sent
            elif (silent_s := silent_s + LOOKS_EVERY_S) >= server_sent.KEEP_ALIVE_S:
                yield server_sent.ALIVE
            else:
                continue
            silent_s = 0.0
    finally:
        reading.is_left.set()


class _Reading:
    """Reads so many streams, each in a thread of its own, and hands on their events."""

    def __init__(self, streams: int) -> None:
        self.is_left = threading.Event()
        """The reader is gone."""
        self._came: Queue[bytes] = Queue(streams)

    def next(self) -> bytes | None:
        """The next event; None where none came for LOOKS_EVERY_S."""
        try:
            return self._came.get(timeout=LOOKS_EVERY_S)
        except Empty:
            return None

    def read(self, number: int, opened: Opened) -> None:
        """Read the stream with that number until the reader is gone. A stream that fails costs the others nothing."""
        while not self.is_left.is_set():
            try:
                with closing(opened()) as response:
                    if response.mimetype == STREAM and response.status_code == 200:
                        self._read(number, response)
            except Exception:
                _log.exception("a joined stream failed, and is asked for again")
            self._put(b"event: lost\ndata: %d\n\n" % number)
            self.is_left.wait(AGAIN_S)

    def _read(self, number: int, response: Response) -> None:
        for sent in response.response:
            if self.is_left.is_set():
                return
            if isinstance(sent, bytes) and sent.startswith(_EVENT):
                self._put(b"event: %d\n%b" % (number, sent))

    def _put(self, event: bytes) -> None:
        while not self.is_left.is_set():
            try:
                self._came.put(event, timeout=LOOKS_EVERY_S)
            except Full:
                continue
            return
