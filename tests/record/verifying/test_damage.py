"""Each kind of damage to the files of a game is told with the file, the row or the press, and which file knows what."""

import itertools
import json
import os
import re
import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from record.events.of_game import CameraFault
from record.events.of_record import Why
from record.papers.game_pdn import rounded_down_pdn
from record.store.dropping import drop_pictures
from record.store.ed25519 import SigningKey, new_key
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.signature import SIGNATURE_NAME, sign_closing
from record.store.tail import BLOCK
from record.verifying.findings import MOST, Differs, VerifyNote
from tests.record.verifying.conftest import texts

TAIL, WAL = f"{JOURNAL_NAME}-tail", f"{JOURNAL_NAME}-wal"


@contextmanager
def sqlite(folder: Path):
    """The database as somebody with an editor of databases has it, without its triggers, which are put back."""
    with closing(sqlite3.connect(folder / JOURNAL_NAME, isolation_level=None)) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in triggers:
            connection.execute(sql)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def flipped(path: Path, at: int, bit: int = 1) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= bit
    path.write_bytes(content)


def test_an_altered_row_is_told_alone(closed, verify):
    with sqlite(closed) as connection:
        connection.execute("UPDATE events SET json = replace(json, '\"legal\"', '\"27d\"') WHERE id = 7")
        connection.execute("UPDATE events SET checksum = zeroblob(32) WHERE id = 12")
    game = verify(closed)
    rows = [one.row for one in game.differences if one.kind == "row-altered"]
    assert rows == [7, 12]
    assert "row 7 of journal.sqlite was altered or is damaged" in texts(game.differences)[0]


def test_a_row_that_is_gone_from_the_middle(closed, verify):
    with sqlite(closed) as connection:
        connection.execute("DELETE FROM events WHERE id = 9")
        connection.execute("DELETE FROM events WHERE id BETWEEN 14 AND 16")
    found = verify(closed).differences
    assert [(one.kind, one.row) for one in found][:2] == [("row-missing", 9), ("rows-missing", 14)]
    assert "lacks the rows from 14 to 16" in str(found[1].said)
    assert "row-altered" not in {one.kind for one in found}


def test_rows_that_are_gone_from_the_end_are_known_from_four_files(closed, verify):
    with sqlite(closed) as connection:
        connection.execute("DELETE FROM events WHERE id > 15")
    game = verify(closed)
    found = {one.kind: str(one.said) for one in game.differences}
    assert "journal.sqlite ends with row 15, and says itself that row" in found["end-cut-off"]
    assert "journal.sqlite-tail knows of row" in found["tail-ahead"]
    assert "from 7 on; what can be trusted of the journal ends with the ruling of press 6" in found["press-ahead"]
    assert "moves-ahead" in found
    assert not game.is_closed


def test_a_row_that_fits_its_checksum_and_not_the_game(closed, kinds, verify):
    with Journal.open(closed / JOURNAL_NAME) as journal:
        journal.append(CameraFault(0, "x"), 0)
    assert ("row-not-understood", JOURNAL_NAME) in kinds(closed)


def test_a_database_that_is_none(closed, kinds):
    (closed / JOURNAL_NAME).write_bytes(b"x" * 5000)
    assert kinds(closed) == {("journal-unreadable", JOURNAL_NAME)}


def test_damaged_pages(closed, verify):
    path = closed / JOURNAL_NAME
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'belief'").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : (page - 1) * 4096 + 100] = b"\xff" * 100
    path.write_bytes(content)
    (found,) = [one for one in verify(closed).differences if one.kind == "database-damaged"][:1]
    assert str(found.said).startswith("SQLite finds damage in journal.sqlite: ")


def test_rows_that_cannot_be_read(closed, verify):
    path = closed / JOURNAL_NAME
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\0" * 4096
    path.write_bytes(content)
    assert {"rows-unreadable", "tail-ahead", "press-ahead", "moves-ahead"} <= {one.kind for one in verify(closed).differences}


def test_a_trigger_of_somebody_else_and_a_version_that_hides_what_is_there(closed, kinds, verify):
    with closing(sqlite3.connect(closed / JOURNAL_NAME)) as connection:
        connection.execute("CREATE TRIGGER mine AFTER INSERT ON events BEGIN SELECT 1; END")
    assert "mine in journal.sqlite is not as damcam made it" in texts(verify(closed).differences)[0]
    with closing(sqlite3.connect(closed / JOURNAL_NAME)) as connection:
        connection.execute("DROP TRIGGER mine")
        connection.execute("PRAGMA user_version = 2")
    assert ("schema-other", JOURNAL_NAME) in kinds(closed)
    with closing(sqlite3.connect(closed / JOURNAL_NAME)) as connection:
        connection.execute("DROP TRIGGER events_end")
        connection.execute("DROP TABLE tail")
        connection.execute("CREATE VIEW mine AS SELECT 1")
    assert [str(one.said) for one in verify(closed).differences if one.kind == "schema-other"] == [
        "mine in journal.sqlite is not as damcam made it: it was altered or is damaged"
    ]
    with closing(sqlite3.connect(closed / JOURNAL_NAME)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert kinds(closed) == {("journal-unreadable", JOURNAL_NAME)}


@pytest.mark.parametrize(("table", "kind"), [("clock", "clock-damaged"), ("belief", "belief-damaged")])
def test_a_damaged_row_beside_the_events(closed, kinds, table, kind):
    with closing(sqlite3.connect(closed / JOURNAL_NAME, isolation_level=None)) as connection:
        connection.execute(f"UPDATE {table} SET checksum = zeroblob(32)")
    assert kinds(closed) == {(kind, JOURNAL_NAME)}


def test_a_log_that_is_damaged_in_the_middle_or_gone(cut, verify, kinds):
    size = (cut / WAL).stat().st_size
    flipped(cut / WAL, size // 2)
    found = {one.kind: str(one.said) for one in verify(cut).differences}
    assert re.fullmatch(
        r"frame \d+ of journal.sqlite-wal is damaged: SQLite reads neither it nor the \d+ frames after it", found["log-damaged"]
    )
    assert "tail-ahead" in found
    assert "press-ahead" in found
    flipped(cut / WAL, size // 2)
    flipped(cut / WAL, 17)
    assert ("log-head-damaged", WAL) in kinds(cut)
    (cut / WAL).unlink()
    assert {("tail-ahead", TAIL), ("press-ahead", "presses.jsonl"), ("moves-ahead", "game.pdn")} <= kinds(cut)


def test_the_last_frame_of_a_log_is_noted_for_a_power_cut_may_have_cut_it_off(cut, verify):
    flipped(cut / WAL, (cut / WAL).stat().st_size - 40)
    assert "log-cut-off" in {one.kind for one in verify(cut).notes}


def test_the_file_that_names_the_last_row(closed, cut, verify, kinds):
    whole = (closed / TAIL).read_bytes()
    newer = 0 if verify(closed).rows % 2 == 0 else BLOCK
    flipped(closed / TAIL, newer + 30)
    assert kinds(closed) == {("tail-damaged", TAIL)}
    (closed / TAIL).write_bytes(b"")
    assert kinds(closed) == {("tail-behind", TAIL)}
    (closed / TAIL).unlink()
    assert ([one.kind for one in verify(closed).notes], kinds(closed)) == (["tail-missing"], set())
    (closed / TAIL).write_bytes(whole)
    assert kinds(closed) == set()
    shutil.copyfile(cut / TAIL, closed / TAIL)
    assert ("tail-behind", TAIL) in kinds(closed)


def test_each_line_of_presses(closed, verify, kinds):
    path = closed / "presses.jsonl"
    whole = lines(path)
    path.write_text("".join((*whole[:3], *whole[4:])))
    (found,) = verify(closed).differences
    assert (found.kind, found.press, found.file) == ("press-missing", 4, "presses.jsonl")
    path.write_text("".join((*whole[:3], *whole[6:])))
    assert "lacks the presses from 4 to 6" in texts(verify(closed).differences)[0]
    path.write_text("".join((whole[0].replace("white", "black"), *whole[1:])))
    (found,) = verify(closed).differences
    assert re.match(r"line 1 of presses.jsonl says of press 1: .*black.*; row \d+ of the journal says: .*white", str(found.said))
    path.write_text("".join((*whole[:2], whole[3], whole[2], *whole[4:])))
    assert kinds(closed) == {("line-out-of-order", "presses.jsonl")}
    path.write_text("".join((*whole, '{"seq": 40}\n')))
    assert kinds(closed) == {("press-ahead", "presses.jsonl")}
    path.write_text("".join((*whole[:-1], whole[-1][:30])))
    assert kinds(closed) == {("line-unreadable", "presses.jsonl"), ("press-missing", "presses.jsonl")}
    path.unlink()
    assert kinds(closed) == {("file-missing", "presses.jsonl")}


def test_a_game_that_goes_on_may_have_fewer_lines_at_the_end(cut, verify, kinds):
    path = cut / "presses.jsonl"
    whole = lines(path)
    path.write_text("".join((*whole[:-1], whole[-1][:30])))
    assert ([(one.kind, one.file) for one in verify(cut).notes], kinds(cut)) == ([("behind", "presses.jsonl")], set())
    path.write_text("".join((*whole[:2], *whole[3:])))
    assert kinds(cut) == {("press-missing", "presses.jsonl")}


def test_the_moves(closed, verify, kinds):
    path = closed / "game.pdn"
    whole = path.read_text(encoding="utf-8")
    head, moves = whole.split("\n\n", 1)
    first = re.findall(r"\d+[-x]\d+", moves)[0]
    path.write_text(f"{head}\n\n{moves.replace(first, '31-26', 1) if first != '31-26' else moves.replace(first, '31-27', 1)}")
    (found,) = verify(closed).differences
    assert (found.kind, f"and the journal has {first}" in str(found.said)) == ("move-other", True)
    path.write_text(whole.replace('[White "Anke"]', '[White "Anne"]'))
    assert texts(verify(closed).differences) == ["game.pdn has Anne in the tag White, and the journal has Anke"]
    path.write_text(whole.rsplit("\n", 2)[0].rsplit(" ", 1)[0] + " 1-0\n")
    assert ("result-other", "game.pdn") in kinds(closed)
    path.write_text(re.sub(r"(\[%clock \w*)(\d)", lambda found: found[1] + str(9 - int(found[2])), whole, count=1))
    assert kinds(closed) == {("comment-other", "game.pdn")}
    with Journal.reader(closed / "journal.sqlite") as journal:
        before = rounded_down_pdn(fold(journal))
    path.write_text(before)
    assert (before != whole, kinds(closed)) == (True, set()), "as the version before wrote it"
    path.write_text(before.replace("[%clock w1:", "[%clock w0:", 1))
    assert [one.kind for one in verify(closed).differences] == ["comment-other"]
    path.write_text(f"{head}\n\n1. {first} 1/2-1/2\n")
    assert ("moves-behind", "game.pdn") in kinds(closed)
    path.write_text(whole.replace("1/2-1/2\n", "", 1).replace("1-1\n", "") + "33-28 17-22 33-28 17-22 1-1\n")
    assert {"moves-ahead", "pdn-not-one-game"} & {kind for kind, _ in kinds(closed)}
    path.write_text(whole + whole)
    assert ("pdn-not-one-game", "game.pdn") in kinds(closed)
    path.unlink()
    assert kinds(closed) == {("file-missing", "game.pdn")}


def test_session_and_rulings(closed, verify, kinds):
    session = json.loads((closed / "session.json").read_text())
    (closed / "session.json").write_text(json.dumps(session | {"white": "Anne"}))
    assert texts(verify(closed).differences) == ['session.json says of white: "Anne"; the journal says: "Anke"']
    (closed / "session.json").write_text("{")
    assert kinds(closed) == {("file-unreadable", "session.json")}
    (closed / "session.json").write_text("[]")
    assert ("session-other", "session.json") in kinds(closed)
    (closed / "session.json").write_text(json.dumps(session))
    rulings = lines(closed / "rulings.jsonl")
    (closed / "rulings.jsonl").write_text("".join(rulings[:-1]))
    assert kinds(closed) == {("ruling-missing", "rulings.jsonl")}
    (closed / "rulings.jsonl").write_text("".join((*rulings[:-1], rulings[-1].replace("agreed", "forced"))))
    assert kinds(closed) == {("ruling-missing", "rulings.jsonl"), ("ruling-unknown", "rulings.jsonl")}
    (closed / "rulings.jsonl").write_text("".join(reversed(rulings)))
    assert kinds(closed) == {("ruling-out-of-order", "rulings.jsonl")}
    (closed / "rulings.jsonl").unlink()
    assert kinds(closed) == {("file-missing", "rulings.jsonl")}


def test_the_pictures(closed, verify, kinds):
    frames = closed / "frames"
    shutil.copyfile(frames / "0003.jpg", frames / "0099.jpg")
    (note,) = verify(closed).notes
    assert (note.kind, note.file, note.press) == ("press-untold", "frames/0099.jpg", 99)
    flipped(frames / "0003.jpg", 3, 0xFF)
    content = (frames / "0004.jpg").read_bytes()
    (frames / "0004.jpg").write_bytes(content[: len(content) // 2])
    (frames / "0005.jpg").unlink()
    (frames / "0000.jpg").unlink()
    found = {(one.kind, one.file, one.press) for one in verify(closed).differences}
    assert found == {
        ("picture-damaged", "frames/0003.jpg", 3),
        ("picture-damaged", "frames/0004.jpg", 4),
        ("picture-missing", "frames/0005.jpg", 5),
        ("picture-missing", "frames/0000.jpg", None),
    }
    shutil.rmtree(frames)
    assert kinds(closed) == {("pictures-missing", "frames")}


def test_pictures_that_the_journal_says_were_deleted_are_noted_while_they_are_there(closed, verify):
    kept = (closed / "frames" / "0003.jpg").read_bytes()
    drop_pictures(closed, Why.ASKED, "2026-11-25T08:00:00+01:00", "J")
    (closed / "frames" / "0003.jpg").write_bytes(kept)
    game = verify(closed)
    assert ([(one.kind, one.file) for one in game.notes], game.differences) == ([("still-there", "frames/0003.jpg")], ())


@pytest.mark.parametrize("name", [JOURNAL_NAME, TAIL, "presses.jsonl", "game.pdn", "rulings.jsonl"])
def test_a_file_of_another_game(closed, cut, kinds, tmp_path, name):
    other = tmp_path / "other"
    shutil.copytree(cut, other)
    with Journal.open(other / JOURNAL_NAME) as journal:  # it went on otherwise
        journal.append(CameraFault(10**15, "x"), 10**15)
    (other / "presses.jsonl").write_text((other / "presses.jsonl").read_text().replace('"t": ', '"t": 1'))
    (other / "game.pdn").write_text((other / "game.pdn").read_text().replace("Anke", "Anne"))
    (other / "rulings.jsonl").write_text((other / "rulings.jsonl").read_text().replace("both", "none"))
    shutil.copyfile(other / name, closed / name)
    assert kinds(closed) != set()


def test_without_its_journal_a_folder_is_no_game_that_has_not_begun(closed, verify, tmp_path):
    (closed / JOURNAL_NAME).unlink()
    assert [one.kind for one in verify(closed).differences] == ["journal-missing"]
    (tmp_path / "none" / "frames").mkdir(parents=True)
    game = verify(tmp_path / "none")
    assert ([one.kind for one in game.notes], game.differences) == (["not-begun"], ())


def test_events_that_were_held_back_are_noted(closed, verify):
    (closed / "held-back-20261125-080000-1.jsonl").write_text("{}\n")
    assert [(one.kind, one.file) for one in verify(closed).notes] == [("held-back", "held-back-20261125-080000-1.jsonl")]


def test_of_one_kind_so_many_are_told_and_the_others_counted(closed, verify):
    (closed / "presses.jsonl").write_text("x\n" * (MOST + 7))
    found = [one for one in verify(closed).differences if one.kind in ("line-unreadable", "more")]
    assert (len(found), str(found[-1].said)) == (MOST + 1, "presses.jsonl has 7 more differences of the kind line-unreadable")


def test_the_kinds_stay_as_they_are():
    """Programs rely on them."""
    assert sorted(one.said().code.split(".")[1] for one in Differs) == sorted(KINDS)
    assert sorted(one.said().code.split(".")[1] for one in VerifyNote) == sorted(NOTES)


KINDS = [
    "journal-missing",
    "journal-unreadable",
    "database-damaged",
    "schema-other",
    "log-head-damaged",
    "log-damaged",
    "row-altered",
    "row-missing",
    "rows-missing",
    "rows-unreadable",
    "row-not-understood",
    "end-cut-off",
    "end-other",
    "clock-damaged",
    "belief-damaged",
    "tail-ahead",
    "tail-other",
    "tail-behind",
    "tail-damaged",
    "file-missing",
    "file-unreadable",
    "line-unreadable",
    "line-out-of-order",
    "press-ahead",
    "press-unknown",
    "press-other",
    "press-missing",
    "presses-missing",
    "ruling-unknown",
    "ruling-missing",
    "ruling-out-of-order",
    "session-other",
    "moves-ahead",
    "moves-behind",
    "move-other",
    "result-other",
    "tag-other",
    "comment-other",
    "pdn-not-one-game",
    "picture-missing",
    "picture-damaged",
    "pictures-missing",
    "signature-other",
    "more",
]
NOTES = [
    "tail-missing",
    "log-cut-off",
    "behind",
    "journal-alone",
    "press-untold",
    "still-there",
    "perhaps-not-kept",
    "held-back",
    "not-begun",
]


def test_what_somebody_put_in_the_place_of_a_file_or_a_table_is_neither_waited_for_nor_run(closed, kinds):
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 0 AS id, 1 AS t_ns, '' AS kind, '' AS checksum"
    with closing(sqlite3.connect(closed / JOURNAL_NAME, isolation_level=None)) as connection:
        connection.execute("DROP TABLE events")
        connection.execute("DROP TABLE clock")
        connection.execute(f"CREATE VIEW events AS {endless}, '' AS json FROM n")
        connection.execute(f"CREATE VIEW clock AS {endless}, 0 AS white_ns, 0 AS black_ns FROM n")
    for name in ("presses.jsonl", TAIL, "frames/0003.jpg"):
        (closed / name).unlink()
        os.mkfifo(closed / name)
    found = kinds(closed)
    assert {("schema-other", JOURNAL_NAME), ("file-unreadable", TAIL), ("file-unreadable", "presses.jsonl")} <= found


def test_a_pipe_is_no_picture(closed, kinds):
    (closed / "frames" / "0003.jpg").unlink()
    os.mkfifo(closed / "frames" / "0003.jpg")
    assert kinds(closed) == {("picture-missing", "frames/0003.jpg")}


def test_pages_that_stand_in_the_place_of_others_are_not_read_for_ever(tmp_path, verify):
    with Journal.create(tmp_path / JOURNAL_NAME) as journal:
        for row in range(400):
            journal.append(CameraFault(row, "x" * 100), row)
    whole = (tmp_path / JOURNAL_NAME).read_bytes()
    leaves = [at for at in range(4096, len(whole), 4096) if whole[at] == 0x0D and b"CameraFault" in whole[at : at + 4096]]
    assert len(leaves) > 5
    for one, other in itertools.permutations((leaves[0], leaves[1], leaves[2], leaves[-1]), 2):
        spoilt = bytearray(whole)
        spoilt[one : one + 4096] = whole[other : other + 4096]
        (tmp_path / JOURNAL_NAME).write_bytes(spoilt)
        assert verify(tmp_path).differences


def test_a_signature_that_does_not_fit_the_journal_is_told(closed, kinds):
    key = SigningKey(new_key().encode())
    sign_closing(closed, key)
    assert kinds(closed) == set()
    signature = closed / SIGNATURE_NAME
    signature.write_bytes(bytes(64))
    assert kinds(closed) == {("signature-other", SIGNATURE_NAME)}
    signature.unlink()
    assert kinds(closed) == set(), "a power cut came before the signature"
