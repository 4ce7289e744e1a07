"""A journal that has lost something: the public sees nothing of the game, the arbiter what is wrong, and pages recover."""

import json
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from threading import Thread
from time import monotonic, sleep

import pytest

from hub.app import BOARDS
from hub.boards.board import ServedBoard
from hub.feeds.urgency import CALLED
from record.decisions import choice
from record.decisions.inbox import OBEYED
from record.store.folder import JOURNAL_NAME
from record.store.going_on import go_on
from record.store.tail import tail_of
from rules.errors import DamcamError

AT = "2026-11-25T14:03:00+01:00"


@pytest.fixture
def played(game):
    """A game of four moves, closed by its service, so that all is in the database."""
    game.open()
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 20, 24)):
        game.move(side, start, end)
    game.journal.close()
    return game.folder / JOURNAL_NAME


def alter(journal, row=8):
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_stand")
        connection.execute("UPDATE events SET t_ns = t_ns + 1 WHERE id = ?", (row,))


def older(journal):
    """Of the journal an older copy was put there: its tail knows more."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_stay")
        connection.execute("DELETE FROM events WHERE id > 7")
        connection.execute("UPDATE tail SET row_id = 7, checksum = (SELECT checksum FROM events WHERE id = 7)")


def presses_know_more(journal):
    older(journal)
    tail_of(journal).unlink()
    (journal.parent / "presses.jsonl").write_text('{"seq": 4}\n', encoding="utf-8")


def gone(journal):
    journal.unlink()


LOSSES = {
    alter: "row 8 of .* does not fit its checksum",
    older: "row 8 of .* is missing: journal.sqlite-tail says that row 11 was the last",
    presses_know_more: "presses.jsonl beside .* knows of press 4, and the journal ends with press 2",
    gone: "is gone, but journal.sqlite-tail is there",
}


def look(feed):
    with suppress(DamcamError):
        feed.look()


@pytest.fixture(params=LOSSES, ids=lambda lose: lose.__name__)
def lose(request):
    return request.param


@pytest.fixture
def board(played):
    made = ServedBoard("1", played)
    yield made
    made.feed.close()
    made.desk.close()


def test_the_public_never_sees_half_a_game(played, board, lose):
    lose(played)
    look(board.feed)
    assert {**board.feed.latest.view, "id": 0} == {"id": 0, "withheld": True}
    assert board.feed.state.opening is None
    assert "row" not in board.feed.latest.text


def test_a_game_that_was_shown_is_shown_no_more_once_its_journal_is_damaged(played, board):
    look(board.feed)
    shown = board.feed.latest
    assert len(shown.view["moves"]) == 2
    damaged = played.with_name("damaged")
    shutil.copy(played, damaged)
    alter(damaged)
    damaged.replace(played)
    look(board.feed)
    assert board.feed.latest.view.get("withheld")
    assert board.feed.latest.id > shown.id, "so that each listener takes it for newer"


def test_the_desk_says_what_is_lost_in_the_readers_language(played, board, lose):
    lose(played)
    look(board.desk)
    view = board.desk.view("en")
    assert "stands" not in view
    assert re.search(LOSSES[lose], view["lost"]["says"])
    assert view["lost"]["may_go_on"] == (lose is not gone)
    assert (view["lost"]["row"], view["lost"]["seq"]) == ((0, 0) if lose is gone else (7, 2))


def test_it_recovers_by_itself_once_the_right_files_are_back(played, board, lose, tmp_path_factory):
    kept = tmp_path_factory.mktemp("kept") / "game"
    shutil.copytree(played.parent, kept)
    lose(played)
    for feed in (board.feed, board.desk):
        look(feed)
    for path in (*played.parent.iterdir(),):
        if path.is_file():
            path.unlink()
    for path in kept.iterdir():
        if path.is_file():
            shutil.copy(path, played.parent)
    for feed in (board.feed, board.desk):
        look(feed)
        look(feed)
    assert len(board.feed.latest.view["moves"]) == 2
    assert board.desk.view("en")["lost"] is None
    assert board.desk.state.last_seq == 4


def test_after_going_on_it_is_followed_again(played, board):
    older(played)
    for feed in (board.feed, board.desk):
        look(feed)
    before = board.feed.latest.id
    go_on(played.parent, "Anke", AT)
    for feed in (board.feed, board.desk):
        look(feed)
    assert (board.feed.latest.id > before, board.feed.state.last_seq) == (True, 2)
    (told,) = [one for one in board.desk.view("nl")["rulings"] if one["word"] == "go-on"]
    assert (told["by"], told["at"]) == ("Anke", AT)


def test_a_journal_that_is_whole_is_read_again_at_most_every_few_seconds_while_it_is_damaged(played, board, monkeypatch):
    alter(played)
    look(board.feed)
    asked = []
    monkeypatch.setattr("hub.feeds.journals.lost_of", asked.append)
    for _ in range(5):
        look(board.feed)
    assert asked == []


@pytest.fixture
def damaged_desk(played, desk_app, signed_in):
    older(played)
    board = desk_app.extensions[BOARDS].first
    for feed in (board.feed, board.desk):
        look(feed)
    return signed_in()


def test_the_dossier_says_it_and_the_page_before_that_something_is_lost_and_no_public_page_does(damaged_desk, played):
    dossier = damaged_desk.get("/desk/1/dossier", headers={"Accept": "text/html"})
    assert dossier.status_code == 409
    assert "journal.sqlite-tail says that row 11 was the last that was written" in dossier.text
    (board,) = damaged_desk.get("/boards.json").json["boards"]
    (check,) = [check for check in board["checks"] if check["name"] == "disk"]
    assert (check["level"], check["seen"]) == ("fail", "the journal of the game has lost something")
    assert str(played.parent) not in json.dumps(board)
    for path in ("/", "/state", "/wall", "/api/boards/1", "/pdn/board.pdn", "/overlay/1"):
        answer = damaged_desk.get(path)
        assert "tail" not in answer.text.replace("details", "")
        assert "32-28" not in answer.text
    assert damaged_desk.get("/game.pdn").status_code == 404
    assert damaged_desk.get("/api/boards/1").json["phase"] == "withheld"


def test_the_list_of_all_desks_has_it_first(damaged_desk):
    hall = damaged_desk.get("/desks/state").json
    (alert,) = hall["alerts"]
    assert (hall["boards"][0]["open"], alert["id"], alert["kind"]) == (1, "lost", "lost")
    assert alert["rank"] < CALLED
    assert "row 8 of" in alert["text"]


def test_nothing_is_written_into_a_damaged_journal(damaged_desk, played):
    before = played.read_bytes()
    words = {"word": "stop-clock", "game": played.parent.name, "after": 0, "seq": 2}
    answer = damaged_desk.post("/desk/1/rule", json=words)
    assert (answer.status_code, "row 8 of" in answer.json["error"]) == (409, True)
    assert damaged_desk.post("/desk/1/find", json={"corners_px": None}).json["found"] is False
    assert damaged_desk.get("/desk/1/health").status_code == 200
    assert played.read_bytes() == before


def test_the_choice_goes_to_the_service_and_nobody_else_makes_it(damaged_desk, played, signed_in):
    folder = played.parent

    def serve() -> None:
        until = monotonic() + 20
        while monotonic() < until:
            if asked := choice.take(folder):
                go_on(folder, asked.by, AT, asked.row)
                choice.answer(folder, asked, OBEYED)
                return
            sleep(0.02)

    words = {"game": folder.name, "row": 7}
    assert signed_in("Durk").post("/desk/1/go-on", json=words).status_code == 403
    assert damaged_desk.post("/desk/1/go-on", json=words | {"game": "0009"}).status_code == 409
    service = Thread(target=serve)
    service.start()
    answer = damaged_desk.post("/desk/1/go-on", json=words)
    service.join()
    assert answer.status_code == 200
    assert answer.json["view"]["lost"] is None
    assert not list(folder.glob("go-on*"))


def test_a_choice_that_nobody_takes_up_is_withdrawn(damaged_desk, played, monkeypatch):
    monkeypatch.setattr("hub.boards.handing.ANSWERED_WITHIN_S", 0.3)
    answer = damaged_desk.post("/desk/1/go-on", json={"game": played.parent.name, "row": 7})
    assert (answer.status_code, "does damcam run" in answer.json["error"]) == (409, True)
    assert not list(played.parent.glob("go-on*"))
