"""The queue of a game: the rows that its disk does not take, in a second log in memory, until the disk takes them.

- It lies in a folder in memory that outlives the service (`/run/damcam`), under a name that follows from the path of the journal.
- Its first row says which row of the journal it follows, with the checksum of that row. Each further row is an event as it will stand in
  the journal.
- It is made when the journal first refuses a row, and deleted once the journal has all of its rows. A service that is killed meanwhile
  leaves it, and the next one appends what the journal lacks. A power cut takes it: the tail of the journal says how many rows that were.
- A queue whose rows do not follow what is in the journal is never appended. It is set aside under another name.

The running clock is written beside the queue, so that it is never ahead of the events on disk.
"""

import hashlib
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

import msgspec

from record.events.as_json import decode, encode
from record.events.of_game import Event
from record.log.errors import LogError
from record.log.log import Log
from record.log.reading import read
from record.log.tail import tail_of
from record.store.journal import Journal
from record.store.journal_rows import LastRow, chained, event_of, raw_row
from record.store.latest import ClockRow, Latest, clock_of, read_clock
from rules.errors import DamcamError, _, sentence_of


class QueuedRow(NamedTuple):
    """An event that is not in the journal yet, its time (ns of the game), and the row of the journal that it will be."""

    row: LastRow
    t_ns: int
    event: Event


class _Follows(msgspec.Struct, forbid_unknown_fields=True):
    """The first row of a queue: the row of the journal that it follows, and its checksum (hexadecimal)."""

    after: int
    checksum: str


class Queue:
    """The queue of the game with that journal, in that folder; None where there is no folder in memory. For one thread. Close it."""

    def __init__(self, journal: Path, folder: Path | None) -> None:
        key = hashlib.sha256(bytes(journal.absolute())).hexdigest()[:12]
        self.path = folder / f"queue-{key}.jsonl" if folder else None
        """The file of the queue; None where there is no folder."""
        self._log: Log | None = None
        self._clock: Latest | None = None

    def resume(self, journal: Journal) -> tuple[QueuedRow, ...]:
        """Opens the queue that an earlier service left, and returns its rows that the journal lacks. LogError where they do not follow it.

        A queue of which the journal has all rows is deleted.
        """
        if self.path is None or not self.path.exists():
            return ()
        self._log = Log.open(self.path, wait=threading.Event().wait)
        after, rows = self._read(self.path)
        known = {row.row_id: row.checksum for row in (after, *(queued.row for queued in rows))}
        if after.row_id > journal.last_id:
            sentence = _("{path} follows row {row}, and {journal} ends with row {last}")
            raise LogError(sentence, path=str(self.path), row=after.row_id, journal=str(journal.path), last=journal.last_id)
        common = max(row_id for row_id in known if row_id <= journal.last_id)  # the chain makes all rows before it equal too
        if bytes.fromhex(journal.checksum(common) if common else "") != known[common]:
            sentence = _("{path} follows row {row} of another journal, or of this one as it was before: {journal} has another row there")
            raise LogError(sentence, path=str(self.path), row=after.row_id, journal=str(journal.path))
        missing = tuple(queued for queued in rows if queued.row.row_id > common)
        if not missing:
            self.clear()
        return missing

    def append(self, after: LastRow, event: Event, t_ns: int) -> None:
        """Appends an event; LogError. A queue is begun where there is none, and `after` is the last row of the journal then."""
        if self._log is None:
            self._log = self._begun(after)
        self._log.append(msgspec.Raw(event_of(t_ns, *encode(event))), after=self._log.last.row)

    def write_clock(self, row: ClockRow) -> None:
        """Writes the readings of a running clock; LogError. Without a queue nothing is written."""
        if self.path is not None and self._log is not None:
            self._clock = self._clock or Latest(self.path)
            self._clock.write_clock(row)

    @property
    def clock_ns(self) -> int:
        """When the running clock was last written beside this queue, in the game's own time; 0 where it was not."""
        row = read_clock(self.path) if self.path else None
        return row.t_ns if row else 0

    def clear(self) -> None:
        """Deletes the queue: the journal has all of its rows."""
        self.close()
        if self.path is not None:
            _delete(tail_of(self.path), clock_of(self.path), self.path)

    def set_aside(self) -> Path | None:
        """Gives the queue another name, and returns its new path: its rows do not follow the journal. None where it cannot be renamed."""
        self.close()
        if self.path is None:
            return None
        aside = next(path for number in count(1) if not (path := self.path.with_suffix(f".{number}.aside")).exists())
        try:
            self.path.rename(aside)
        except OSError:
            return None
        _delete(tail_of(self.path), clock_of(self.path))
        return aside

    def close(self) -> None:
        """Closes the files of the queue, which stay."""
        for file in (self._log, self._clock):
            if file is not None:
                file.close()
        self._log = self._clock = None

    def _begun(self, after: LastRow) -> Log:
        if self.path is None:
            raise LogError(_("there is no folder in memory for what the disk does not take: set XDG_RUNTIME_DIR"))
        self.clear()  # of a queue whose rows are all in the journal, and which could not be deleted
        log = Log.create(self.path)
        try:
            log.append(_Follows(after.row_id, after.checksum.hex()), after=0)
        except LogError:
            log.close()
            raise
        return log

    def _read(self, path: Path) -> tuple[LastRow, list[QueuedRow]]:
        lines = list(read(path))
        try:
            follows = msgspec.json.decode(lines[0].event, type=_Follows)
            after = last = LastRow(follows.after, bytes.fromhex(follows.checksum))
        except (IndexError, ValueError) as error:
            raise LogError(_("{path} does not say which row of the journal it follows"), path=str(path)) from error
        rows = []
        for line in lines[1:]:
            row = raw_row(line, path)
            last = LastRow(last.row_id + 1, chained(last.checksum, last.row_id + 1, row.t_ns, row.kind, row.text))
            try:
                rows.append(QueuedRow(last, row.t_ns, decode(row.kind, row.text)))
            except DamcamError as error:
                sentence = _("row {row} of {path} cannot be read: {why}")
                raise LogError(sentence, row=line.row, path=str(path), why=sentence_of(error)) from error
        return after, rows


def _delete(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)
