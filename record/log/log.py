"""The writer of a log, and what every fault of a disk leads to.

A log is a file of JSON lines (`record.log.lines`) and its tail (`record.log.tail`), a small file that names the last row on disk.
An event is appended by one write, a flush, and then the tail. One writer has the lock of the file; `record.log.reading` needs none.

    Log.create(path)             makes an empty log
    Log.open(path)               opens it to append; damage is raised, and nothing is appended behind it
    Log.open(path, may_be_unwritable=True)    also where the disk takes no writes now; each append tries again
    Log.open(path, may_lack_end=True)         also where it ends before its tail says, since its rows are elsewhere too
    log.append(event, after=7)   the event is on disk as row 8 when this returns
    log.note_ahead(3)            the tail says that three more rows are in memory alone, until a row is appended

| fault | what it leads to |
| --- | --- |
| power cut while the log is made | there is no log, or an empty one: `create` or `open` goes on |
| power cut while a row is written | half a line that the tail does not name: readers do not see it, `open` drops it in silence |
| power cut between the row and the tail | the row is whole and is kept; `open` names it in the tail |
| power cut while the tail is written | the row is kept; `verify` says that the tail is damaged, `open` writes it anew |
| power cut that leaves a whole line of wrong bytes | LogDamaged, though the tail does not name the row |
| the disk is full, or takes a part of the line | LogError; the file is cut back to the last sound row; the next append goes on |
| a flush fails | the descriptor is given up, and the row is written once more through a new one; LogError where that fails too |
| a flush fails, and the writer is killed | the row may be in memory alone: `open` writes what the tail does not name anew, and keeps it |
| power cut while rows are in memory alone | they are gone; `at_opening.ahead` counts them, where the disk took the tail that says so |
| the disk fails for good | LogError for each append; followers stay at the last row on disk; what is on disk is not changed |
| the disk takes no writes when the log is opened | LogError, or with `may_be_unwritable=True` for each append until it takes them |
| the tail cannot be written | the row is on disk, `append` returns, `tail_error` says why; followers wait for the next append |
| a bit of a row flips, or a sector cannot be read | LogDamaged with that row; `sound_rows` has the rows before it |
| a bit of the tail flips, or it loses its end | the log is read whole; `verify` says that the tail is damaged; `open` writes it anew |
| the file loses its end, or is put back to yesterday | LogDamaged: the tail names a row that the file does not have |
| power cut, after which the file has lost its end | LogDamaged: the tail of a row that was told is on disk |
| the file is put back while it is followed | LogDamaged for the follower, also where the tail was put back with it |
| power cut that takes a tail which was not flushed | the rows are kept; `open` names them in the tail |
| power cut that takes a tail which readers elsewhere have seen | they wait until the next writer names the row, which is on disk |
| file and tail are put back together, at rest | not noticed by this log itself; a printed checksum, a copy or a follower notices it |
| the file is exchanged for that of another log | LogDamaged: the row that the tail names has another checksum |
| the file is exchanged, cut or written by others under a writer | LogChanged at the next append; nothing is written |
| the log is gone and its tail is there | LogDamaged at row 1; `create` refuses |
| the tail is gone | the log is read whole; a lost end is not noticed then; `open` writes a tail |
| the folder is copied while a game runs | the copy is read whole as far as it goes; a tail that names later rows is no loss of the copy |
| a copy is put back over the files themselves | EndMissing where the tail names later rows; `may_lack_end=True` opens it all the same |

After a failed flush Linux marks the pages as clean, so that a second fdatasync may succeed for bytes that are lost (PostgreSQL wiki,
"Fsync Errors"; Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020). So the file is cut back and the last
block, with the sound rows in it, is written anew before its bytes are relied on again.
"""

import errno
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from record.log.disk import DISK, Disk
from record.log.errors import EndMissing, LogChanged, LogError, LogInUse, NotLastRow
from record.log.lines import Row, check_of, encode, line_of
from record.log.reading import Verified, examine, gone, not_read
from record.log.tail import Tail, TailState, read_tail
from rules.errors import _, sentence_of

_log = logging.getLogger(__name__)
MODE = 0o640
"""As the other files of a game: they show players, many of whom are children."""
BLOCK_BYTES = 4096
"""The page of the kernel and the block of a file system: what a failed flush may lose of rows that were on disk."""
LOCK_TRY_EVERY_S = 0.02
LOCK_TRIES = 250
"""Five seconds: longer than a change of an event file takes on a slow disk."""


class Left(NamedTuple):
    """How a writer left the file of a log. A later one that finds it so need not read it whole."""

    file: tuple[int, int]
    written_ns: int
    last: Row


class Log:
    """The one writer of a log. It is used by one thread at a time, and closed by `close` or at the end of a `with` block."""

    def __init__(self, path: Path, lock: int, at_opening: Verified, mode: int, disk: Disk) -> None:
        """Is called by `create` and `open` alone. `lock` is the descriptor that holds the lock, `mode` the permissions of a new tail."""
        self.path = path
        self.at_opening = at_opening
        """What was in the file when it was opened."""
        self.ahead = at_opening.ahead
        """How many rows after the last one are, or were before a power cut, in memory alone; the tail says so too, if the disk takes it."""
        self.tail_error: OSError | None = None
        """Why the tail does not name the last row; None while it does."""
        self._lock, self._disk = lock, disk
        self._file = _identity(os.fstat(lock))
        self._last = at_opening.last
        self._descriptor: int | None = None
        self._tail = Tail(path, disk, mode)
        # The rows of a writer that was killed after a failed flush stand in the kernel's memory, look sound, and are not on disk. All from
        # the block on in which the known part on disk ends is written anew.
        flushed = at_opening.flushed_end
        start = flushed - flushed % BLOCK_BYTES
        self._block = os.pread(lock, self._last.end - start, start)
        self._is_begun, self._is_unsound = False, True

    @classmethod
    def create(cls, path: Path, *, mode: int = MODE, disk: Disk = DISK) -> Self:
        """Makes an empty log and flushes its folder, so that a power cut does not take the file.

        LogError where there is a file already, or none can be made; LogDamaged where a tail is left of a log that had rows.
        """
        try:
            descriptor = disk.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
        except FileExistsError:
            raise LogError(_("there is already a log at {path}"), path=str(path)) from None
        except OSError as error:
            raise LogError(_("{path} could not be written: {why}"), path=str(path), why=sentence_of(error)) from error
        disk.close(descriptor)
        try:
            return cls._opened(path, mode, disk)
        except BaseException as error:
            if not isinstance(error, LogInUse):
                with suppress(OSError):
                    disk.unlink(path)
            raise

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        wait: Callable[[float], object] | None = None,
        may_be_unwritable: bool = False,
        may_lack_end: bool = False,
        left: Left | None = None,
        disk: Disk = DISK,
    ) -> Self:
        """Opens a log to append to it. Half a line that the tail does not name is cut off; sound rows behind the tail are kept.

        With `wait`, which waits for so many seconds as `time.sleep` does, the lock is tried for five seconds, and never waited for in the
        kernel. LogInUse where another writer has the lock, LogDamaged where the log is not sound, LogError where it cannot be opened.
        Where the disk takes no writes it is opened all the same if `may_be_unwritable` is true: nothing is changed then before the first
        `append` that the disk takes, and each one before that raises LogError.
        With `may_lack_end` a log that ends before its tail says is opened as it is: its rows come again from elsewhere, or somebody has
        agreed to do without them.
        `left` is that of an earlier writer of the same process: a file that has still its size, time and last row, and a tail that names
        this row, is neither read whole nor written anew. A change of others that keeps all of these is not noticed then.
        """
        for _try in range(LOCK_TRIES if wait is not None else 0):
            with suppress(LogInUse):
                return cls._opened(path, None, disk, may_be_unwritable, may_lack_end, left)
            if wait is not None:
                wait(LOCK_TRY_EVERY_S)
        return cls._opened(path, None, disk, may_be_unwritable, may_lack_end, left)

    @classmethod
    def _opened(
        cls,
        path: Path,
        mode: int | None,
        disk: Disk,
        may_be_unwritable: bool = False,
        may_lack_end: bool = False,
        left: Left | None = None,
    ) -> Self:
        try:
            lock = _locked(path, disk, may_be_unwritable)
        except FileNotFoundError:
            raise gone(path) or LogError(_("there is no log at {path}"), path=str(path)) from None
        except OSError as error:
            raise not_read(path, error) from error
        log = None
        try:
            if not disk.lock(lock) or not os.path.samestat(os.stat(path), os.fstat(lock)):
                raise LogInUse(_("another process writes to {path}"), path=str(path))
            as_left = _as_left(path, lock, left) if left is not None else None
            at_opening = as_left or examine(path, lock)
            if at_opening.damage is not None and not (may_lack_end and isinstance(at_opening.damage, EndMissing)):
                raise at_opening.damage
            log = cls(path, lock, at_opening, os.fstat(lock).st_mode & 0o777 if mode is None else mode, disk)
            try:
                if as_left is None:
                    log._begin()
                else:
                    log._descriptor = disk.open(path, os.O_RDWR)
                    log._is_begun, log._is_unsound = True, False
            except OSError as error:
                if not may_be_unwritable or isinstance(error, LogError):
                    raise
                log.tail_error = error
        except BaseException as error:
            if log is not None:
                log.close()
            else:
                disk.unlock(lock)
                disk.close(lock)
            if isinstance(error, OSError) and not isinstance(error, LogError):
                raise LogError(_("{path} could not be written: {why}"), path=str(path), why=sentence_of(error)) from error
            raise
        return log

    @property
    def last(self) -> Row:
        """The last row on disk, without its event; row 0 of an empty log."""
        return self._last

    @property
    def left(self) -> Left | None:
        """How the file is left now, for a later `open`; None where it may not be on disk as it is, or the tail does not name its end."""
        if self._is_unsound or self.tail_error is not None:
            return None
        return Left(self._file, os.fstat(self._lock).st_mtime_ns, self._last)

    def append(self, event: object, *, after: int, ahead: int = 0) -> Row:
        """Appends an event after the row `after`, and returns its row once it is on disk and the tail names it with `ahead`.

        The event is what msgspec encodes: a struct, a mapping, or the JSON of a row as `msgspec.Raw`. NotLastRow where another row is the
        last one, TypeError or ValueError for an event that is no JSON or longer than MAX_LINE_BYTES, LogError where the disk does not take
        the row, or others changed the file. Then the row is not on record, and the log can be appended to again.
        """
        return self.extend([event], after=after, ahead=ahead)

    def extend(self, events: Iterable[object], *, after: int, ahead: int = 0, flush_tail: bool = True) -> Row:
        """Appends events by one write and one flush, and returns the last row. Errors as `append`; then none of the rows is on record.

        Without `flush_tail` readers see the rows as soon, and a power cut may leave an earlier tail, or a damaged one: a log that lost its
        end afterwards is not noticed. That is enough where the rows are elsewhere too, and saves one of the two waits for the disk.
        """
        if self._lock < 0:
            raise ValueError("the log is closed")
        if after != self._last.row:
            sentence = _("row {last} is the last row of {path}, not row {after}")
            raise NotLastRow(sentence, path=str(self.path), last=self._last.row, after=after)
        lines, last = [], self._last
        for event in events:
            line, last = line_of(encode(event), last)
            lines.append(line)
        if lines:
            self._put(b"".join(lines))
            self._last = Row(last.row, b"", last.checksum, last.end)
            self._is_unsound = False
            self.ahead = ahead
            self._name(flush=flush_tail)
        return last

    def note_ahead(self, rows: int) -> None:
        """Notes in the tail that so many rows after the last one are in memory alone. The tail has room for it on a full disk too.

        Where the disk takes no tail, `tail_error` says why.
        """
        if rows != self.ahead or self.tail_error is not None:
            self.ahead = rows
            try:
                if self._is_begun:
                    self._tail.write(self._last, rows)
                else:
                    self._begin()
                self.tail_error = None
            except OSError as error:
                self.tail_error = error

    def _put(self, content: bytes) -> None:
        """Writes `content` behind the last sound row, and flushes it; LogError, with the file cut back where that is possible."""
        try:
            for is_last_try in (False, True):
                if not self._is_begun:
                    self._begin()
                elif self._is_unsound:
                    self._recover()
                self._refuse_changed()
                self._is_unsound = True
                try:
                    self._write(content, self._last.end)
                    break
                except OSError as error:
                    if is_last_try or error.errno != errno.EIO:
                        raise
                    _log.warning("a row of %s was not flushed, and is written anew: %s", self.path, error)
        except OSError as error:
            if self._is_unsound:
                with suppress(OSError):
                    self._recover()
            if isinstance(error, LogError):
                raise
            raise LogError(_("{path} could not be written: {why}"), path=str(self.path), why=sentence_of(error)) from error
        block = self._block + content
        self._block = block[len(block) - (self._last.end + len(content)) % BLOCK_BYTES :]

    def _write(self, content: bytes, offset: int) -> None:
        """Writes and flushes. After a failed flush the descriptor is given up."""
        assert self._descriptor is not None
        if self._disk.pwrite(self._descriptor, content, offset) < len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        try:
            self._disk.fdatasync(self._descriptor)
        except OSError:
            self._give_up()
            raise

    def _begin(self) -> None:
        """Makes the log sound on disk as it was opened, with its name and its tail; OSError."""
        self._recover()
        self._tail.renew(self._last, self.ahead)
        self._disk.sync_folder(self.path.parent)
        self._is_begun = True

    def _recover(self) -> None:
        """Cuts the file back to the last sound row, and writes the block of its end anew; OSError. Nothing else makes it sound again."""
        if self._descriptor is None:
            self._descriptor = self._disk.open(self.path, os.O_RDWR)
        end, now = self._last.end, os.fstat(self._descriptor)
        if _identity(now) != self._file or now.st_size < end:
            self._give_up()
            raise self._changed()
        self._disk.truncate(self._descriptor, end)
        self._write(self._block, end - len(self._block))
        self._block = self._block[len(self._block) - end % BLOCK_BYTES :]
        self._is_unsound = False

    def _give_up(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):
                self._disk.close(self._descriptor)
            self._descriptor = None

    def _refuse_changed(self) -> None:
        """Raises LogError where another file has the path, or the file does not end where this writer left it."""
        try:
            now = os.stat(self.path)
        except FileNotFoundError:
            raise self._changed() from None
        if _identity(now) != self._file or now.st_size != self._last.end:
            raise self._changed()

    def _changed(self) -> LogChanged:
        return LogChanged(_("another program changed, exchanged or deleted {path}"), path=str(self.path))

    def _name(self, *, flush: bool) -> None:
        """Names the last row in the tail. The row is on disk, so that an error of the tail changes nothing about that."""
        try:
            self._tail.write(self._last, self.ahead, flush=flush)
            self.tail_error = None
        except OSError as error:
            _log.warning("the tail of %s does not name row %d: %s", self.path, self._last.row, error)
            self.tail_error = error

    def close(self) -> None:
        """Gives the lock back. All rows are on disk already."""
        self._tail.close()
        self._give_up()
        if self._lock >= 0:
            self._disk.unlock(self._lock)
            self._disk.close(self._lock)
            self._lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _locked(path: Path, disk: Disk, may_be_unwritable: bool) -> int:
    """The descriptor that gets the lock. A file system that is read-only now gives one to read alone, which can be locked too."""
    try:
        return disk.open(path, os.O_RDWR)
    except OSError as error:
        if not may_be_unwritable or error.errno != errno.EROFS:
            raise
    return disk.open(path, os.O_RDONLY)


def _as_left(path: Path, descriptor: int, left: Left) -> Verified | None:
    """What is in the file where it is as it was left; else None. OSError."""
    now, (state, named) = os.fstat(descriptor), read_tail(path)
    last, end = left.last, check_of(left.last.checksum) if left.last.row else b""
    if Left(_identity(now), now.st_mtime_ns, last) != left or now.st_size != last.end:
        return None
    if named is None or state is TailState.DAMAGED or (named.row, named.end, named.checksum) != (last.row, last.end, last.checksum):
        return None
    if os.pread(descriptor, len(end), last.end - len(end)) != end:
        return None
    return Verified(last, state, named.row, named.end, named.ahead, now.st_size, None)


def _identity(file: os.stat_result) -> tuple[int, int]:
    """What says that two paths or descriptors are of the same file."""
    return file.st_dev, file.st_ino
