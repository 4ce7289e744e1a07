"""The evening page at the server: two boards with their own services, names for them, and games one after the other."""

import json
import re
import time

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import SignIn, create_app
from hub.boards.board import Boards
from hub.desk.evening_feed import EveningFeed
from record.decisions.arbitration import Decision
from record.events.about import About
from record.events.of_record import Described
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal
from tests.bench.live.seats import Seat

PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one
LIST = "1; Jelle de Vries; Sytske Hoekstra\n2; Ype Bouma; Auke Zijlstra"
pytestmark = pytest.mark.timeout(240)


class Visitor:
    """A signed-in client of the evening page."""

    def __init__(self, app, name):
        self.client = app.test_client()
        with self.client as client:
            client.get("/login")
            client.post("/login", data={"name": name, "password": PASSWORD, "token": session["token"]})
            client.get("/login")
            self.client.environ_base["HTTP_X_TOKEN"] = session["token"]
        self.client.environ_base["HTTP_ACCEPT"] = "application/json"

    @property
    def view(self):
        time.sleep(0.6)
        return self.client.get("/evening/state").json

    def board(self, key):
        return next(board for board in self.view["boards"] if board["key"] == key)

    def waits(self, key, **told):
        ends_s = time.monotonic() + 30
        while any((board := self.board(key))[name] != value for name, value in told.items()):
            assert time.monotonic() < ends_s, board
        return board

    def send(self, path, status=200, **sent):
        answer = self.client.post(f"/evening/{path}", json=sent)
        assert answer.status_code == status, answer.text
        return answer.json

    def give(self, text=LIST, status=200, **more):
        games = {board["key"]: board["prepares"] for board in self.view["boards"]}
        return self.send("list", status, text=text, **{"games": games, **more})


@pytest.fixture
def seats(tmp_path):
    made = [Seat(tmp_path / f"board-{number}", board=str(number), event="Frysk Kampioenskip") for number in (1, 2)]
    for seat in made:
        seat.waits(lambda seat=seat: seat.game and (seat.state / "readiness.json").exists())
    yield made
    for seat in made:
        seat.stop()


@pytest.fixture
def app(seats, tmp_path):
    accounts = Accounts(tmp_path / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    accounts.put(Account("Durk", Role.OPERATOR, KEPT))
    boards = Boards.of_states([seat.state for seat in seats])
    yield create_app(boards, elsewhere=["http://localhost:9"], sign_in=SignIn(b"k" * 64, accounts.path))
    boards.stop()


@pytest.fixture
def anke(app):
    return Visitor(app, "Anke")


CORRECTED = {"board": "1", "game": "0001", "white": "Jelle de Vries", "black": "Sytske Hoekstra", "event": "Cup", "round": "3"}


def test_two_rounds(anke, seats):
    takes_the_list(anke, seats)
    begins(anke, seats[0])
    prepares_the_next_game(anke, seats[0])
    goes_on_to_it(anke, seats[0])


def takes_the_list(anke, seats):
    """Both boards wait, are given names, and stand ready with them."""
    assert [(board["number"], board["phase"], board["prepares"]) for board in anke.view["boards"]] == [
        ("1", "waiting", "0001"),
        ("2", "waiting", "0001"),
    ]
    told = anke.give(round="3", time_control="30m + 5s")
    assert told["failed"] == []
    assert told["done"] == [
        "Board 1: White is Jelle de Vries; Black is Sytske Hoekstra; the round is 3; the time control is 30m+5s (was 80m+60s)",
        "Board 2: White is Ype Bouma; Black is Auke Zijlstra; the round is 3; the time control is 30m+5s (was 80m+60s)",
    ]
    for seat in seats:
        seat.set_up()
    ready = anke.waits("1", phase="ready")
    anke.waits("2", phase="ready")
    names = {"white": "Jelle de Vries", "black": "Sytske Hoekstra"}
    assert ready["about"] == {**names, "event": "Frysk Kampioenskip", "round": "3", "board": "1"}
    assert (ready["time_control"], seats[0].now.opened.time_control) == ("30m+5s", "30m+5s")


def begins(anke, one):
    """Board 1 is corrected, both clocks start once, and what a running game does not take is refused."""
    assert anke.send("names", **CORRECTED, time_control="20m")["done"] == [
        "Board 1: the event is Cup (was Frysk Kampioenskip); the time control is 20m (was 30m+5s)"
    ]
    assert (one.now.opened.time_control, one.now.clock.white_ns) == ("20m", 1200 * 10**9)
    games = {board["key"]: board["game"] for board in anke.view["boards"]}
    assert anke.send("start", games=games)["done"] == ["Board 1: White's clock runs", "Board 2: White's clock runs"]
    assert anke.send("start", games=games)["failed"] == [
        f"Board {number}, not done: its pieces do not stand yet, or its game has begun" for number in (1, 2)
    ]
    one.move()
    assert anke.waits("1", phase="playing")["prepares"] == "0002"
    assert anke.send("names", **{**CORRECTED, "white": "Jelle"}, time_control="10m")["failed"] == [
        "Board 1, not done: this game has begun, and its time control stays: set its clocks at its desk"
    ]
    assert anke.send("names", **{**CORRECTED, "white": "Jelle"})["done"] == ["Board 1: White is Jelle (was Jelle de Vries)"]
    assert anke.send("next", games={"1": "0001"})["failed"] == ["Board 1, not done: its game has no result yet: give it at its desk"]


def prepares_the_next_game(anke, one):
    told = anke.give("1; Ype Bouma; Jelle de Vries\n2; Auke Zijlstra; Sytske Hoekstra", round="4")
    assert told["done"][0] == "Board 1, the next game: White is Ype Bouma; Black is Jelle de Vries; the round is 4"
    assert one.now.opened.about.tags.white == "Jelle", "the game that goes on keeps its names"
    assert anke.board("1")["next"] == {
        "about": {"white": "Ype Bouma", "black": "Jelle de Vries", "round": "4"},
        "time_control": "",
    }


def goes_on_to_it(anke, one):
    """The game ends, and the next one begins with the names that were given for it."""
    one.say(Decision(1, "end", "Anke", result="1-0", article="20.2"))
    assert anke.waits("1", phase="over")["result"] == "1-0"
    one.clear()
    assert anke.send("next", games={"1": "0001"})["done"] == ["Board 1: the game is closed, and the next one begins once its pieces stand"]
    waits = anke.waits("1", phase="waiting", game="0002")
    assert (waits["about"]["white"], waits["about"]["round"]) == ("Ype Bouma", "4")
    assert [(game["game"], game["about"]["white"], game["result"]) for game in waits["earlier"]] == [("0001", "Jelle", "1-0")]
    one.set_up()
    assert anke.waits("1", phase="ready", game="0002")["about"]["black"] == "Jelle de Vries"


@pytest.mark.slow
def test_a_game_that_is_over_takes_other_names_with_a_reason_alone(anke, seats):
    one = seats[0]
    anke.give()
    one.set_up()
    anke.waits("1", phase="ready")
    one.say(Decision(0, "end", "Anke", result="draw"))
    anke.waits("1", phase="over")
    late = {"board": "1", "game": "0001", "white": "Jelle de Vries", "black": "Sytske", "event": "Frysk Kampioenskip", "round": ""}
    assert anke.send("names", **late)["failed"] == ["Board 1, not done: a reason was expected: this game is over"]
    assert anke.send("names", **late, because="the card had it wrong")["done"] == ["Board 1: Black is Sytske (was Sytske Hoekstra)"]
    one.clear()
    anke.send("next", games={"1": "0001"})
    anke.waits("1", game="0002")
    assert anke.send("names", **{**late, "black": "S. Hoekstra"})["failed"] == [
        "Board 1, not done: a reason was expected: this game is over"
    ]
    told = anke.send("names", **{**late, "black": "S. Hoekstra"}, because="as on the card")
    assert told["done"] == ["Board 1, game 0001: Black is S. Hoekstra (was Sytske)"]
    assert anke.board("1")["earlier"][0]["about"]["black"] == "S. Hoekstra"
    closed = one.state / "games" / "0001"
    with Journal.reader(closed / JOURNAL_NAME) as journal:
        last = [event for _, event in journal.since(0)][-1]
    assert last == Described(last.t_ns, "Anke", About.of({"black": "S. Hoekstra"}), "as on the card")
    assert '[Black "S. Hoekstra"]' in (closed / PDN_NAME).read_text()
    assert anke.send("names", **{**late, "game": "0007"}, because="x")["failed"] == ["Board 1, not done: no closed game 0007 is there"]


@pytest.mark.slow
def test_a_list_with_a_wrong_line_changes_nothing(anke, seats):
    told = anke.give("1; Jelle de Vries; Sytske Hoekstra\n7; Ype Bouma; Auke Zijlstra\n2; Ype", 400)
    assert told["error"] == "2 lines are wrong, and nothing is changed"
    assert told["faults"] == [
        "line 2: there is no board 7 here; there are 1, 2",
        "line 3: a board, White and Black were expected, as in 1; Jelle de Vries; Sytske Hoekstra",
    ]
    in_dutch = anke.client.post("/evening/list", json={"text": "7;A;B"}, headers={"Accept-Language": "nl"}).json
    assert in_dutch["faults"] == ["regel 1: er is geen bord 7; er zijn 1, 2"]
    assert "is not a time control" in anke.give(time_control="soon", status=400)["error"]
    assert anke.give("7;A;B", time_control="soon", status=400)["faults"] == ["line 1: there is no board 7 here; there are 1, 2"]
    assert "no name; a line of 100" in anke.give(round="3" * 101, status=400)["error"]
    assert anke.give(games={"1": "0001", "2": "0002"}, status=400)["faults"] == [
        "line 2: another game is there now: look at the board again"
    ]
    assert all("white" not in board["about"] for board in anke.view["boards"])
    seats[1].kill()
    anke.waits("2", phase="silent")
    assert anke.give(status=400)["faults"] == ["line 2: it gives no sign of life, and nothing can be told to it"]
    assert "white" not in anke.board("1")["about"]


def test_a_page_that_was_open_before_a_restart_of_the_server_takes_what_the_new_one_says(new_game, tmp_path):
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open()
    ids = []
    for _ in range(2):
        feed = EveningFeed(Boards.lone_of_state(tmp_path), ())
        for board in feed.games.values():
            board.board.desk.look()
        for _ in range(3):
            feed.look_again()
        ids.append(feed.view("en")["id"])
        time.sleep(0.01)
    assert ids[0] < ids[1]


@pytest.mark.slow
def test_an_operator_looks_on_and_nobody_else_sees_anything(app):
    durk = Visitor(app, "Durk")
    assert len(durk.view["boards"]) == 2
    page = durk.client.get("/evening", headers={"Accept": "text/html"}).text
    assert 'data-rules="no"' in page
    assert "list-text" not in page
    for path, sent in (("list", {"text": LIST, "games": {}}), ("names", {"board": "1"}), ("start", {"games": {}}), ("next", {"games": {}})):
        assert "operator" in durk.send(path, 403, **sent)["error"]
    stranger = app.test_client()
    assert stranger.get("/evening").location.endswith("/login?next=/evening")
    for path in ("state", "events"):
        assert stranger.get(f"/evening/{path}", headers={"Accept": "application/json"}).status_code == 401
    assert stranger.post("/evening/list", json={}, headers={"Accept": "application/json"}).status_code == 401


def test_without_the_token_of_the_page_nothing_is_done(anke):
    anke.client.environ_base["HTTP_X_TOKEN"] = "another"
    anke.send("list", 403, text=LIST, games={})


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("list", {"text": 3}),
        ("list", {"text": "1;A;B", "games": [1]}),
        ("list", {"text": "1;A;B", "round": ["3"]}),
        ("list", {"text": "1;A;B", "games": {"1": "0001"}, "shown": [1]}),
        ("list", {"text": "1;A;B", "games": {"1": "0001"}, "shown": {"1": {"white": 3}}}),
        ("names", {"board": "9"}),
        ("names", {"board": "1", "was": "Jele"}),
        ("names", {"board": "1", "white": "x" * 501}),
        ("start", {"games": {"9": "0001"}}),
        ("next", {"games": {"1": 1}}),
        ("next", {}),
    ],
)
@pytest.mark.slow
def test_nonsense_is_refused(anke, path, sent):
    assert anke.send(path, 400, **sent)["error"]


@pytest.mark.slow
def test_what_changes_is_streamed_and_boards_elsewhere_have_their_own_desk(anke):
    stream = anke.client.get("/evening/events").response
    first = next(chunk for chunk in stream if chunk.startswith(b"id:"))
    view = json.loads(re.search(rb"data: (.*)\n", first)[1])
    assert [board["phase"] for board in view["boards"]] == ["waiting", "waiting"]
    (other,) = view["others"]
    assert (other["link"], other["number"], other["phase"], other["answers"]) == (
        "http://localhost:9/desk",
        "localhost:9",
        "unreachable",
        False,
    )
    anke.give()
    newer = next(chunk for chunk in stream if chunk.startswith(b"id:"))
    told = json.loads(re.search(rb"data: (.*)\n", newer)[1])
    assert told["id"] > view["id"]
    stream.close()
