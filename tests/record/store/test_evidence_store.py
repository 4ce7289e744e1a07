"""Pictures on disk: their names, the budget, and which of them never go."""

import json

import pytest

from record.decisions.rulings_file import read_rulings
from record.events.of_game import Arbitrated
from record.store.dropping import drop_pictures
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold
from record.store.pictures import EvidenceStore, picture_name, pictures_of
from record.store.session_files import write_session

KB = bytes(1000)
FEN = "W:W28,31,33-50:B1-18,20,23"
OF_THE_ALERT = ["0000.jpg", "0001.jpg", "0002-before-1.jpg", "0002.jpg", "0002a.jpg"]


def test_the_last_picture_of_a_press_bears_its_number(tmp_path):
    assert [picture_name(7, number, 3) for number in range(3)] == ["frames/0007a.jpg", "frames/0007b.jpg", "frames/0007.jpg"]
    (tmp_path / "frames").mkdir()
    for number in (0, 1):
        (tmp_path / picture_name(7, number, 3)).write_bytes(KB)
    assert pictures_of(tmp_path, 7) == (), "the last was not written: the others may not be all"
    (tmp_path / picture_name(7, 2, 3)).write_bytes(KB)
    assert pictures_of(tmp_path, 7) == ("frames/0007a.jpg", "frames/0007b.jpg", "frames/0007.jpg")


def test_beyond_the_budget_the_oldest_finished_games_pictures_go_but_none_of_an_alert(tmp_path, recorded, left):
    first, second, running, mine = (recorded(n, is_over=n != 3) for n in (1, 2, 3, 4))
    assert EvidenceStore(tmp_path, mine, 26_000, 0).keep("frames/0003.jpg", KB)
    assert left(first) == OF_THE_ALERT
    assert (len(left(second)), len(left(running)), len(left(mine))) == (5, 7, 8)
    assert EvidenceStore(tmp_path, mine, 1000, 0).keep("frames/0004.jpg", KB), "the running game's are kept all the same"
    assert (left(second), len(left(running)), len(left(mine))) == (OF_THE_ALERT, 7, 9)


def test_where_no_more_may_go_it_is_not_looked_for_again_at_each_picture(tmp_path, recorded, left, monkeypatch):
    """The running game's take more than the budget, and there is an earlier one whose journal nobody can read."""
    damaged, mine = recorded(1), recorded(2)
    (damaged / JOURNAL_NAME).write_bytes(b"x")
    store, looks = EvidenceStore(tmp_path, mine, 10_000, 0), []
    monkeypatch.setattr(
        "record.store.pictures.drop_pictures", lambda game, why, at: looks.append(left(game)) or drop_pictures(game, why, at)
    )
    assert all(store.keep(f"frames/{number:04}.jpg", bytes(100)) for number in range(100, 200))
    assert len(looks) == 10, "once for each tenth of the budget, not once for each of 100 pictures"


def test_after_a_trim_the_budget_holds_again(tmp_path, recorded, left):
    old, newer, mine = recorded(1), recorded(2), recorded(3)
    store = EvidenceStore(tmp_path, mine, 21_500, 0)
    assert store.keep("frames/0100.jpg", bytes(1000))
    assert (left(old), len(left(newer))) == (OF_THE_ALERT, 7)
    again = recorded(4)  # as if it had been closed meanwhile
    assert store.keep("frames/0101.jpg", bytes(3000))
    assert (left(newer), left(again)) == (OF_THE_ALERT, OF_THE_ALERT)


def test_a_game_whose_pictures_went_can_still_be_replayed(tmp_path, recorded):
    first, mine = recorded(1), recorded(2)
    EvidenceStore(tmp_path, mine, 1000, 0).trim()
    presses = read_folder(first).presses
    assert [press.pictures for press in presses] == [("frames/0001.jpg",), ("frames/0002a.jpg", "frames/0002.jpg")]
    assert presses[1].before == ("frames/0002-before-1.jpg",)


def test_no_picture_is_kept_where_there_is_no_room(tmp_path, recorded):
    mine = recorded(1)
    assert not EvidenceStore(tmp_path, mine, 10**9, 10**18).keep("frames/0009.jpg", KB)
    assert not EvidenceStore(tmp_path, mine, 10**9, 0).keep("nowhere/0009.jpg", KB)


@pytest.mark.parametrize("damage", ["journal", "folder"])
def test_what_cannot_be_understood_is_left_alone(tmp_path, recorded, left, damage):
    other, mine = recorded(1), recorded(2)
    if damage == "journal":
        (other / JOURNAL_NAME).write_bytes(b"x")
    else:
        (other / JOURNAL_NAME).unlink()
    EvidenceStore(tmp_path, mine, 0, 0).trim()
    assert len(left(other)) == 7


def test_session_files_tell_the_game_and_what_the_arbiter_ruled(recorded):
    folder = recorded(1, is_over=False)
    with Journal.open(folder / JOURNAL_NAME) as journal:
        for ruling, more in (
            ("position", {}),
            ("to-move", {}),
            ("take-back", {"plies": 1}),
            ("end", {"result": "1-0", "article": "20.2"}),
        ):
            journal.append(Arbitrated(3 * 10**9, 2, ruling, "J. Jansen", FEN, "why", **more), 0)
        write_session(folder, fold(journal))
    about = json.loads((folder / "session.json").read_text())
    assert (about["rules"], about["start_fen"], about["time_control"]) == ("frisian", "W:W31-50:B1-20", "80m+60s")
    rulings = [one.decision for one in read_rulings(read_folder(folder))[2]]
    assert [one.ruling for one in rulings] == ["position", "to-move", "take-back", "end"]
    assert (rulings[0].fen, rulings[1].side, rulings[2].plies, rulings[3].article) == (FEN, "white", 1, "20.2")
