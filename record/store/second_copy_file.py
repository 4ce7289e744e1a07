"""The file of a second copy: the rows of one game's journal as JSON lines, each with its chained checksum.

A file that only grows, line by line, needs nothing of its file system: no lock, no shared memory, no mode, no rename. So it stands on a
stick (FAT, exFAT) as on a share, whatever was written of it before the stick was pulled is sound line by line, and a text editor reads it.
The first line tells what the file is. The rows are those of the journal, so what is sound in it proves itself by the same checksums.

Whoever has the stick can write anything into it: lines, rows and their types have limits, and a row counts if its checksum fits.
"""

import json
import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, BinaryIO

from record.store.journal_rows import RawRow, chained, is_event
from record.store.json_text import JsonError, json_in

VERSION = 1
SECOND_COPY = "second copy"
"""What the key `damcam` of the first line says."""
MAX_ROWS, MAX_LINE = 100_000, 16_000_000
"""Rows of a game, and bytes of a line. Long games have some thousand rows of some kilobytes."""
MAX_T_NS = 2**63
_CHECKSUM = re.compile(r"[0-9a-f]{64}")


class Rest(Enum):
    """What follows the sound lines of a file."""

    NOTHING = "nothing"
    HALF = "half"
    """One line without an end: the stick was pulled, or the power failed, while it was written."""
    DAMAGED = "damaged"
    """Lines that are not those of a second copy, or do not fit their checksums."""


def first_line(board: str, game: str) -> bytes:
    """The first line of the copy of that game."""
    return _line({"damcam": SECOND_COPY, "version": VERSION, "board": board, "game": game})


def line_of(row: RawRow) -> bytes:
    """The line of that row."""
    return _line({"row": row.row_id, "t_ns": row.t_ns, "kind": row.kind, "checksum": row.checksum.hex(), "json": row.text})


class SecondCopyRows:
    """The sound rows of a second copy, one after the other. Once they were read, `rest` says what follows them."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.rest = Rest.NOTHING
        self.last_row, self.checksum = 0, b""
        """The last row that stands in a whole line, and its checksum."""
        self.end = 0
        """The bytes of the whole lines."""
        self.version: int | None = None
        """The version of its form; None where the file is no second copy."""
        self.game = ""
        """The name of the game's folder, as the first line says it."""

    def __iter__(self) -> Iterator[RawRow]:
        """A last row whose line lacks its end alone is sound too; HALF is the rest then."""
        head, is_whole = self._next()
        self.version, self.game = _head_in(head)
        if self.version != VERSION or not is_whole:
            self.rest = self.rest if self.rest is Rest.HALF or not head else Rest.DAMAGED
            return
        self.end = len(head)
        for _ in range(MAX_ROWS):
            line, is_whole = self._next()
            row = _row_in(line, self.last_row, self.checksum)
            if row is None:
                self.rest = Rest.DAMAGED if is_whole else self.rest
                return
            if is_whole:
                self.last_row, self.checksum, self.end = row.row_id, row.checksum, self.end + len(line)
            yield row
        self.rest = Rest.DAMAGED

    def _next(self) -> tuple[bytes, bool]:
        """The next line, and whether it has an end; empty after the last."""
        line = self._file.readline(MAX_LINE)
        is_whole = line.endswith(b"\n")
        if line and not is_whole:
            self.rest = Rest.DAMAGED if len(line) == MAX_LINE else Rest.HALF
        return line, is_whole


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _head_in(line: bytes) -> tuple[int | None, str]:
    """The version and the game of a first line; None and an empty text where it is that of no second copy."""
    match _value_in(line):
        case {"damcam": str(what), "version": int(version), **others} if what == SECOND_COPY:
            return version, str(others.get("game", ""))
    return None, ""


def _row_in(line: bytes, last_row: int, checksum: bytes) -> RawRow | None:
    """The row after that one; None where the line is not that row, or does not fit its checksum."""
    match _value_in(line):
        case {"row": int(row_id), "t_ns": int(t_ns), "kind": str(kind), "checksum": str(told), "json": str(text)}:
            fits = row_id == last_row + 1 and abs(t_ns) < MAX_T_NS and is_event(kind, text) and _CHECKSUM.fullmatch(told)
            if fits and chained(checksum, row_id, t_ns, kind, text).hex() == told:
                return RawRow(row_id, t_ns, kind, text, bytes.fromhex(told))
    return None


def _value_in(line: bytes) -> Any:
    try:
        return json_in(line)
    except JsonError:
        return None
