"""A damaged journal: what it has lost, and how its game goes on once the arbiter has confirmed that.

damaged journal ─► `lost_in`: its sound beginning ─► the arbiter confirms ─► `continue_game`
     ─► a new journal with the sound beginning, or with the rows of another log of the game, and a row that says so: `RowsLost` where
        rows are missing, else `LogRestored`

All that was there stays: the damaged journal with its tail, and the pictures of the lost presses, lie in a folder of their own then. Until
the new journal has its place the damaged one is there, and the arbiter is asked again after a power cut.
"""

import os
import re
import shutil
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from record.events.as_json import decode, readable
from record.events.of_game import SessionClosed
from record.events.of_record import LogRestored, RowsLost
from record.files import FileError, FileFault, sync_folder
from record.log import reading as log_reading
from record.log.errors import LogError
from record.log.tail import read_tail, tail_of
from record.session.step import State, step
from record.store.dropping import FOLDERS
from record.store.folder import ASIDE, JOURNAL_NAME, left_of_another
from record.store.journal import Journal, NoEvent, fold
from record.store.journal_rows import RawRow, raw_row, rows_of_kinds
from record.store.latest import belief_of, clock_of
from rules.errors import DamcamError, Sentence, _, sentence_of

_UNFINISHED = ".salvaged-"
"""How the name of a folder begins that is still being filled."""
_SEQ = re.compile(r"\d+")


class SalvageError(DamcamError, ValueError):
    """The game does not go on with what is there; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What a journal has lost or cannot give any more."""

    damage: Sentence
    """What is wrong."""
    row: int
    """The last row up to which all is sound; 0 where nothing can be read."""
    checksum: bytes
    """The checksum of that row; empty for row 0."""
    seq: int
    """The last press up to there."""
    last_known_row: int
    """The last row that was on disk, as the tail says, or without one the lines behind the damage; 0 where it is not known."""
    is_over: bool
    """Whether a row says that the game was closed."""
    has_wrong_event: bool = False
    """Whether no row is lost, and one of them is no event that can be in its game."""

    def is_exceeded_by(self, rows: Sequence[RawRow]) -> bool:
        """Whether these rows of another log have the sound beginning, and go on after it."""
        return len(rows) > self.row and (self.row == 0 or rows[self.row - 1].checksum == self.checksum)


class SoundRow(NamedTuple):
    """A row of a journal as it stands, and the state of the game after it."""

    row: RawRow
    after: State


def lost_in(game: Path) -> Lost | None:
    """`lost_of` the journal in the folder of a game."""
    return lost_of(game / JOURNAL_NAME)


def lost_of(journal: Path, damage: LogError | None = None) -> Lost | None:
    """What the journal has lost; None where it is whole, or there is none and nothing of a game is left in its folder.

    `damage` is what was found at the file of which `journal` is a copy.
    """
    if damage is not None:
        return _lost(journal, damage.sentence)
    if not journal.exists():
        left = left_of_another(journal.parent)
        if left is None:
            return None
        gone = LogError(_("{path} is gone, but {tail} is there, which belongs to it"), path=str(journal), tail=left.name)
        return _lost(journal, gone.sentence)
    try:
        with Journal.reader(journal) as reader:
            fold(reader)
    except LogError as error:
        return _lost(journal, error.sentence, has_wrong_event=isinstance(error, NoEvent))
    return None


def sound_rows(journal: Path) -> Iterator[SoundRow]:
    """The rows from the first on, as far as each fits its checksum and leads on from the one before; LogError without a file."""
    state = State()
    for line in log_reading.sound_rows(journal):
        try:
            row = raw_row(line, journal)
            state = step(state, decode(row.kind, row.text))
        except DamcamError:
            return
        yield SoundRow(row, state)


def is_closed_by_a_row(journal: Path) -> bool:
    """Whether a row says that the game was closed, even if other rows are damaged; False for an unreadable file."""
    try:
        return any(True for _row in rows_of_kinds(journal, (SessionClosed.__name__,), beyond_tail=True))
    except LogError:
        return False


def name_closing(journal: Path) -> None:
    """Has readers see the row that says that the game was closed, where its process was killed before the tail named it.

    Nothing is done where the journal is damaged, or the disk takes nothing.
    """
    with suppress(LogError):
        if not any(True for _row in rows_of_kinds(journal, (SessionClosed.__name__,))):
            Journal.open(journal).close()


def continue_game(
    game: Path, by: str, at: str, row: int | None = None, given: Sequence[RawRow] = (), *, command: str = ""
) -> RowsLost | LogRestored:
    """Continues the game in that folder from its sound beginning, as `by` confirmed at the time of day `at`; the event that tells it.

    With `row` a journal was confirmed that is sound up to that row. With `given` it goes on from these rows, which another log of the game
    has: LogRestored where they have all that the journal is known to have had. SalvageError where nothing is lost, nothing is left, the
    game is over, the journal is another by now, or the rows are not of this game or no more than it has; FileError where the disk cannot be
    written to. Nobody may write to the game meanwhile. `command` is the id of the command that confirmed it.
    """
    lost = lost_in(game)
    if lost is None:
        raise SalvageError(_("the journal has lost nothing"), str(game))
    if lost.is_over:
        raise SalvageError(_("this game was closed, and nothing of it goes on"), str(game))
    if row is not None and row != lost.row:
        sentence = _("the journal is sound up to row {row}, and row {confirmed} was confirmed: look again")
        raise SalvageError(sentence, str(game), row=lost.row, confirmed=row)
    rows = [sound.row for sound in sound_rows(game / JOURNAL_NAME)] if lost.row else []
    if given:
        if not lost.is_exceeded_by(given):
            raise SalvageError(_("that log is not one of this game, or has no more of it than the sound beginning"), str(game))
        return _continue_given(game, given, lost, by, at, command)
    if not rows:
        raise SalvageError(_("no row of this journal can be read: import a copy of it, or its moves as PDN"), str(game))
    return continue_from(game, rows, lost, by, at, command)


def _continue_given(game: Path, rows: Sequence[RawRow], lost: Lost, by: str, at: str, command: str) -> RowsLost | LogRestored:
    after = State()
    for row in rows:
        after = step(after, decode(row.kind, row.text))
    lost = replace(lost, row=len(rows), seq=after.last_seq)
    if len(rows) < lost.last_known_row:
        return continue_from(game, rows, lost, by, at, command)
    with _written(game):
        aside = free_aside(game)
        event = LogRestored(max(row.t_ns for row in rows), by, len(rows), aside.name, at, command)
        exchange(game, rows, aside, event)
    return event


def continue_from(game: Path, rows: Sequence[RawRow], lost: Lost, by: str, at: str, command: str = "") -> RowsLost:
    """Continues a game from these rows, of which `lost` tells what is missing after them; errors as `continue_game`."""
    with _written(game):
        aside = free_aside(game)
        event = RowsLost(
            t_ns=max(row.t_ns for row in rows),
            by=by,
            row=lost.row,
            seq=lost.seq,
            last_known_row=lost.last_known_row,
            aside=aside.name,
            at=at,
            command=command,
        )
        exchange(game, rows, aside, event)
        _move_rest(game, event)
    return event


@contextmanager
def _written(game: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if isinstance(error, DamcamError):
            raise
        raise FileError(FileFault.NOT_WRITTEN.said(FileFault.IS_FOLDER_FULL.said(), path=str(game), why=sentence_of(error))) from error


def finish(game: Path) -> None:
    """Finishes what `continue_game` did when the power failed after the new journal had its place. OSError, LogError."""
    asides = {path.name: path for path in game.glob(ASIDE.format("*"))}
    if not asides or not (journal := game / JOURNAL_NAME).exists():
        return
    event = next((readable(sound.row.kind, sound.row.text) for sound in deque(sound_rows(journal), maxlen=1)), None)
    if isinstance(event, RowsLost) and (aside := asides.get(event.aside)):
        if _tail_checksum(journal) == _tail_checksum(aside / JOURNAL_NAME) is not None:
            tail_of(journal).unlink()  # it is that of the damaged journal, and the new one ends with its last line
        _move_rest(game, event)


def free_aside(game: Path) -> Path:
    """The folder for what is set aside next in the folder of a game."""
    return next(path for number in count(1) if not (path := game / ASIDE.format(number)).exists())


def exchange(game: Path, rows: Iterable[RawRow], aside: Path, event: RowsLost | LogRestored) -> None:
    """Puts a journal of these rows, with the event after them, in the place of the one there, which is kept in `aside`. OSError.

    After a power cut in the middle the journal is the old one or the new one, and the old one is in `aside` before that.
    """
    journal = game / JOURNAL_NAME
    for left in game.glob(f"{_UNFINISHED}*"):  # that a power cut left
        shutil.rmtree(left)
    with TemporaryDirectory(prefix=_UNFINISHED, dir=game) as unfinished:
        made, kept = Path(unfinished) / JOURNAL_NAME, Path(unfinished) / aside.name
        Journal.made_of(made, rows)
        with Journal.open(made) as opened:
            opened.append(event, event.t_ns)
        kept.mkdir()
        for path in filter(Path.exists, (journal, tail_of(journal))):
            shutil.copy2(path, kept / path.name)
            with (kept / path.name).open("rb") as file:
                os.fsync(file.fileno())
        sync_folder(kept)
        kept.rename(aside)
        sync_folder(game)
        made.replace(journal)
        tail_of(made).replace(tail_of(journal))
    sync_folder(game)


def set_pictures_aside(game: Path, seq: int, aside: Path) -> None:
    """Moves the pictures of presses after that one: the next presses get these numbers, and would write over them. OSError."""
    pictures = (path for name in FOLDERS for path in sorted((game / name).glob("*")))
    later = [path for path in pictures if (match := _SEQ.match(path.name)) and int(match[0]) > seq]
    _move(later, game, aside)


def _move_rest(game: Path, event: RowsLost) -> None:
    """Moves what follows from rows that are lost. What was written since the new journal has its place is not moved over it."""
    aside = game / event.aside
    set_pictures_aside(game, event.seq, aside)
    journal = game / JOURNAL_NAME
    _move([clock_of(journal), belief_of(journal)], game, aside)
    sync_folder(game)


def _move(paths: Iterable[Path], game: Path, aside: Path) -> None:
    for path in paths:
        target = aside / path.relative_to(game)
        if path.exists() and not target.exists():
            target.parent.mkdir(exist_ok=True)
            path.rename(target)
    for folder in (aside, *(path for path in aside.iterdir() if path.is_dir())):
        sync_folder(folder)


def _tail_checksum(journal: Path) -> bytes | None:
    """The checksum of the row that the tail names; None where it names none."""
    _state, named = read_tail(journal)
    return named.checksum if named and named.row else None


def _lost(journal: Path, damage: Sentence, *, has_wrong_event: bool = False) -> Lost:
    last, checksum, state = 0, b"", State()
    with suppress(LogError):  # nothing of it can be read
        for sound in sound_rows(journal):
            last, checksum, state = sound.row.row_id, sound.row.checksum, sound.after
    return Lost(damage, last, checksum, state.last_seq, _last_known_row(journal), is_closed_by_a_row(journal), has_wrong_event)


def _last_known_row(journal: Path) -> int:
    with suppress(OSError):
        _state, named = read_tail(journal)
        return named.row if named else log_reading.last_legible_row(journal)
    return 0
