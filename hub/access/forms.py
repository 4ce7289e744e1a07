"""Which bodies are read, and within which time: those that may change something, and short ones of clients who are not signed in."""

from http import HTTPStatus
from typing import Final

import gevent
from flask import Flask, request, session
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadRequest

from hub.access.known import is_known
from hub.web.errors import Refused
from rules.errors import Phrase

MAX_FORM_BYTES: Final = 4_000
"""Bytes of a body from a client who is not known. Name, password and token have at most 3,500, each letter written as %C3%A9."""
BODY_WITHIN_S: Final = 8.0
"""Seconds for the body of a request. The longest form has some thousand bytes, and a telephone sends them at once."""

READS = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing."""
LOGIN = "login.enter"
"""The route whose form everybody may send."""


def field(name: str) -> str:
    """A field of the form, empty where there is none; nothing is read of a form that this client may not send here."""
    return request.form.get(name, "") if _may_send() else ""


GIVES_LOG, MAX_LOG_BYTES = "desk.give", 30_000_000
"""The route that takes a log, and its limit (bytes): room for 60,000 rows of 500."""


def add_to(app: Flask, within_s: float = BODY_WITHIN_S) -> None:
    """Read the body of each request that may have one, within that time. The server throws any other body away.

    A body that takes longer is refused with 408; one that is too large, and above MAX_FORM_BYTES of a client who is not known, with 413;
    one whose chunks are malformed with 400.
    """

    def read_body() -> None:
        if request.method in READS:
            return
        known = is_known()
        if not known:
            request.max_content_length = MAX_FORM_BYTES
        elif request.endpoint == GIVES_LOG:
            request.max_content_length = request.max_form_memory_size = MAX_LOG_BYTES  # the parser holds a line of a file in memory
        if known or _may_send():
            try:
                with gevent.Timeout(within_s):
                    request.get_data()  # kept: forms and routes read it from memory
            except gevent.Timeout:
                raise Refused(HTTPStatus.REQUEST_TIMEOUT, Body.TOO_SLOW.said()) from None
            except (ParseException, OSError):  # gunicorn's own, of chunks and what follows them
                raise BadRequest from None

    app.before_request(read_body)


def _may_send() -> bool:
    """Whether the form of a client who may be nobody's is read here."""
    return request.endpoint == LOGIN or "name" in session


class Body(Phrase):
    """Why the body of a request is not taken."""

    TOO_SLOW = "the form took too long to arrive"
