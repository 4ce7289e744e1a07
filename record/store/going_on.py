"""Goes on with what is left of a journal that has lost something, once a person has decided so.

The sound rows go into a new journal, whose chain goes on, and the next row tells who decided. All that was there before lies in a folder of
its own then: the old journal with its tail, the files that know more, and the pictures of the lost presses.

That folder appears at once, with copies and with the new journal in it, and from then on the decision holds: `finish` does the rest, also
after a power cut in the middle.
"""

import os
import re
import shutil
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from record.events.of_record import RowsLost
from record.files import FileError, FileFault, sync_folder
from record.log.tail import tail_of
from record.store.beside import PRESSES
from record.store.dropping import FOLDERS
from record.store.folder import ASIDE, JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from record.store.latest import belief_of, clock_of
from record.store.losses import Lost, SoundRow, lost_in, sound_rows
from rules.errors import DamcamError, Phrase, sentence_of

NEW, STOPPED = "going-on", "going-on-damaged"
"""The folder with the new journal, in that of what is set aside, until all is done; and its name where that journal was damaged."""
UNFINISHED = ".going-on-"
"""How the name of a folder begins that is still being filled."""
KNOWING_MORE = ("rulings.jsonl", "session.json", PDN_NAME, PRESSES)
"""The files beside a journal that follow from it, in the order in which they are moved."""
_SEQ = re.compile(r"\d+")


class GoOnFault(Phrase):
    """Why a game does not go on with what is there, and what to do."""

    NOTHING_LOST = "the journal has lost nothing"
    NOTHING_LEFT = "no row of this journal can be read, so there is nothing to go on from"
    IMPORT_MOVES = "import its moves: damcam import {game}/game.pdn"
    IS_OVER = "this game was closed, and nothing of it goes on"
    OTHER_ROW = "the journal can now be read up to row {row}, and this was decided about row {asked}"
    NOT_KEPT = "the disk has damaged the new journal at once"
    LOOK_AGAIN = "look again, and decide again"


class GoOnError(DamcamError, ValueError):
    """The game does not go on with what is there; nothing has changed."""


def go_on(game: Path, by: str, at: str, row: int | None = None) -> RowsLost:
    """Go on in that folder from the last sound row, as `by` has decided at the time of day `at`, and return the event that tells it.

    With `row` the decision was about a journal that can be read up to that row. Where an earlier decision was interrupted, that one is
    finished. GoOnError where nothing is lost, nothing is left, the game is over, or the journal is another by now; FileError where the
    disk cannot be written to. Nobody may write to the game meanwhile.
    """
    try:
        if told := finish(game):
            return told
        return go_on_from(game, _refused(game, row), by, at)
    except OSError as error:
        if isinstance(error, DamcamError):
            raise
        raise FileError(FileFault.NOT_WRITTEN.said(FileFault.IS_FOLDER_FULL.said(), path=str(game), why=sentence_of(error))) from error


def go_on_from(game: Path, lost: Lost, by: str, at: str) -> RowsLost:
    """As `go_on`, of what was found lost where the original of that folder lies: the tail of a copy does not say where its journal ended.

    OSError, GoOnError where the disk damages the new journal at once.
    """
    _decide(game, lost, by, at)
    told = finish(game)
    if told is None:
        raise GoOnError(GoOnFault.NOT_KEPT.said(GoOnFault.LOOK_AGAIN.said()), str(game))
    return told


def _refused(game: Path, row: int | None) -> Lost:
    """What the journal has lost; GoOnError where the game does not go on from there."""
    lost = lost_in(game)
    if lost is None:
        raise GoOnError(GoOnFault.NOTHING_LOST.said(), str(game))
    if lost.is_over:
        raise GoOnError(GoOnFault.IS_OVER.said(), str(game))
    if lost.row == 0:
        raise GoOnError(GoOnFault.NOTHING_LEFT.said(GoOnFault.IMPORT_MOVES.said(game=str(game))), str(game))
    if row is not None and row != lost.row:
        raise GoOnError(GoOnFault.OTHER_ROW.said(GoOnFault.LOOK_AGAIN.said(), row=lost.row, asked=row), str(game))
    return lost


def finish(game: Path) -> RowsLost | None:
    """Finish a going on that was decided and interrupted, and return the event that tells it; None where there is none. OSError.

    Where the disk has damaged the new journal meanwhile it is left in the folder STOPPED, and somebody has to decide again.
    """
    unfinished = unfinished_in(game)
    if unfinished is None:
        return None
    journal, made, aside = game / JOURNAL_NAME, unfinished / JOURNAL_NAME, unfinished.parent
    is_sound = not made.exists() or _told_in(made, aside.name) is not None
    if is_sound:
        exchange(journal, made, aside)
    told = _told_in(journal, aside.name) if is_sound else None
    if told is None:
        unfinished.rename(aside / STOPPED)
        sync_folder(aside)
        return None
    move(pictures_after(game, told.seq), game, aside)
    move((path for name in KNOWING_MORE for path in sorted(game.glob(name))), game, aside)
    sync_folder(game)
    unfinished.rmdir()
    return told


def unfinished_in(game: Path) -> Path | None:
    """The folder with the new journal of a going on that was decided and interrupted; None where there is none."""
    return next(iter(sorted(game.glob(f"{ASIDE.format('*')}/{NEW}"))), None)


def _told_in(journal: Path, aside: str) -> RowsLost | None:
    """The event that tells the decision whose files lie in `aside`; None where the journal is damaged, or has no such event."""
    try:
        with Journal.reader(journal) as reader:
            return next((loss for loss in fold(reader).losses if loss.aside == aside), None)
    except DamcamError:
        return None


def _decide(game: Path, lost: Lost, by: str, at: str) -> None:
    """Make the folder of what is set aside, with the new journal in it. It appears when it is complete and on disk."""
    for left in game.glob(f"{UNFINISHED}*"):  # copies that a power cut left
        shutil.rmtree(left)
    journal = game / JOURNAL_NAME
    aside = next(path for number in count(1) if not (path := game / ASIDE.format(number)).exists())
    rows, known = list(sound_rows(journal)), lost.beside
    told = RowsLost(
        t_ns=max(sound.row.t_ns for sound in rows),
        by=by,
        row=lost.row,
        seq=lost.seq,
        told=lost.told,
        presses=known.presses,
        moves=known.moves,
        aside=aside.name,
        at=at,
    )
    with TemporaryDirectory(prefix=UNFINISHED, dir=game) as unfinished:
        made = Path(unfinished) / aside.name
        (made / NEW).mkdir(parents=True)
        _make(made / NEW / JOURNAL_NAME, rows, told)
        for path in filter(Path.exists, (journal, tail_of(journal))):
            shutil.copy2(path, made / path.name)
            _sync(made / path.name)
        for folder in (made / NEW, made):
            sync_folder(folder)
        made.rename(aside)
    sync_folder(game)


def _make(path: Path, rows: Iterable[SoundRow], told: RowsLost) -> None:
    """Make a journal of these rows, with the event after them."""
    Journal.made_of(path, (sound.row for sound in rows))
    with Journal.open(path) as journal:
        journal.append(told, told.t_ns)
        fold(journal)


def exchange(journal: Path, made: Path, aside: Path) -> None:
    """Put the new journal in the place of the old one, with its tail. What follows from rows that are gone goes first."""
    if made.exists():
        for path in filter(Path.exists, (clock_of(journal), belief_of(journal))):
            path.rename(aside / path.name)
        tail_of(journal).unlink(missing_ok=True)  # a copy of it lies aside
        sync_folder(journal.parent)
        made.replace(journal)
    if tail_of(made).exists():
        tail_of(made).replace(tail_of(journal))
    sync_folder(journal.parent)


def pictures_after(game: Path, seq: int) -> Iterable[Path]:
    """The pictures of presses after that one: the next presses get these numbers, and would write over them."""
    for name in FOLDERS:
        for path in sorted((game / name).glob("*")):
            found = _SEQ.match(path.name)
            if found and int(found[0]) > seq:
                yield path


def move(files: Iterable[Path], game: Path, aside: Path) -> None:
    """Move these files of a game to the same places in the folder of what is set aside; OSError."""
    for path in list(files):
        target = aside / path.relative_to(game)
        target.parent.mkdir(exist_ok=True)
        path.rename(target)
    for folder in (aside, *(path for path in aside.iterdir() if path.is_dir())):
        sync_folder(folder)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
