"""The boards of a hub come and go while it runs: a real server over the folder that the mirror writes."""

import json
import re
import shutil
import time
from http.client import HTTPConnection

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, GAMES, WALL, SignIn, create_app
from hub.boards.board import Boards
from hub.boards.mirrored_folder import REVOKED, mirrored_states, restore_state, revoke_state
from record.events.of_game import Alert, Alerted

PASSWORD = "oer it fjild"
WITHIN_S = 20.0


@pytest.fixture
def mirrored(tmp_path):
    folder = tmp_path / "boards"
    folder.mkdir()
    return folder


@pytest.fixture
def come(mirrored, new_game):
    """A board that comes, with a game."""

    def come(key, **about):
        (mirrored / key / "games").mkdir(parents=True)
        return new_game(mirrored / key / "games" / "0001").open(**about)

    return come


def soon(is_so):
    until = time.monotonic() + WITHIN_S
    while not (told := is_so()) and time.monotonic() < until:
        time.sleep(0.05)
    return told


class Listener:
    """Reads a stream of the server to its end."""

    def __init__(self, port, path):
        self.connection = HTTPConnection("127.0.0.1", port, timeout=WITHIN_S)
        self.connection.request("GET", path)
        self.answer = self.connection.getresponse()

    def event(self):
        """The next view."""
        until_s = time.monotonic() + WITHIN_S
        while (line := self.answer.readline()) and time.monotonic() < until_s:
            if line.startswith(b"data: {"):
                return json.loads(line[6:])
        return None

    def close(self):
        self.answer.close()
        self.connection.close()


def test_boards_come_and_go_without_a_restart(request, serve, mirrored, come):
    server, listeners = serve([], f"--boards={mirrored}"), []
    request.addfinalizer(lambda: [one.close() for one in listeners])

    def listen(path):
        listeners.append(Listener(server.port, path))
        return listeners[-1]

    def get(path):
        connection = HTTPConnection("127.0.0.1", server.port, timeout=WITHIN_S)
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    assert "There are no boards here yet" in get("/")[1]
    assert (get("/state")[0], get("/board/7")[0], json.loads(get("/boards.json")[1])["boards"]) == (404, 404, [])
    assert "damcam hub enroll KEY" in json.loads(get("/boards.json")[1])["hall"][0]["do"]
    wall = listen("/wall/events")
    assert wall.event() == {"tiles": [], "keys": []}
    began_s = time.monotonic()
    come("7", board="12", event="Frysk Kampioenskip", round="3")
    assert soon(lambda: [tile for tile in wall.event()["tiles"] if tile["key"] == "7" and tile.get("about", {}).get("board") == "12"])
    assert time.monotonic() - began_s < 5, "within some two seconds, on a machine that many tests share"
    assert get("/board/7")[0] == 200
    assert json.loads(get("/boards.json")[1])["hall"] == []
    assert get("/board/12")[0] == 404, "the key is the folder's name, and not the number"
    come("2", board="1", event="Frysk Kampioenskip", round="3")
    assert soon(lambda: [board["key"] for board in json.loads(get("/api/boards")[1])["boards"]] == ["2", "7"])
    assert soon(lambda: get("/pdn/frysk-kampioenskip/3.pdn")[1].count("[Event ") == 2)
    assert soon(lambda: get("/frysk-kampioenskip/3/12")[0] == 200)
    viewer = listen("/board/7/events")
    assert viewer.event()["about"]["board"] == "12"
    shutil.rmtree(mirrored / "7")
    assert soon(lambda: viewer.event() is None), "the stream ends"
    assert soon(lambda: wall.event().get("keys") == ["2"])
    assert get("/board/7")[0] == 404
    assert [board["board"] for board in json.loads(get("/boards.json")[1])["boards"]] == ["2"]


@pytest.fixture
def hall(mirrored, come, tmp_path):
    """A hub with one board elsewhere, followed by hand."""
    come("7", board="12")
    accounts = Accounts(tmp_path / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    app = create_app(Boards.of_states([], mirrored), sign_in=SignIn(b"k" * 64, accounts.path), follow=False)
    yield app
    for board in app.extensions[BOARDS].values():
        board.feed.close()
        board.desk.close()


def look(app):
    boards = app.extensions[BOARDS]
    boards.look()
    for board in boards.values():
        board.turn()
        board.feed.look()
        board.desk.look()
    app.extensions[WALL].look()
    app.extensions[GAMES].look()


def close(*boards):
    for board in boards:
        board.feed.close()
        board.desk.close()


def test_one_board_is_a_hall_where_others_may_come(hall):
    look(hall)
    client = hall.test_client()
    assert 'id="boards"' in client.get("/").text, "the wall, whatever number of boards there is now"
    assert '<a href="/wall">All boards</a>' in client.get("/board/7").text


def test_a_board_that_was_revoked_leaves_the_lists_and_its_games_stay(hall, mirrored, come):
    look(hall)
    client, board = hall.test_client(), hall.extensions[BOARDS]["7"]
    events = board.feed.stopped
    address = client.get("/board/7/address.json").json["address"]
    revoke_state(mirrored / "7")
    look(hall)
    close(board)
    assert events.is_set()
    assert client.get("/board/7").status_code == 404
    assert hall.extensions[WALL].view()["tiles"] == []
    assert client.get("/pdn/board.pdn").text == ""
    assert client.get(address).status_code == client.get(f"{address}/game.pdn").status_code == 200
    restore_state(mirrored / "7")
    look(hall)
    assert client.get("/board/7").status_code == 200
    assert hall.extensions[BOARDS]["7"] is not board


def test_a_board_that_comes_later_is_at_the_desk_and_the_evening_too(hall, come):
    look(hall)
    client = hall.test_client()
    with client:
        client.get("/login")
        client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
    assert [board["key"] for board in client.get("/desks/state").json["boards"]] == ["7"]
    late = come("8", board="3")
    look(hall)
    late.journal.append(Alerted(late.t_ns, (Alert("camera", None, (), "It is covered.", "at once", "covered"),)), late.t_ns)
    look(hall)
    assert [(board["key"], board["open"]) for board in client.get("/desks/state").json["boards"]] == [("7", 0), ("8", 1)]
    assert client.get("/desk/8/state").json["others"] == []
    assert [board["key"] for board in client.get("/evening/state").json["boards"]] == ["7", "8"]


def test_who_is_away_while_a_board_goes_is_told_when_he_returns(hall, come, mirrored):
    come("8", board="3")
    look(hall)
    feed, board = hall.extensions[WALL], hall.extensions[BOARDS]["8"]
    seen = feed.view()["id"]
    shutil.rmtree(mirrored / "8")
    look(hall)
    close(board)
    events = feed.events(seen)
    next(events)
    assert json.loads(re.search(rb"data: (.*)\n", next(events))[1]) == {"tiles": [], "keys": ["7"]}


def test_a_board_of_this_machine_gets_another_key_than_one_elsewhere(tmp_path, mirrored, come, new_game, caplog):
    come("7")
    for name in ("east", "west"):
        (tmp_path / name / "games").mkdir(parents=True)
        new_game(tmp_path / name / "games" / "0001").open(board="7" if name == "east" else "8")
    boards = Boards.of_states([tmp_path / "east", tmp_path / "west"], mirrored)
    assert list(boards) == ["east", "8", "7"]
    come("8")
    boards.look()
    boards.look()
    assert boards["8"].games == tmp_path / "west" / "games", "who looks at it looks at the same board as before"
    assert caplog.text.count("board 8 elsewhere is not shown") == 1


def test_while_the_folder_cannot_be_read_the_boards_stay(hall, mirrored, monkeypatch):
    boards = hall.extensions[BOARDS]

    def fails(_folder):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("hub.boards.board.mirrored_states", fails)
    boards.look()
    assert list(boards) == ["7"]


def test_only_folders_with_the_name_of_a_key_are_boards(mirrored):
    for name in ("10", "9", "east", "Oast", ".x", "a b"):
        (mirrored / name).mkdir()
    (mirrored / "hub-id").write_text("x")
    (mirrored / "east" / REVOKED).touch()
    assert list(mirrored_states(mirrored)) == ["9", "10"]
    assert mirrored_states(mirrored / "none") == {}
