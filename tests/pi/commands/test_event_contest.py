"""`damcam event` on a problem contest (regulation H): problems with their conditions, marks, and the order that only the jury makes."""

import json
import sys

import pytest
from flask import session

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards
from pi.cli import main
from record.store.journal import Journal
from tests.hub.conftest import KEPT, PASSWORD

WON, KING, BLACKS = "W:W28,32:B23", "W:WK46:B5,23", "B:W28:B12,17"


@pytest.fixture
def event(tmp_path, monkeypatch, capsys):
    """Runs `damcam event` on the contest `h`, and gives what it prints and says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGNAME", "Anke")
    monkeypatch.setenv("DAMCAM_HUB_EVENTS", str(tmp_path / "events"))
    (tmp_path / "events").mkdir()

    def run(task, *words, status=0, lang="en"):
        assert main(["event", task, "h", *words, "--lang", lang]) == status
        told = capsys.readouterr()
        return told.out, told.err

    run("new", "--competition", "h", "--name", "Problemen")
    return run


@pytest.fixture
def entered(event):
    event("problem", "p1", WON, "--author", "Jelle", "--solution", "28x19")
    event("problem", "p2", KING, "--author", "Sytske", "--nodes", "2000")
    return event


def conditions(event, id):
    rows = [json.loads(line) for line in event("problem", "--json")[0].splitlines()]
    return {one["demand"]: (one["found"], one["squares"]) for row in rows if row["id"] == id for one in row["conditions"]}


def test_what_the_position_and_the_search_show_is_told_and_the_rest_is_the_jurys(entered, monkeypatch):
    found = conditions(entered, "p1")
    assert found["white-to-move"] == found["white-wins"] == found["no-kings"] == ("holds", [])
    assert found["no-material-advantage"] == ("broken", [])
    assert found["no-black-piece-en-prise"] == ("broken", [23])
    assert {demand for demand, (what, _) in found.items() if what == "jury"} == {
        "explainable-by-moves", "purpose-of-pieces", "ending-place", "clear-ending",
    }  # fmt: skip
    assert conditions(entered, "p2")["no-kings"] == ("broken", [46])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "H 2 B.4  er kan geen zwart stuk meteen geslagen worden: geschonden door 23" in entered("problem", lang="nl")[0]


def test_where_black_begins_nothing_is_said_of_whites_win(event):
    event("problem", "p3", BLACKS, "--author", "Ype", "--nodes", "100")
    found = conditions(event, "p3")
    assert (found["white-to-move"], found["white-wins"], found["no-second-solution"]) == (("broken", []), ("unknown", []), ("unknown", []))


def test_marks_are_summed_and_order_nothing(entered, monkeypatch):
    entered("mark", "p2", "Auke", "9")
    assert json.loads(entered("mark", "p2", "Bouke", "8,5", "--json")[0])["sum"] == 17.5
    assert "wants a reason: --reason" in entered("mark", "p2", "Auke", "7", status=1)[1]
    assert "nothing would change" in entered("mark", "p2", "Auke", "9.0", "--reason", "x", status=1)[1]
    entered("mark", "p2", "Auke", "7", "--reason", "a slip")
    told = json.loads(entered("standings", "--json")[0])
    assert (told["ordered"], told["article"]) == (False, "H 3")
    assert [(row["id"], row["place"], row["sum"]) for row in told["table"]] == [("p1", None, None), ("p2", None, 15.5)]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "the jury has not entered its order; the regulation has no formula for it (H 3)" in entered("standings")[0]


def test_the_order_is_the_jurys_and_nothing_changes_under_it(entered):
    entered("problem", "p3", BLACKS, "--author", "Ype", "--nodes", "100")
    told = json.loads(entered("order", "p3", "p1=p2", "--reason", "by vote", "--json")[0])
    assert [(row["id"], row["place"]) for row in told["table"]] == [("p3", [1, 1]), ("p1", [2, 3]), ("p2", [2, 3])]
    for words in (
        ("mark", "p1", "Auke", "9"),
        ("problem", "p4", "W:W40:B9", "--author", "Ype"),
        ("order", "p1", "p2", "p3", "--reason", "x"),
    ):
        assert "the jury has entered its order; damcam event undo takes it back first" in entered(*words, status=1)[1]
    entered("undo")
    assert json.loads(entered("standings", "--json")[0])["ordered"] is False
    kinds = [json.loads(line)["kind"] for line in entered("log", "--json")[0].splitlines()]
    assert kinds == ["EventMade", *["ProblemEntered"] * 3, "JuryOrdered", "ChangeUndone"]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("problem", "p1", WON, "--author", "Ype"), 1, "there is a problem 'p1' already"),
        (("problem", "p9", "W:W32,28:B23", "--author", "Ype"), 1, "problem 'p1' has the same position"),
        (("problem", "p=9", "W:W31:B23", "--author", "Ype"), 1, "'p=9' is no id of a problem"),
        (("problem", "p9", "W:W51:B1", "--author", "Ype"), 1, "the position of 'p9': white pieces: 51 is not on the board"),
        (("problem", "p9"), 2, "ID FEN and --author were expected"),
        (("mark", "p9", "Auke", "7"), 1, "there is no problem 'p9'; entered are p1, p2"),
        (("mark", "p1", "Auke", "good"), 1, "'good' is no mark"),
        (("order", "p1", "--reason", "x"), 1, "the order leaves out p2"),
        (("order", "p1", "p2", "p1", "--reason", "x"), 1, "'p1' stands twice in the order"),
        (("enter", "anna"), 1, "a problem contest (H) has no games"),
        (("pair",), 1, "a problem contest (H) has no games"),
        (("publish", "names"), 1, "a problem contest (H) has no games"),
        (("appeal", "1", "a", "b", "--party", "a", "--made", "now"), 1, "competition H knows no appeal: in a dispute the arbiter decides"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_and_nothing_is_kept(entered, words, status, says):
    before = entered("log", "--json")[0]
    out, said = entered(*words, status=status)
    assert (out, says in said) == ("", True), said
    assert entered("log", "--json")[0] == before


def test_an_event_with_games_takes_no_problem(event, capsys):
    assert main(["event", "new", "a", "--competition", "A"]) == 0
    assert main(["event", "problem", "a", "p1", WON, "--author", "Jelle", "--lang", "en"]) == 1
    assert "competition A is played over the board; problem, mark and order are for the problem contest (H)" in capsys.readouterr().err


def test_the_page_shows_problems_conditions_marks_and_order_and_the_public_sees_none(entered, tmp_path):
    entered("mark", "p2", "Auke", "9")
    Journal.create(tmp_path / "journal.sqlite").close()
    accounts = Accounts(tmp_path / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    app = create_app(
        Boards.lone(tmp_path / "journal.sqlite"), sign_in=SignIn(b"k" * 64, accounts.path, events=tmp_path / "events"), follow=False
    )
    client = app.test_client()
    with client:
        client.get("/login")
        client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
        client.get("/login")
        token = session["token"]
    page = client.get("/organise/h", headers={"Accept-Language": "nl"}).text
    for text in ("p2 · Sytske", "geschonden door 46", "Auke 9", "De jury heeft haar volgorde nog niet ingevoerd."):
        assert text in page
    entered("order", "p2", "p1", "--reason", "by vote")
    assert "1. p2 · Sytske" in client.get("/organise/h").text
    assert client.get("/organise/h/log").status_code == 200
    assert client.get("/organise").status_code == 200
    refused = client.post("/organise/h/publish", data={"token": token, "act": "settle", "rows": "1", "public": "names"})
    assert (refused.status_code, client.get("/organise/h/print/standings").status_code) == (409, 409)
    assert app.test_client().get("/tournaments/h").status_code == 404
    app.extensions[BOARDS].first.feed.close()
    app.extensions[BOARDS].first.desk.close()
