"""The desk asked by Flask's client: who gets in, what is told there, and what a ruling must be."""

import json

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.accounts import Account, Accounts, Role
from hub.app import BOARDS, create_app
from hub.articles import FOLDER, articles
from hub.board import Boards
from record.events import Alert, Arbitrated, BoardMoved, FlagFell, Ruled
from record.inbox import Inbox
from record.journal import Journal
from rules.irregularity import Verdict, article

JPEG = b"\xff\xd8\xff\xd9"
PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one
PATHS = ("/desk", "/desk/1", "/desk/1/state", "/desk/1/events", "/desk/1/picture/drawn/0001.jpg")


@pytest.fixture
def app(game):
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    accounts.put(Account("Durk", Role.OPERATOR, KEPT))
    app = create_app(
        Boards.lone(game.folder / "journal.sqlite", shows_pictures=False), secret=b"k" * 64, arbiters=accounts.path, follow=False
    )
    yield app
    app.extensions[BOARDS].first.feed.close()
    app.extensions[BOARDS].first.desk.close()


def signed_in(app, name="Anke"):
    """A client of him who signed in, with his token in every request."""
    client = app.test_client()
    with client:
        client.get("/login")
        client.post("/login", data={"name": name, "password": PASSWORD, "token": session["token"]})
        client.get("/login")
        client.environ_base["HTTP_X_TOKEN"] = session["token"]
    client.environ_base["HTTP_ACCEPT"] = "application/json"
    return client


@pytest.fixture
def desk(app, fault):
    fault()
    app.extensions[BOARDS].first.desk.look()
    return signed_in(app)


@pytest.mark.parametrize("path", PATHS)
def test_nobody_gets_in_who_did_not_sign_in(app, fault, path):
    fault()
    app.extensions[BOARDS].first.desk.look()
    answer = app.test_client().get(path)
    assert (answer.status_code, answer.location) == (303, "/login?next=" + path)
    answer = app.test_client().get(path, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json) == (401, {"error": "you are not signed in any more; nothing was done"})


def test_an_alert_comes_with_all_that_is_needed_to_rule(desk):
    view = desk.get("/desk/1/state").json
    (alert,) = view["alerts"]
    assert (alert["code"], alert["side"], alert["squares"], alert["acts"]) == ("27c-missed", "black", [19, 24], "on claim")
    assert (alert["before"][0], alert["after"][0]) == ("B", "W")
    assert alert["pictures"] == ["drawn/0000.jpg", "drawn/0002.jpg"]
    assert [text["number"] for text in alert["texts"]] == ["27", "10"]
    assert "c. Een slag wordt verzuimd of foutief uitgevoerd." in alert["texts"][0]["text"]
    assert (view["pending"], view["stands"], view["seq"]) == ("27c-missed", alert["after"], 2)


def test_the_pictures_of_an_alert_are_for_the_desk_alone(app, desk, game):
    (game.folder / "secret.jpg").write_bytes(b"x")
    with desk.get("/desk/1/picture/drawn/0002.jpg") as had:
        assert (had.status_code, had.mimetype, had.headers["Cache-Control"]) == (200, "image/jpeg", "no-store")
    for name in ("secret.jpg", "arbiters.json", "../arbiters.json", "drawn/../arbiters.json"):
        assert desk.get(f"/desk/1/picture/{name}").status_code in (308, 404), name
    assert app.test_client().get("/picture/drawn/0002.jpg").status_code == 404


def test_a_picture_that_was_deleted_is_not_named(desk, game):
    (game.folder / "drawn" / "0002.jpg").unlink()
    assert desk.get("/desk/1/state").json["alerts"][0]["pictures"] == ["drawn/0000.jpg", None]


def test_all_pictures_of_the_press_and_of_a_moved_board_can_be_had(app, game):
    game.open()
    for name in ("before", "first", "last", "moved-from", "moved-to"):
        (game.folder / f"{name}.jpg").write_bytes(JPEG)
    game.press("white")
    game.journal.append(BoardMoved(game.t_ns, 1.0, 2.0, 0.0, (), "moved-from.jpg", "moved-to.jpg"), game.t_ns)
    told = Alert("camera-moved", None, (), "The board was moved.", "at once"), Alert("14", "14", (23,), "Lifted too early.")
    pictures = {"before": ("before.jpg",), "pictures": ("first.jpg", "gone.jpg", "last.jpg")}
    game.journal.append(Ruled(1, "white", "unsure", None, game.fen("B"), 0.5, told, **pictures), game.t_ns)
    desk = signed_in(app)
    app.extensions[BOARDS].first.desk.look()
    moved, lifted = desk.get("/desk/1/state").json["alerts"]
    assert moved["pictures"] == ["moved-from.jpg", "moved-to.jpg"]
    assert lifted["kept"] == ["before.jpg", "first.jpg", "last.jpg"]
    for name in (*moved["pictures"], *lifted["kept"]):
        with desk.get(f"/desk/1/picture/{name}") as had:
            assert had.status_code == 200, name


def test_an_amended_ruling_is_held_no_longer(app, desk, game):
    game.journal.append(Ruled(2, "black", "legal", "19-24", game.fen("W"), 0.99, amends=True), game.t_ns)
    game.journal.append(FlagFell(game.t_ns, "white", 0, 1, (Alert("flag", "20.5", (), "White's flag fell.", "at once"),)), game.t_ns)
    app.extensions[BOARDS].first.desk.look()
    alerts = desk.get("/desk/1/state").json["alerts"]
    assert [(alert["code"], alert["amended"]) for alert in alerts] == [("flag", False), ("27c-missed", True)]
    assert alerts[0]["texts"][0]["number"] == "20"


def test_the_page_carries_the_view_and_the_public_pages_know_nothing_of_it(app, desk):
    page = desk.get("/desk/1")
    assert (page.status_code, "27c-missed" in page.text) == (200, True)
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    app.extensions[BOARDS].first.feed.look()
    for path in ("/", "/state", "/game.pdn", "/before"):
        assert "27c" not in app.test_client().get(path).text, path


def test_events_come_as_long_as_one_is_signed_in(app, game, fault, monkeypatch):
    monkeypatch.setattr("hub.desk_feed.KEEP_ALIVE_S", 0.0)
    desk = signed_in(app)
    with desk.get("/desk/1/events", buffered=False) as answer:
        stream = answer.iter_encoded()
        assert next(stream).startswith(b"retry")
        assert b"id: 0" in next(stream)
        assert b"alive" in next(stream)
        fault()
        app.extensions[BOARDS].first.desk.look()
        told = next(stream).decode()
        assert json.loads(told.partition("data: ")[2])["alerts"][0]["code"] == "27c-missed"
        Accounts(game.folder / "arbiters.json").remove("Anke")
        assert list(stream) == []


def rule(desk, **sent):
    view = desk.get("/desk/1/state").json
    return desk.post("/desk/1/rule", json={"game": view["game"], "seq": view.get("seq", 0), "after": view["last_ruling"], **sent})


RULINGS = [
    ({"word": "stand"}, {}),
    ({"word": "restore", "reason": "claimed by White"}, {"reason": "claimed by White"}),
    ({"word": "take-back", "plies": 2}, {"plies": 2}),
    ({"word": "to-move", "side": "black"}, {}),
    ({"word": "end", "result": "1-0", "article": "20.2"}, {"result": "1-0", "article": "20.2"}),
    ({"word": "paper"}, {}),
    ({"word": "position", "fen": "B:W27:BK3", "reason": "as both say"}, {"fen": "B:W27:BK3", "reason": "as both say"}),
    ({"word": "start-clock", "side": "black", "reason": "he is there"}, {"side": "black", "reason": "he is there"}),
    ({"word": "stop-clock", "reason": "a claim"}, {"reason": "a claim"}),
    ({"word": "add-times", "white_s": 0, "black_s": -30, "reason": "a claim"}, {"added_ns": [0, -30 * 10**9], "reason": "a claim"}),
    ({"word": "set-times", "white_s": 600, "black_s": 300}, {"white_ns": 600 * 10**9, "black_ns": 300 * 10**9}),
]


@pytest.mark.parametrize(("sent", "told"), RULINGS, ids=[sent["word"] for sent, _ in RULINGS])
def test_a_ruling_is_done_and_says_who_and_when(desk, service, game, sent, told):
    answer = rule(desk, **sent)
    assert (answer.status_code, answer.json.get("error")) == (200, None)
    (last,) = answer.json["view"]["rulings"]
    assert (last["word"], last["by"], last["seq"]) == (sent["word"], "Anke", 2)
    assert last["t_ns"] > game.t_ns
    assert told.items() <= last.items()


def test_what_the_service_refuses_is_told_in_its_words(desk, service):
    assert rule(desk, word="stand").status_code == 200
    answer = rule(desk, word="stand")
    assert (answer.status_code, answer.json["error"]) == (409, "stand after press 2: nothing is pending there")


def test_the_same_ruling_sent_twice_is_done_once(desk, service, game):
    sent = {"word": "take-back", "plies": 1, "game": game.folder.name, "seq": 2, "after": 0}
    answers = [desk.post("/desk/1/rule", json=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert "Another ruling was made meanwhile" in answers[1].json["error"]
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        assert sum(isinstance(event, Arbitrated) for _, event in journal.since(0)) == 1


def test_a_ruling_on_another_game_is_not_done(desk, service):
    answer = rule(desk, word="stand", game="0001")
    assert (answer.status_code, "meant for another game" in answer.json["error"]) == (409, True)


def test_where_no_service_runs_the_word_is_taken_back(desk, game, monkeypatch):
    monkeypatch.setattr("hub.handing.ANSWERED_WITHIN_S", 0.0)
    answer = rule(desk, word="stand")
    assert (answer.status_code, "does damcam run?" in answer.json["error"]) == (409, True)
    with Inbox(game.folder / "journal.sqlite") as inbox:
        assert list(inbox.take()) == []


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[1]", "JSON object"),
        (b'"x"', "JSON object"),
        (b"[" * 30_000, "no JSON"),
        ({"word": "position", "seq": 2, "after": 0, "fen": "W:W51:B1"}, "fen: white pieces: 51 is not on the board"),
        ({"word": "position", "seq": 2, "after": 0, "fen": "W:W31:B31"}, "fen: square 31 is given twice"),
        ({"word": "position", "seq": 2, "after": 0}, "fen: the side to move is unknown"),
        ({"word": ["stand"]}, "word: one of"),
        ({"word": "close"}, "word: one of"),
        ({"word": "stand"}, "seq: a whole number"),
        ({"word": "stand", "seq": -1}, "seq"),
        ({"word": "stand", "seq": True}, "seq"),
        ({"word": "stand", "seq": 2}, "after"),
        ({"word": "stand", "seq": 2, "after": "0"}, "after"),
        ({"word": "stand", "seq": 2, "after": 0, "reason": "x" * 501}, "reason"),
        ({"word": "stand", "seq": 2, "after": 0, "reason": "two\nlines"}, "reason"),
        ({"word": "take-back", "seq": 2, "after": 0, "plies": 1.5}, "plies"),
        ({"word": "to-move", "seq": 2, "after": 0, "side": "wit"}, "side: one of white, black"),
        ({"word": "end", "seq": 2, "after": 0, "result": "2-0"}, "result"),
        ({"word": "end", "seq": 2, "after": 0, "result": "1-0", "article": 20}, "article"),
        ({"word": "set-times", "after": 0, "white_s": 1}, "black_s"),
        ({"word": "set-times", "after": 0, "white_s": 10**9, "black_s": 1}, "white_s"),
        ({"word": "start-clock", "after": 0}, "side"),
        ({"word": "stop-clock", "after": 0, "reason": 1}, "reason"),
        ({"word": "add-times", "after": 0, "white_s": 60}, "black_s: a whole number from -360000 to 360000"),
        ({"word": "add-times", "after": 0, "white_s": 0, "black_s": 0}, "both are nought"),
        ({"word": "enter-paper", "after": 0}, "text: the moves were expected"),
        ({"word": "enter-paper", "after": 0, "text": "x" * 20_001}, "text"),
        ({"word": "enter-paper", "after": 0, "text": "14-20", "result": "2-0"}, "result"),
    ],
)
def test_what_is_no_ruling_gets_the_reason_and_nothing_is_done(desk, game, sent, names):
    body = {"data": sent} if isinstance(sent, bytes) else {"json": sent}
    answer = desk.post("/desk/1/rule", **body)
    assert (answer.status_code, names in answer.json["error"]) == (400, True), answer.json
    with Inbox(game.folder / "journal.sqlite") as inbox:
        assert list(inbox.take()) == []


def test_an_operator_sees_the_desk_and_rules_nothing(app, desk, game):
    operator = signed_in(app, "Durk")
    assert 'data-word="stand"' not in operator.get("/desk/1").text
    answer = operator.post("/desk/1/rule", json={"word": "stand", "seq": 2, "after": 0})
    assert (answer.status_code, answer.json["error"]) == (403, "Durk is signed in as operator, who may not do this")


def test_nothing_is_ruled_by_who_is_signed_out_or_has_no_token(app, desk, game):
    sent = {"word": "stand", "seq": 2, "after": 0}
    assert desk.post("/desk/1/rule", json=sent, headers={"X-Token": "another"}).status_code == 403
    desk.delete_cookie("damcam")
    assert desk.post("/desk/1/rule", json=sent).status_code == 401
    with Inbox(game.folder / "journal.sqlite") as inbox:
        assert list(inbox.take()) == []


def test_before_a_game_the_desk_waits(app):
    assert signed_in(app).get("/desk/1/state").json["alerts"] == []
    assert signed_in(app).get("/desk/1").status_code == 200


def test_every_article_that_a_press_is_told_by_is_there():
    for verdict in Verdict:
        if verdict.is_irregular:
            named = article(verdict, "frisian")
            assert len(articles("frisian", named)) == len(named.split(",")), named
    assert articles("english", "5") == articles("frisian", None) == ()
    assert all(path.read_text().strip() and path.stem.isdigit() for path in FOLDER.iterdir())
