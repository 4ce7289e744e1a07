"""A ruling of the arbiter, or a move that the players entered, as a JSON object: a line of rulings.jsonl or of the command `judge`."""

from typing import Any

from record.decisions.arbitration import Decision, word
from record.decisions.commands import EnterMove
from record.store.folder_faults import FolderFault
from record.store.session_files import ENTERED
from rules.errors import DamcamError, Phrase

TEXTS = ("reason", "fen", "side", "result", "article", "cause")
"""The keys with text values, beside `ruling` and `by`."""


class RulingRowFault(Phrase):
    """Why an object is not a ruling."""

    NO_KEY = "it has no {key}"
    NO_TEXT = "{key} is {value}; a text was expected"
    NO_MOVE = 'a move that was entered has whole numbers at "press", "from" and "to", and a list of them at "captured"'


class _NoRuling(DamcamError, ValueError):
    """An object that is not a ruling."""


def ruling_in(row: Any) -> tuple[int, Decision | EnterMove]:
    """The press that the ruling follows, and what it says. Raises an error that is a DamcamError and a ValueError where it is no ruling."""
    row = _checked(row)
    return row["seq"], _entered(row) if row["ruling"] == ENTERED else _decision(row)


def _checked(row: Any) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise _NoRuling(FolderFault.NO_OBJECT.said(example='{"seq": 5, "ruling": "stand", "by": "J. Jansen"}'))
    for key in ("seq", "ruling", "by"):
        if key not in row:
            raise _NoRuling(RulingRowFault.NO_KEY.said(key=repr(key)))
    for key in ("seq", "plies"):
        if not isinstance(row.get(key, 0), int) or isinstance(row.get(key, 0), bool):
            raise _NoRuling(FolderFault.NO_WHOLE_NUMBER.said(key=key, value=repr(row[key])))
    for key in ("ruling", "by", *TEXTS):
        if not isinstance(row.get(key, ""), str):
            raise _NoRuling(RulingRowFault.NO_TEXT.said(key=key, value=repr(row[key])))
    return row


def _entered(row: dict[str, Any]) -> EnterMove:
    numbers = [row.get(key) for key in ("press", "from", "to")]
    captured = row.get("captured", [])
    if not isinstance(captured, list) or not all(isinstance(one, int) and not isinstance(one, bool) for one in (*numbers, *captured)):
        raise _NoRuling(RulingRowFault.NO_MOVE.said())
    press, origin, target = numbers
    return EnterMove(press, origin, target, tuple(captured), "", row["by"])  # type: ignore[arg-type]  # the check above excludes None


def _decision(row: dict[str, Any]) -> Decision:
    texts = {key: row[key] for key in TEXTS if key in row}
    return Decision(row["seq"], word(row["ruling"]), row["by"], plies=row.get("plies"), **texts)
