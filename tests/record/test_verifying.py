"""`record.verifying`: whole games show no difference, each damage is told with its row or picture, and no flipped bit goes unnoticed."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi.cli import main
from record.decisions.arbitration import Decision
from record.decisions.closed_game import write_files
from record.decisions.commands import CloseGame, Describe, PlayerSays
from record.events.about import About
from record.events.of_game import CameraFault, Pressed, SessionClosed
from record.events.of_record import Why
from record.log.errors import LogError
from record.log.slots import BLOCK_BYTES
from record.store.dropping import drop_pictures
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.verifying import VerifiedGame, verified
from tests.record.read_only import read_only
from tests.support.cards import copied_card, own_tail
from tests.support.journals import row_altered, rows_gone
from tests.support.live.table import Table, ruled
from tests.support.live.turns import turns
from tests.support.live.world import World
from vision.image.picture import damage_of

TAIL = f"{JOURNAL_NAME}-tail"
PRESSES = 10


@dataclass(frozen=True)
class Games:
    """The folders of the games as they were left; nothing changes them."""

    closed: Path
    cut: Path


@pytest.fixture(scope="session")
def whole_games(tmp_path_factory: pytest.TempPathFactory) -> Games:
    folder = tmp_path_factory.mktemp("whole")
    table = Table(folder / "games")
    world = table.world(turns(PRESSES, 7, faulty=0.6))
    world.run(ruled(world, PRESSES - 2))
    say(world, Describe("J", About.of({"white": "Anke"})), Decision(PRESSES - 2, "take-back", "J. Jansen", "both agree", plies=1))
    world.run(ruled(world, PRESSES))
    say(world, PlayerSays("white", "draw-offered"))
    cut = folder / "cut"
    copied_card(world.folder, cut)
    say(world, Decision(PRESSES, "end", "J. Jansen", "agreed", result="draw"), CloseGame("J. Jansen"))
    world.run(lambda: world.service.closed)
    table.close()
    write_files(world.folder, world.state)
    return Games(world.folder, cut)


def say(world: World, *words: object) -> None:
    for word in words:
        world.ask(word)


@pytest.fixture
def closed(whole_games: Games, tmp_path: Path) -> Path:
    """A copy of the closed game, to be spoilt."""
    return copied_card(whole_games.closed, tmp_path / "closed")


@pytest.fixture
def cut(whole_games: Games, tmp_path: Path) -> Path:
    """A copy of the game that a power cut ended."""
    return copied_card(whole_games.cut, tmp_path / "cut")


@pytest.fixture
def verify() -> Callable[[Path], VerifiedGame]:
    return lambda folder: verified(folder, damage_of, lambda: None)


@pytest.fixture
def kinds(verify: Callable[[Path], VerifiedGame]) -> Callable[[Path], set[tuple[str, str]]]:
    """The kinds of the differences in a folder, each with its file."""
    return lambda folder: {(one.kind, one.file) for one in verify(folder).differences}


def well(game: VerifiedGame, *notes: str) -> None:
    assert (game.differences, [found.kind for found in game.notes]) == ([], [*notes]), game.notes


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
    assert (len(game.state.presses), game.state.closed, game.pictures) == (PRESSES, True, pictures)
    assert game.moves > 0


def test_a_game_that_a_power_cut_ended(cut, verify):
    before = as_it_is(cut)
    game = verify(cut)
    well(game)
    assert as_it_is(cut) == before
    assert (len(game.state.presses), game.state.closed) == (PRESSES, False)


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
    assert game.state.closed


def test_a_game_for_whose_pictures_the_disk_had_no_room(tmp_path, verify):
    table = Table(tmp_path / "games")
    world = table.world(turns(4, 3, faulty=0.0), min_free_bytes=10**18)
    world.play()
    table.close()
    game = verify(world.folder)
    assert (game.differences, {found.kind for found in game.notes}) == ([], {"perhaps-not-kept"})


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


FILES = JOURNAL_NAME, TAIL
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


def flipped(path: Path, at: int, bit: int = 1) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= bit
    path.write_bytes(content)


def of(file, *kinds):
    return {(kind, file) for kind in kinds}


@pytest.mark.parametrize(
    ("damage", "row"),
    [
        (lambda path: row_altered(path, 7, b'"legal"', b'"27c"  '), 7),
        (lambda path: row_altered(path, 12, b'"check":"', b'"check":"0'), 12),
        (lambda path: rows_gone(path, 9, 9), 9),
        (lambda path: rows_gone(path, 14, 16), 14),
        (lambda path: rows_gone(path, 16), 16),
        (lambda path: path.write_bytes(b"x" * 5000), 1),
        (lambda path: path.write_bytes(b""), 1),
    ],
)
def test_a_journal_cannot_be_trusted_from_the_row_on_that_is_altered_or_gone(closed, verify, damage, row):
    damage(closed / JOURNAL_NAME)
    game = verify(closed)
    assert [(found.kind, found.row) for found in game.differences if found.kind.startswith("journal")] == [("journal-damaged", row)]
    assert (game.rows, game.state.closed) == (row - 1, False)


def appended(folder: Path, event) -> None:
    with Journal.open(folder / JOURNAL_NAME) as journal:
        journal.append(event, event.t_ns)


def test_an_event_that_does_not_fit_the_game_is_told_though_it_fits_its_checksum(closed, kinds):
    appended(closed, CameraFault(0, "x"))
    assert kinds(closed) == of(JOURNAL_NAME, "row-not-understood")


def test_a_folder_in_the_place_of_the_journal_is_told(closed, kinds):
    (closed / JOURNAL_NAME).unlink()
    (closed / JOURNAL_NAME).mkdir()
    assert of(JOURNAL_NAME, "journal-damaged") <= kinds(closed)


def test_the_file_that_names_the_last_row(closed, cut, kinds):
    whole = (closed / TAIL).read_bytes()
    for start in (0, BLOCK_BYTES):
        flipped(closed / TAIL, start + 30)
        assert kinds(closed) == of(TAIL, "tail-damaged")
        (closed / TAIL).write_bytes(whole)
    (closed / TAIL).write_bytes(b"")
    assert kinds(closed) == of(TAIL, "tail-missing")
    (closed / TAIL).unlink()
    assert kinds(closed) == of(TAIL, "tail-missing")


@pytest.mark.parametrize("name", ["presses.jsonl", "rulings.jsonl", "game.pdn", "session.json"])
def test_what_is_made_of_the_journal_is_not_compared_with_it(closed, kinds, name):
    """It can be made again, and nobody takes it for the record."""
    (closed / name).write_bytes((closed / name).read_bytes()[:40])
    assert kinds(closed) == set()
    (closed / name).unlink()
    assert kinds(closed) == set()


def test_the_pictures(closed, verify, kinds):
    frames = closed / "frames"
    flipped(frames / "0003.jpg", 3, 0xFF)
    content = (frames / "0004.jpg").read_bytes()
    (frames / "0004.jpg").write_bytes(content[: len(content) // 2])
    for name in ("0005.jpg", "0000.jpg", "0006.jpg"):
        (frames / name).unlink()
    os.mkfifo(frames / "0006.jpg")
    assert {(found.kind, found.file, found.press) for found in verify(closed).differences} == {
        ("picture-damaged", "frames/0003.jpg", 3),
        ("picture-damaged", "frames/0004.jpg", 4),
        ("picture-missing", "frames/0005.jpg", 5),
        ("picture-missing", "frames/0000.jpg", None),
        ("picture-missing", "frames/0006.jpg", 6),
    }
    shutil.rmtree(frames)
    assert kinds(closed) == of("frames", "pictures-missing")


def test_what_a_power_cut_may_have_cut_off_is_no_difference_and_rows_in_memory_alone_are_noted(cut, verify):
    with Journal.open(cut / JOURNAL_NAME) as journal:
        journal.note_ahead(3)
    tail, content = (cut / TAIL).read_bytes(), (cut / JOURNAL_NAME).read_bytes()
    (cut / JOURNAL_NAME).write_bytes(content + b'{"row":99,"ev')
    well(verify(cut), "in-memory")
    (cut / JOURNAL_NAME).write_bytes(content)
    appended(cut, CameraFault(10**15, "x"))
    (cut / TAIL).write_bytes(tail)
    well(verify(cut), "in-memory")


def test_a_copy_that_ends_before_the_row_that_its_tail_names_is_noted(cut, verify, tmp_path):
    copy = shutil.copytree(cut, tmp_path / "copied")
    assert verify(copy).notes == verify(cut).notes
    lines = (copy / JOURNAL_NAME).read_bytes().splitlines(keepends=True)
    (copy / JOURNAL_NAME).write_bytes(b"".join(lines[:-1]))
    assert ("copy-ends-early", JOURNAL_NAME) in {(one.kind, one.file) for one in verify(copy).notes}


def test_without_its_journal_a_folder_is_no_game_that_has_not_begun(closed, verify, kinds, tmp_path):
    (closed / JOURNAL_NAME).unlink()
    assert kinds(closed) == of(JOURNAL_NAME, "journal-missing")
    (tmp_path / "none" / "frames").mkdir(parents=True)
    well(verify(tmp_path / "none"), "not-begun")


def test_a_tail_that_knows_another_row_of_this_number_is_told(closed, cut, kinds):
    appended(cut, CameraFault(10**15, "x"))
    (closed / TAIL).write_bytes((cut / TAIL).read_bytes())
    own_tail(closed / TAIL)
    assert of(JOURNAL_NAME, "journal-damaged") <= kinds(closed)


def test_pipes_in_the_place_of_files_are_not_waited_for(closed, kinds):
    for name in ("presses.jsonl", TAIL):
        (closed / name).unlink()
        os.mkfifo(closed / name)
    assert kinds(closed) == of(JOURNAL_NAME, "journal-unreadable")


def test_nothing_counts_behind_an_event_that_does_not_fit_the_game(cut, verify):
    appended(cut, Pressed(1, 10**15, "white", 0, 0, None))  # once more
    appended(cut, SessionClosed(10**15))
    game = verify(cut)
    assert ([found.kind for found in game.differences], game.state.closed) == (["row-not-understood"], False)
