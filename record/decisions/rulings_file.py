"""Reads rulings.jsonl: the rulings and the entered moves of a recorded session, in order, each with the press that it follows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record.decisions.arbitration import Decision, word
from record.decisions.inbox import EnterMove
from record.store.folder import Folder, FolderError
from record.store.folder_faults import FolderFault
from record.store.json_text import json_in
from record.store.session_files import ENTERED
from rules.errors import DamcamError, Phrase, Sentence, sentence_of

NAME = "rulings.jsonl"
TEXTS = ("reason", "fen", "side", "result", "article")
"""The keys with text values, beside `ruling` and `by`."""


class RulingsFault(Phrase):
    """What is wrong with a line of rulings.jsonl."""

    NO_SUCH_PRESS = "a ruling after press {seq}, which presses.jsonl does not have"
    OUT_OF_ORDER = "a ruling after press {seq} stands behind one after press {last}"
    NOT_A_RULING = "not a ruling: {why}"
    NO_KEY = "it has no {key}"
    NO_TEXT = "{key} is {value}; a text was expected"
    NO_MOVE = 'a move that was entered has whole numbers at "press", "from" and "to", and a list of them at "captured"'


class _NoRuling(DamcamError, ValueError):
    """A line that is not a ruling."""


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """A ruling or an entered move, its file and line (`where`), and the press that it follows."""

    where: Sentence
    follows: int
    decision: Decision | EnterMove


def read_rulings(folder: Folder) -> Mapping[int, tuple[RecordedRuling, ...]]:
    """The rulings by the press that they follow, 0 for those before the first; empty without the file.

    FolderError for a line that is not a ruling, is out of order, or names a press that was never made.
    """
    file = folder.path / NAME
    made = {0, *(press.seq for press in folder.presses)}
    found: dict[int, tuple[RecordedRuling, ...]] = {}
    last = 0
    for ruling in _rulings(file):
        seq = ruling.follows
        if seq not in made:
            raise _fault(ruling.where, RulingsFault.NO_SUCH_PRESS.said(seq=seq))
        if seq < last:
            raise _fault(ruling.where, RulingsFault.OUT_OF_ORDER.said(seq=seq, last=last))
        last = seq
        found[seq] = (*found.get(seq, ()), ruling)
    return found


def _rulings(file: Path) -> Iterator[RecordedRuling]:
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise FolderError(FolderFault.NOT_READABLE.said(why=sentence_of(error)), str(file)) from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = FolderFault.LINE.said(file=str(file), line=number)
            try:
                row = _row(json_in(line))
                said = _entered(row) if row["ruling"] == ENTERED else _decision(row)
                yield RecordedRuling(where, row["seq"], said)
            except ValueError as error:
                raise _fault(where, RulingsFault.NOT_A_RULING.said(why=sentence_of(error))) from error


def _fault(where: Sentence, why: Sentence) -> FolderError:
    return FolderError(FolderFault.AT.said(where=where, why=why))


def _row(row: Any) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise _NoRuling(FolderFault.NO_OBJECT.said(example='{"seq": 5, "ruling": "stand", "by": "J. Jansen"}'))
    for key in ("seq", "ruling", "by"):
        if key not in row:
            raise _NoRuling(RulingsFault.NO_KEY.said(key=repr(key)))
    for key in ("seq", "plies"):
        if not isinstance(row.get(key, 0), int) or isinstance(row.get(key, 0), bool):
            raise _NoRuling(FolderFault.NO_WHOLE_NUMBER.said(key=key, value=repr(row[key])))
    for key in ("ruling", "by", *TEXTS):
        if not isinstance(row.get(key, ""), str):
            raise _NoRuling(RulingsFault.NO_TEXT.said(key=key, value=repr(row[key])))
    return row


def _entered(row: dict[str, Any]) -> EnterMove:
    numbers = [row.get(key) for key in ("press", "from", "to")]
    captured = row.get("captured", [])
    if not isinstance(captured, list) or not all(isinstance(one, int) and not isinstance(one, bool) for one in (*numbers, *captured)):
        raise _NoRuling(RulingsFault.NO_MOVE.said())
    press, origin, target = numbers
    return EnterMove(press, origin, target, tuple(captured), "", row["by"])  # type: ignore[arg-type]  # the check above excludes None


def _decision(row: dict[str, Any]) -> Decision:
    texts = {key: row[key] for key in TEXTS if key in row}
    return Decision(row["seq"], word(row["ruling"]), row["by"], plies=row.get("plies"), **texts)
