"""Deletes pictures of closed games. The journal says so first, so that every missing picture is explained, also after a power cut."""

import json
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from record.events.of_record import PicturesDropped, Why
from record.files import FileError, FileFault, sync_folder
from record.session.step import State, step
from record.store.folder import ASIDE, JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.journal_rows import rows_of_kinds
from record.store.json_text import json_in
from record.store.session_files import DROPPED, SESSION_NAME, write_session
from record.store.shown import shown
from rules.errors import DamcamError, Phrase, sentence_of

FOLDERS = ("frames", "drawn")
"""The folders of a game that hold only pictures."""
KEEPS_NEEDED = frozenset({Why.CLOSED, Why.BUDGET})
"""The reasons for which the pictures of alerts and the first picture of the game are kept."""


class DroppingFault(Phrase):
    """Why pictures are not dropped, and what to do."""

    GAME_RUNS = "this game is not closed, and its pictures are needed"
    CLOSE_IT = "close it first: damcam rule close"


class GameRuns(DamcamError, ValueError):
    """The game is not closed, so its pictures are not dropped: the service may need them at any moment."""

    def __init__(self, game: Path) -> None:
        super().__init__(DroppingFault.GAME_RUNS.said(DroppingFault.CLOSE_IT.said()), str(game))


def pictures_in(game: Path) -> dict[str, Path]:
    """The files in the picture folders of a game, by their names in the journal; half-written files are among them.

    The pictures that were set aside when the game went on without their presses are among them too.
    """
    return {path.relative_to(game).as_posix(): path for folder in _folders(game) for path in folder.glob("*") if path.is_file()}


def _folders(game: Path) -> Iterator[Path]:
    """The folders of a game that hold only pictures, as far as they are there."""
    for name in FOLDERS:
        yield from filter(Path.is_dir, (game / name, *sorted(game.glob(f"{ASIDE.format('*')}/{name}"))))


def size_of(path: Path) -> int:
    """The size of a picture in bytes; 0 where another process has deleted it."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def drop_pictures(game: Path, why: Why, at: str, by: str = "") -> int:
    """Drops the pictures of a closed game that are not kept for the reason `why`, and returns their size in bytes.

    `at` is the time of day in ISO 8601, `by` who asked for it. An interrupted earlier deletion is finished. Raises GameRuns, LogError
    (also where a file beside the journal knows more) or FileError; after an error too, the journal names every deletion.
    """
    with Journal.reader(game / JOURNAL_NAME) as journal:
        state = fold(journal)
        there = pictures_in(game)
        needed = shown((event for _, event in journal.since(0)), there) if why in KEEPS_NEEDED else set()
    if state.closing is None:
        raise GameRuns(game)
    kept = tuple(sorted(state.kept(needed & there.keys())))
    with Journal.open(game / JOURNAL_NAME) as journal:
        if any(name not in kept for name in state.kept(there)):
            event = PicturesDropped(state.closing.t_ns, at, why, by, kept)
            journal.append(event, event.t_ns)
            state = step(state, event)
        return _unlink(game, state)


def is_closed(game: Path) -> bool:
    """Whether the game is closed; LogError where the journal cannot be read."""
    with Journal.reader(game / JOURNAL_NAME) as journal:
        return fold(journal).closed


def finish(game: Path) -> None:
    """Finishes an interrupted deletion of the pictures that the journal says were dropped; LogError or FileError."""
    with Journal.reader(game / JOURNAL_NAME) as journal:
        state = fold(journal)
    if state.dropped:
        _unlink(game, state)


def was_cut_off(game: Path) -> bool:
    """Whether a deletion was interrupted: session.json, which is written at its end, does not have the last one of the journal.

    LogError where the journal cannot be read.
    """
    last = deque(rows_of_kinds(game / JOURNAL_NAME, (PicturesDropped.__name__,)), maxlen=1)
    return any(json_in(row.text) != _dropped_in_session(game) for row in last)


def has_dropped(game: Path) -> bool:
    """Whether pictures of the game were dropped before, according to session.json, which is read far faster than the journal."""
    return _dropped_in_session(game) is not None


def _dropped_in_session(game: Path) -> object:
    """What session.json says of the pictures that were dropped; None where it says nothing, or cannot be read."""
    try:
        return json.loads((game / SESSION_NAME).read_text(encoding="utf-8"))[DROPPED]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _unlink(game: Path, state: State) -> int:
    freed = 0
    try:
        for name, path in pictures_in(game).items():
            if not state.kept([name]):
                freed += size_of(path)
                path.unlink(missing_ok=True)
        for folder in _folders(game):
            sync_folder(folder)
    except OSError as error:
        raise FileError(FileFault.NOT_DELETED.said(path=str(error.filename), why=sentence_of(error))) from error
    with suppress(FileError):
        write_session(game, state)
    return freed
