"""The pictures of a game, held against those that its journal says were kept."""

import re
from collections.abc import Callable
from pathlib import Path

from record.store.dropping import FOLDERS, pictures_in
from record.store.shown import again_stem
from record.verifying.findings import Differs, Findings, VerifyNote
from record.verifying.named_pictures import NamedAt
from record.verifying.sound_game import SoundGame
from rules.errors import Sentence

DamageOf = Callable[[Path], Sentence | None]
"""Tells what is wrong with the file of a picture; None where it is whole."""
_PRESS = re.compile(r"frames/(\d{4,})(?:[a-z]|-before-\d+)?\.jpg", re.ASCII)


def compare_pictures(folder: Path, sound: SoundGame, damage_of: DamageOf, found: Findings, *, is_alone: bool, is_mirror: bool) -> int:
    """Tell pictures that are missing or damaged, and note those of presses that nobody was told of; how many are there and whole.

    `is_alone` where the pictures of the presses lie elsewhere; then a folder without pictures is no difference. A mirror has the pictures
    alone that somebody there wanted to see.
    """
    there, whole = pictures_in(folder), 0
    gone = {name for name in FOLDERS if not (folder / name).is_dir()}
    names = sound.pictures.names
    for name, at in names.items():
        in_folder = name.partition("/")[0]
        if not sound.state.kept([name]) or in_folder in gone:
            continue
        if (folder / name).is_file():
            whole += _is_whole(folder, name, at, damage_of, found)
        elif not is_mirror:
            _missing(name, at, sound, found)
    named = set() if is_alone else {name.partition("/")[0] for name in names if sound.state.kept([name])}
    for one in sorted(gone & named if not is_mirror else ()):
        found.differs(Differs.PICTURES_MISSING, one)
    _unexpected(set(there), sound, found)
    return whole


def _is_whole(folder: Path, name: str, at: NamedAt, damage_of: DamageOf, found: Findings) -> bool:
    damage = damage_of(folder / name)
    if damage is not None and (folder / name).exists():  # else it was deleted meanwhile
        found.differs(Differs.PICTURE_DAMAGED, name, row=at.row, press=at.press, why=damage)
    return damage is None


def _missing(name: str, at: NamedAt, sound: SoundGame, found: Findings) -> None:
    if at.surely_kept or not sound.pictures.no_room:
        found.differs(Differs.PICTURE_MISSING, name, row=at.row, press=at.press)
    else:
        found.note(VerifyNote.PERHAPS_NOT_KEPT, name, row=at.row, press=at.press)


def _unexpected(there: set[str], sound: SoundGame, found: Findings) -> None:
    if sound.state.dropped is not None:
        for name in sorted(there - set(sound.state.dropped.kept)):
            found.note(VerifyNote.STILL_THERE, name)
    made = {press.seq for press in sound.state.presses}
    for name in sorted(there - sound.pictures.names.keys()):
        press = _PRESS.fullmatch(name)
        if press and int(press[1]) > 0 and int(press[1]) not in made and not name.startswith(again_stem(int(press[1]))):
            found.note(VerifyNote.PRESS_UNTOLD, name, press=int(press[1]))
