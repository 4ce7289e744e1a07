"""The last event that a returning listener received."""

from flask import request

from hub.web.errors import Refused
from rules.errors import Phrase

MAX_DIGITS = 18
"""Digits of a row number in the journal; SQLite's largest has nineteen."""


class AskedWrongly(Phrase):
    """What is wrong with the id that a listener sent."""

    AFTER = "after is {given}; the number of the last event that was received was expected"


def last_id() -> int | None:
    """The id of the last event that the client received; None on its first visit. Refused (400) when it is no number.

    A browser or library that reconnects by itself sends the header; a page that reconnects itself sends `after`.
    """
    given = request.headers.get("Last-Event-ID") or request.args.get("after")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > MAX_DIGITS:
        raise Refused(400, AskedWrongly.AFTER.said(given=repr(given[:40])))
    return int(given)
