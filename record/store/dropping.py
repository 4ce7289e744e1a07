"""Pictures that go: noted in the journal first, so that one that is missing is explained, whenever the power goes."""

import json
from contextlib import suppress
from pathlib import Path

from record.events.of_record import PicturesDropped, Why
from record.session.step import State, step
from record.store.files import FileError, sync_folder
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.session_files import DROPPED, write_session
from record.store.shown import shown
from rules.errors import DamcamError

FOLDERS = ("frames", "drawn")
"""The folders of a game that hold pictures, and nothing else."""
NEEDED_WHEN = frozenset({Why.CLOSED, Why.BUDGET})
"""Then the pictures stay by which the arbiter was told something, and the game's first."""


class GameRuns(DamcamError, ValueError):
    """The pictures of a game that is not closed are not dropped: the service may need them any moment."""

    def __init__(self, game: Path) -> None:
        super().__init__(f"{game}: this game is not closed, and its pictures are needed; close it first: damcam rule close")


def pictures_in(game: Path) -> dict[str, Path]:
    """The files in a game's folders of pictures, those too that a power cut left half-written, by their names in the journal."""
    return {f"{name}/{path.name}": path for name in FOLDERS for path in (game / name).glob("*") if path.is_file()}


def size_of(path: Path) -> int:
    """How many bytes a picture takes; none where somebody else was quicker to delete it."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def drop_pictures(game: Path, why: Why, at: str, by: str = "") -> int:
    """Drop the pictures of a closed game that may go for that reason, at that time of day; how many bytes they took.

    What was begun before and cut off is finished. GameRuns, or JournalError and FileError, and then no picture has gone that the
    journal does not tell of.
    """
    with Journal.reader(game / JOURNAL_NAME) as journal:
        state = fold(journal)
        there = pictures_in(game)
        needed = shown((event for _, event in journal.since(0)), there) if why in NEEDED_WHEN else set()
    if state.closing is None:
        raise GameRuns(game)
    kept = tuple(sorted(state.kept(needed & there.keys())))
    with Journal.open(game / JOURNAL_NAME) as journal:
        if any(name not in kept for name in state.kept(there)):
            event = PicturesDropped(state.closing.t_ns, at, why, by, kept)
            journal.append(event, event.t_ns)
            state, _ = step(state, event)
        return _unlink(game, state)


def is_closed(game: Path) -> bool:
    """Whether the game is over for good; JournalError where it cannot be told."""
    with Journal.reader(game / JOURNAL_NAME) as journal:
        return fold(journal).closed


def was_cut_off(game: Path) -> bool:
    """Whether somebody who wrote in the journal did not come to close it, and so may not have come to delete what it tells to be gone."""
    return (game / f"{JOURNAL_NAME}-wal").exists()


def finish(game: Path) -> None:
    """What the journal tells to be gone goes, where that was cut off; errors as of `drop_pictures`."""
    with Journal.open(game / JOURNAL_NAME) as journal:
        state = fold(journal)
        if state.dropped:
            _unlink(game, state)


def has_dropped(game: Path) -> bool:
    """Whether pictures of the game went before, by session.json: that is far quicker read than the journal."""
    try:
        return DROPPED in json.loads((game / "session.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def _unlink(game: Path, state: State) -> int:
    freed = 0
    try:
        for name, path in pictures_in(game).items():
            if not state.kept([name]):
                freed += size_of(path)
                path.unlink(missing_ok=True)
        for name in FOLDERS:
            if (game / name).is_dir():
                sync_folder(game / name)
    except OSError as error:
        raise FileError(f"{error.filename}: the picture could not be deleted: {error.strerror}") from error
    with suppress(FileError):
        write_session(game, state)
    return freed
