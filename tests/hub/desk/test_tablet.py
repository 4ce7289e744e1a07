"""The tablet page through Flask's test client: who may use it, what it shows under each regulation, and words that are refused."""

from contextlib import closing
from pathlib import Path

import pytest
from flask import session

from hub.access.tablet_access import Tablets
from hub.app import BOARDS
from hub.desk.tablet import view_of
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.follower import Follower
from record.decisions.arbitration import Decision
from record.decisions.commands import EnterMove
from record.events.of_game import Alerted, FlagFell, Ruled
from tests.hub.arbiters import state_of
from tests.hub.conftest import S
from tests.support.signing import SECRET

TABLETS = Tablets(SECRET, Path("none"))
PATHS = ("", "/events", "/token", "/picture/drawn/0000.jpg")
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.20"}
LINK = f"/tablet/1?key={TABLETS.key('1')}"


@pytest.fixture
def tablet(desk_app, game):
    """A tablet that opened its link and sends its token with every request; `look` gets the current view, `after` that after a word."""
    client = desk_app.test_client()
    client.environ_base |= ELSEWHERE
    with client:
        client.get(LINK)
        client.get("/tablet/1")
        client.environ_base["HTTP_X_TOKEN"] = session["token"]

    def look():
        desk = desk_app.extensions[BOARDS].first.desk
        desk.look()
        return view_of(desk)

    client.look = look
    asks = {"Accept": "application/json"}
    client.say = lambda **word: client.post("/tablet/1/say", json={"game": game.folder.name, **word}, headers=asks)

    def after(**word):
        answer = client.say(**word)
        assert (answer.status_code, answer.json) == (200, {"done": True})
        return look()

    client.after = after
    return client


def unread(game, side="white"):
    """Write a press that was not read."""
    start = game.fen("W" if side == "white" else "B")
    game.press(side)
    game.journal.append(Ruled(game.seq, side, "unsure", None, game.fen("B" if side == "white" else "W"), 0.4, start=start), game.t_ns)
    return start


def test_nobody_gets_in_without_the_link_but_the_machine_itself(desk_app, game):
    game.open()
    desk_app.extensions[BOARDS].first.desk.look()
    stranger = desk_app.test_client()
    for path in PATHS:
        answer = stranger.get(f"/tablet/1{path}", environ_overrides=ELSEWHERE)
        assert (answer.status_code, "Jelle" in answer.text) == (403, False), path
    refused = stranger.post("/tablet/1/say", json={}, environ_overrides=ELSEWHERE)
    assert (refused.status_code, refused.location) == (403, None), "a tablet has no login to be sent to"
    here = {"base_url": "http://localhost"}
    elsewhere = {**here, "headers": {"X-Forwarded-For": "10.0.0.3"}}, {**here, "environ_overrides": ELSEWHERE}
    for given in (here, {"base_url": "http://127.0.0.1:8000"}):
        assert desk_app.test_client().get("/tablet/1/token", **given).status_code == 200
    for given in ({"base_url": "http://evil.example"}, *elsewhere):
        assert desk_app.test_client().get("/tablet/1/token", **given).status_code == 403


def test_the_link_leaves_a_cookie_for_this_board_alone(desk_app):
    client = desk_app.test_client()
    answer = client.get(LINK, environ_overrides=ELSEWHERE)
    assert (answer.status_code, answer.location) == (303, "/tablet/1")
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/tablet/1", "Max-Age=604800"))
    assert client.get("/tablet/1", environ_overrides=ELSEWHERE).status_code == 200
    for key in ("", "x", TABLETS.key("2"), "ß"):
        assert desk_app.test_client().get("/tablet/1", query_string={"key": key}, environ_overrides=ELSEWHERE).status_code == 403
    assert client.get("/tablet/2", environ_overrides=ELSEWHERE).status_code == 404


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
    view = tablet.after(**word)
    assert (view["enter"], view["again"]["seq"], view["judged"], view["moves"][0]["white"]) == (None, 1, "accepted", "32-28")
    assert tablet.after(**{**word, "to": 27})["moves"][0]["white"] == "32-27"
    assert tablet.after(**{**word, "to": 22})["judged"] == "refused"
    said = [(one.by, one.written, one.verdict) for one in state_of(game).moves_said]
    assert said == [("the players", written, verdict) for written, verdict in (("32-28", "legal"), ("32-27", "legal"), ("32-22", "27d"))]


def test_who_is_ready_a_draw_and_a_resignation_are_told_and_what_has_no_place_is_refused(tablet, game, service):
    game.open()
    assert tablet.after(say="stands-right", side="black")["ready"] == ["black"]
    game.move("white", 32, 28)
    assert tablet.say(say="draw-accepted", side="white").status_code == 409
    assert tablet.after(say="draw-offered", side="white")["draw"] == {"side": "white", "agreed": False}
    assert tablet.after(say="draw-accepted", side="black")["draw"] == {"side": "black", "agreed": True}
    assert tablet.after(say="resigned", side="black")["result"] == "1-0"
    assert tablet.look()["draw"]["agreed"], "it was said"


MOVE = {"say": "move", "seq": 1, "from": 32, "to": 28, "start": "W"}


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ({}, "none-of"),
        ({"say": ["draw-offered"]}, "none-of"),
        ({"say": "draw-offered", "side": "red"}, "none-of"),
        (MOVE | {"start": None}, "no-start"),
        (MOVE | {"start": "W" * 501}, "no-start"),
        (MOVE | {"seq": 0}, "not-whole"),
        (MOVE | {"from": 0}, "not-whole"),
        (MOVE | {"to": 51}, "not-whole"),
        (MOVE | {"from": "32"}, "not-whole"),
        (MOVE | {"captured": 5}, "no-squares"),
        (MOVE | {"captured": [True]}, "not-whole"),
        (MOVE | {"captured": [5] * 51}, "no-squares"),
    ],
)
def test_what_is_no_word_is_told_and_nothing_happens(tablet, game, why, word, code):
    game.open()
    assert (tablet.say(**word).status_code, why()) == (400, f"SentWrongly.{code}")


def test_after_a_restart_of_the_pages_a_row_that_only_the_arbiter_sees_makes_no_clock_younger(game):  # Art. 24
    game.open()
    game.press("white")
    game.journal.append(Alerted(game.t_ns + 60 * S, ()), game.t_ns + 60 * S)
    feed = DeskFeed(Follower(game.folder / "journal.jsonl"))
    with closing(feed.follower):
        feed.look()
        assert feed.age_ms >= 60_000


def test_a_word_needs_the_token_and_the_game_that_is_played_and_a_fallen_flag_is_told(tablet, game):
    assert set(tablet.look()) == {"age_ms", "no_news", "id", "game"}, "nothing is told of a game before there is one"
    assert tablet.say(say="draw-offered", side="white").status_code == 409
    game.open()
    assert tablet.say(say="draw-offered", side="white", game="0099").status_code == 409
    assert tablet.post("/tablet/1/say", data="{").status_code == 400
    fresh = tablet.get("/tablet/1/token").json["token"]
    assert fresh == tablet.environ_base.pop("HTTP_X_TOKEN")
    assert tablet.say(say="draw-offered", side="white").status_code == 403
    assert tablet.look()["clock"]["flagged"] is None
    game.journal.append(FlagFell(4800 * 10**9, "white", 0, 9), 0)
    view = tablet.look()
    assert (view["clock"]["flagged"], view["clock"]["running"], view["clock"]["white_ns"], view["begun"]) == ("white", None, 0, True)


def test_the_desk_is_told_what_the_players_say(desk_app, tablet, game, service):
    game.open()
    unread(game)
    start = tablet.look()["enter"]["fen"]
    tablet.say(say="arbiter-called", side="black")
    tablet.say(say="move", seq=1, start=start, **{"from": 32, "to": 22})
    desk = desk_app.extensions[BOARDS].first.desk
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
