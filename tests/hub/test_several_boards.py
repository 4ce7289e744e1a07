"""One server with several boards: their addresses, the separation of their data, and successive games at a board."""

import json
import os
import re
import time

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import SignIn, create_app
from hub.boards import board as board_module
from hub.boards.board import Boards, ServedBoard
from hub.boards.key_of_state import key_of
from hub.boards.readiness import REPORT_NAME, VERSION, boot_id
from hub.feeds.delay import parse_delay
from record.events.of_game import Alert, Alerted, Arbitrated, FlagFell, Ruled
from record.events.of_players import PlayerSaid

PASSWORD = "oer it fjild"
COVERED = "The board is not seen: something covers it or the camera, or one of them was taken away."
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one


@pytest.fixture
def states(tmp_path, new_game):
    """Two state folders, the second without a game."""
    games = tmp_path / "east" / "games"
    games.mkdir(parents=True)
    (tmp_path / "west").mkdir()
    new_game(games / "0001").open(round="2").close("1-0")
    new_game(games / "0002").open(board="7").move("white", 32, 28)
    return [tmp_path / "east", tmp_path / "west"]


@pytest.fixture
def boards(states):
    boards = Boards.of_states(states)
    yield boards
    for board in boards.values():
        board.feed.close()
        board.desk.close()


@pytest.fixture
def app(boards, tmp_path):
    accounts = Accounts(tmp_path / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    return create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=False)


def look(boards):
    for board in boards.values():
        board.turn()
        board.feed.look()
        board.desk.look()


def test_each_board_has_its_own_addresses_and_the_first_has_the_old_ones_too(app, boards):
    look(boards)
    client = app.test_client()
    assert list(boards) == ["7", "west"]
    assert client.get("/board/7/state").json["moves"][0]["white"] == "32-28"
    assert client.get("/board/west/state").json["id"] == 0
    assert client.get("/state").json["id"] == client.get("/board/7/state").json["id"]
    assert "32-28" in client.get("/board/7/game.pdn").text
    assert client.get("/board/west/game.pdn").status_code == 404
    assert 'data-base="/board/west"' in client.get("/board/west").text
    assert '<a href="/wall">All boards</a>' in client.get("/board/west").text
    with client.get("/board/7/picture/drawn/0000.jpg") as picture:
        assert picture.status_code == 200
    assert client.get("/board/west/picture/drawn/0000.jpg").status_code == 404


@pytest.mark.parametrize(("lang", "says"), [("nl", "Niet gevonden"), ("fy", "Net fûn"), ("en", "Not found")])
@pytest.mark.parametrize("path", ["/board/8", "/board/8/state", "/board/East", "/desk/8"])
def test_a_board_that_there_is_not_has_no_page(app, path, lang, says):
    client = app.test_client()
    sign_in(client)
    answer = client.get(path, headers={"Accept-Language": lang})
    assert (answer.status_code, f"<h1>{says}</h1>" in answer.text) == (404, True)


def test_without_any_board_there_is_the_wall_alone():
    client = create_app(Boards([]), follow=False).test_client()
    assert client.get("/").status_code == client.get("/wall").status_code == client.get("/before").status_code == 200
    assert client.get("/state").status_code == client.get("/ready.json").status_code == 404


def test_a_new_game_is_followed_where_it_begins(boards, states, new_game):
    board = boards["7"]
    look(boards)
    held, seen = board.feed.latest, board.desk.view("en")
    begun = new_game(states[0] / "games" / "0003")
    look(boards)
    assert held.superseded.is_set()
    between = board.feed.latest
    assert (between.is_empty, between.view, board.feed.pictures) == (True, {"id": between.id}, {})
    begun.open(white="Ype")
    look(boards)
    assert board.feed.latest.view["about"]["white"] == "Ype"
    assert board.feed.latest.id > between.id > held.id > begun.journal.last_id, "ids never go back, whichever row a game is at"
    assert (seen["game"], board.desk.view("en")["game"]) == ("0002", "0003")
    (states[1] / "games").mkdir()
    new_game(states[1] / "games" / "0001").open(white="Auke")
    look(boards)
    assert boards["west"].feed.latest.view["about"]["white"] == "Auke"


def test_a_desk_that_listens_is_told_of_the_new_game(boards, states, new_game):
    look(boards)
    desk = boards["7"].desk
    events = desk.events(lambda: True, lambda: desk.view("en"))
    next(events)
    rows = json.loads(next(events).decode().partition("data: ")[2])["id"]
    begun = new_game(states[0] / "games" / "0003").open(white="Ype")
    for number in range(rows - 3):  # so that both games have as many rows
        begun.close() if number else begun.press("white")
    look(boards)
    assert json.loads(next(events).decode().partition("data: ")[2])["about"]["white"] == "Ype"


def test_the_next_game_is_followed_at_once(states, new_game, monkeypatch):
    """Without the look at which boards and games there are."""
    monkeypatch.setattr(board_module, "LOOK_S", 600.0)
    boards = Boards.of_states(states)
    boards.start()
    feed = next(iter(boards.values())).feed
    try:
        for number, name in ((3, "Ype"), (4, "Auke")):
            new_game(states[0] / "games" / f"{number:04}").open(white=name)
            while feed.latest.view.get("about", {}).get("white") != name:
                assert feed.wait(feed.latest, 20), "nothing came"
    finally:
        boards.stop()


def test_what_is_held_back_of_a_game_goes_with_it(states, new_game):
    board = ServedBoard.of_state("7", states[0], delay=parse_delay("2 moves"))
    board.feed.look()
    assert "32-28" not in board.feed.latest.text
    new_game(states[0] / "games" / "0003").open(white="Ype")
    board.turn()
    board.feed.look()
    assert board.feed.latest.view["about"]["white"] == "Ype"
    assert "32-28" not in board.feed.latest.text
    board.feed.close()


def test_the_round_has_the_games_of_all_boards_and_of_those_before(app, boards, states, new_game):
    (states[1] / "games").mkdir()
    new_game(states[1] / "games" / "0001").open(board="3", white="Auke")
    look(boards)
    client = app.test_client()
    of_round = client.get("/pdn/frysk-kampioenskip/3.pdn").text
    assert of_round.index('[Board "3"]') < of_round.index('[Board "7"]')
    assert "1-0" in client.get("/pdn/frysk-kampioenskip/2.pdn").text
    assert client.get("/pdn/board.pdn").text.count("[Event ") == 3


def test_before_the_round_all_boards_are_there_with_their_addresses(app, boards, states):
    report = {"version": VERSION, "boot": boot_id(), "t_ns": time.monotonic_ns(), "about": {"board": "hal"}, "phase": "waiting"}
    (states[1] / REPORT_NAME).write_text(json.dumps(report | {"picture_age_ms": 240, "checks": []}))
    look(boards)
    client = app.test_client()
    told = client.get("/boards.json").json["boards"]
    assert [(board["address"], board["board"], board["phase"]) for board in told] == [
        ("/board/7", "7", "playing"),
        ("/board/west", "west", "waiting"),
    ]
    assert client.get("/board/west/ready.json").json["board"] == "hal"


def test_the_arbiter_sees_at_which_boards_something_waits(app, boards, states, new_game):
    (states[1] / "games").mkdir()
    game = new_game(states[1] / "games" / "0001").open(white="Auke")
    client = app.test_client()
    assert client.get("/desk").status_code == 303
    assert client.get("/desks/state", headers={"Accept": "application/json"}).status_code == 401
    sign_in(client)

    def waiting():
        look(boards)
        return {board["key"]: board["open"] for board in client.get("/desks/state").json["boards"]}

    assert waiting() == {"7": 0, "west": 0}
    game.press("white")
    told = Alert("27a", "27a", (20,), "Black's piece was moved.", side="white"), Alert("25", "25", (31,), "Off the centre.", side="white")
    game.journal.append(Ruled(1, "white", "27a", None, game.fen("B"), 0.9, told), game.t_ns)
    assert waiting() == {"7": 0, "west": 1}, "what a player may claim of the fault that is pending"
    game.journal.append(Alerted(game.t_ns, (Alert("camera", None, (), "It is covered.", "at once", "covered"),)), game.t_ns)
    game.journal.append(FlagFell(game.t_ns, "black", 1, 0, (Alert("flag", "20.5", (), "It fell.", "at once", side="black"),)), game.t_ns)
    assert waiting()["west"] == 3
    in_dutch = client.get("/desks/state", headers={"Accept-Language": "nl"}).json["alerts"]
    assert in_dutch[-1]["text"] == "De tijd van zwart is op."
    told = client.get("/desks/state").json["alerts"]
    assert [alert["text"] for alert in told] == ["Black's piece was moved.", COVERED, "Black's time is used up."], "oldest first"
    assert [(alert["kind"], alert["article"]) for alert in told] == [("on-claim", "27a"), ("at-once", ""), ("at-once", "20.5")]
    game.journal.append(Alerted(game.t_ns, (Alert("camera", None, (), "It sees again.", "at once", "over"),)), game.t_ns)
    assert waiting()["west"] == 2
    game.journal.append(Arbitrated(game.t_ns, 1, "stand", "Anke", game.fen("B")), game.t_ns)
    assert waiting()["west"] == 0
    page = client.get("/desk", headers={"Accept-Language": "fy"}).text
    assert re.findall(r'href="(/desk/\w+)">([^<]+)<', page) == [("/desk/7", "Boerd 7"), ("/desk/west", "west")]
    assert "Auke" in page


def test_each_desk_and_the_evening_tell_of_the_alerts_at_the_other_boards(app, boards, states, new_game):
    (states[1] / "games").mkdir()
    game = new_game(states[1] / "games" / "0001").open(white="Auke")
    client = app.test_client()
    sign_in(client)
    look(boards)
    desk = boards["7"].desk
    events = desk.events(
        lambda: True,
        lambda: {"id": desk.row, "others": client.get("/desk/7/state").json["others"]},
        lambda _within_s: boards["west"].desk.row,
    )
    assert b'"others": []' in next(event for event in events if b"data" in event)
    assert client.get("/desk/7/state").json["others"] == []
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    row = game.journal.append(PlayerSaid(game.t_ns, 0, "black", "arbiter-called", 1, 1, (called,)), game.t_ns)
    look(boards)
    (other,) = client.get("/desk/7/state", headers={"Accept-Language": "nl"}).json["others"]
    assert (other["key"], other["open"], other["ids"]) == ("west", 1, [f"{row}-0"])
    assert other["alerts"] == [{"id": f"{row}-0", "text": "Zwart roept u. De klok loopt door.", "rank": 0}]
    assert client.get("/desk/west/state").json["others"] == [], "a desk's own alerts are among its alerts"
    assert "Black calls for you" in next(event for event in events if b"data" in event).decode()
    east, west = client.get("/evening/state").json["boards"]
    assert (east["open"], west["open"], west["alerts"][0]["text"]) == (0, 1, "Black calls for you. The clock goes on.")


def test_an_alert_that_an_undone_ruling_had_settled_is_open_again_on_all_pages(app, boards, states, new_game):
    (states[1] / "games").mkdir()
    game = new_game(states[1] / "games" / "0001").open()
    client = app.test_client()
    sign_in(client)

    def counted():
        look(boards)
        client.post("/evening/start", json={"games": {}}, headers={"X-Token": token_of(client)})  # the evening looks anew
        pages = [client.get(page).json["boards"][1]["open"] for page in ("/desks/state", "/evening/state")]
        return [*pages, sum(one["open"] for one in client.get("/desk/7/state").json["others"])]

    game.move("white", 32, 28)
    game.journal.append(FlagFell(game.t_ns, "black", 1, 0, (Alert("flag", "20.5", (), "It fell.", "at once", side="black"),)), game.t_ns)
    assert counted() == [1, 1, 1]
    game.end("1-0")
    assert counted() == [0, 0, 0]
    game.undo_end()
    assert counted() == [1, 1, 1]


def test_the_list_of_desks_tells_which_service_gives_no_sign_of_life(app, boards, states):
    client = app.test_client()
    sign_in(client)

    def silent():
        look(boards)
        return [board["silent_ms"] for board in client.get("/desks/state").json["boards"]]

    (states[1] / "alive").touch()
    assert silent() == [None, None]
    died_s = time.time() - 600
    (states[0] / "alive").touch()
    os.utime(states[0] / "alive", (died_s, died_s))
    dead, living = silent()
    assert living is None
    assert 599_000 < dead < 630_000


def test_one_board_has_no_list_of_desks(tmp_path):
    accounts = Accounts(tmp_path / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    boards = Boards.lone(tmp_path / "journal.sqlite")
    client = create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=False).test_client()
    sign_in(client)
    assert client.get("/desk").location == "/desk/1"
    assert 'href="/wall"' not in client.get("/").text


def token_of(client):
    with client.session_transaction() as kept:
        return kept["token"]


def sign_in(client):
    with client:
        client.get("/login")
        client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})


@pytest.mark.parametrize(
    ("folder", "number", "key"), [("tafel 4", "", "tafel-4"), ("x", "12", "12"), ("棋", "", "board"), ("x", "Wyt/1", "wyt-1")]
)
def test_keys_come_from_numbers_else_from_folders(tmp_path, new_game, folder, number, key):
    games = tmp_path / folder / "games"
    games.mkdir(parents=True)
    new_game(games / "0001").open(board=number)
    assert key_of(tmp_path / folder, ()) == key
    assert key_of(tmp_path / folder, {key}) != key


def test_a_number_is_known_before_the_first_game(tmp_path):
    report = {"version": VERSION, "boot": boot_id(), "t_ns": time.monotonic_ns(), "checks": [], "about": {"board": "4"}}
    (tmp_path / REPORT_NAME).write_text(json.dumps(report))
    assert key_of(tmp_path, ()) == "4"
    assert key_of(tmp_path, {"4", "board", *(f"board-{n}" for n in range(2, 5))}) not in {"4", "board"}


@pytest.mark.parametrize("key", ["", "A", "a/b", "x" * 33, "é"])
def test_no_key_goes_beyond_what_may_stand_in_an_address(key, tmp_path):
    with pytest.raises(ValueError, match="no key"):
        ServedBoard(key, tmp_path / "journal.sqlite")
