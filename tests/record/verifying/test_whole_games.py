"""A game that nothing befell shows no difference, verifying leaves no trace, and a flipped bit is told or changes nothing."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi.cli import main
from record.events.of_record import Why
from record.log.errors import LogError
from record.store.dropping import drop_pictures
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.verifying.game import verified
from tests.record.read_only import read_only
from tests.record.verifying.conftest import PRESSES, texts
from tests.support.cards import copied_card
from tests.support.live.table import Table
from tests.support.live.turns import turns
from vision.image.picture import damage_of


def well(game, *notes: str) -> None:
    assert (texts(game.differences), [one.kind for one in game.notes]) == ([], [*notes]), texts(game.notes)


def as_it_is(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in (folder, *folder.rglob("*"))
    }


def test_a_closed_game(closed, verify):
    before = as_it_is(closed)
    game = verify(closed)
    well(game)
    assert as_it_is(closed) == before
    with Journal.reader(closed / JOURNAL_NAME) as journal:
        assert (game.rows, game.checksum) == (journal.last_id, journal.checksum(journal.last_id))
    pictures = sum(1 for name in ("frames", "drawn") for _ in (closed / name).iterdir())
    assert (game.presses, game.is_closed, game.pictures) == (PRESSES, True, pictures)
    assert game.moves > 0


def test_a_game_that_a_power_cut_ended(cut, verify):
    before = as_it_is(cut)
    game = verify(cut)
    well(game)
    assert as_it_is(cut) == before
    assert (game.presses, game.is_closed) == (PRESSES, False)


def test_the_closing_checksum_stays_when_names_are_told_later(closed, verify):
    before = verify(closed)
    assert main(["names", "Jelle", "Sytske", "--game", str(closed)]) == 0
    after = verify(closed)
    well(after)
    assert (after.rows, after.checksum) == (before.rows + 1, before.checksum)


@pytest.mark.parametrize("why", Why)
def test_pictures_that_were_deleted_as_the_journal_says(closed, verify, why):
    drop_pictures(closed, why, "2026-11-25T08:00:00+01:00", "J")
    well(verify(closed))


def test_a_journal_that_was_copied_alone_is_noted(closed, tmp_path, verify):
    alone = tmp_path / "alone"
    alone.mkdir()
    for name in (JOURNAL_NAME, f"{JOURNAL_NAME}-tail"):
        shutil.copyfile(closed / name, alone / name)
    well(verify(alone), "journal-alone")


def played(world, presses: int) -> None:
    world.run(lambda: len(world.state.rulings) >= presses or world.state.over)


def test_a_game_with_a_dark_camera_a_power_cut_and_a_second_service(tmp_path, verify):
    table, script = Table(tmp_path / "games"), turns(9, 3, faulty=0.5)
    world = table.world(script)
    played(world, 2)
    world.light = False
    played(world, 4)
    world.light = True
    played(world, 5)
    world.close()
    well(verify(world.folder))
    world = table.world(script)
    played(world, 7)
    world.camera_works = False
    played(world, 8)
    world.camera_works = True
    world.play()
    table.close()
    game = verify(world.folder)
    well(game)
    assert game.is_closed


def test_a_game_for_whose_pictures_the_disk_had_no_room(tmp_path, verify):
    table = Table(tmp_path / "games")
    world = table.world(turns(4, 3, faulty=0.0), min_free_bytes=10**18)
    world.play()
    table.close()
    game = verify(world.folder)
    assert (texts(game.differences), {one.kind for one in game.notes}) == ([], {"perhaps-not-kept"})


def test_a_card_that_nothing_can_be_written_to(whole_games, verify):
    with TemporaryDirectory() as scratch:
        card = copied_card(whole_games.cut, Path(scratch) / "card")
        Path(scratch).chmod(0o755)
        before = as_it_is(card)
        with read_only(card):
            game = verify(card)
        well(game)
        assert game.rows > 20
        assert as_it_is(card) == before


FILES = JOURNAL_NAME, f"{JOURNAL_NAME}-tail"
"""The clock and the belief have two slots, and where one is damaged the value before it counts (tests/record/log/test_slots.py)."""


def read_by_all(folder: Path) -> list[object]:
    """All that the readers of the project make of the journal of a game; an error where one refuses it."""
    told: list[object] = []
    try:
        with Journal.reader(folder / JOURNAL_NAME) as journal:
            told.append(fold(journal))
    except LogError as error:
        told.append(str(error))
    return told


def without_paths(told: list[object], folder: Path) -> list[object]:
    return [one.replace(str(folder), "") if isinstance(one, str) else one for one in told]


@pytest.mark.parametrize("which", ["closed", "cut"])
@given(st.sampled_from(FILES), st.integers(0, 2**32), st.integers(0, 7))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_flipped_bit_is_told_or_changes_nothing_that_anybody_reads(whole_games, which, name, place, bit):
    whole: Path = getattr(whole_games, which)
    if not (whole / name).exists():
        return
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "game"
        copied_card(whole, folder, shutil.ignore_patterns("frames", "drawn"))
        content = bytearray((folder / name).read_bytes())
        at = place % len(content)
        content[at] ^= 1 << bit
        (folder / name).write_bytes(content)
        game = verified(folder, damage_of, lambda: None)
        told = [one for one in (*game.differences, *game.notes) if one.kind != "pictures-missing"]
        if not told:
            spoilt = without_paths(read_by_all(folder), folder)
            shutil.rmtree(folder)
            copied_card(whole, folder, shutil.ignore_patterns("frames", "drawn"))
            assert spoilt == without_paths(read_by_all(folder), folder), f"byte {at} of {name}"
