"""Each kind of damage to the files of a game is told with the file, the row or the press, and which file knows what."""

import itertools
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from record.events.of_game import CameraFault
from record.events.of_record import Why
from record.store.dropping import drop_pictures
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.latest import belief_of, clock_of
from record.store.tail import BLOCK
from record.verifying.findings import MOST, Differs, Findings
from tests.record.verifying.conftest import PRESSES as MADE

TAIL, WAL = f"{JOURNAL_NAME}-tail", f"{JOURNAL_NAME}-wal"
PRESSES, RULINGS, PDN, SESSION = "presses.jsonl", "rulings.jsonl", "game.pdn", "session.json"


def run(folder: Path, *statements: str, triggers: bool = False) -> None:
    """Statements of somebody with an editor of databases, in which the triggers do not stand in the way."""
    with closing(sqlite3.connect(folder / JOURNAL_NAME, isolation_level=None)) as connection:
        found = [] if triggers else connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for statement in (*(f"DROP TRIGGER {name}" for name, _ in found), *statements, *(sql for _, sql in found)):
            connection.execute(statement)


def overwritten(folder: Path, table: str, content: bytes) -> None:
    """The first page of that table begins with these bytes."""
    path = folder / JOURNAL_NAME
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(content)


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
    ("statements", "rows"),
    [
        (["UPDATE events SET json = replace(json, '\"legal\"', '\"27d\"') WHERE id = 7"], [("row-altered", 7, None)]),
        (["UPDATE events SET checksum = zeroblob(32) WHERE id = 12"], [("row-altered", 12, None)]),
        (["DELETE FROM events WHERE id = 9"], [("row-missing", 9, None)]),
        (["DELETE FROM events WHERE id BETWEEN 14 AND 16"], [("rows-missing", 14, 16)]),
    ],
)
def test_a_row_that_is_altered_or_gone_from_the_middle_is_told_alone(closed, verify, statements, rows):
    run(closed, *statements)
    assert [one for one in told(verify(closed).differences, "row", "last") if one[0].startswith("row")] == rows


def test_rows_that_are_gone_from_the_end_are_known_from_four_files(closed, verify):
    run(closed, "DELETE FROM events WHERE id > 15")
    game = verify(closed)
    found = {one.kind: one for one in game.differences}
    assert {"end-cut-off", "tail-ahead", "press-ahead", "moves-ahead"} <= set(found)
    assert (found["end-cut-off"].row, found["tail-ahead"].file) == (15, TAIL)
    assert told([found["press-ahead"]], "press", "last") == [("press-ahead", MADE, 6)]
    assert not game.is_closed


def appended(folder: Path, event) -> None:
    with Journal.open(folder / JOURNAL_NAME) as journal:
        journal.append(event, event.t_ns)


@pytest.mark.parametrize(("file", "kind"), [(clock_of, "clock-damaged"), (belief_of, "belief-damaged")])
def test_a_damaged_clock_or_belief_is_told(closed, kinds, file, kind):
    path = file(closed / JOURNAL_NAME)
    path.write_bytes(b"x" * 100)
    assert kinds(closed) == of(path.name, kind)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (
            lambda game: overwritten(game, "events", bytes(4096)),
            of(JOURNAL_NAME, "rows-unreadable") | of(TAIL, "tail-ahead") | of(PRESSES, "press-ahead") | of(PDN, "moves-ahead"),
        ),
        (
            lambda game: appended(game, CameraFault(0, "x")),
            of(JOURNAL_NAME, "row-not-understood"),
        ),  # though it fits its checksum
    ],
)
def test_a_database_that_is_damaged_in_part(closed, kinds, damage, found):
    damage(closed)
    assert found <= kinds(closed)


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        (lambda game: (game / JOURNAL_NAME).write_bytes(b"x" * 5000), "journal-unreadable"),
        (lambda game: run(game, "PRAGMA user_version = 99"), "journal-unreadable"),
    ],
)
def test_a_database_of_which_one_thing_alone_is_told(closed, kinds, damage, kind):
    damage(closed)
    assert kinds(closed) == of(JOURNAL_NAME, kind)


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TRIGGER mine AFTER INSERT ON events BEGIN SELECT 1; END"],
        ["CREATE VIEW mine AS SELECT 1"],
    ],
)
def test_what_somebody_added_to_the_schema_is_named(closed, verify, statements):
    run(closed, *statements, triggers=True)
    assert [one for one in told(verify(closed).differences, "what") if one[0] == "schema-other"] == [("schema-other", "mine")]


def test_a_log_that_is_damaged_in_the_middle_or_gone(cut, kinds):
    size = (cut / WAL).stat().st_size
    flipped(cut / WAL, size // 2)
    assert of(WAL, "log-damaged") | of(TAIL, "tail-ahead") | of(PRESSES, "press-ahead") <= kinds(cut)
    flipped(cut / WAL, size // 2)
    flipped(cut / WAL, 17)
    assert ("log-head-damaged", WAL) in kinds(cut)
    (cut / WAL).unlink()
    assert of(TAIL, "tail-ahead") | of(PRESSES, "press-ahead") | of(PDN, "moves-ahead") <= kinds(cut)


def test_the_file_that_names_the_last_row(closed, cut, verify, kinds):
    whole = (closed / TAIL).read_bytes()
    newer = 0 if verify(closed).rows % 2 == 0 else BLOCK
    flipped(closed / TAIL, newer + 30)
    assert kinds(closed) == of(TAIL, "tail-damaged")
    (closed / TAIL).write_bytes(b"")
    assert kinds(closed) == of(TAIL, "tail-behind")
    (closed / TAIL).unlink()
    assert kinds(closed) == of(TAIL, "tail-missing")
    (closed / TAIL).write_bytes(whole)
    assert kinds(closed) == set()
    shutil.copyfile(cut / TAIL, closed / TAIL)
    assert ("tail-behind", TAIL) in kinds(closed)


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


def test_what_a_power_cut_may_have_cut_off_and_events_that_were_held_back_are_noted(cut, verify):
    flipped(cut / WAL, (cut / WAL).stat().st_size - 40)
    (cut / "held-back-20261125-080000-1.jsonl").write_text("{}\n")
    assert {("log-cut-off", WAL), ("held-back", "held-back-20261125-080000-1.jsonl")} <= {(one.kind, one.file) for one in verify(cut).notes}


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
        found.differs(Differs.ROW_ALTERED, JOURNAL_NAME, row=row)
    differences = told(found.told_whole(), "count")
    assert (len(differences), differences[-1]) == (MOST + 1, ("more", 7))


def test_a_last_row_that_a_file_of_another_game_knows_otherwise(closed, cut, kinds):
    appended(cut, CameraFault(10**15, "x"))
    shutil.copyfile(cut / TAIL, closed / TAIL)
    assert ("tail-other", TAIL) in kinds(closed)


def test_the_kind_that_no_test_names_stays_as_it_is_too():
    """Programs rely on it."""
    assert Differs.END_OTHER.said().code == "Differs.end-other"


def test_what_somebody_put_in_the_place_of_a_file_or_a_table_is_neither_waited_for_nor_run(closed, kinds):
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 0 AS id, 1 AS t_ns, '' AS kind, '' AS checksum"
    run(
        closed,
        "DROP TABLE events",
        f"CREATE VIEW events AS {endless}, '' AS json FROM n",
        triggers=True,
    )
    for name in (PRESSES, TAIL):
        (closed / name).unlink()
        os.mkfifo(closed / name)
    assert of(JOURNAL_NAME, "schema-other") | of(TAIL, "file-unreadable") <= kinds(closed), "pipes are not waited for"


def test_pages_that_stand_in_the_place_of_others_are_not_read_for_ever(tmp_path, verify):
    with Journal.create(tmp_path / JOURNAL_NAME) as journal:
        for row in range(400):
            journal.append(CameraFault(row, "x" * 100), row)
    whole = (tmp_path / JOURNAL_NAME).read_bytes()
    leaves = [at for at in range(4096, len(whole), 4096) if whole[at] == 0x0D and b"CameraFault" in whole[at : at + 4096]]
    assert len(leaves) > 5
    for one, other in itertools.permutations((leaves[0], leaves[1], leaves[-1]), 2):
        spoilt = bytearray(whole)
        spoilt[one : one + 4096] = whole[other : other + 4096]
        (tmp_path / JOURNAL_NAME).write_bytes(spoilt)
        assert verify(tmp_path).differences
