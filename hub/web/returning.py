"""What a listener who comes back has already."""

from flask import request

from hub.web.errors import Refused
from rules.errors import Phrase

LONGEST = 18
"""Digits that a number in the journal may have; SQLite's largest has nineteen."""


class AskedWrongly(Phrase):
    """What is wrong in an address."""

    AFTER = "after is {given}; the number of the last event that was received was expected"


def last_id() -> int | None:
    """The last event that he had: the header of a browser or library that reconnects by itself, or `after` of a page that does.

    None where he comes for the first time; Refused (400) for what is no number.
    """
    given = request.headers.get("Last-Event-ID") or request.args.get("after")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > LONGEST:
        raise Refused(400, AskedWrongly.AFTER.said(given=repr(given[:40])))
    return int(given)
