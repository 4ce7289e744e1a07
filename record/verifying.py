"""Verifies the folder of a game: the chain of its journal, the game that its rows add up to, and the pictures that they name.

Nothing is written. What is found is said in English.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from record.events.as_json import decode
from record.events.of_game import BoardFound, BoardMoved, CameraFault, CameraRestored, Event, Pressed, Ruled
from record.log.errors import LogError
from record.log.reading import sound_rows, verify
from record.log.tail import TailState, tail_of
from record.session.step import State, step
from record.store.dropping import FOLDERS
from record.store.folder import JOURNAL_NAME, left_of_another
from record.store.journal_rows import raw_row
from record.store.latest import clock_of
from record.store.mirror_mark import is_mirrored
from record.store.session_files import SESSION_NAME
from record.telling.lost_rows import loss_sentence
from record.telling.remarks import DISK
from rules.errors import DamcamError, Sentence

NO_ROOM = "no-pictures"
"""The reason of the alert that the disk has no room for pictures."""
DamageOf = Callable[[Path], Sentence | None]
"""Tells what is wrong with the file of a picture; None where it is whole."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference or a note. Its `kind`, such as `journal-damaged`, stays the same in later versions; `file` is in the game's folder."""

    kind: str
    file: str
    text: str
    row: int | None = None
    press: int | None = None


@dataclass(slots=True)
class VerifiedGame:
    """What was found in the folder of a game, and how much of it was read."""

    folder: Path
    differences: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    rows: int = 0
    state: State = field(default_factory=State)
    """What the rows add up to, until the first that does not fit those before it."""
    pictures: int = 0
    """The pictures that the journal names and that are there and whole."""
    checksum_row: int = 0
    """The row that closed the game, else the last sound row; 0 without rows."""
    checksum: str = ""
    """The checksum of that row, 64 hexadecimal digits; empty without rows."""

    @property
    def moves(self) -> int:
        """The moves on the record, without the positions that were set up between them."""
        return sum(not ply.is_set_up for ply in self.state.plies)


@dataclass(frozen=True, slots=True)
class _Named:
    """Where a picture is named: the row, and the press if it shows one. `is_kept` where the row says that the picture was kept."""

    row: int
    press: int | None
    is_kept: bool


def verified(folder: Path, damage_of: DamageOf, pause: Callable[[], None]) -> VerifiedGame:
    """What differs in the folder of a game, whose service may write meanwhile.

    Where something differs, `pause` is called, which waits until a service has written what it was writing, and all is read again: what is
    found both times is in the answer. OSError where the folder cannot be read.
    """
    first = _once(folder, damage_of)
    if not first.differences:
        return first
    pause()
    again = _once(folder, damage_of)
    return replace(again, differences=[found for found in again.differences if found in first.differences])


def _once(folder: Path, damage_of: DamageOf) -> VerifiedGame:
    game = VerifiedGame(folder)
    if (folder / JOURNAL_NAME).exists():
        try:
            _compare_pictures(game, *_fold(game), damage_of)
        except LogError as error:
            game.differences.append(Finding("journal-unreadable", JOURNAL_NAME, f"the journal cannot be read: {error.sentence}"))
    elif (left := left_of_another(folder)) is None:
        game.notes.append(Finding("not-begun", JOURNAL_NAME, "no game has begun here"))
    else:
        text = f"{JOURNAL_NAME} is missing, and {left.name}, which belongs to it, is there"
        game.differences.append(Finding("journal-missing", JOURNAL_NAME, text))
    return game


def _fold(game: VerifiedGame) -> tuple[dict[str, _Named], bool]:
    """Add the sound rows up, and tell where the chain or the game breaks.

    Returns the pictures that they name, each as it is named first, and whether the disk had no room for pictures for a while.
    """
    journal, named, is_whole, had_no_room = game.folder / JOURNAL_NAME, dict[str, _Named](), True, False
    seen = verify(journal)
    for row in sound_rows(journal, seen):
        game.rows = row.row
        if not game.state.closed:
            game.checksum_row, game.checksum = row.row, row.checksum.hex()
        if not is_whole:
            continue
        try:
            raw = raw_row(row, journal)
            event = decode(raw.kind, raw.text)
            game.state = step(game.state, event)
        except DamcamError as error:
            is_whole, text = False, f"row {row.row} of {JOURNAL_NAME} does not fit the rows before it: {error.sentence}"
            game.differences.append(Finding("row-not-understood", JOURNAL_NAME, text, row.row))
            continue
        for name, is_kept in _pictures_of(event):
            if name and name.partition("/")[0] in FOLDERS and ".." not in name:  # one that was never to be kept has no folder
                named.setdefault(name, _Named(row.row, getattr(event, "seq", None), is_kept))
        had_no_room |= any(alert.code == DISK and alert.reason == NO_ROOM for alert in getattr(event, "alerts", ()))
    tail = tail_of(journal).name
    if seen.damage is not None:
        text = f"{JOURNAL_NAME} cannot be trusted from row {seen.damage.row} on: {seen.damage.sentence}"
        game.differences.append(Finding("journal-damaged", JOURNAL_NAME, text, seen.damage.row))
    elif seen.tail is TailState.COPIED and seen.tail_row > seen.last.row:
        text = f"{JOURNAL_NAME} ends at row {seen.last.row}, and {tail}, which was copied with it, names row {seen.tail_row}"
        game.notes.append(Finding("copy-ends-early", JOURNAL_NAME, f"{text}: the rows between are missing here", seen.last.row))
    if seen.tail in (TailState.MISSING, TailState.DAMAGED):
        text = f"{tail}, which tells how the journal ends, is {seen.tail.value}"
        game.differences.append(Finding(f"tail-{seen.tail.value}", tail, text))
    if seen.ahead:
        text = f"rows that were in memory alone when {JOURNAL_NAME} was written last: {seen.ahead}"
        game.notes.append(Finding("in-memory", JOURNAL_NAME, text))
    for loss in game.state.losses:
        text = f"row {loss.row + 1} of {JOURNAL_NAME} says that {loss.by} confirmed a loss: {loss_sentence(loss)}"
        game.notes.append(Finding("rows-lost", JOURNAL_NAME, text, loss.row + 1))
    return named, had_no_room


def _pictures_of(event: Event) -> Iterator[tuple[str | None, bool]]:
    """The names of the pictures of an event, each with whether the event says that it was kept."""
    match event:
        case Pressed():
            yield from ((name, True) for name in event.pictures)
        case Ruled():
            yield from ((name, True) for name in (*event.pictures, *event.before, event.drawn, *event.straight))
        case BoardFound():
            yield from ((event.drawn, True), (event.picture, False))
        case BoardMoved():
            yield event.after, False
        case CameraFault() | CameraRestored():
            yield event.picture, False


def _compare_pictures(game: VerifiedGame, named: dict[str, _Named], had_no_room: bool, damage_of: DamageOf) -> None:
    """Tell the pictures that are missing or damaged, and count the others. A mirror has those alone that somebody there wanted to see."""
    folder, is_mirror = game.folder, is_mirrored(game.folder / JOURNAL_NAME)
    of_a_board = (folder / "frames", folder / SESSION_NAME, clock_of(folder / JOURNAL_NAME))
    is_alone = is_mirror or not any(path.exists() for path in of_a_board)
    if is_alone and game.state.opening:
        text = "the pictures are not here: the journal is of a replay or a second copy, or was taken over alone"
        game.notes.append(Finding("journal-alone", JOURNAL_NAME, text))
    gone = {name for name in FOLDERS if not (folder / name).is_dir()}
    kept = {name: at for name, at in named.items() if game.state.kept([name])}
    for name in sorted(gone & {name.partition("/")[0] for name in kept}) if not is_alone else ():
        game.differences.append(Finding("pictures-missing", name, f"the folder {name} is missing, and the journal names pictures in it"))
    for name, at in kept.items():
        path, row = folder / name, f"row {at.row} of the journal"
        if path.is_file():
            damage = damage_of(path)
            game.pictures += damage is None
            if damage is not None and path.exists():  # else it was deleted meanwhile
                text = f"{name}, which {row} names, is damaged: {damage}"
                game.differences.append(Finding("picture-damaged", name, text, at.row, at.press))
        elif not (is_mirror or name.partition("/")[0] in gone):
            if at.is_kept or not had_no_room:
                text = f"{name} is missing, which {row} says was kept"
                game.differences.append(Finding("picture-missing", name, text, at.row, at.press))
            else:
                text = f"{name}, which {row} names, is missing; the disk had no room for pictures in this game"
                game.notes.append(Finding("perhaps-not-kept", name, text, at.row, at.press))
