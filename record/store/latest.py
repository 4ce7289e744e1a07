"""What is written again and again during a game, in small files beside the journal: the running clock, and the referee's belief.

Each has two slots (`record.log.slots`). A file that is absent or damaged counts as one that was never written: the clocks then stand as
after the last event, and the belief follows from the events in more time.
"""

import re
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from record.log.errors import LogError
from record.log.slots import TwoSlots, read_slots
from rules.errors import _, sentence_of

CLOCK_END, BELIEF_END = "-clock", "-belief"
"""The endings of the files, after the name of the journal without its own ending."""
_BELIEF_HEAD = re.compile(rb"(\d{1,15}) ([0-9a-f]{64})\n")
BELIEF_BYTES = 1 << 18
"""The size of a slot of the belief, which has some 20 kB in a game with doubts."""


_Ns = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]


class ClockRow(NamedTuple):
    """The readings of both clocks at `t_ns` of the game (ns)."""

    t_ns: _Ns
    white_ns: _Ns
    black_ns: _Ns


class Checkpoint(NamedTuple):
    """A belief as bytes (`record.store.checkpoint`), and the last journal row that it includes, with its checksum (hexadecimal)."""

    row_id: int
    checksum: str
    data: bytes


def clock_of(journal: Path) -> Path:
    """The file with the running clock of the game with that journal."""
    return journal.with_name(journal.stem + CLOCK_END)


def belief_of(journal: Path) -> Path:
    """The file with the referee's belief of the game with that journal."""
    return journal.with_name(journal.stem + BELIEF_END)


class Latest:
    """Writes both files, each used by one thread at a time. Close it at the end."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._clock, self._belief = TwoSlots(clock_of(journal)), TwoSlots(belief_of(journal), BELIEF_BYTES)

    def write_clock(self, row: ClockRow, *, flush: bool = True) -> None:
        """Writes the readings of a running clock, and waits for the disk unless `flush` is False; LogError."""
        try:
            self._clock.write(msgspec.json.encode(row), flush=flush)
        except OSError as error:
            path, why = str(clock_of(self._journal)), sentence_of(error)
            raise LogError(_("the running clock could not be written to {path}: {why}"), path=path, why=why) from error

    def write_belief(self, checkpoint: Checkpoint) -> None:
        """Writes the belief; LogError. The disk is not waited for: a power cut may leave an earlier belief, or none."""
        try:
            self._belief.write(b"%d %b\n" % (checkpoint.row_id, checkpoint.checksum.encode()) + checkpoint.data, flush=False)
        except (OSError, ValueError) as error:
            path, why = str(belief_of(self._journal)), sentence_of(error)
            raise LogError(_("the referee's belief could not be written to {path}: {why}"), path=path, why=why) from error

    def close(self) -> None:
        self._clock.close()
        self._belief.close()


class LatestRead(NamedTuple):
    """What the files of a game hold; None for what is absent or damaged."""

    clock: ClockRow | None
    belief: Checkpoint | None
    damaged: tuple[str, ...]
    """`clock` and `belief` where that file holds no sound value any more. A power cut may damage one slot, which is no loss."""


def read_latest(journal: Path) -> LatestRead:
    """Reads both files beside that journal. A file that cannot be read counts as damaged."""
    clock, is_clock_damaged = _read(clock_of(journal))
    belief, is_belief_damaged = _read(belief_of(journal), BELIEF_BYTES)
    row = _clock_in(clock) if clock is not None else None
    checkpoint = _belief_in(belief) if belief is not None else None
    damaged = (
        *(("clock",) if row is None and (is_clock_damaged or clock is not None) else ()),
        *(("belief",) if checkpoint is None and (is_belief_damaged or belief is not None) else ()),
    )
    return LatestRead(row, checkpoint, damaged)


def read_clock(journal: Path) -> ClockRow | None:
    """The last readings of the running clock beside that journal; None where there are none, or they are damaged."""
    content, _is_damaged = _read(clock_of(journal))
    return _clock_in(content) if content is not None else None


def _read(path: Path, slot_bytes: int = 0) -> tuple[bytes | None, bool]:
    try:
        content = read_slots(path, slot_bytes) if slot_bytes else read_slots(path)
    except OSError:
        return None, True
    return content.value, content.is_damaged


def _clock_in(value: bytes) -> ClockRow | None:
    try:
        return msgspec.json.decode(value, type=ClockRow)
    except msgspec.DecodeError:
        return None


def _belief_in(value: bytes) -> Checkpoint | None:
    head = _BELIEF_HEAD.match(value)
    return Checkpoint(int(head[1]), head[2].decode(), value[head.end() :]) if head else None
