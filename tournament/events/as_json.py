"""Changes of an event as JSON, the permanent format of its file.

{"t_ns":1795000000000000000,"change":{"kind":"ChangeUndone","of":7},"by":"Jelle","why":""}
"""

from typing import Annotated

import msgspec

from rules.errors import DamcamError, sentence_of
from tournament.events.changes import Change, ChangePart, ChangeRow, Who

KIND = b'"change":{"kind":"%b"'
"""How a change of that kind begins in a row."""


class ChangeError(DamcamError, ValueError):
    """A change that this version cannot read, or that no file can hold."""


class _Stored(ChangePart, frozen=True):
    """The event of a row."""

    t_ns: Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
    change: Change
    by: str
    why: str


def encoded(row: ChangeRow) -> bytes:
    """The row without its number as JSON, of which `decoded` is the inverse; ChangeError for what could not be read again."""
    try:
        content = msgspec.json.encode(_Stored(row.t_ns, row.change, row.who.by, row.who.why))
    except UnicodeEncodeError as error:
        raise ChangeError(sentence_of(error)) from error
    decoded(row.number, content)
    return content


def decoded(number: int, content: bytes) -> ChangeRow:
    """The row of that number; ChangeError where this version cannot read it."""
    try:
        stored = msgspec.json.decode(content, type=_Stored)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ChangeError(sentence_of(error)) from error
    return ChangeRow(number, stored.t_ns, Who(stored.by, stored.why), stored.change)
