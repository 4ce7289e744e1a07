"""An event as one zip: what everybody may download, what arbiters may, and what is in neither."""

import io
from dataclasses import replace
from zipfile import ZipFile

import pytest

from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.desk.event_files import DOSSIERS, LEFT_OUT
from hub.tournament.event_download import in_file_name
from record.events.alert import Alert
from record.events.of_game import Ruled
from rules.pdn.read import read_games
from tests.hub.public.conftest import look
from tests.support.journals import row_altered
from tests.support.signing import admitting, client_of
from tournament.events.changes import Entrant, EventMade, EventSettled, Who
from tournament.events.entering import entered
from tournament.events.event_file import append, make_event, read_event
from tournament.events.published import NAMES

EVENT = "/frysk-kampioenskip/event.zip"


@pytest.fixture
def begin(tmp_path, new_game):
    """Writes a game at one of two boards, with a result unless it is None, and with an alert on request."""
    (tmp_path / "events").mkdir()
    for state in ("one", "two"):
        (tmp_path / state / "games").mkdir(parents=True)

    def write(state, number, result="1-0", *, alert=False, **about):
        played = new_game(tmp_path / state / "games" / f"{number:04}").open(**about)
        played.move("white", 32, 28)
        if alert:
            played.press("black")
            told = Alert("27c-missed", "27c, 10", (19, 24), "", side="black", before=played.fen("B"), after=played.fen("W"))
            played.journal.append(Ruled(2, "black", "27c-missed", "19-24", played.fen("W"), 0.99, (told,)), played.t_ns)
        if result not in (None, "*"):
            played.end(result)
        if result:
            played.close(result)
        played.journal.close()
        return played.folder / "journal.jsonl"

    return write


@pytest.fixture
def hall(begin, tmp_path):
    """Gives a client of the hub, signed in or not. Board 1 has two rounds; so has board 2, where an alert was in the first, and the second
    goes on."""
    for state, board, white, black in (("one", "1", "Jelle", "Sytske"), ("two", "2", "Ype", "<b>Auke")):
        for number in (1, 2):
            result = None if (board, number) == ("2", 2) else "1-0"
            begin(state, number, result, alert=(board, number) == ("2", 1), white=white, black=black, board=board, round=str(number))
    boards = Boards.of_states([tmp_path / "one", tmp_path / "two"])
    app = create_app(boards, sign_in=replace(admitting(tmp_path), events=tmp_path / "events"), follow=False)

    def client(name=None):
        look(app)
        return client_of(app, name) if name else app.test_client()

    yield client
    for board in app.extensions[BOARDS].values():
        board.follower.close()


def downloaded(answer):
    """The files in the zip: their contents by their names."""
    assert (answer.status_code, answer.mimetype) == (200, "application/zip")
    with ZipFile(io.BytesIO(answer.data)) as files:
        assert files.testzip() is None
        return {name: files.read(name).decode() for name in files.namelist()}


def whites(text):
    return [game.tags["White"] for game in read_games(text)]


def test_arbiters_get_games_by_round_dossiers_apart_and_the_names_of_games_that_go_on(hall):
    answer = hall("Anke").get(f"/dossier{EVENT}", headers={"Accept-Language": "nl"})
    assert answer.headers["Content-Disposition"] == "attachment; filename=frysk-kampioenskip.zip"
    files = downloaded(answer)
    rounds = [f"frysk-kampioenskip/round-{number}.pdn" for number in (1, 2)]
    paper = f"{DOSSIERS}/frysk-kampioenskip-1-2.html"
    assert sorted(files) == sorted([*rounds, paper, LEFT_OUT])
    assert [whites(files[name]) for name in rounds] == [["Jelle", "Ype"], ["Jelle"]]
    assert "27c, 10" in files[paper]
    assert '<html lang="nl">' in files[paper]
    assert not [name for name in rounds if "27c" in files[name]], "a PDN has nothing of irregularities"
    assert files[LEFT_OUT].count("\n") == 1
    assert "Ype - <b>Auke" in files[LEFT_OUT]


def test_others_get_no_dossier_and_of_a_game_that_goes_on_what_the_pages_show(hall):
    files = downloaded(hall().get(EVENT))
    assert [whites(files[f"frysk-kampioenskip/round-{number}.pdn"]) for number in (1, 2)] == [["Jelle", "Ype"], ["Jelle", "Ype"]]
    assert not [name for name, text in files.items() if DOSSIERS in name or "27c" in text], "Art. 24"
    assert hall("Durk").get(f"/dossier{EVENT}").status_code == 403
    assert hall().get(f"/dossier{EVENT}").headers["Location"].startswith("/login?")
    assert [hall(name).get(path).status_code for name, path in ((None, "/cup/event.zip"), ("Anke", "/dossier/cup/event.zip"))] == [404, 404]


def test_standings_are_there_for_everybody_once_the_event_is_published(hall, tmp_path):
    for key, name in (("champ", "Frysk Kampioenskip"), ("other", "Cup")):
        make_event(tmp_path / "events" / key, EventMade("A", name=name), Who("Anke"))
    event = read_event(tmp_path / "events" / "champ")
    event = append(event, entered(event.state, [Entrant("p1", "Jelle"), Entrant("p2", "Sytske")]), Who("Anke"))
    assert "tables-champ/results.csv" in downloaded(hall("Anke").get(f"/dossier{EVENT}"))
    assert not [name for name in downloaded(hall().get(EVENT)) if name.startswith("tables")]
    append(event, EventSettled(NAMES), Who("Anke"))
    tables = [name for name in downloaded(hall().get(EVENT)) if name.startswith("tables")]
    assert tables == ["tables-champ/results.csv"]
    page = hall("Anke").get("/organise/champ/publish", headers={"Accept": "text/html"}).text
    assert f'href="/dossier{EVENT}"' in page
    assert f'href="{EVENT}"' in hall().get("/tournaments/champ").text
    assert f'href="{EVENT}"' in hall().get("/frysk-kampioenskip", headers={"Accept": "text/html"}).text


def test_a_game_that_cannot_be_read_any_more_is_named_and_keeps_no_other_out(hall, tmp_path):
    anke = hall("Anke")
    row_altered(tmp_path / "one" / "games" / "0001" / "journal.jsonl", 2)
    files = downloaded(anke.get(f"/dossier{EVENT}"))
    assert whites(files["frysk-kampioenskip/round-1.pdn"]) == ["Ype"]
    assert "Jelle - Sytske" in files[LEFT_OUT]


def test_names_that_are_too_long_for_a_file_are_cut_off_and_told_apart():
    assert len({in_file_name("стол-" * 50 + end) for end in "ab"}) == 2
    assert len(in_file_name("стол-" * 50).encode()) <= 60
    assert in_file_name("frysk-kampioenskip") == "frysk-kampioenskip"
