"""A journal that has lost something: the public sees nothing of the game, the arbiter what is wrong, and pages recover."""

import json
import re
import shutil
from contextlib import closing, suppress

import pytest

from hub.app import BOARDS
from hub.boards.board import ServedBoard
from hub.feeds.urgency import CALLED
from record.store.folder import JOURNAL_NAME
from record.store.latest import ClockRow, Latest
from record.store.salvage import continue_game
from rules.errors import DamcamError
from tests.hub.desk.desk_page import form_of
from tests.hub.desk.hall_desks import desks
from tests.hub.public.conftest import before
from tests.support.journals import row_altered, rows_gone

AT = "2026-11-25T14:03:00+01:00"


@pytest.fixture
def played(game):
    """A game of four moves, of which the service runs no more."""
    game.open()
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 20, 24)):
        game.move(side, start, end)
    game.journal.close()
    return game.folder / JOURNAL_NAME


def alter(journal):
    row_altered(journal, 8)


def older(journal):
    """Of the journal an older copy was put there: its tail knows more."""
    rows_gone(journal, 8)


def gone(journal):
    journal.unlink()


LOSSES = {alter: "8", older: "11", gone: "journal.jsonl-tail"}
"""Ways to lose something, and what the sentence about it names."""


def look(board):
    with suppress(DamcamError):
        board.follower.look()


@pytest.fixture(params=LOSSES, ids=lambda lose: lose.__name__)
def lose(request):
    return request.param


@pytest.fixture
def board(played):
    made = ServedBoard("1", played)
    yield made
    made.follower.close()


def test_the_public_sees_nothing_of_the_game_and_the_desk_what_is_lost(played, board, lose):
    lose(played)
    look(board)
    assert {**board.feed.latest.view, "id": 0} == {"id": 0, "withheld": True}
    assert board.feed.state.opening is None
    assert "row" not in board.feed.latest.text
    view = board.desk.view("en")
    assert "stands" not in view
    assert re.search(rf"\b{LOSSES[lose]}\b", view["lost"]["says"])
    assert view["lost"]["may_go_on"] == (lose is not gone)
    assert (view["lost"]["row"], view["lost"]["seq"]) == ((0, 0) if lose is gone else (7, 2))


def exchanged(journal):
    damaged = journal.with_name("damaged")
    shutil.copy(journal, damaged)
    alter(damaged)
    damaged.replace(journal)


@pytest.mark.parametrize("damage", [exchanged, older, gone], ids=lambda damage: damage.__name__)
def test_a_game_that_was_shown_is_shown_no_more_once_its_journal_is_damaged(played, board, damage):
    look(board)
    shown = board.feed.latest
    assert len(shown.view["moves"]) == 2
    damage(played)
    for _ in range(2):  # at the first look the journal is found to be another one, at the second it is read from its beginning
        look(board)
    assert board.feed.latest.view.get("withheld")
    assert board.feed.latest.id > shown.id, "so that each listener takes it for newer"
    assert board.desk.view("en")["lost"]


def test_it_recovers_by_itself_once_the_right_files_are_back(played, board, lose, tmp_path):
    kept = shutil.copytree(played.parent, tmp_path / "kept", ignore=shutil.ignore_patterns("kept", "drawn"))
    lose(played)
    look(board)
    for path in played.parent.iterdir():
        if path.is_file():
            path.unlink()
    shutil.copytree(kept, played.parent, dirs_exist_ok=True)
    look(board)
    look(board)
    assert len(board.feed.latest.view["moves"]) == 2
    assert (board.desk.view("en")["lost"], board.desk.state.last_seq) == (None, 4)


def test_after_going_on_it_is_followed_again(played, board):
    older(played)
    look(board)
    before = board.feed.latest.id
    continue_game(played.parent, "Anke", AT)
    look(board)
    assert (board.feed.latest.id > before, board.feed.state.last_seq) == (True, 2)
    (told,) = [one for one in board.desk.view("nl")["rulings"] if one["word"] == "rows-lost"]
    assert (told["by"], told["at"]) == ("Anke", AT)


def test_a_journal_that_is_whole_is_read_again_at_most_every_few_seconds_while_it_is_damaged(played, board, monkeypatch):
    alter(played)
    look(board)
    asked = []
    monkeypatch.setattr("hub.feeds.journals.lost_of", asked.append)
    for t_ns in range(5):
        with closing(Latest(played)) as latest:
            latest.write_clock(ClockRow(t_ns, 0, 0), flush=False)
        look(board)
    assert asked == []


@pytest.fixture
def damaged_desk(played, desk_app, signed_in):
    older(played)
    board = desk_app.extensions[BOARDS].first
    look(board)
    return signed_in()


def test_the_dossier_says_it_and_the_page_before_that_something_is_lost_and_no_public_page_does(damaged_desk, played):
    dossier = damaged_desk.get("/desk/1/dossier", headers={"Accept": "text/html"})
    assert dossier.status_code == 409
    assert re.search(r"journal\.jsonl-tail\b.*\b11\b", dossier.text)
    (board,) = before(damaged_desk.application)["boards"]
    (check,) = [check for check in board["checks"] if check["name"] == "disk"]
    assert (check["level"], re.search(r"\d", check["seen"])) == ("fail", None)
    assert str(played.parent) not in json.dumps(board)
    for path in ("/", "/wall", "/api/boards/1", "/api/rounds", "/overlay/1"):
        answer = damaged_desk.get(path)
        assert "tail" not in answer.text.replace("details", "")
        assert "32-28" not in answer.text
    assert damaged_desk.get("/game.pdn").status_code == 404
    assert damaged_desk.get("/api/boards/1").json["phase"] == "withheld"


def test_the_list_of_all_desks_has_it_first_and_nothing_is_written_into_the_journal(damaged_desk, played):
    words, before = form_of("stop-clock", game=played.parent.name, after=0, seq=2), played.read_bytes()
    answer = damaged_desk.post("/desk/1/rule", data=words)
    hall = desks(damaged_desk)
    (alert,) = hall["alerts"]
    assert (hall["boards"][0]["says"], alert["id"], alert["kind"], alert["rank"] < CALLED) == ("1 alert open", "lost", "lost", True)
    assert (answer.status_code, answer.json["error"]) == (409, alert["text"])
    assert "Not found:" in damaged_desk.post("/desk/1/find", json={"corners_px": None}).text
    assert damaged_desk.get("/desk/1/health").status_code == 200
    assert played.read_bytes() == before


def test_nobody_but_the_arbiter_confirms_and_nothing_is_written_where_no_service_waits(damaged_desk, played, signed_in):
    confirmed, before = {"game": played.parent.name, "from": "7 "}, played.read_bytes()
    assert signed_in("Durk").post("/desk/1/recover", data=confirmed).status_code == 403
    for sent, status in ((confirmed | {"game": "0009"}, 409), (confirmed, 409), (confirmed | {"from": ""}, 400)):
        assert damaged_desk.post("/desk/1/recover", data=sent).status_code == status
    assert played.read_bytes() == before
