"""One process at a time writes to a journal, and one of its connections at a time moves the write-ahead log into the database.

SQLite from 3.7.0 to 3.51.2 may lose pages: where a checkpoint starts on a log that is moved already, and another connection begins the log
anew at that moment, a later checkpoint skips what was written since. Other processes are therefore kept out by a lock on a file beside the
journal, and within the process the moves follow one another (`SoleWriter.move_log`). The lock ends with its process, however that ends.
"""

import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from record.store.connecting import BUSY_S
from record.store.journal_faults import JournalError, JournalFault
from record.store.schema import VERSION

END = "-lock"
"""The ending of the lock's name, after that of the journal. The file is there while somebody writes, and after a power cut."""
_ASKS_EVERY_S = 0.02
_ROOT = 0
_locks: dict[str, "_Lock"] = {}
_registering = threading.Lock()


class _Lock:
    """The lock of this process on one journal."""

    def __init__(self, journal: Path) -> None:
        self.journal, self.path = journal, journal.with_name(journal.name + END)
        self.moving = threading.Lock()
        self.writers = 0
        self._descriptor: int | None = None

    def take(self) -> None:
        """Waits until no other process writes; JournalError after BUSY_S."""
        until_s = time.monotonic() + BUSY_S
        while not self._is_taken():
            if time.monotonic() > until_s:
                raise JournalError(JournalFault.HELD.said(JournalFault.STOP_ONE.said(), path=str(self.journal)))
            time.sleep(_ASKS_EVERY_S)

    def _is_taken(self) -> bool:
        """Whether the lock is ours. A disk that takes no new file, or no locks, counts as ours: the record matters more than the lock."""
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError:
            return True
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_there = os.path.samestat(self.path.stat(), os.fstat(descriptor))  # who held it before may have deleted it meanwhile
        except (BlockingIOError, PermissionError, FileNotFoundError):
            is_there = False
        except OSError:
            os.close(descriptor)
            return True
        if not is_there:
            os.close(descriptor)
            return False
        if os.geteuid() == _ROOT:
            with suppress(OSError):
                owner = self.journal.stat()
                os.fchown(descriptor, owner.st_uid, owner.st_gid)
        self._descriptor = descriptor
        return True

    def give_back(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = None


class SoleWriter:
    """A connection that may write to that journal, with others of this process and of no other one.

    JournalError when another process writes there for longer than BUSY_S.
    """

    def __init__(self, journal: Path) -> None:
        with _registering:
            self._lock = _locks.setdefault(os.path.realpath(journal), _Lock(journal))
        with self._lock.moving:
            if self._lock.writers == 0:
                self._lock.take()
            self._lock.writers += 1

    def move_log(self, connection: sqlite3.Connection) -> None:
        """Moves the log into the database, without keeping anybody from writing; sqlite3.Error.

        It first writes the version again, which adds a page to the log (an UPDATE that changes nothing would add none). As long as that
        page is not moved, no connection begins the log anew, so none does while the move starts.
        """
        with self._lock.moving:
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self, connection: sqlite3.Connection) -> None:
        """Closes the connection. The last one that writes first moves the whole log."""
        with self.leaving() as is_last, closing(connection):
            if not is_last:
                return
            with suppress(sqlite3.Error):  # a full or read-only disk: what is in the log stays there
                try:
                    connection.execute("PRAGMA journal_mode = DELETE")
                except sqlite3.OperationalError:  # another process still reads: rows move into the file, an empty log stays
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def leaving(self) -> Iterator[bool]:
        """A context in which no other connection moves the log, or begins to write; it yields whether this is the last one that writes."""
        with self._lock.moving:
            try:
                yield self._lock.writers == 1
            finally:
                self._lock.writers -= 1
                if self._lock.writers == 0:
                    self._lock.give_back()


@contextmanager
def writer_of(journal: Path) -> Iterator[SoleWriter]:
    """A context in which the connection of a new writer is opened; JournalError as of `SoleWriter`. Where it fails, others may write."""
    writer = SoleWriter(journal)
    try:
        yield writer
    except BaseException:
        with writer.leaving():
            raise
