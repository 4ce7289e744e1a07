"""The desk through Flask's test client: who may open it, and what it shows."""

import json

import pytest

from hub.access.accounts import Accounts
from hub.app import BOARDS
from hub.texts.articles import FOLDER, articles
from record.events.of_game import Alert, BoardMoved, FlagFell, Ruled
from record.papers.disputes import told as disputes
from record.store.journal import Journal
from record.store.shown import shown
from rules.irregularity import Verdict, article

JPEG = b"\xff\xd8\xff\xd9"
PATHS = ("/desk", "/desk/1", "/desk/1/state", "/desk/1/events", "/desk/1/picture/drawn/0001.jpg")


@pytest.mark.parametrize("path", PATHS)
def test_nobody_gets_in_who_did_not_sign_in(desk_app, fault, path):
    fault()
    desk_app.extensions[BOARDS].first.desk.look()
    answer = desk_app.test_client().get(path)
    assert (answer.status_code, answer.location) == (303, "/login?next=" + path)
    answer = desk_app.test_client().get(path, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json) == (401, {"error": "you are not signed in any more; nothing was done", "lang": "en"})


def test_an_alert_comes_with_all_that_is_needed_to_rule(desk):
    view = desk.get("/desk/1/state").json
    (alert,) = view["alerts"]
    assert (alert["code"], alert["side"], alert["squares"], alert["acts"]) == ("27c-missed", "black", [19, 24], "on claim")
    assert (alert["before"][0], alert["after"][0]) == ("B", "W")
    assert alert["pictures"] == ["drawn/0000.jpg", "drawn/0002.jpg"]
    assert [text["number"] for text in alert["texts"]] == ["27", "10"]
    assert "c. Een slag wordt verzuimd of foutief uitgevoerd." in alert["texts"][0]["text"]
    assert (view["pending"], view["stands"], view["seq"]) == ("27c-missed", alert["after"], 2)


def test_the_pictures_of_an_alert_are_for_the_desk_alone(desk_app, desk, game):
    (game.folder / "secret.jpg").write_bytes(b"x")
    with desk.get("/desk/1/picture/drawn/0002.jpg") as had:
        assert (had.status_code, had.mimetype, had.headers["Cache-Control"]) == (200, "image/jpeg", "no-store")
    for name in ("secret.jpg", "arbiters.json", "../arbiters.json", "drawn/../arbiters.json"):
        assert desk.get(f"/desk/1/picture/{name}").status_code in (308, 404), name
    assert desk_app.test_client().get("/picture/drawn/0002.jpg").status_code == 404


def test_a_picture_that_was_deleted_is_not_named(desk, game):
    (game.folder / "drawn" / "0002.jpg").unlink()
    assert desk.get("/desk/1/state").json["alerts"][0]["pictures"] == ["drawn/0000.jpg", None]


def test_all_pictures_of_the_press_and_of_a_moved_board_can_be_had(signed_in, desk_app, game):
    game.open()
    for name in ("before", "first", "last", "moved-from", "moved-to"):
        (game.folder / f"{name}.jpg").write_bytes(JPEG)
    game.press("white")
    game.journal.append(BoardMoved(game.t_ns, 1.0, 2.0, 0.0, (), "moved-from.jpg", "moved-to.jpg"), game.t_ns)
    told = Alert("camera-moved", None, (), "The board was moved.", "at once"), Alert("14", "14", (23,), "Lifted too early.")
    pictures = {"before": ("before.jpg",), "pictures": ("first.jpg", "gone.jpg", "last.jpg")}
    game.journal.append(Ruled(1, "white", "unsure", None, game.fen("B"), 0.5, told, **pictures), game.t_ns)
    desk = signed_in()
    desk_app.extensions[BOARDS].first.desk.look()
    moved, lifted = desk.get("/desk/1/state").json["alerts"]
    assert moved["pictures"] == ["moved-from.jpg", "moved-to.jpg"]
    assert lifted["kept"] == ["before.jpg", "first.jpg", "last.jpg"]
    for name in (*moved["pictures"], *lifted["kept"]):
        with desk.get(f"/desk/1/picture/{name}") as had:
            assert had.status_code == 200, name


def test_an_alert_with_pictures_of_its_own_is_shown_by_them_at_the_desk_and_in_the_dossier(signed_in, desk_app, game):
    game.open()
    for name in ("all-before", "all-after", "own-before", "own-after"):
        (game.folder / f"{name}.jpg").write_bytes(JPEG)
    game.press("white")
    own = ("own-before.jpg", "own-after.jpg")
    told = Alert("14", "14", (23,), ""), Alert("off-centre", "25", (40,), "", pictures=own)
    shared = ("all-before.jpg", "all-after.jpg")
    game.journal.append(Ruled(1, "white", "legal", "32-28", game.fen("B"), 0.9, told, straight=shared), game.t_ns)
    desk = signed_in()
    desk_app.extensions[BOARDS].first.desk.look()
    alerts = {alert["code"]: tuple(alert["pictures"]) for alert in desk.get("/desk/1/state").json["alerts"]}
    assert alerts == {"14": shared, "off-centre": own}
    with desk.get("/desk/1/picture/own-after.jpg") as had:
        assert had.status_code == 200
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        assert {one.alert.code: one.pictures for one in disputes(journal).disputes} == alerts
        assert {*own, *shared} <= shown((event for _, event in journal.since(0)), ())


def test_an_amended_ruling_is_held_no_longer(desk_app, desk, game):
    game.journal.append(Ruled(2, "black", "legal", "19-24", game.fen("W"), 0.99, amends=True), game.t_ns)
    game.journal.append(FlagFell(game.t_ns, "white", 0, 1, (Alert("flag", "20.5", (), "White's flag fell.", "at once"),)), game.t_ns)
    desk_app.extensions[BOARDS].first.desk.look()
    alerts = desk.get("/desk/1/state").json["alerts"]
    assert [(alert["code"], alert["amended"]) for alert in alerts] == [("flag", False), ("27c-missed", True)]
    assert alerts[0]["texts"][0]["number"] == "20"


@pytest.mark.parametrize("amends", [False, True])
def test_what_the_player_put_right_is_marked_so_and_waits_for_nobody(desk_app, desk, game, amends):
    """The correction is seen at the player's next press or at the answer to it, which amends the ruling of the fault itself."""
    board = desk_app.extensions[BOARDS].first
    game.journal.append(FlagFell(game.t_ns, "black", 1, 0, (Alert("flag", "20.5", (), "", "at once", side="black"),)), game.t_ns)
    if not amends:
        game.press("black")
    game.journal.append(Ruled(game.seq, "black", "corrected", "19x28", game.fen("W"), 0.99, amends=amends), game.t_ns)
    board.desk.look()
    flag, fault = desk.get("/desk/1/state").json["alerts"]
    assert (fault["righted"], fault["amended"], fault["offers"]) == (True, False, [])
    assert (flag["righted"], flag["amended"]) == (False, False)
    listed = desk.get("/desks/state").json["alerts"]
    assert [alert["id"] for alert in listed] == [flag["id"]]


def test_each_reader_is_told_in_his_own_language(desk):
    """The language of the service does not matter. One feed serves all readers."""
    says = {
        "nl": "19-24 is een streek, terwijl slaan verplicht was.",
        "en": "19-24 is a quiet move, and a capture was compulsory.",
    }
    for lang, text in says.items():
        view, asked = desk.get(f"/desk/1/state?lang={lang}").json, {"Accept-Language": lang}
        assert view["alerts"][0]["text"] == desk.get("/desk/1/state", headers=asked).json["alerts"][0]["text"] == text
        assert text in desk.get("/desk/1", headers=asked).text
        with desk.get("/desk/1/events", headers=asked, buffered=False) as answer:
            stream = answer.iter_encoded()
            assert text in [next(stream), next(stream)][1].decode()


def test_the_page_carries_the_view_and_the_public_pages_know_nothing_of_it(desk_app, desk):
    page = desk.get("/desk/1")
    assert (page.status_code, "27c-missed" in page.text) == (200, True)
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    desk_app.extensions[BOARDS].first.feed.look()
    for path in ("/", "/state", "/game.pdn", "/before"):
        assert "27c" not in desk_app.test_client().get(path).text, path


def test_events_come_as_long_as_one_is_signed_in(signed_in, desk_app, game, fault, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    desk = signed_in()
    with desk.get("/desk/1/events", buffered=False) as answer:
        stream = answer.iter_encoded()
        assert next(stream).startswith(b"retry")
        assert b"id: 0" in next(stream)
        assert b"alive" in next(stream)
        fault()
        desk_app.extensions[BOARDS].first.desk.look()
        told = next(stream).decode()
        assert json.loads(told.partition("data: ")[2])["alerts"][0]["code"] == "27c-missed"
        Accounts(game.folder / "arbiters.json").remove("Anke")
        assert list(stream) == []


def test_before_a_game_the_desk_waits(signed_in):
    assert signed_in().get("/desk/1/state").json["alerts"] == []
    assert signed_in().get("/desk/1").status_code == 200


def test_every_article_that_a_press_is_told_by_is_there():
    for verdict in Verdict:
        if verdict.is_irregular:
            named = article(verdict, "frisian")
            assert len(articles("frisian", named)) == len(named.split(",")), named
    assert articles("english", "5") == articles("frisian", None) == ()
    assert all(path.read_text().strip() and path.stem.isdigit() for path in FOLDER.iterdir())
