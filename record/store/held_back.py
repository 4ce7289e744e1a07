"""A file of events that a journal did not take, in JSON lines: the row that they follow, and each event with the checksum of its row.

The checksums are those that the rows will have in the journal, so the file says exactly where its events belong: after that row, of that
journal, and nowhere else. Reading it back twice therefore appends nothing twice.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record.events.as_json import decode, encode
from record.events.of_game import Event
from record.store.journal import Journal
from record.store.journal_rows import LastRow, chained
from record.store.json_text import json_in
from rules.errors import DamcamError, Phrase, sentence_of

PATTERN = "held-back-*.jsonl"
"""The names of these files in the folder of a game."""
VERSION = 1
MAX_BYTES = 64_000_000
"""The size of a file that is read. A game has a few megabytes of events."""
ENDED = "ended_t_ns"


class HeldFault(Phrase):
    """Why a file of events is not read back."""

    NOT_READ = "{path} cannot be read: {why}"
    NOT_OURS = "{path} does not say which row of the journal its events follow"
    DAMAGED = "line {line} of {path} is damaged, or was altered: {why}"
    NO_FIT = "it does not fit its checksum"
    NO_END = "line {line} of {path} is missing: its end was cut off"
    ELSEWHERE = "{path} follows row {row} of another journal, or of this one as it was before: {journal} has another row there"
    NOT_PLAYED = "row {row} that was held back is no event of this game as it stands: {why}"
    TOO_FAR = "{path} follows row {row}, and {journal} ends with row {last}"


class HeldError(DamcamError, OSError):
    """A file of events that cannot be read back; it stays as it is."""


@dataclass(frozen=True, slots=True)
class HeldRow:
    """An event that is not in the journal yet, and the row that it will be."""

    row: LastRow
    t_ns: int
    event: Event


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What a file holds: the journal's last row before its events, the events, and when the service ended, in the game's own time."""

    path: Path
    after: LastRow
    rows: tuple[HeldRow, ...]
    ended_t_ns: int = 0


def first_line(after: LastRow) -> str:
    """The line that begins a file, with its line end."""
    return _line({"held_back": VERSION, "after": after.row_id, "checksum": after.checksum.hex()})


def last_line(ended_t_ns: int, last: LastRow) -> str:
    """The line that may end a file whose last event has the row `last`: when the service ended."""
    return _line({ENDED: ended_t_ns, "checksum": _ending(ended_t_ns, last)})


def chain(after: LastRow, events: Iterable[tuple[Event, int]]) -> Iterator[tuple[LastRow, str]]:
    """Each event's row as it will be in the journal, and its line of the file."""
    for event, t_ns in events:
        kind, text = encode(event)
        row_id = after.row_id + 1
        after = LastRow(row_id, chained(after.checksum, row_id, t_ns, kind, text))
        yield after, _line({"row": row_id, "t_ns": t_ns, "kind": kind, "checksum": after.checksum.hex(), "event": json.loads(text)})


def read_held(path: Path, *, has_end: bool = False) -> HeldBack:
    """The content of the file; HeldError when it is damaged.

    With `has_end` its writing was finished, so that it must end with `last_line`. Otherwise that line may be missing, and a line
    without an end was being written and counts as not there.
    """
    try:
        if path.is_symlink() or path.stat().st_size > MAX_BYTES:
            raise HeldError(HeldFault.NOT_OURS.said(path=str(path)))
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        if isinstance(error, HeldError):
            raise
        raise HeldError(HeldFault.NOT_READ.said(path=str(path), why=sentence_of(error))) from error
    after = _after(path, lines)
    last, rows, ended_t_ns = after, list[HeldRow](), None
    for number, line in enumerate(lines[1:], 2):
        try:
            told = json_in(line)
            if ENDED in told:
                ended_t_ns, checksum = int(told[ENDED]), _ending(told[ENDED], last)
            else:
                rows.append(_row(told, last))
                last, ended_t_ns = rows[-1].row, None
                checksum = last.checksum.hex()
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise HeldError(HeldFault.DAMAGED.said(path=str(path), line=number, why=sentence_of(error))) from error
        if checksum != told.get("checksum"):
            raise HeldError(HeldFault.DAMAGED.said(path=str(path), line=number, why=HeldFault.NO_FIT.said()))
    if has_end and ended_t_ns is None:
        raise HeldError(HeldFault.NO_END.said(path=str(path), line=len(lines) + 1))
    return HeldBack(path, after, tuple(rows), ended_t_ns or 0)


def missing_in(journal: Journal, held: HeldBack, before: Sequence[HeldRow] = ()) -> tuple[HeldRow, ...]:
    """The events of the file that neither the journal has nor the rows that will be appended `before`; HeldError when they do not follow.

    Empty when all are there, as after a start that was cut off before it renamed the file.
    """
    coming = {held_row.row.row_id: held_row.row.checksum for held_row in before}
    last = max((journal.last_id, *coming))
    known = {held.after.row_id: held.after.checksum} | {held_row.row.row_id: held_row.row.checksum for held_row in held.rows}
    if held.after.row_id > last:
        raise HeldError(HeldFault.TOO_FAR.said(path=str(held.path), row=held.after.row_id, journal=str(journal.path), last=last))
    common = max(row_id for row_id in known if row_id <= last)  # the chain makes all rows before it equal too
    there = coming.get(common) or (bytes.fromhex(journal.checksum(common)) if common else b"")
    if there != known[common]:
        raise HeldError(HeldFault.ELSEWHERE.said(path=str(held.path), row=held.after.row_id, journal=str(journal.path)))
    return tuple(held_row for held_row in held.rows if held_row.row.row_id > common)


def _after(path: Path, lines: Sequence[bytes]) -> LastRow:
    try:
        told = json_in(lines[0])
        if told["held_back"] != VERSION:
            raise ValueError(told["held_back"])
        return LastRow(int(told["after"]), bytes.fromhex(told["checksum"]))
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise HeldError(HeldFault.NOT_OURS.said(path=str(path))) from error


def _row(told: dict[str, Any], last: LastRow) -> HeldRow:
    """The row that a line tells of, with the checksum that it must have after `last`."""
    event = decode(told["kind"], json.dumps(told["event"], ensure_ascii=False))
    ((row, _),) = chain(last, [(event, told["t_ns"])])
    return HeldRow(row, told["t_ns"], event)


def _ending(ended_t_ns: int, last: LastRow) -> str:
    return chained(last.checksum, last.row_id, ended_t_ns, ENDED, "").hex()


def _line(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False) + "\n"
