"""The file of an event: a log (`record.log`) that only grows, with its tail, `NAME-tail`, beside it.

Each change is a row, on disk when `append` returns. Nothing is kept open between two commands: the lock of the log is held for one change
alone. The file can be copied like any other, also without its tail. While the tail is there, a file that was put back to an earlier state
or has lost its end is noticed. The event of a row is a change as `tournament.events.as_json` writes it:

    {"row":2,"event":{"t_ns":1795000000000000000,"change":{"kind":"LotDrawn",...},"by":"Jelle","why":""},"check":"5b0f..."}
"""

import os
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from record.files import OWNER_ALONE, sync_folder, write_atomically, write_new
from record.log.errors import EndMissing, LogDamaged, LogError, LogInUse
from record.log.lines import FIRST_ROW, START, Row, line_of
from record.log.log import Log
from record.log.reading import ends_early, gone, read, sound_rows, verify
from record.log.tail import TailState, read_tail, tail_of
from rules.errors import DamcamError, Sentence, sentence_of
from tournament.errors import TournamentError
from tournament.events.as_json import KIND, ChangeError, decoded, encoded
from tournament.events.changes import Change, ChangeRow, ChangeUndone, EndAccepted, EventMade, Who
from tournament.events.faults import EventFileFault
from tournament.events.state import EventState, folded, folded_on

_MADE = KIND % EventMade.__name__.encode()
_HEAD = re.compile(re.escape(FIRST_ROW) + rb'\{"t_ns":\d{1,19},' + re.escape(_MADE))
_HEAD_BYTES = 100
TAIL = tail_of(Path("x")).name.removeprefix("x")
"""How the name of a tail ends. No event has such a name: its file would be overwritten as the tail of another one."""
_ROOT = 0


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event as it was read, and by which row it is known."""

    path: Path
    rows: tuple[ChangeRow, ...]
    checksum: bytes
    """Of the last row."""
    state: EventState


def make_event(path: Path, made: EventMade, who: Who, then: Sequence[Change] = ()) -> None:
    """Makes the file of an event, with the changes after its making; it appears complete, and its owner alone may read it.

    TournamentError: there is a file already, or what is left of an event of that name, or none can be written.
    """
    if path.name.endswith(TAIL):
        raise TournamentError(EventFileFault.TAIL_NAME.said(path=str(path), end=TAIL))
    if os.path.lexists(path):
        raise TournamentError(EventFileFault.THERE_ALREADY.said(path=str(path)))
    rows = (ChangeRow(number, time.time_ns(), who, change) for number, change in enumerate((made, *then), 1))
    try:
        if damage := gone(path):
            raise _damaged(path, damage)
        write_new(path, _content(rows), mode=OWNER_ALONE)
    except FileExistsError as error:
        raise TournamentError(EventFileFault.THERE_ALREADY.said(path=str(path))) from error
    except OSError as error:
        not_made = EventFileFault.NOT_MADE.said(EventFileFault.IS_FOLDER_FULL.said(), path=str(path), why=_why(error))
        raise TournamentError(not_made) from error
    with suppress(TournamentError), _writing(path):  # makes the tail, which else comes with the next change
        pass


def read_event(path: Path, known: KeptEvent | None = None) -> KeptEvent:
    """Reads an event; TournamentError when there is none, or it is damaged or another file.

    Each row is checked. Where the file goes on from `known`, which was read before, the rows after it alone are decoded.
    """
    rows = _rows(path)
    if known and (len(known.rows) > len(rows) or rows[len(known.rows) - 1].checksum != known.checksum):
        known = None
    new = tuple(_row(path, row) for row in rows[len(known.rows) if known else 0 :])
    return _grown(path, known, new, rows[-1].checksum)


def append(event: KeptEvent, change: Change, who: Who) -> KeptEvent:
    """Writes a change that was decided on by `event`; TournamentError, with nothing written, when somebody else changed it since."""
    path, last = event.path, len(event.rows)
    row = ChangeRow(last + 1, time.time_ns(), who, change)
    try:
        content = msgspec.Raw(encoded(row))
    except ChangeError as error:
        raise TournamentError(EventFileFault.NOT_WRITTEN.said(path=str(path), why=error.sentence)) from error
    grown = _grown(path, event, (row,), b"")
    with _writing(path) as log:
        if (log.last.row, log.last.checksum) != (last, event.checksum):
            raise _meanwhile(path)
        try:
            written = log.append(content, after=last)
        except ValueError as error:
            raise TournamentError(EventFileFault.TOO_LONG.said(path=str(path))) from error
    return replace(grown, checksum=written.checksum)


def lost_rows(path: Path) -> tuple[int, int] | None:
    """The last row of the file, and the last one that its tail tells of, where nothing but its end is missing; else None.

    The file is an older copy then, or was copied before its tail.
    """
    try:
        seen = verify(path)
    except LogError:
        return None
    ends_before_tail = seen.tail is TailState.COPIED and seen.tail_row > seen.last.row and seen.damage is None
    is_older = isinstance(seen.damage, EndMissing) or ends_before_tail
    return (seen.last.row, seen.tail_row) if is_older and seen.last.row else None


def accept_end(path: Path, who: Who) -> KeptEvent:
    """Goes on with what there is of a file that lacks its end, which a row of its own tells; TournamentError where it does not."""
    lost = lost_rows(path)
    if lost is None:
        return read_event(path)  # somebody else has done it, or it has another fault
    try:
        folded(tuple(_row(path, row) for row in sound_rows(path)))
    except TournamentError as error:
        raise _damaged_by(path, error.sentence) from error
    with _writing(path, may_lack_end=True):
        pass
    return append(read_event(path), EndAccepted(lost[1]), who)


def rewrite(path: Path, rewritten: Callable[[tuple[ChangeRow, ...]], Iterable[ChangeRow]]) -> None:
    """Puts other rows in the place of those of the file, in which nothing is left of what was there; TournamentError.

    Whoever decided on a change by the event as it was is told that it has changed.
    """
    with _writing(path):
        file = _file(path)
        content = _content(rewritten(read_event(path).rows))
        was = file.stat()
        try:
            tail_of(file).unlink(missing_ok=True)  # a kill from here on leaves the old rows or the new ones, and no tail that has others
            sync_folder(file.parent)
            write_atomically(file, content, mode=was.st_mode & 0o777)
            if os.geteuid() == _ROOT:
                os.chown(file, was.st_uid, was.st_gid)
        except OSError as error:
            raise _not_written(path, error) from error
    with suppress(TournamentError), _writing(path):  # makes the tail
        pass


def is_event(path: Path) -> bool:
    """Whether the file is an event: it begins as one, or has the tail of one, or cannot be read, so that nobody knows."""
    try:
        if path.is_file():
            with path.open("rb") as file:
                if _HEAD.match(file.read(_HEAD_BYTES)):
                    return True
        _state, named = read_tail(path)
    except OSError:
        return True
    return named is not None and named.row > 0


def event_files(folder: Path) -> list[Path]:
    """The files of events in the folder, by name, those among them of which the tail alone is left, which reading tells; OSError."""
    names = {path.name.removesuffix(TAIL) for path in folder.iterdir() if path.is_file()}
    return [path for name in sorted(names - {""}) if is_event(path := folder / name)]


def _file(path: Path) -> Path:
    """The file itself: a log is not written through a link."""
    return Path(os.path.realpath(path))


def _rows(path: Path) -> list[Row]:
    """All rows of the file, which are sound."""
    try:
        if not path.is_file():
            raise gone(path) or TournamentError(EventFileFault.NONE.said(path=str(path)))
        if not is_event(path):
            raise TournamentError(EventFileFault.NOT_OURS.said(path=str(path)))
        try:
            rows = _read(path)
        except LogDamaged:  # or `rewrite` has put another file there meanwhile
            rows = _read(path)
    except LogDamaged as error:
        raise _damaged(path, error) from error
    except LogError as error:
        raise TournamentError(error.sentence) from error
    except OSError as error:
        raise TournamentError(EventFileFault.NOT_READ.said(path=str(path), why=sentence_of(error))) from error
    if not rows or _MADE not in rows[0].event:
        raise TournamentError(EventFileFault.NOT_OURS.said(path=str(path)))
    return rows


def _read(path: Path) -> list[Row]:
    """The rows of the file. Those behind the one that the tail names are the rows of a newer copy, or of a writer who was killed.

    Of an event nobody else has rows that are missing. So a tail that was copied with its file counts too: it was copied later.
    """
    rows, (state, named) = list(read(path)), read_tail(path)
    if rows and named and named.row > rows[-1].row and state is TailState.COPIED:
        raise ends_early(path, rows[-1].row, named.row)
    if not rows or path.stat().st_size == rows[-1].end or state is not TailState.SOUND:
        return rows
    try:
        Log.open(_file(path)).close()  # names them
    except LogInUse:  # their writer does
        return rows
    except LogDamaged:
        raise
    except LogError:  # nobody can write here, such as on read-only media
        return list(sound_rows(path))
    return list(read(path))


def _row(path: Path, row: Row) -> ChangeRow:
    try:
        return decoded(row.row, row.event)
    except ChangeError as error:
        raise _damaged_by(path, EventFileFault.ROW.said(row=row.row, why=error.sentence)) from error


def _grown(path: Path, known: KeptEvent | None, new: tuple[ChangeRow, ...], checksum: bytes) -> KeptEvent:
    """The event after what is known and these rows; TournamentError where a row does not fit."""
    rows = (*(known.rows if known else ()), *new)
    try:
        is_undone = any(isinstance(row.change, ChangeUndone) for row in new)
        state = folded_on(known.state, new) if known and not is_undone else folded(rows)
    except TournamentError as error:
        raise _damaged_by(path, error.sentence) from error
    return KeptEvent(path, rows, checksum, state)


def _content(rows: Iterable[ChangeRow]) -> bytes:
    """The bytes of a file with these rows."""
    lines, previous = [], START
    for row in rows:
        line, previous = line_of(encoded(row), previous)
        lines.append(line)
    return b"".join(lines)


@contextmanager
def _writing(path: Path, *, may_lack_end: bool = False) -> Iterator[Log]:
    """A context with the log of the event, in which nobody else writes to it; TournamentError. Its tail is there from then on."""
    file = _file(path)
    try:
        with Log.open(file, wait=threading.Event().wait, may_lack_end=may_lack_end) as log:
            if os.geteuid() == _ROOT:
                owner = file.stat()
                os.chown(tail_of(file), owner.st_uid, owner.st_gid, follow_symlinks=False)
            yield log
    except LogInUse as error:
        raise TournamentError(EventFileFault.BUSY.said(EventFileFault.TRY_AGAIN.said(), path=str(path))) from error
    except LogDamaged as error:
        raise _damaged(path, error) from error
    except OSError as error:
        raise _not_written(path, error) from error


def _meanwhile(path: Path) -> TournamentError:
    last = read_event(path).rows[-1]
    said = EventFileFault.CHANGED_MEANWHILE
    return TournamentError(said.said(EventFileFault.LOOK_AGAIN.said(), row=last.number, by=last.who.by))


def _not_written(path: Path, error: OSError) -> TournamentError:
    """Of an error of the system, perhaps behind that of the log or the file."""
    if isinstance(error, LogError) and not isinstance(error.__cause__, OSError):
        return TournamentError(replace(error.sentence, remedy=EventFileFault.TRY_AGAIN.said()))
    why = _why(error)
    return TournamentError(EventFileFault.NOT_WRITTEN.said(EventFileFault.IS_DISK_FULL.said(), path=str(path), why=why))


def _why(error: OSError) -> Sentence:
    """What the system said, of which the error of a log or a file names the path once more."""
    cause = error.__cause__
    return sentence_of(cause if isinstance(error, DamcamError) and isinstance(cause, OSError) else error)


def _damaged(path: Path, error: LogDamaged) -> TournamentError:
    return TournamentError(replace(error.sentence, remedy=_remedy(path)))


def _damaged_by(path: Path, why: Sentence) -> TournamentError:
    return TournamentError(EventFileFault.DAMAGED.said(_remedy(path), path=str(path), why=why))


def _remedy(path: Path) -> Sentence:
    return EventFileFault.TAKE_A_COPY.said(tail=tail_of(_file(path)).name)
