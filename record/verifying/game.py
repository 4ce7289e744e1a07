"""Verifies one game: the chain of its journal, the game that its rows add up to, and the pictures that it names."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from record.log.errors import LogError
from record.session.state import State
from record.store.folder import JOURNAL_NAME, left_of_another
from record.store.latest import belief_of, clock_of, read_latest
from record.store.mirror_mark import is_mirrored
from record.store.session_files import SESSION_NAME
from record.telling.lost_rows import loss_sentence
from record.verifying.findings import Differs, Finding, Findings, VerifyNote
from record.verifying.kept_pictures import DamageOf, compare_pictures
from record.verifying.sound_game import SoundGame, sound_game


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """What was found in the folder of a game, and how much of it was read."""

    folder: Path
    differences: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    rows: int = 0
    presses: int = 0
    moves: int = 0
    pictures: int = 0
    """The pictures that the journal names and that are there and whole."""
    is_closed: bool = False
    checksum_row: int = 0
    """The row that closed the game, else the last row; 0 without rows."""
    checksum: str = ""
    """The checksum of that row, 64 hexadecimal digits; empty without rows."""


def verified(folder: Path, damage_of: DamageOf, pause: Callable[[], None]) -> VerifiedGame:
    """What differs in the folder of a game. Nothing is written, and the files of a running game may change meanwhile.

    Where something differs, `pause` is called, which waits until a service has written what it was writing, and all is read again; what is
    found both times is in the answer.
    """
    first = _once(folder, damage_of)
    if not first.differences and (first.is_closed or not (first.notes and first.rows)):
        return first
    pause()
    again, known = _once(folder, damage_of), {one.key for one in (*first.differences, *first.notes)}
    return VerifiedGame(
        folder,
        tuple(one for one in again.differences if one.key in known),
        tuple(one for one in again.notes if one.key in known),
        rows=again.rows,
        presses=again.presses,
        moves=again.moves,
        pictures=again.pictures,
        is_closed=again.is_closed,
        checksum_row=again.checksum_row,
        checksum=again.checksum,
    )


def _once(folder: Path, damage_of: DamageOf) -> VerifiedGame:
    found, journal = Findings(), folder / JOURNAL_NAME
    if not journal.exists():
        return _without_journal(folder, found)
    try:
        sound = sound_game(journal, found)
    except LogError as error:
        found.differs(Differs.JOURNAL_UNREADABLE, JOURNAL_NAME, why=error.sentence)
        return VerifiedGame(folder, found.told_whole(), tuple(found.notes))
    _check_latest(journal, found)
    row, checksum = sound.closing or (sound.last_row, sound.checksum)
    for loss in sound.state.losses:
        found.note(VerifyNote.ROWS_LOST, JOURNAL_NAME, row=loss.row + 1, by=loss.by, loss=loss_sentence(loss))
    pictures = _compare_pictures(folder, sound, damage_of, found)
    return VerifiedGame(
        folder,
        found.told_whole(),
        tuple(found.notes),
        rows=sound.last_row,
        presses=len(sound.state.presses),
        moves=_count_moves(sound.state),
        pictures=pictures,
        is_closed=sound.state.closed,
        checksum_row=row,
        checksum=checksum.hex(),
    )


def _check_latest(journal: Path, found: Findings) -> None:
    """Tell the files of the running clock and of the belief that are damaged."""
    damaged = read_latest(journal).damaged
    if "clock" in damaged:
        found.differs(Differs.CLOCK_DAMAGED, clock_of(journal).name)
    if "belief" in damaged:
        found.differs(Differs.BELIEF_DAMAGED, belief_of(journal).name)


def _without_journal(folder: Path, found: Findings) -> VerifiedGame:
    left = left_of_another(folder)
    if left is None:
        found.note(VerifyNote.NOT_BEGUN, JOURNAL_NAME)
    else:
        found.differs(Differs.JOURNAL_MISSING, JOURNAL_NAME, other=left.name)
    return VerifiedGame(folder, found.told_whole(), tuple(found.notes))


def _compare_pictures(folder: Path, sound: SoundGame, damage_of: DamageOf, found: Findings) -> int:
    """Hold the pictures against what the journal told; the number of whole pictures."""
    if sound.state.opening is None:
        return 0
    is_mirror = is_mirrored(folder / JOURNAL_NAME)
    of_a_board = (folder / "frames", folder / SESSION_NAME, clock_of(folder / JOURNAL_NAME))
    is_alone = is_mirror or not any(path.exists() for path in of_a_board)
    if is_alone:
        found.note(VerifyNote.JOURNAL_ALONE, JOURNAL_NAME)
    return compare_pictures(folder, sound, damage_of, found, is_alone=is_alone, is_mirror=is_mirror)


def _count_moves(state: State) -> int:
    """The moves on the record, without the positions that were set up between them."""
    return sum(not ply.is_set_up for ply in state.plies)
