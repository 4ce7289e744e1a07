"""The file of an event: one SQLite file that only grows, and is copied like any file while nobody writes to it.

Each change is a row, on disk when `append` returns, in one transaction. Rows have checksums chained on the row before; the last one is told
a second time in the file, so that an altered or missing row is found. Nothing is kept open between two commands.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from hub.events.as_json import decoded, encoded
from hub.events.changes import Change, ChangeRow, EventMade, Who
from hub.events.event_tables import GROWING, TOLD_TWICE, chained, do
from hub.events.faults import EventFileFault, TournamentError
from hub.events.state import EventState, folded
from record.files import sync_folder
from record.store.connecting import BUSY_S, Connected
from rules.errors import DamcamError, Sentence, SystemFault, sentence_of

VERSION = 1
"""The version of the tables and of the changes, kept in `user_version`."""
APPLICATION_ID = 0x64616D65
"""`dame`, which marks the file as an event."""
MARK_AT = 68
"""Where a SQLite file has its application id."""
SQLITE_SAYS = {
    sqlite3.SQLITE_FULL: SystemFault.FULL,
    sqlite3.SQLITE_READONLY: SystemFault.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: EventFileFault.PAGES,
}
ADD = "INSERT INTO events VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event as it was read, and by which row it is known."""

    path: Path
    rows: tuple[ChangeRow, ...]
    checksum: bytes
    """Of the last row."""
    state: EventState


MODE = 0o640
"""The file has names and dates of birth, of juniors too: what the machine's other users may not read."""


def make_event(path: Path, made: EventMade, who: Who, then: Sequence[Change] = ()) -> None:
    """Makes the file of an event, with the changes after its making; it appears complete.

    TournamentError: it is there already, or cannot be written.
    """
    if path.exists():
        raise TournamentError(EventFileFault.THERE_ALREADY.said(path=str(path)))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(MODE)  # SQLite would make a file that everybody may read
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            do(connection, (*GROWING, *TOLD_TWICE, f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {VERSION}"))
            checksum = b""
            for number, change in enumerate((made, *then), 1):
                checksum = _add(connection, ChangeRow(number, time.time_ns(), who, change), checksum)
            connection.execute("COMMIT")
        _take_name(unfinished, path)
        sync_folder(path.parent)
    except FileExistsError as error:
        raise TournamentError(EventFileFault.THERE_ALREADY.said(path=str(path))) from error
    except (sqlite3.Error, OSError) as error:
        raise TournamentError(
            EventFileFault.NOT_MADE.said(EventFileFault.IS_FOLDER_FULL.said(), path=str(path), why=_said(error))
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _take_name(unfinished: Path, path: Path) -> None:
    """Give the finished file its name; FileExistsError where another program took it first."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError:  # such as on a stick, whose file system knows no links
        unfinished.rename(path)


def read_event(path: Path) -> KeptEvent:
    """Reads an event; TournamentError when there is none, or it is damaged, or of a newer version."""
    with _opened(path) as connection:
        connection.execute("BEGIN")
        rows, checksum = _read(path, connection)
    return _kept(path, rows, checksum)


def append(event: KeptEvent, change: Change, who: Who) -> KeptEvent:
    """Writes a change that was decided on by `event`; TournamentError, with nothing written, when somebody else changed it since."""
    with _opened(event.path) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            rows, checksum = _read(event.path, connection)
            if checksum != event.checksum:
                raise TournamentError(_meanwhile(event, rows))
            _add(connection, ChangeRow(len(rows) + 1, time.time_ns(), who, change), checksum)
            rows, checksum = _read(event.path, connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise TournamentError(_not_written(event.path, error)) from error
    return _kept(event.path, rows, checksum)


def rewrite(path: Path, rewritten: Callable[[tuple[ChangeRow, ...]], Iterable[ChangeRow]]) -> None:
    """Puts other rows in the place of those of the file, and leaves nothing of what was there in its bytes; TournamentError.

    Whoever decided on a change by the event as it was is told that it has changed.
    """
    with _opened(path) as connection:
        try:
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("BEGIN EXCLUSIVE")
            rows, _ = _read(path, connection)
            do(connection, ("DROP TABLE events", "DROP TABLE tail", *GROWING, *TOLD_TWICE))
            checksum = b""
            for row in rewritten(rows):
                checksum = _add(connection, row, checksum)
            connection.execute("COMMIT")
            connection.execute("VACUUM")
        except sqlite3.Error as error:
            raise TournamentError(_not_written(path, error)) from error


def is_event(path: Path) -> bool:
    """Whether the file is marked as an event."""
    try:
        with path.open("rb") as file:
            file.seek(MARK_AT)
            return file.read(4) == APPLICATION_ID.to_bytes(4, "big")
    except OSError:
        return False


def _kept(path: Path, rows: tuple[ChangeRow, ...], checksum: bytes) -> KeptEvent:
    try:
        return KeptEvent(path, rows, checksum, folded(rows))
    except TournamentError as error:
        raise _damaged(path, error.sentence) from error


def _meanwhile(event: KeptEvent, rows: tuple[ChangeRow, ...]) -> Sentence:
    last = rows[-1]
    return EventFileFault.CHANGED_MEANWHILE.said(EventFileFault.LOOK_AGAIN.said(), path=str(event.path), row=last.number, by=last.who.by)


def _not_written(path: Path, error: sqlite3.Error) -> Sentence:
    if _is_busy(error):
        return EventFileFault.BUSY.said(EventFileFault.TRY_AGAIN.said(), path=str(path))
    return EventFileFault.NOT_WRITTEN.said(EventFileFault.IS_DISK_FULL.said(), path=str(path), why=_said(error))


def _said(error: sqlite3.Error | OSError) -> Sentence:
    """What SQLite or the system says, in the reader's language where it is something common."""
    said = SQLITE_SAYS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return said.said() if said else sentence_of(error)


def _is_busy(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _damaged(path: Path, why: Sentence) -> TournamentError:
    return TournamentError(EventFileFault.DAMAGED.said(EventFileFault.TAKE_A_COPY.said(), path=str(path), why=why))


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the file. One that may write undoes what a kill left half done; elsewhere it reads alone."""
    if not path.is_file():
        raise TournamentError(EventFileFault.NONE.said(EventFileFault.MAKE_ONE.said(), path=str(path)))
    mode = "rw" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "ro"
    try:
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_S, factory=Connected)
    except sqlite3.Error as error:
        raise TournamentError(EventFileFault.NOT_READ.said(path=str(path), why=_said(error))) from error
    with closing(connection):
        _check_version(path, connection)
        yield connection


def _check_version(path: Path, connection: sqlite3.Connection) -> None:
    try:
        connection.execute("PRAGMA synchronous = EXTRA")
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        if _is_busy(error):
            raise TournamentError(EventFileFault.BUSY.said(EventFileFault.TRY_AGAIN.said(), path=str(path))) from error
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB:
            raise TournamentError(EventFileFault.NOT_OURS.said(path=str(path))) from error
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise _damaged(path, _said(error)) from error
        raise TournamentError(EventFileFault.NOT_READ.said(path=str(path), why=_said(error))) from error
    if application != APPLICATION_ID:
        raise TournamentError(EventFileFault.NOT_OURS.said(path=str(path)))
    if version != VERSION:
        do_this = EventFileFault.NEWER_DAMCAM.said() if version > VERSION else None
        raise TournamentError(EventFileFault.OTHER_VERSION.said(do_this, path=str(path), version=version, ours=VERSION))


def _add(connection: sqlite3.Connection, added: ChangeRow, checksum: bytes) -> bytes:
    """Add a row behind the one of that checksum; its own checksum."""
    row = (added.number, added.t_ns, *encoded(added.change, added.who))
    own = chained(checksum, *row)
    connection.execute(ADD, (*row, own))
    return own


def _read(path: Path, connection: sqlite3.Connection) -> tuple[tuple[ChangeRow, ...], bytes]:
    """The rows and the checksum of the last one, in the caller's transaction; TournamentError names the first that cannot be trusted."""
    rows: list[ChangeRow] = []
    checksum = b""
    try:
        for found, t_ns, kind, text, told in connection.execute("SELECT id, t_ns, kind, json, checksum FROM events ORDER BY id"):
            number = len(rows) + 1
            checksum = chained(checksum, found, t_ns, kind, text)
            if found != number:
                raise _damaged(path, EventFileFault.ROW_MISSING.said(row=number))
            if told != checksum:
                raise _damaged(path, EventFileFault.ALTERED.said(row=number))
            rows.append(_row(path, (number, t_ns), kind, text))
        if connection.execute("SELECT row_id, checksum FROM tail").fetchone() != (len(rows), checksum):
            raise _damaged(path, EventFileFault.CUT_OFF.said(row=len(rows)))
    except sqlite3.Error as error:
        if _is_busy(error):
            raise TournamentError(EventFileFault.BUSY.said(EventFileFault.TRY_AGAIN.said(), path=str(path))) from error
        raise _damaged(path, _said(error)) from error
    return tuple(rows), checksum


def _row(path: Path, at: tuple[int, int], kind: str, text: str) -> ChangeRow:
    number, t_ns = at
    try:
        change, who = decoded(kind, text)
    except DamcamError as error:
        raise _damaged(path, EventFileFault.ROW.said(row=number, why=error.sentence)) from error
    return ChangeRow(number, t_ns, who, change)
