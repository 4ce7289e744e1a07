"""The tablet page through Flask's test client: who may use it, what it shows under each regulation, and words that are refused."""

from pathlib import Path

import pytest
from flask import session

from hub.access.tablet_access import Tablets
from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards
from record.decisions.arbitration import Decision
from record.decisions.words import EnterMove, PlayerSays
from record.events.of_game import FlagFell, Ruled
from record.store.journal import Journal, fold
from record.texts import say

SECRET = b"k" * 64
TABLETS = Tablets(SECRET, Path("none"))
PATHS = ("/tablet/1", "/tablet/1/state", "/tablet/1/events", "/tablet/1/token", "/tablet/1/picture/drawn/0000.jpg")
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.20"}
LINK = f"/tablet/1?key={TABLETS.key('1')}"


@pytest.fixture
def app(game):
    app = create_app(Boards.lone(game.folder / "journal.sqlite"), sign_in=SignIn(SECRET, game.folder / "arbiters.json"), follow=False)
    yield app
    app.extensions[BOARDS].first.feed.close()
    app.extensions[BOARDS].first.desk.close()


@pytest.fixture
def tablet(app, game):
    """A tablet that opened its link and sends its token with every request; `look` gets the current view."""
    client = app.test_client()
    client.environ_base |= ELSEWHERE
    with client:
        client.get(LINK)
        client.get("/tablet/1")
        client.environ_base["HTTP_X_TOKEN"] = session["token"]

    def look():
        app.extensions[BOARDS].first.desk.look()
        return client.get("/tablet/1/state").json

    client.look = look
    client.say = lambda **word: client.post(
        "/tablet/1/say", json={"game": game.folder.name, **word}, headers={"Accept": "application/json"}
    )
    return client


def unread(game, side="white"):
    """Write a press that was not read."""
    start = game.fen("W" if side == "white" else "B")
    game.press(side)
    game.journal.append(Ruled(game.seq, side, "unsure", None, game.fen("B" if side == "white" else "W"), 0.4, start=start), game.t_ns)
    return start


@pytest.mark.parametrize("path", PATHS)
def test_nobody_gets_in_without_the_link(app, game, path):
    game.open()
    app.extensions[BOARDS].first.desk.look()
    answer = app.test_client().get(path, environ_overrides=ELSEWHERE)
    assert answer.status_code == 403
    assert "Jelle" not in answer.text
    refused = app.test_client().post("/tablet/1/say", json={}, environ_overrides=ELSEWHERE)
    assert (refused.status_code, "damcam tablet" in refused.text) == (403, True), "a tablet has no login to be sent to"


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"base_url": "http://localhost"}, 200),
        ({"base_url": "http://127.0.0.1:8000"}, 200),
        ({"base_url": "http://evil.example"}, 403),
        ({"base_url": "http://localhost", "headers": {"X-Forwarded-For": "10.0.0.3"}}, 403),
        ({"base_url": "http://localhost", "environ_overrides": ELSEWHERE}, 403),
    ],
)
def test_the_machine_itself_needs_no_link(app, given, status):
    assert app.test_client().get("/tablet/1/state", **given).status_code == status


def test_the_link_leaves_a_cookie_for_this_board_alone(app):
    client = app.test_client()
    answer = client.get(LINK, environ_overrides=ELSEWHERE)
    assert (answer.status_code, answer.location) == (303, "/tablet/1")
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/tablet/1", "Max-Age=604800"))
    assert client.get("/tablet/1", environ_overrides=ELSEWHERE).status_code == 200
    for key in ("", "x", TABLETS.key("2"), "ß"):
        assert app.test_client().get("/tablet/1", query_string={"key": key}, environ_overrides=ELSEWHERE).status_code == 403
    assert client.get("/tablet/2", environ_overrides=ELSEWHERE).status_code == 404


@pytest.mark.parametrize("lang", ["nl", "fy", "en"])
def test_each_language_has_both_pages(app, tablet, lang):
    assert say(lang, "Offer a draw") in tablet.get("/tablet/1", headers={"Accept-Language": lang}).text
    closed = app.test_client().get("/tablet/1", headers={"Accept-Language": lang, "Accept": "text/html"}, environ_overrides=ELSEWHERE)
    assert say(lang, "This tablet is not opened yet") in closed.text


def test_before_there_is_a_game_nothing_is_told_of_one(tablet, game):
    assert set(tablet.look()) == {"age_ms", "no_news", "id", "game"}
    assert tablet.say(say="draw-offered", side="white").status_code == 409


@pytest.mark.parametrize(("regulation", "judged"), [("C", ["accepted", "refused", None]), ("", [None, None, None])])
def test_under_regulation_c_alone_it_says_whether_a_move_is_accepted(tablet, game, regulation, judged):
    game.open(regulation=regulation)
    game.move("white", 32, 28)
    told = [tablet.look()]
    game.fault("black", "27d", 19, 23)
    told.append(tablet.look())
    game.press("black")
    game.journal.append(Ruled(3, "black", "unsure", None, game.fen("W"), 0.3, start=game.fen("B")), game.t_ns)
    told.append(tablet.look())
    assert [view["judged"] for view in told] == judged
    assert [view["enter"] and view["enter"]["seq"] for view in told] == ([None, None, 3] if regulation else [None, 2, 3])
    assert all("verdict" not in str(view) and "27d" not in str(view) for view in told)


def test_a_fault_looks_like_a_press_that_was_not_read_also_once_a_move_is_entered(tablet, game, service):
    """This holds outside regulation C (Art. 24)."""
    game.open()
    game.move("white", 32, 28)
    game.press("black")
    before = game.fen("B")
    after = "W" + before[1:].replace("19,", "").replace(",20", ",20,24")
    game.journal.append(Ruled(2, "black", "27d", "19-24", after, 0.99, start=before), game.t_ns)
    view = tablet.look()
    assert (view["enter"]["seq"], view["enter"]["fen"], view["being_read"]) == (2, before, True)
    assert tablet.say(say="move", seq=2, **{"from": 19, "to": 24}, start=before).status_code == 200
    view = tablet.look()
    assert (view["enter"], view["entered"]["move"], view["moves"][-1]["black"]) == (None, "19-24", "19-24")


def test_the_move_that_is_entered_is_stored_and_may_be_entered_anew(tablet, game, service):
    game.open(regulation="C")
    start = unread(game)
    view = tablet.look()
    assert (view["enter"], view["again"], view["moves"]) == ({"seq": 1, "side": "white", "fen": start}, None, [])
    word = {"say": "move", "seq": 1, "from": 32, "to": 28, "captured": [], "start": start}
    answer = tablet.say(**word)
    assert answer.status_code == 200, answer.text
    view = answer.json["view"]
    assert (view["enter"], view["again"]["seq"], view["judged"], view["moves"][0]["white"]) == (None, 1, "accepted", "32-28")
    assert tablet.say(**{**word, "to": 27}).json["view"]["moves"][0]["white"] == "32-27"
    assert tablet.say(**{**word, "to": 22}).json["view"]["judged"] == "refused"
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        assert [(one.by, one.written, one.verdict) for one in fold(journal).moves_said] == [
            ("the players", "32-28", "legal"), ("the players", "32-27", "legal"), ("the players", "32-22", "27d"),
        ]  # fmt: skip


def test_a_draw_is_offered_and_agreed_and_what_has_no_place_is_refused(tablet, game, service):
    game.open()
    game.move("white", 32, 28)
    assert tablet.say(say="draw-accepted", side="white").status_code == 409
    assert tablet.say(say="draw-offered", side="white").json["view"]["draw"] == {"side": "white", "agreed": False}
    assert tablet.say(say="draw-accepted", side="black").json["view"]["draw"] == {"side": "black", "agreed": True}
    assert tablet.say(say="resigned", side="black").json["view"]["result"] == "1-0"
    assert tablet.look()["draw"]["agreed"], "it was said"


@pytest.mark.parametrize(
    "word",
    [
        {},
        {"say": "sing"},
        {"say": ["draw-offered"]},
        {"say": "draw-offered"},
        {"say": "draw-offered", "side": "red"},
        {"say": "move", "seq": 1, "from": 32, "to": 28},
        {"say": "move", "seq": 0, "from": 32, "to": 28, "start": "W"},
        {"say": "move", "seq": 1, "from": 0, "to": 28, "start": "W"},
        {"say": "move", "seq": 1, "from": 32, "to": 51, "start": "W"},
        {"say": "move", "seq": 1, "from": "32", "to": 28, "start": "W"},
        {"say": "move", "seq": 1, "from": 32, "to": 28, "start": "W" * 501},
        {"say": "move", "seq": 1, "from": 32, "to": 28, "start": "W", "captured": 5},
        {"say": "move", "seq": 1, "from": 32, "to": 28, "start": "W", "captured": [True]},
        {"say": "move", "seq": 1, "from": 32, "to": 28, "start": "W", "captured": [5] * 51},
    ],
)
def test_what_is_no_word_is_told_and_nothing_happens(tablet, game, word):
    game.open()
    answer = tablet.say(**word)
    assert (answer.status_code, bool(answer.json["error"])) == (400, True)


def test_a_word_needs_the_token_and_the_game_that_is_played(tablet, game):
    game.open()
    assert tablet.say(say="draw-offered", side="white", game="0099").status_code == 409
    assert tablet.post("/tablet/1/say", data="{").status_code == 400
    assert tablet.post("/tablet/1/say", data="x" * 70_000).status_code == 413
    fresh = tablet.get("/tablet/1/token").json["token"]
    assert fresh == tablet.environ_base.pop("HTTP_X_TOKEN")
    assert tablet.say(say="draw-offered", side="white").status_code == 403


def test_a_fallen_flag_a_stopped_clock_and_who_is_ready_are_told(tablet, game, service):
    game.open()
    assert tablet.say(say="stands-right", side="black").json["view"]["ready"] == ["black"]
    assert tablet.look()["clock"]["flagged"] is None
    with Journal.open(game.folder / "journal.sqlite") as journal:  # the service wrote since the game did
        journal.append(FlagFell(4800 * 10**9, "white", 0, 9), 0)
    view = tablet.look()
    assert (view["clock"]["flagged"], view["clock"]["running"], view["clock"]["white_ns"], view["begun"]) == ("white", None, 0, True)


def test_the_desk_is_told_what_the_players_say(app, tablet, game, service):
    game.open()
    unread(game)
    start = tablet.look()["enter"]["fen"]
    tablet.say(say="arbiter-called", side="black")
    tablet.say(say="move", seq=1, start=start, **{"from": 32, "to": 22})
    desk = app.extensions[BOARDS].first.desk
    assert [(alert["code"], alert["acts"], alert["seq"]) for alert in desk.view("en")["alerts"]] == [
        ("players", "at once", 1), ("27d", "on claim", 1), ("players", "on claim", 1),
    ]  # fmt: skip
    tablet.say(say="move", seq=1, start=start, **{"from": 32, "to": 28})
    assert [alert["amended"] for alert in desk.view("en")["alerts"] if alert["code"] == "27d"] == [True]


def test_a_ruling_of_the_arbiter_settles_what_might_be_entered(tablet, game, service):
    game.open()
    unread(game)
    assert tablet.look()["enter"]
    assert service.answer(Decision(1, "position", "Anke", fen=game.fen("B"))) == "obeyed"
    assert tablet.look()["enter"] is None
    assert service.answer(EnterMove(1, 32, 28, (), "")) == "obeyed", "it is kept, and amends nothing"
    assert service.answer(PlayerSays("white", "dances")) != "obeyed"
