"""The files of events that the journal of a game does not take: written while they are held and at the end, read back at the next start.

While events are held in memory they also stand in a file of the runtime folder, which is memory too: it outlives the process, and no power
cut. At the end they go into a file beside the journal, or, where the disk takes that no more than the journal, they stay in the first one.
"""

import errno
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

from pi.machine.tidying import now
from record.events.of_game import Event
from record.files import FileError, sync_folder, write_atomically
from record.log.errors import LogError
from record.store.held_back import PATTERN, HeldBack, HeldError, HeldRow, chain, first_line, last_line, missing_in, read_held
from record.store.journal import Journal
from record.store.journal_rows import LastRow

DONE = ".done"
"""The ending of the name of a file beside the journal once the journal has its events."""
RUNTIME_FOLDER = "XDG_RUNTIME_DIR"
"""The variable that names a folder in memory which is this user's alone."""

HeldEvent = tuple[Event, int]
"""An event, and its time in the game's own time (ns)."""


def runtime_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The runtime folder, which must be this user's; None where there is none."""
    folder = Path(environment.get(RUNTIME_FOLDER, ""))
    try:
        return folder if folder.is_absolute() and folder.is_dir() and folder.stat().st_uid == os.geteuid() else None
    except OSError:
        return None


class HeldFiles:
    """The files of the game with that journal, for one thread. No call raises an error because a disk takes nothing."""

    def __init__(self, journal: Journal, runtime: Path | None, say: Callable[[str], None]) -> None:
        self._journal, self._folder, self._say = journal, journal.path.parent, say
        key = hashlib.sha256(bytes(journal.path.absolute())).hexdigest()[:12]
        self._pattern = f"held-back-{key}-*.jsonl"
        self._runtime = runtime
        self._copy: Path | None = None
        self._descriptor: int | None = None
        self._copied = LastRow(0, b"")
        self._read: list[Path] = []
        self.ended_t_ns = 0
        """When the service ended that held the events, in the game's own time; 0 when it did not say."""

    def read_back(self) -> tuple[HeldRow, ...]:
        """The events that earlier services held back and the journal lacks, in order. A file that does not follow is told of, and stays."""
        rows = list[HeldRow]()
        for held in sorted(self._readable(), key=lambda held: (held.after.row_id, held.path.name)):
            try:
                rows += missing_in(self._journal, held, rows)
            except (HeldError, LogError) as error:
                self._say(f"{error}: its events are not put into the journal, and the file stays as it is")
                continue
            self._read.append(held.path)
            self.ended_t_ns = max(self.ended_t_ns, held.ended_t_ns)
        if rows:
            self._say(f"{len(rows)} events that the disk did not take before are read back, from {', '.join(map(str, self._read))}")
        else:
            self.written()
        return tuple(rows)

    def leave(self, error: HeldError) -> None:
        """Leave the files that were read back as they are: the game cannot go on with their events."""
        self._say(f"{error}: {', '.join(map(str, self._read))} is not put into the journal, and stays as it is")
        self._read, self.ended_t_ns = [], 0

    def keep(self, held: Iterable[HeldEvent]) -> None:
        """Write the events that are held, the first of which follows the journal's last row, into the runtime folder too."""
        if self._runtime is None:
            return
        try:
            if self._descriptor is None:
                self._begin(self._runtime)
            new = islice(held, self._copied.row_id - self._journal.last.row_id, None)
            for row, line in chain(self._copied, new):
                self._write(line)
                self._copied = row
        except OSError as error:
            self._say(f"{self._copy or self._runtime} takes no copy of what is held back: {error}")
            self._end_copy()
            self._runtime = None

    def written(self) -> None:
        """Note that the journal has all events: the files beside it are renamed, and those in the runtime folder deleted."""
        self._end_copy()
        for path in (*self._read, *filter(None, [self._copy])):
            with suppress(OSError):
                if path.parent == self._folder:
                    path.rename(path.with_name(path.name + DONE))
                    sync_folder(self._folder)
                else:
                    path.unlink(missing_ok=True)
        self._read, self._copy = [], None

    def put_aside(self, held: Sequence[HeldEvent], ended_t_ns: int) -> None:
        """Write the events to a file beside the journal; else they stay in the runtime folder; else the log gets them, a line each."""
        chained = list(chain(self._journal.last, held))
        ending = last_line(ended_t_ns, chained[-1][0])
        lines = [first_line(self._journal.last), *(line for _, line in chained), ending]
        path = self._new_path(self._folder, f"held-back-{now():%Y%m%d-%H%M%S}-{{}}.jsonl")
        try:
            write_atomically(path, "".join(lines))
        except FileError as error:
            self._put_elsewhere(error, lines)
            return
        self._say(f"{len(held)} events of this game are not in its journal: they are in {path}, and are read back at the next start")
        self._end_copy()
        for copy in filter(None, [self._copy, *(path for path in self._read if path.parent != self._folder)]):
            with suppress(OSError):
                copy.unlink(missing_ok=True)

    def _put_elsewhere(self, error: FileError, lines: Sequence[str]) -> None:
        count_of = len(lines) - 2
        if self._descriptor is not None:
            with suppress(OSError):
                self._write(lines[-1])
            self._end_copy()
            self._say(
                f"{error}; {count_of} events of this game are in {self._copy}, which is lost when the power fails: make room, start damcam,"
                " and they are put into the journal"
            )
            return
        self._say(f"{error}; {count_of} events of this game are in no journal, and follow here, a line each")
        for line in lines:
            self._say(line.rstrip("\n"))

    def _readable(self) -> Iterator[HeldBack]:
        runtime = self._runtime.glob(self._pattern) if self._runtime else ()
        for path in sorted((*self._folder.glob(PATTERN), *runtime)):
            try:
                yield read_held(path, has_end=path.parent == self._folder)
            except HeldError as error:
                self._say(f"{error}: its events are not put into the journal, and the file stays as it is")

    def _begin(self, runtime: Path) -> None:
        self._copy = self._new_path(runtime, self._pattern.replace("*", "{}"))
        self._descriptor = os.open(self._copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o640)
        self._copied = self._journal.last
        self._write(first_line(self._copied))

    def _write(self, line: str) -> None:
        """Add the line to the copy; OSError, also when only a part of it had room."""
        assert self._descriptor is not None
        if os.write(self._descriptor, line.encode()) < len(line.encode()):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _end_copy(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @staticmethod
    def _new_path(folder: Path, name: str) -> Path:
        return next(path for number in count(1) if not (path := folder / name.format(number)).exists())
