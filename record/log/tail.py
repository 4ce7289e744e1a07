"""The tail: the last row that is on disk, in a small file beside the log. Readers go no further, and a log that ends before it lost rows.

It is written in two slots (`record.log.slots`), and names the number (inode) of its own file too. In a copy of the folder that differs, and
the copied tail bounds nothing: a tool that copies a folder while a game runs may take the tail after the log, and then the tail names rows
that the copied log never had.
FAT and exFAT may give a file another number when they are mounted again: there a tail counts as copied from then until the next `open`.
"""

from enum import Enum
from pathlib import Path
from typing import NamedTuple

import msgspec

from record.log.disk import Disk
from record.log.lines import Row
from record.log.slots import SlotsRead, TwoSlots, read_slots


class TailState(Enum):
    """What the tail beside a log is worth."""

    SOUND = "sound"
    MISSING = "missing"
    """There is none, or it was never written to."""
    DAMAGED = "damaged"
    """A slot does not fit its checksum. The other one, if it does, names a row that was on disk, perhaps not the last one."""
    COPIED = "copied"
    """It was copied from elsewhere with its log."""


class Slot(NamedTuple):
    """What a slot says: the last row on disk, the offset at which it ends, its checksum, and the inode of the tail's own file."""

    row: int
    end: int
    checksum: bytes
    file: int
    ahead: int = 0
    """How many rows after that one its writer had in memory alone, because the disk took none. A power cut took them."""


def tail_of(path: Path) -> Path:
    """The tail's file of the log at `path`."""
    return path.with_name(path.name + "-tail")


def read_tail(path: Path) -> tuple[TailState, Slot | None]:
    """Returns the state of the tail of the log at `path`, and its newest sound slot; OSError where it is there and cannot be read."""
    return state_of(read_slots(tail_of(path)))


def state_of(content: SlotsRead) -> tuple[TailState, Slot | None]:
    """Returns what the content of a tail is worth, as `read_tail`."""
    if content.value is None:
        return (TailState.DAMAGED if content.is_damaged else TailState.MISSING), None
    named = msgspec.json.decode(content.value, type=Slot)
    if named.file != content.file:
        return TailState.COPIED, named
    return (TailState.DAMAGED if content.is_damaged else TailState.SOUND), named


def log_stamp(path: Path) -> tuple[object, ...]:
    """What differs once a reader may see another row of the log at `path`, or another file lies there; empty where there is none.

    The time of the file alone does not tell: a row can be read once the tail names it, which is later than the row is written, and perhaps
    within one step of the file system's clock after the tail before it.
    """
    try:
        about = path.stat()
    except OSError:
        return ()
    try:
        named: object = read_tail(path)
    except OSError:
        named = None
    return about.st_ino, about.st_size, about.st_mtime_ns, named


class Tail:
    """Writes the tail of a log, of which one process writes. OSError where a method cannot; the tail then names an earlier row."""

    def __init__(self, path: Path, disk: Disk, mode: int) -> None:
        """A file that is not there is made with the permissions `mode`."""
        self._slots = TwoSlots(tail_of(path), mode=mode, disk=disk)

    def renew(self, row: Row, ahead: int) -> None:
        """Writes `row` into both slots."""
        self.write(row, ahead)
        self.write(row, ahead)

    def write(self, row: Row, ahead: int, *, flush: bool = True) -> None:
        """Names `row`, which is on disk, with `ahead` of the slot, and waits until the tail is on disk unless `flush` is False.

        A full disk takes it too.
        """
        self._slots.open()
        self._slots.write(msgspec.json.encode(Slot(row.row, row.end, row.checksum, self._slots.file, ahead)), flush=flush)

    def close(self) -> None:
        """Closes the file; it can be written again."""
        self._slots.close()
