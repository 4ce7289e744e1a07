"""Pictures on disk: their names, the budget, and which of them never go."""

import json
from pathlib import Path

import pytest

from record.events import Alert, Arbitrated, Pressed, Ruled, SessionClosed, SessionOpened
from record.evidence_store import EvidenceStore, drop_pictures, picture_name, pictures_of
from record.folder import JOURNAL_NAME, read_folder
from record.journal import Journal, fold
from record.rulings_file import read_rulings
from record.session_files import write_session

KB = bytes(1000)
START = "W:W31-50:B1-20"
FENS = ("B:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-18,20,23")


def game(games: Path, number: int, *, is_over: bool = True) -> Path:
    """A game of two presses with two pictures each and one before; the second is told to the arbiter."""
    folder = games / f"{number:04}"
    (folder / "frames").mkdir(parents=True)
    with Journal.create(folder / JOURNAL_NAME) as journal:
        journal.append(SessionOpened("frisian", 10, START, "80m+60s", 1, 1), 0)
        for seq, (side, move, fen) in enumerate((("white", "32-28", FENS[0]), ("black", "19-23", FENS[1])), 1):
            names = picture_name(seq, 0, 2), picture_name(seq, 1, 2)
            before = (picture_name(seq, 0, 1, before=True),)
            alerts = (Alert("14", "14", (23,), "x"),) if seq == 2 else ()
            running = "black" if seq == 1 else "white"
            journal.append(Pressed(seq, seq * 10**9, side, 1, 1, running), 0)
            journal.append(Ruled(seq, side, "legal", move, fen, 1.0, alerts, picture=names[1], pictures=names, before=before), 0)
            for name in (*names, *before):
                (folder / name).write_bytes(KB)
        if is_over:
            journal.append(SessionClosed(3 * 10**9), 0)
    (folder / "frames" / "0000.jpg").write_bytes(KB)
    return folder


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "frames").iterdir())


OF_THE_ALERT = ["0000.jpg", "0002-before-1.jpg", "0002.jpg", "0002a.jpg"]


def test_the_last_picture_of_a_press_bears_its_number(tmp_path):
    assert [picture_name(7, number, 3) for number in range(3)] == ["frames/0007a.jpg", "frames/0007b.jpg", "frames/0007.jpg"]
    (tmp_path / "frames").mkdir()
    for number in (0, 1):
        (tmp_path / picture_name(7, number, 3)).write_bytes(KB)
    assert pictures_of(tmp_path, 7) == (), "the last was not written: the others may not be all"
    (tmp_path / picture_name(7, 2, 3)).write_bytes(KB)
    assert pictures_of(tmp_path, 7) == ("frames/0007a.jpg", "frames/0007b.jpg", "frames/0007.jpg")


def test_beyond_the_budget_the_oldest_finished_games_pictures_go_but_none_of_an_alert(tmp_path):
    first, second, running, mine = (game(tmp_path, n, is_over=n != 3) for n in (1, 2, 3, 4))
    assert EvidenceStore(tmp_path, mine, 26_000, 0).keep("frames/0003.jpg", KB)
    assert left(first) == OF_THE_ALERT
    assert (len(left(second)), len(left(running)), len(left(mine))) == (4, 7, 8)
    assert EvidenceStore(tmp_path, mine, 1000, 0).keep("frames/0004.jpg", KB), "the running game's are kept all the same"
    assert (left(second), len(left(running)), len(left(mine))) == (OF_THE_ALERT, 7, 9)


def test_a_game_whose_pictures_went_can_still_be_replayed(tmp_path):
    first, mine = game(tmp_path, 1), game(tmp_path, 2)
    EvidenceStore(tmp_path, mine, 1000, 0).trim()
    presses = read_folder(first).presses
    assert [press.pictures for press in presses] == [(), ("frames/0002a.jpg", "frames/0002.jpg")]
    assert presses[1].before == ("frames/0002-before-1.jpg",)


def test_of_a_closed_game_only_what_an_alert_shows_may_stay(tmp_path):
    over, running = game(tmp_path, 1), game(tmp_path, 2, is_over=False)
    assert (drop_pictures(over), drop_pictures(running)) == (3000, 0)
    assert (left(over), len(left(running))) == (OF_THE_ALERT, 7)


def test_no_picture_is_kept_where_there_is_no_room(tmp_path):
    mine = game(tmp_path, 1)
    assert not EvidenceStore(tmp_path, mine, 10**9, 10**18).keep("frames/0009.jpg", KB)
    assert not EvidenceStore(tmp_path, mine, 10**9, 0).keep("nowhere/0009.jpg", KB)


@pytest.mark.parametrize("damage", ["journal", "folder"])
def test_what_cannot_be_understood_is_left_alone(tmp_path, damage):
    other, mine = game(tmp_path, 1), game(tmp_path, 2)
    if damage == "journal":
        (other / JOURNAL_NAME).write_bytes(b"x")
    else:
        (other / JOURNAL_NAME).unlink()
    EvidenceStore(tmp_path, mine, 0, 0).trim()
    assert len(left(other)) == 7


def test_session_files_tell_the_game_and_what_the_arbiter_ruled(tmp_path):
    folder = game(tmp_path, 1, is_over=False)
    with Journal.open(folder / JOURNAL_NAME) as journal:
        for ruling, more in (
            ("position", {}),
            ("to-move", {}),
            ("take-back", {"plies": 1}),
            ("end", {"result": "1-0", "article": "20.2"}),
        ):
            journal.append(Arbitrated(3 * 10**9, 2, ruling, "J. Jansen", FENS[1], "why", **more), 0)
        write_session(folder, fold(journal))
    about = json.loads((folder / "session.json").read_text())
    assert (about["rules"], about["start_fen"], about["time_control"]) == ("frisian", START, "80m+60s")
    rulings = [one.decision for one in read_rulings(read_folder(folder))[2]]
    assert [one.ruling for one in rulings] == ["position", "to-move", "take-back", "end"]
    assert (rulings[0].fen, rulings[1].side, rulings[2].plies, rulings[3].article) == (FENS[1], "white", 1, "20.2")
