"""What a listener who comes back has already."""

from flask import request

from hub.web.errors import Refused

LONGEST = 18
"""Digits that a number in the journal may have; SQLite's largest has nineteen."""


def last_id() -> int | None:
    """The last event that he had: the header of a browser or library that reconnects by itself, or `after` of a page that does.

    None where he comes for the first time; Refused (400) for what is no number.
    """
    given = request.headers.get("Last-Event-ID") or request.args.get("after")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > LONGEST:
        raise Refused(400, f"after is {given[:40]!r}; the number of the last event that was received was expected")
    return int(given)
