"""A game that nothing befell shows no difference, however it was played and whatever was done with it afterwards."""

import gzip
import shutil
from pathlib import Path

import pytest

from pi.cli import main
from record.events.of_record import Why
from record.store.dropping import drop_pictures
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from tests.bench.live.table import Table
from tests.bench.live.turns import turns
from tests.record.verifying.conftest import PRESSES, texts

BEFORE = Path(__file__).resolve().parents[2] / "data" / "games_written_before"


def well(game) -> None:
    assert (texts(game.differences), texts(game.notes)) == ([], [])


def test_a_closed_game(closed, verify):
    game = verify(closed)
    well(game)
    with Journal.reader(closed / JOURNAL_NAME) as journal:
        assert (game.rows, game.checksum) == (journal.last_id, journal.checksum(journal.last_id))
    pictures = sum(1 for name in ("frames", "drawn") for _ in (closed / name).iterdir())
    assert (game.presses, game.is_closed, game.pictures) == (PRESSES, True, pictures)
    assert game.moves > 0


def test_a_game_that_a_power_cut_ended(cut, verify):
    game = verify(cut)
    well(game)
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
    game = verify(alone)
    assert ([one.kind for one in game.notes], texts(game.differences)) == (["journal-alone"], [])


@pytest.mark.parametrize("name", sorted(path.name for path in BEFORE.iterdir() if path.is_dir()))
def test_games_that_an_earlier_version_wrote(name, tmp_path, verify):
    for path in (BEFORE / name).iterdir():
        shutil.copyfile(path, tmp_path / path.name)
    (tmp_path / JOURNAL_NAME).write_bytes(gzip.decompress((tmp_path / f"{JOURNAL_NAME}.gz").read_bytes()))
    game = verify(tmp_path)
    assert {one.kind for one in game.notes} <= {"tail-missing"}
    assert {one.kind for one in game.differences} <= {"pictures-missing", "press-other"}, texts(game.differences)  # they were left out


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
