"""A flipped bit anywhere in the files of a game is either told, or changes nothing that any reader reads."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from record.decisions.rulings_file import read_rulings
from record.store.beside import known_beside
from record.store.copy import read_journal
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import JournalError, fold
from record.store.tail import told_last
from record.verifying.game import verified
from rules.errors import DamcamError
from vision.image.picture import damage_of

FILES = JOURNAL_NAME, f"{JOURNAL_NAME}-wal", f"{JOURNAL_NAME}-tail", "presses.jsonl", "rulings.jsonl", "session.json"


def read_by_all(folder: Path) -> list[object]:
    """All that the readers of the project make of the files of a game; an error where one refuses it."""
    told: list[object] = [told_last(folder / JOURNAL_NAME), known_beside(folder)]
    try:
        with read_journal(folder / JOURNAL_NAME) as journal:
            told += [fold(journal), journal.clock(), journal.checkpoint(), journal.damaged, journal.version]
    except JournalError as error:
        told.append(str(error))
    try:
        session = read_folder(folder)
        told += [session.rules, session.start, session.about, session.presses]
        told.append({seq: [(one.follows, one.decision) for one in rulings] for seq, rulings in read_rulings(session).items()})
    except DamcamError as error:
        told.append(str(error))
    return told


def without_paths(told: list[object], folder: Path) -> list[object]:
    return [one.replace(str(folder), "") if isinstance(one, str) else one for one in told]


@pytest.mark.parametrize("which", ["closed", pytest.param("cut", marks=pytest.mark.slow)])
@given(st.sampled_from(FILES), st.integers(0, 2**32), st.integers(0, 7))
@example(JOURNAL_NAME, 63, 1)  # the version
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_flipped_bit_is_told_or_changes_nothing_that_anybody_reads(whole_games, which, name, place, bit):
    whole: Path = getattr(whole_games, which)
    if not (whole / name).exists():
        return
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "game"
        shutil.copytree(whole, folder, ignore=shutil.ignore_patterns("frames", "drawn"))
        content = bytearray((folder / name).read_bytes())
        at = place % len(content)
        content[at] ^= 1 << bit
        (folder / name).write_bytes(content)
        game = verified(folder, damage_of, lambda: None)
        told = [one for one in (*game.differences, *game.notes) if one.kind != "pictures-missing"]
        if not told:
            spoilt = without_paths(read_by_all(folder), folder)
            shutil.rmtree(folder)
            shutil.copytree(whole, folder, ignore=shutil.ignore_patterns("frames", "drawn"))
            assert spoilt == without_paths(read_by_all(folder), folder), f"byte {at} of {name}"
