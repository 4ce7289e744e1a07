"""The desk at the server: who may open it, what it shows in each language, its dossiers and the result slip, which a browser prints."""

import json
import re
import shutil
from pathlib import Path

import pytest
from jinja2 import StrictUndefined

from hub.access.accounts import Accounts
from hub.access.tablet_access import Tablets
from hub.access.tokens import AccessRefusal
from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.texts.articles import FOLDER, articles
from record.events.about import About
from record.events.of_game import Alert, BoardMoved, FlagFell, Ruled, SessionClosed
from record.events.of_record import Described
from record.papers.disputes import told as disputes
from record.store.journal import Journal
from record.store.shown import shown
from record.texts import LANGUAGES, say
from rules.irregularity import Verdict, article
from tests.hub.desk.conftest import FRAMES
from tests.hub.desk.desk_page import DeskPage, page_of
from tests.hub.desk.hall_desks import desks
from tests.support.signing import admitting, client_of

JPEG = b"\xff\xd8\xff\xd9"
PATHS = (
    *("/desk", "/desk/1", "/desk/1/events", "/desk/1/picture/drawn/0001.jpg", "/desk/1/health", "/desk/1/camera"),
    *("/desk/1/dossier/6-0", "/desk/1/slip", "/desk/1/logs", "/desk/1/logs/0001", "/evening", "/evening/events"),
)


def test_nobody_gets_in_who_did_not_sign_in(desk_app, desk):
    stranger = desk_app.test_client()
    for path in PATHS:
        answer = stranger.get(path)
        assert (answer.status_code, answer.location) == (303, "/login?next=" + path)
        answer = stranger.get(path, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json["error"]) == (401, str(AccessRefusal.SIGNED_OUT.said()))


def test_an_alert_comes_with_all_that_is_needed_to_rule_and_it_and_its_pictures_are_for_the_desk_alone(desk_app, desk, game):
    shown = page_of(desk)
    (alert,) = shown.alerts
    assert alert["head"] == ["Black", "1… 19-24", "Press 2", "Article 27c, 10", "squares 19, 24"]
    assert (alert["acts"], alert["when"]) == ("on claim", "You act when a player claims it; until then this is information alone.")
    assert [{"19", "24"}.intersection(board.partition("Black: ")[2].rstrip(".").split(", ")) for board in alert["boards"]] == [
        {"19"},
        {"24"},
    ]
    assert alert["pictures"] == ["drawn/0000.jpg", "drawn/0002.jpg"]
    assert [number for number, _ in alert["articles"]] == ["Article 27", "Article 10"]
    assert "\nc. Een slag wordt verzuimd of foutief uitgevoerd." in alert["articles"][0][1]
    assert (shown["standing"], shown.stands, shown.state["seq"]) == ("White to move · Open: capture missed", game.fen("W"), 2)
    page = desk.get("/desk/1")
    assert page.status_code == 200
    assert "form-action 'self'" in page.headers["Content-Security-Policy"]
    desk_app.extensions[BOARDS].first.feed.look()
    for path in ("/", "/state", "/game.pdn", "/before"):
        assert "27c" not in desk_app.test_client().get(path).text, path
    (game.folder / "secret.jpg").write_bytes(b"x")
    with desk.get("/desk/1/picture/drawn/0002.jpg") as had:
        assert (had.status_code, had.mimetype, had.headers["Cache-Control"]) == (200, "image/jpeg", "no-store")
    for name in ("secret.jpg", "arbiters.json", "../arbiters.json", "drawn/../arbiters.json"):
        assert desk.get(f"/desk/1/picture/{name}").status_code in (308, 404), name
    assert desk_app.test_client().get("/picture/drawn/0002.jpg").status_code == 404


def test_the_pictures_of_an_alert_are_its_own_else_those_of_the_press_or_of_the_moved_board(signed_in, desk_app, game):
    """At the desk and in the dossier. All that were kept can be had, and what was deleted is not named."""
    game.open()
    names = ("before", "first", "last", "moved-from", "moved-to", "all-before", "all-after", "own-before", "own-after")
    for name in names:
        (game.folder / f"{name}.jpg").write_bytes(JPEG)
    game.press("white")
    game.journal.append(BoardMoved(game.t_ns, 1.0, 2.0, 0.0, ((0.0, 0.0),) * 4, "moved-from.jpg", "moved-to.jpg"), game.t_ns)
    shared, own = ("all-before.jpg", "all-after.jpg"), ("own-before.jpg", "own-after.jpg")
    told = Alert("camera-moved", None, (), "", "at once"), Alert("14", "14", (23,), ""), Alert("off-centre", "25", (40,), "", pictures=own)
    kept = {"before": ("before.jpg",), "pictures": ("first.jpg", "gone.jpg", "last.jpg"), "straight": shared}
    game.journal.append(Ruled(1, "white", "unsure", None, game.fen("B"), 0.5, told, **kept), game.t_ns)
    desk = signed_in()
    desk_app.extensions[BOARDS].first.desk.look()
    codes = [alert["code"] for alert in desk_app.extensions[BOARDS].first.desk.view("en")["alerts"]]
    shows = dict(zip(codes, page_of(desk).alerts, strict=True))
    pictures = {code: tuple(alert["pictures"]) for code, alert in shows.items()}
    assert pictures == {"camera-moved": ("moved-from.jpg", "moved-to.jpg"), "14": shared, "off-centre": own}
    assert shows["14"]["kept"] == ["before.jpg", "first.jpg", "last.jpg"]
    for name in names:
        with desk.get(f"/desk/1/picture/{name}.jpg") as had:
            assert had.status_code == 200, name
    with Journal.reader(game.folder / "journal.jsonl") as journal:
        assert {one.alert.code: one.pictures for one in disputes(journal).disputes} == pictures
        assert {*own, *shared} <= shown((event for _, event in journal.since(0)), ())
    (game.folder / own[1]).unlink()
    assert page_of(desk).alerts[-1]["pictures"] == [own[0]]


@pytest.mark.parametrize(("verdict", "amends"), [("legal", True), ("corrected", False), ("corrected", True)])
def test_what_was_amended_or_the_player_put_right_is_marked_so_and_waits_for_nobody(desk_app, desk, game, verdict, amends):
    """The correction is seen at the player's next press or at the answer to it, which amends the ruling of the fault itself."""
    board = desk_app.extensions[BOARDS].first
    game.journal.append(FlagFell(game.t_ns, "black", 1, 0, (Alert("flag", "20.5", (), "", "at once", side="black"),)), game.t_ns)
    if not amends:
        game.press("black")
    game.journal.append(Ruled(game.seq, "black", verdict, "19x28", game.fen("W"), 0.99, amends=amends), game.t_ns)
    board.desk.look()
    flag, fault = page_of(desk).alerts
    says = "Put right: the player has put this right himself." if verdict == "corrected" else "Amended: this is no longer held."
    assert (fault["when"], fault["amended"], fault["buttons"]) == (says, True, [])
    assert (flag["when"], flag["amended"], flag["articles"][0][0]) == ("You may act without a claim.", False, "Article 20")
    assert [alert["id"] for alert in desks(desk)["alerts"]] == [flag["id"]]


def test_each_reader_is_told_in_his_own_language(desk):
    """The language of the service does not matter. One feed serves all readers."""
    says = ("nl", "19-24 is een streek, terwijl slaan verplicht was."), ("en", "19-24 is a quiet move, and a capture was compulsory.")
    for lang, text in says:
        page, asked = DeskPage(desk.get(f"/desk/1?lang={lang}").text), {"Accept-Language": lang}
        assert page.alerts[0]["text"] == page_of(desk, lang=lang).alerts[0]["text"] == text
        assert text in desk.get("/desk/1", headers=asked).text
        with desk.get("/desk/1/events", headers=asked, buffered=False) as answer:
            stream = answer.iter_encoded()
            assert text in [next(stream), next(stream)][1].decode()


def test_events_come_as_long_as_one_is_signed_in(signed_in, desk_app, game, fault, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    desk = signed_in()
    assert (page_of(desk).alerts, desk.get("/desk/1").status_code) == ([], 200), "before a game the desk waits"
    with desk.get("/desk/1/events", buffered=False) as answer:
        stream = answer.iter_encoded()
        assert next(stream).startswith(b"retry")
        assert b"id: 0" in next(stream)
        assert b"alive" in next(stream)
        fault()
        desk_app.extensions[BOARDS].first.desk.look()
        told = next(stream).decode()
        (alert,) = DeskPage(told.partition("data: ")[2]).alerts
        assert alert["head"][1:4] == ["1… 19-24", "Press 2", "Article 27c, 10"]
        Accounts(game.folder / "arbiters.json").remove("Anke")
        assert list(stream) == []


def test_every_article_that_a_press_is_told_by_is_there():
    for verdict in Verdict:
        if verdict.is_irregular:
            named = article(verdict, "frisian")
            assert len(articles("frisian", named)) == len(named.split(",")), named
    assert articles("english", "5") == articles("frisian", None) == ()
    assert all(path.read_text().strip() and path.stem.isdigit() for path in FOLDER.iterdir())


LINK = f"/tablet/1?key={Tablets(b'k' * 64, Path('none')).key('1')}"
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.20"}
PAGES = {
    "/desk/1": "Set up this position",
    "/evening": "Give these names",
    "/desk/sign-ins": "From the address",
    "/desk/telephones": "Last notice",
    "/desk/1/logs": "Log",
    "/tablet/1": "Call the arbiter",
    "/login?late": "Password",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_in_the_readers_language_with_what_its_scripts_say(desk_app, desk, lang):
    desk_app.jinja_env.undefined = StrictUndefined
    asked, stranger = {"Accept": "text/html", "Accept-Language": lang}, desk_app.test_client()
    desk.get(LINK)
    for path, says in PAGES.items():
        page = (stranger if path.startswith("/login") else desk).get(path, headers=asked).text
        assert (f'<html lang="{lang}">' in page, say(lang, says) in page, "<built-in" in page) == (True, True, False), path
        for told in re.findall(r'id="texts">(.*?)</script>', page):
            texts = json.loads(told)
            assert (bool(texts["sentences"]), texts["plurals"][:3]) == (lang != "en", "101"), path
    closed = stranger.get("/tablet/1", headers=asked, environ_overrides=ELSEWHERE).text
    assert say(lang, "This tablet is not opened yet") in closed
    assert say(lang, "Sign in") in stranger.get("/desk/1", headers=asked, follow_redirects=True).text


LONG = "Douwe-Sytse van der Meulen-Hoekstra te Nijemirdum"


@pytest.fixture
def paper(browser, tmp_path):
    """Shows a paper from a file, where the browser applies the policy in the file itself; the page must complain of nothing."""
    page, told = browser.new_page(), []
    page.on("console", lambda message: told.append(message.text))

    def show(text):
        (tmp_path / "paper.html").write_text(text)
        page.goto((tmp_path / "paper.html").as_uri())
        return page

    yield show
    page.close()
    assert told == []


@pytest.fixture
def slips(tmp_path, new_game):
    """Makes the next game of a board."""
    (tmp_path / "games").mkdir()
    return lambda number, **about: new_game(tmp_path / "games" / number).open(**about)


def desk_of(folder):
    return client_of(create_app(Boards.lone(folder / "journal.jsonl"), sign_in=admitting(folder), follow=False))


def test_the_desk_has_a_dossier_of_each_alert_that_it_shows_in_the_readers_language(desk_app, desk):
    (alert,) = desk_app.extensions[BOARDS].first.desk.view("en")["alerts"]
    made = desk.get(f"/desk/1/dossier/{alert['id']}", headers={"Accept-Language": "fy"})
    assert (made.status_code, made.headers["Cache-Control"]) == (200, "no-store")
    assert '<html lang="fy"' in made.text
    assert "c. Een slag wordt verzuimd of foutief uitgevoerd." in made.text
    policy = made.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy.endswith("; frame-ancestors 'none'")
    assert desk.get("/desk/1/dossier").text.count("<h2>Alert ") == 1
    for address in ("1/dossier/99", "1/dossier/6-7", "1/dossier/..%2f..", "2/dossier"):
        assert desk.get(f"/desk/{address}").status_code == 404, address


def test_a_browser_shows_and_prints_the_dossier(desk, game, paper):
    for kept, name in (("0007.jpg", "0000.jpg"), ("0008.jpg", "0002.jpg")):
        shutil.copy(FRAMES / kept, game.folder / "drawn" / name)
    page = paper(desk.get("/desk/1/dossier", headers={"Accept-Language": "nl"}).text)
    assert page.evaluate("getComputedStyle(document.querySelector('h2')).borderBottomStyle") == "solid"
    assert page.evaluate("[...document.images].map((image) => image.naturalWidth)") == [960, 960]
    assert page.pdf().startswith(b"%PDF-")


def test_the_slip_is_of_the_game_that_was_closed_last_also_while_the_next_one_is_played(slips, why):
    first = slips("0001", white="Earste")
    assert (desk_of(first.folder).get("/desk/1/slip").status_code, why()) == (404, "NoSlip.none-closed")
    first.close("draw")
    slips("0002", white="Twadde").close("1-0")
    playing = slips("0004", white="Tredde")
    client = desk_of(playing.folder)
    made = client.get("/desk/1/slip", headers={"Accept-Language": "en"})
    assert (made.status_code, made.headers["Cache-Control"]) == (200, "no-store")
    assert ("Twadde" in made.text, "Tredde" in made.text, say("en", "White wins") in made.text) == (True, False, True)
    assert made.headers["Content-Security-Policy"].endswith("; frame-ancestors 'none'")
    playing.close("0-1")
    assert "Tredde" in client.get("/desk/1/slip").text
    assert 'href="/desk/1/slip"' in client.get("/desk/1", headers={"Accept": "text/html"}).text


def test_the_longest_slip_fits_on_one_page(slips, paper):
    game = slips("0001", **dict.fromkeys(("white", "black", "event", "site"), LONG), date="2026.11.21", board="12")
    game.journal.append(SessionClosed(1, "1-0", "20.2", "Anke de Boer", "2026-11-21T16:40:05+01:00"), 0)
    game.journal.append(Described(1, "Anke", About.of({"round": "4"})), 0)
    client = desk_of(game.folder)
    for lang in LANGUAGES:
        page = paper(client.get("/desk/1/slip", headers={"Accept-Language": lang}).text)
        assert page.evaluate("getComputedStyle(document.querySelector('h1')).borderBottomStyle") == "solid", "its policy lets its style in"
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A5"))) == 1, lang
