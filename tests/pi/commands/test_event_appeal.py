"""`damcam event appeal`, `commission` and `verdict`, and the dossier of the game that they are about."""

import json
import sys

import pytest
from flask import session

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards
from hub.venue.export_index import DOSSIERS
from pi.cli import main
from record.events.about import About
from record.events.of_game import SessionClosed, SessionOpened
from record.store.journal import Journal
from tests.hub.conftest import KEPT, PASSWORD

GAME = ("1", "p5", "p1")
GIVEN = ("--party", "p5", "--against", "the game is lost", "--grounds", "the flag had not fallen", "--written")
TIMES = ("--told", "2020-03-07T18:30", "--made", "2020-03-08T12:00", "--next-match-day", "14-3-2020")
SEATED = ("--member", "Drachten=anna", "--member", "Snits=bate", "--member", "Grou=corrie", "--chair", "anna", "--vice", "bate")
TAGS = {"white": "Jelle", "black": "Sytske", "event": "FK", "round": "1"}


@pytest.fixture
def event(tmp_path, monkeypatch, capsys):
    """Runs `damcam event` on the championship `fk` in the folder of events, and gives what it prints and says."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "events").mkdir()
    monkeypatch.setenv("LOGNAME", "Anke")
    monkeypatch.setenv("DAMCAM_HUB_EVENTS", str(tmp_path / "events"))

    def run(task, *words, status=0):
        assert main(["event", task, "fk", *words, "--lang", "en"]) == status
        told = capsys.readouterr()
        return told.out, told.err

    run("new", "--competition", "C", "--class", "KK", "--name", "FK")
    names = {"p5": "Jelle,Drachten", "p1": "Sytske,"}
    (tmp_path / "list.csv").write_text("id,name,club\n" + "".join(f"p{n},{names.get(f'p{n}', ',')}\n" for n in range(1, 9)))
    run("enter", "--csv", "list.csv")
    run("pair")
    return run


@pytest.fixture
def journal(tmp_path):
    """The journal of the game that the appeal is about, closed, without any alert."""
    folder = tmp_path / "board" / "games" / "0001"
    folder.mkdir(parents=True)
    with Journal.create(folder / "journal.sqlite") as made:
        made.append(SessionOpened("frisian", 10, "W:W29,50:B23,1", "none", 0, 0, About.of(TAGS)), 0)
        made.append(SessionClosed(1, "0-1", "20.1"), 1)
    return folder


def test_from_the_appeal_to_the_verdict(event, monkeypatch):
    out, said = event("appeal", *GAME, *GIVEN, *TIMES, "--json")
    told = json.loads(out)
    assert (told["admissible"], told["reasons"], told["until"], told["decide_before"]) == (True, [], "2020-03-08T18:30", "2020-03-14")
    assert said == "damcam: appeal 1 of p5, round 1, p5 - p1: the flag had not fallen\n"
    out, said = event("commission", "1", *SEATED, "--json")
    assert [json.loads(out)[key] for key in ("sit", "stand_back", "chair")] == [["bate", "corrie"], ["anna"], "anna"]
    out, said = event("verdict", "1", "--vote", "bate=uphold", "--vote", "corrie=reject", "--reason", "play on at 4:59", "--json")
    assert [json.loads(out)[key] for key in ("outcome", "casting", "said")] == ["uphold", "bate", "play on at 4:59"]
    assert "damcam: appeal 1 is upheld\n" in said
    assert "it was to be decided before 14 March 2020" in said
    rows = [json.loads(line) for line in event("log", "--json")[0].splitlines()][-3:]
    assert [(row["kind"], row["by"]) for row in rows] == [("AppealMade", "Anke"), ("CommissionSeated", "Anke"), ("VerdictGiven", "Anke")]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "  Verdict: the appeal is upheld; at equal votes the vote of bate decided\n" in event("appeal")[0]
    event("undo")
    assert "outcome" not in json.loads(event("appeal", "--json")[0])


def test_who_appealed_and_was_forgotten_is_anonymous_in_the_readers_language(event, monkeypatch, capsys):
    event("appeal", *GAME, *GIVEN, *TIMES)
    assert main(["forget", "--person", "Jelle", "--yes", "--lang", "en"]) == 0
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    capsys.readouterr()
    assert main(["event", "appeal", "fk", "--lang", "nl"]) == 0
    told = capsys.readouterr().out
    assert "anonieme speler 1" in told
    assert "player-1" not in told


@pytest.mark.parametrize(
    ("task", "words", "status", "says"),
    [
        ("appeal", ("1", "p5"), 2, "ROUND WHITE BLACK were expected"),
        ("appeal", (*GAME, "--party", "p5"), 2, "an appeal needs --party and --made"),
        ("appeal", (*GAME, "--party", "p5", "--made", "soon"), 1, "made is"),
        ("commission", ("1", *SEATED), 1, "there is no appeal 1 in this event"),
        ("commission", ("1", "--member", "anna", "--chair", "a", "--vice", "b"), 2, "--member is 'anna'"),
        ("verdict", ("1", "--vote", "anna=yes", "--reason", "x"), 2, "--vote is 'anna=yes'"),
    ],
)
def test_what_cannot_be_entered_is_told_and_nothing_is_kept(event, task, words, status, says):
    out, said = event(task, *words, status=status)
    assert (out, says in said) == ("", True), said
    assert event("appeal") == ("", "")


def test_the_dossier_of_the_game_tells_of_the_appeal_on_the_terminal_and_in_the_export(event, journal, tmp_path, monkeypatch):
    event("appeal", *GAME, *GIVEN, *TIMES)
    event("commission", "1", *SEATED)
    assert main(["dossier", str(journal), "--lang", "en"]) == 0
    paper = (tmp_path / "dossier.html").read_text()
    for text in ("Appeal 1 (FK)", "the flag had not fallen", "bate (vice-chair), corrie", "anna (chair)", "not decided yet"):
        assert text in paper
    monkeypatch.setenv("DAMCAM_HUB_STATES", str(tmp_path / "board"))
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    event("verdict", "1", "--vote", "bate=reject", "--reason", "the flag is on the picture")
    assert main(["hub", "export", "out", "--lang", "nl"]) == 0
    (written,) = (tmp_path / "out" / DOSSIERS).iterdir()
    assert "het beroep is afgewezen" in written.read_text()
    assert "Beroep" not in (tmp_path / "out" / "fk" / "round-1.pdn").read_text()


def test_the_dossier_at_the_desk_tells_of_it_and_no_public_page_does(event, journal, tmp_path, signed_in_at):
    event("appeal", *GAME, *GIVEN, *TIMES)
    event("publish", "names")
    app, anke = signed_in_at(journal / "journal.sqlite", tmp_path / "events")
    assert "Appeal 1 (FK)" in anke.get("/desk/1/dossier", headers={"Accept-Language": "en"}).text
    public = [app.test_client().get(path).text for path in ("/tournaments/fk", "/api/tournaments", "/api/tournaments/fk", "/")]
    assert not [text for text in public if "flag had not fallen" in text or "AppealMade" in text]


@pytest.fixture
def signed_in_at(tmp_path):
    """Makes the application over a journal and a folder of events, and a client of Anke, an arbiter."""
    served = []

    def make(path, events):
        accounts = Accounts(tmp_path / "arbiters.json")
        accounts.put(Account("Anke", Role.ARBITER, KEPT))
        boards = Boards.lone(path)
        app = create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path, events=events), follow=False)
        served.append(app)
        client = app.test_client()
        with client:
            client.get("/login")
            client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
        return app, client

    yield make
    for app in served:
        app.extensions[BOARDS].first.feed.close()
        app.extensions[BOARDS].first.desk.close()
