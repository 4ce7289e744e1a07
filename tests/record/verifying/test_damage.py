"""Each kind of damage to the files of a game is told with the file, the row or the press, and which file knows what."""

import os
import shutil
from pathlib import Path

import pytest

from record.events.of_game import CameraFault, Pressed, SessionClosed
from record.events.of_record import Why
from record.log.slots import BLOCK_BYTES
from record.store.dropping import drop_pictures
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.latest import belief_of, clock_of
from record.verifying.findings import MOST, Differs, Findings
from tests.support.cards import own_tail
from tests.support.journals import row_altered, rows_gone

TAIL = f"{JOURNAL_NAME}-tail"
PRESSES, RULINGS, PDN, SESSION = "presses.jsonl", "rulings.jsonl", "game.pdn", "session.json"


def flipped(path: Path, at: int, bit: int = 1) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= bit
    path.write_bytes(content)


def told(found, *names):
    """The values of these names of what was found, beside its kind."""
    return [(one.kind, *(one.said.values.get(name) for name in names)) for one in found]


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
    assert [one for one in told(game.differences, "row") if one[0].startswith("journal")] == [("journal-damaged", row)]
    assert (game.rows, game.is_closed) == (row - 1, False)
    found = {one.kind: one for one in game.differences}
    assert {"press-ahead", "moves-ahead"} <= set(found), "the files beside it know more"


def appended(folder: Path, event) -> None:
    with Journal.open(folder / JOURNAL_NAME) as journal:
        journal.append(event, event.t_ns)


@pytest.mark.parametrize(("file", "kind"), [(clock_of, "clock-damaged"), (belief_of, "belief-damaged")])
def test_a_damaged_clock_or_belief_is_told(closed, kinds, file, kind):
    path = file(closed / JOURNAL_NAME)
    path.write_bytes(b"x" * 100)
    assert kinds(closed) == of(path.name, kind)


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


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        (PRESSES, '{"seq": 40}\n', "press-ahead"),
        (RULINGS, 99 * '{"ruling": "end"}\n', "rulings-ahead"),
        (PDN, "1. 32-28 19-23 2. 28x19 14x23 *\n", "moves-ahead"),
    ],
)
def test_a_file_beside_the_journal_that_reaches_farther_tells_that_the_journal_has_lost_something(cut, kinds, name, content, kind):
    (cut / name).write_text(99 * content if name == PDN else content)
    assert kinds(cut) == of(name, kind)


@pytest.mark.parametrize("name", [PRESSES, RULINGS, PDN, SESSION])
def test_what_is_made_of_the_journal_is_not_compared_with_it(closed, kinds, name):
    """It can be made again, and nobody takes it for the record."""
    (closed / name).write_bytes((closed / name).read_bytes()[:40])
    assert kinds(closed) == set()
    (closed / name).unlink()
    assert kinds(closed) == set()


def test_the_pictures(closed, verify, kinds):
    frames = closed / "frames"
    shutil.copyfile(frames / "0003.jpg", frames / "0099.jpg")
    assert told(verify(closed).notes, "file", "press") == [("press-untold", "frames/0099.jpg", 99)]
    flipped(frames / "0003.jpg", 3, 0xFF)
    content = (frames / "0004.jpg").read_bytes()
    (frames / "0004.jpg").write_bytes(content[: len(content) // 2])
    for name in ("0005.jpg", "0000.jpg", "0006.jpg"):
        (frames / name).unlink()
    os.mkfifo(frames / "0006.jpg")
    assert set(told(verify(closed).differences, "file", "press")) == {
        ("picture-damaged", "frames/0003.jpg", 3),
        ("picture-damaged", "frames/0004.jpg", 4),
        ("picture-missing", "frames/0005.jpg", 5),
        ("picture-missing", "frames/0000.jpg", None),
        ("picture-missing", "frames/0006.jpg", 6),
    }
    shutil.rmtree(frames)
    assert kinds(closed) == of("frames", "pictures-missing")


def test_what_a_power_cut_may_have_cut_off_and_rows_in_memory_alone_are_noted(cut, verify):
    with Journal.open(cut / JOURNAL_NAME) as journal:
        journal.note_ahead(3)
    tail, content = (cut / TAIL).read_bytes(), (cut / JOURNAL_NAME).read_bytes()
    (cut / JOURNAL_NAME).write_bytes(content + b'{"row":99,"ev')
    notes = {(one.kind, one.file, one.said.values.get("count")) for one in verify(cut).notes}
    assert {("half-a-row", JOURNAL_NAME, None), ("in-memory", JOURNAL_NAME, 3)} <= notes
    (cut / JOURNAL_NAME).write_bytes(content)
    appended(cut, CameraFault(10**15, "x"))
    (cut / TAIL).write_bytes(tail)
    game = verify(cut)
    assert ("row-unnamed", JOURNAL_NAME) in {(one.kind, one.file) for one in game.notes}
    assert game.differences == ()


def test_a_copy_that_ends_before_the_row_that_its_tail_names_is_noted(cut, verify, tmp_path):
    copy = shutil.copytree(cut, tmp_path / "copied")
    assert verify(copy).notes == verify(cut).notes
    lines = (copy / JOURNAL_NAME).read_bytes().splitlines(keepends=True)
    (copy / JOURNAL_NAME).write_bytes(b"".join(lines[:-1]))
    assert ("copy-ends-early", JOURNAL_NAME) in {(one.kind, one.file) for one in verify(copy).notes}


def test_pictures_that_the_journal_says_were_deleted_are_noted_while_they_are_there(closed, verify):
    kept = (closed / "frames" / "0003.jpg").read_bytes()
    drop_pictures(closed, Why.ASKED, "2026-11-25T08:00:00+01:00", "J")
    (closed / "frames" / "0003.jpg").write_bytes(kept)
    game = verify(closed)
    assert (told(game.notes, "file"), game.differences) == ([("still-there", "frames/0003.jpg")], ())


def test_without_its_journal_a_folder_is_no_game_that_has_not_begun(closed, verify, tmp_path):
    (closed / JOURNAL_NAME).unlink()
    assert told(verify(closed).differences) == [("journal-missing",)]
    (tmp_path / "none" / "frames").mkdir(parents=True)
    game = verify(tmp_path / "none")
    assert (told(game.notes), game.differences) == ([("not-begun",)], ())


def test_of_one_kind_so_many_are_told_and_the_others_counted():
    found = Findings()
    for row in range(MOST + 7):
        found.differs(Differs.ROW_NOT_UNDERSTOOD, JOURNAL_NAME, row=row, why="")
    differences = told(found.told_whole(), "count")
    assert (len(differences), differences[-1]) == (MOST + 1, ("more", 7))


def test_a_tail_that_knows_another_row_of_this_number_is_told(closed, cut, kinds):
    appended(cut, CameraFault(10**15, "x"))
    (closed / TAIL).write_bytes((cut / TAIL).read_bytes())
    own_tail(closed / TAIL)
    assert of(JOURNAL_NAME, "journal-damaged") <= kinds(closed)


def test_pipes_in_the_place_of_files_are_not_waited_for(closed, kinds):
    for name in (PRESSES, TAIL):
        (closed / name).unlink()
        os.mkfifo(closed / name)
    assert kinds(closed) == of(JOURNAL_NAME, "journal-unreadable")


def test_nothing_counts_behind_an_event_that_does_not_fit_the_game(cut, verify):
    appended(cut, Pressed(1, 10**15, "white", 0, 0, None))  # once more
    appended(cut, SessionClosed(10**15))
    game = verify(cut)
    assert ([one.kind for one in game.differences], game.is_closed) == (["row-not-understood"], False)
