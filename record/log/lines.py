"""A row as a line of JSON, and the rows of a file.

    {"row":17,"event":{"press":9,"side":"white"},"check":"5b0f...64 digits"}

The checksum is the SHA-256 of the checksum of the row before (32 bytes; none before row 1) and the bytes of the line up to `,"check"`, as
they are in the file: nothing is encoded anew to check a row. A line ends with a line feed, and JSON has no other one in it. What has no
line feed is half a line; a line that has one and does not fit is damage, whatever is in it.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec

from record.log.errors import LogDamaged
from rules.errors import _, sentence_of

MAX_LINE_BYTES = 1 << 20
"""No longer line is written or read, so that a file without line feeds costs no memory. A row of a game has some 500 bytes."""
CHUNK_BYTES = 1 << 16
FIRST_ROW = b'{"row":1,"event":'
"""How the file of a log begins."""
_CHECK = b',"check":"%b"}\n'
_CHECK_BYTES = len(_CHECK % (b"0" * 64))
_BEGIN = re.compile(rb'\{"row":(\d{1,15}),"event":')


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a log: its number from 1 on, its event as JSON, its chained checksum (32 bytes), and the offset at which its line ends."""

    row: int
    event: bytes
    checksum: bytes
    end: int


START = Row(0, b"", b"", 0)
"""What stands before the first row."""


def encode(event: object) -> bytes:
    """The event as JSON. TypeError or ValueError for what JSON cannot hold; a `msgspec.Raw` must be JSON in one line."""
    encoded = msgspec.json.encode(event)
    if isinstance(event, msgspec.Raw):
        msgspec.json.decode(encoded)
        if b"\n" in encoded:
            raise ValueError("the JSON of an event has a line feed")
    return encoded


def line_of(event: bytes, previous: Row) -> tuple[bytes, Row]:
    """The line of an encoded event after the row `previous`, and its row; ValueError where the line would be longer than MAX_LINE_BYTES."""
    number = previous.row + 1
    body = b'{"row":%d,"event":%b' % (number, event)
    checksum = sha256(previous.checksum + body).digest()
    line = body + check_of(checksum)
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"a row has at most {MAX_LINE_BYTES} bytes, and this one {len(line)}")
    return line, Row(number, event, checksum, previous.end + len(line))


def check_of(checksum: bytes) -> bytes:
    """How the line with that checksum ends."""
    return _CHECK % checksum.hex().encode()


def row_of(line: bytes, previous: Row) -> Row | None:
    """The row of a line with its line feed, which follows `previous`; None where it does not fit."""
    body = line[:-_CHECK_BYTES]
    begin = b'{"row":%d,"event":' % (previous.row + 1)
    checksum = sha256(previous.checksum + body).digest()
    if line[-_CHECK_BYTES:] != check_of(checksum) or not body.startswith(begin):
        return None
    return Row(previous.row + 1, body[len(begin) :], checksum, previous.end + len(line))


def rows_in(descriptor: int, path: Path, previous: Row, until: int | None) -> Iterator[Row]:
    """Yields the rows after `previous` up to the offset `until`, without it up to the last whole line. Half a line at the end is left out.

    LogDamaged for a line that does not fit, and for a sector that cannot be read.
    """
    rest = b""
    while until is None or previous.end < until:
        chunk = _read(descriptor, path, previous, len(rest))
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            row = row_of(line + b"\n", previous)
            if row is None and previous.row == 0 and not line.startswith(FIRST_ROW):
                raise LogDamaged(_("{path} is no log of damcam, or has lost its beginning"), row=1, path=str(path))
            if row is None:
                raise altered(path, previous.row + 1)
            previous = row
            yield row
            if until is not None and row.end >= until:
                return
        if len(rest) > MAX_LINE_BYTES:
            raise altered(path, previous.row + 1)


ALTERED = _("row {row} of {path} does not fit its checksum: it was altered or is damaged")


def altered(path: Path, row: int) -> LogDamaged:
    return LogDamaged(ALTERED, row=row, path=str(path))


def last_legible(descriptor: int, start: int) -> int:
    """The number of the last row after the offset `start` whose line fits the checksum that the line before it states; 0 where none does.

    Behind a damaged row nothing is sound, but what still fits together says how much was lost. A part that cannot be read ends the search.
    """
    offset, rest, last, stated = start, b"", 0, b""
    while len(rest) <= MAX_LINE_BYTES:
        try:
            chunk = os.pread(descriptor, CHUNK_BYTES, offset)
        except OSError:
            break
        if not chunk:
            break
        offset += len(chunk)
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            begin = _BEGIN.match(line)
            if begin and stated and row_of(line + b"\n", Row(int(begin[1]) - 1, b"", stated, 0)):
                last = max(last, int(begin[1]))
            stated = _stated(line + b"\n")
    return last


def _stated(line: bytes) -> bytes:
    """The checksum that a line states, sound or not; empty where it states none."""
    try:
        checksum = bytes.fromhex(line[-_CHECK_BYTES + len(_CHECK.partition(b"%b")[0]) : -3].decode())
    except ValueError:
        return b""
    return checksum if line[-_CHECK_BYTES:] == check_of(checksum) else b""


def _read(descriptor: int, path: Path, previous: Row, ahead: int) -> bytes:
    try:
        return os.pread(descriptor, CHUNK_BYTES, previous.end + ahead)
    except OSError as error:
        why = sentence_of(error)
        raise LogDamaged(_("row {row} of {path}: {why}"), row=previous.row + 1, path=str(path), why=why) from error
