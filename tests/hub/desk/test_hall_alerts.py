"""The list of every open alert of the hall: its order, who takes what, and what a look costs."""

import json

import pytest
from flask import session

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards
from hub.desk import hall_alerts
from hub.desk.board_links import BoardLinks
from hub.desk.hall_alerts import HallAlerts
from hub.desk.open_alerts import open_alerts
from hub.desk.page import DeskViews
from hub.desk.taken_alerts import KEPT, TakenAlerts
from record.events.of_game import Alert, FlagFell
from record.events.of_players import PlayerSaid
from tests.hub.conftest import KEPT as KEPT_PASSWORD
from tests.hub.conftest import PASSWORD, S


@pytest.fixture
def games(tmp_path, new_game):
    made = {}
    for key, event in (("1", "Class A"), ("2", "Class B")):
        (tmp_path / key / "games").mkdir(parents=True)
        made[key] = new_game(tmp_path / key / "games" / "0001").open(event=event, board=key)
    return made


@pytest.fixture
def boards(tmp_path, games):
    made = Boards.of_states([tmp_path / key for key in games])
    yield made
    for board in made.values():
        board.feed.close()
        board.desk.close()


@pytest.fixture
def app(boards, tmp_path):
    accounts = Accounts(tmp_path / "arbiters.json")
    for name, role in (("Anke", Role.ARBITER), ("Bouwe", Role.ARBITER), ("Durk", Role.OPERATOR)):
        accounts.put(Account(name, role, KEPT_PASSWORD))
    return create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=False)


@pytest.fixture
def client(app):
    return lambda name="Anke": signed_in(app, name)


def signed_in(app, name="Anke"):
    client = app.test_client()
    with client:
        client.get("/login")
        client.post("/login", data={"name": name, "password": PASSWORD, "token": session["token"]})
        client.get("/login")
        client.environ_base["HTTP_X_TOKEN"] = session["token"]
    client.environ_base["HTTP_ACCEPT"] = "application/json"
    return client


def flag(game, after_s=0):
    game.t_ns += after_s * S
    return game.journal.append(FlagFell(game.t_ns, "white", 1, 0, (Alert("flag", "20.5", (), "", "at once", side="white"),)), game.t_ns)


def call(game, side):
    told = Alert("players", None, (), "", "at once", "arbiter-called", side)
    return game.journal.append(PlayerSaid(game.t_ns, 0, side, "arbiter-called", 1, 1, (told,)), game.t_ns)


def seen(app, client):
    for board in app.extensions[BOARDS].values():
        board.desk.look()
    return client.get("/desks/state").json


def test_the_oldest_comes_first_with_board_article_and_class_and_calls_are_marked(app, client, games):
    anke = client()
    flag(games["2"])
    first = seen(app, anke)
    call(games["1"], "black")
    flag(games["1"])
    told = seen(app, anke)
    assert [(one["number"], one["kind"], one["call"], one["article"], one["event"]) for one in told["alerts"]] == [
        ("2", "at-once", False, "20.5", "Class B"),
        ("1", "players", True, "", "Class A"),
        ("1", "at-once", False, "20.5", "Class A"),
    ]
    assert told["id"] > first["id"]
    assert seen(app, anke)["id"] == told["id"], "nothing has changed"
    assert told["alerts"][0]["age_ms"] >= told["alerts"][1]["age_ms"] >= 0
    games["2"].end("1-0")
    assert [one["key"] for one in seen(app, anke)["alerts"]] == ["1", "1"]


def test_an_arbiter_takes_an_alert_and_all_are_told_also_after_a_restart(app, client, games, boards, tmp_path):
    anke, bouwe, durk = client(), client("Bouwe"), client("Durk")
    row = flag(games["1"])
    before = seen(app, anke)
    asked = {"key": "1", "game": "0001", "alert": f"{row}-0", "take": True, "was": ""}
    assert durk.post("/desks/take", json=asked).status_code == 403
    taken = anke.post("/desks/take", json=asked).json
    assert (taken["alerts"][0]["taken"], taken["id"] > before["id"]) == ("Anke", True)
    assert bouwe.get("/desks/state").json["alerts"][0]["taken"] == "Anke"
    late = bouwe.post("/desks/take", json=asked)
    assert (late.status_code, late.json["error"]) == (409, "Anke has taken this alert meanwhile.")
    again = create_app(boards, sign_in=SignIn(b"k" * 64, tmp_path / "arbiters.json"), follow=False)
    assert signed_in(again).get("/desks/state").json["alerts"][0]["taken"] == "Anke"
    assert bouwe.post("/desks/take", json=asked | {"was": "Anke"}).json["alerts"][0]["taken"] == "Bouwe"
    assert bouwe.post("/desks/take", json=asked | {"was": "Bouwe", "take": False}).json["alerts"][0]["taken"] == ""
    assert anke.post("/desks/take", json=asked | {"was": "Bouwe"}).json["error"] == "Nobody has this alert any more."
    games["1"].end("1-0")
    seen(app, anke)
    assert anke.post("/desks/take", json=asked).json["error"] == "This alert waits no longer."
    assert games["1"].journal.last_id == row + 1, "no record tells of it"


@pytest.mark.parametrize("wrong", [{}, {"key": 3}, {"key": "9", "game": "../x", "alert": "x"}])
def test_what_is_no_open_alert_cannot_be_taken(app, client, wrong):
    assert client().post("/desks/take", json={"take": True, **wrong}).status_code == 409


def test_the_file_of_who_takes_what_stays_small_and_a_damaged_one_holds_nothing(tmp_path):
    taken = TakenAlerts(tmp_path / "taken.json")
    for number in range(KEPT + 3):
        taken.give(f"1/0001/{number}-0", "Anke", "")
    assert len(taken.all()) == KEPT
    assert f"1/0001/{KEPT + 2}-0" in taken.all()
    (tmp_path / "taken.json").write_text('{"taken": [3]}')
    assert TakenAlerts(tmp_path / "taken.json").all() == {}


def test_the_alerts_of_a_board_are_read_once_for_all_who_listen(boards, games, tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr(hall_alerts, "open_alerts", lambda board: (read.append(board.key), open_alerts(board))[1])
    hall = HallAlerts(boards, BoardLinks(), TakenAlerts(tmp_path / "taken.json"))
    for _ in range(5):
        hall.look()
        hall.elsewhere(boards["1"], "en")
    assert read == ["1", "2"]
    flag(games["2"])
    boards["2"].desk.look()
    hall.look()
    listeners = [hall.events(lambda: True, "en") for _ in range(3)]
    events = [next(event for event in events if b"data: {" in event) for events in listeners]
    assert read == ["1", "2", "2"]
    assert events[0] is events[1] is events[2], "and written once"


def test_boards_come_and_go_while_somebody_looks(boards, games, tmp_path):
    hall = HallAlerts(boards, BoardLinks(), TakenAlerts(tmp_path / "taken.json"))
    flag(games["2"])
    boards["2"].desk.look()
    hall.look()
    assert ([one["key"] for one in hall.view("en")["boards"]], len(hall.view("en")["alerts"])) == (["1", "2"], 1)
    gone = boards._boards.pop("2")
    assert [one["key"] for one in hall.elsewhere(boards["1"], "en")] == []
    assert ([one["key"] for one in hall.view("en")["boards"]], hall.view("en")["alerts"]) == (["1"], [])
    boards._boards["2"] = gone
    assert [one["key"] for one in hall.elsewhere(boards["1"], "en")] == ["2"]


@pytest.mark.timeout(30)
def test_what_is_settled_between_two_questions_leaves_the_desk_too(boards, games, tmp_path):
    """The alert comes just after another desk had the boards looked at, and is gone before this one asks again."""
    now_s = [100.0]
    hall = HallAlerts(boards, BoardLinks(), TakenAlerts(tmp_path / "taken.json"), lambda: now_s[0])
    views, desk = DeskViews(boards, BoardLinks(), hall), boards["1"].desk
    boards["2"].desk.look()
    desk.look()
    events = desk.events(lambda: True, lambda: views.view(boards["1"], "en"), lambda within_s: views.besides(boards["1"], "en", within_s))

    def others():
        shown = next(event for event in events if b"data: {" in event)
        return [one["key"] for one in json.loads(shown.partition(b"data: ")[2])["others"]]

    assert others() == []
    now_s[0] += 5
    hall.look()
    now_s[0] += 0.1
    flag(games["2"])
    boards["2"].desk.look()
    games["1"].move("white", 32, 28)
    desk.look()
    assert others() == ["2"]
    games["2"].end("1-0")
    boards["2"].desk.look()
    now_s[0] += 1
    assert others() == []
