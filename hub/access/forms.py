"""Which bodies are read: those of requests that may change something, and short ones only of clients who have not signed in."""

from typing import Final

from flask import Flask, request, session

from hub.access.known import is_known

MAX_FORM_BYTES: Final = 4_000
"""Bytes of a body from a client who is not known. Name, password and token have at most 3,500, each letter written as %C3%A9."""


READS = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing."""
LOGIN = "login.enter"
"""The route whose form everybody may send."""


def field(name: str) -> str:
    """A field of the form, empty where there is none; nothing is read of a form that this client may not send here."""
    may_send = request.endpoint == LOGIN or "name" in session
    return request.form.get(name, "") if may_send else ""


def add_to(app: Flask) -> None:
    """Limit the bodies of clients who are not known. What no route reads, the server throws away with the connection."""

    def shorten() -> None:
        if request.method not in READS and not is_known():
            request.max_content_length = MAX_FORM_BYTES

    app.before_request(shorten)
