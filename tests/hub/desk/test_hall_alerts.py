"""The list of every open alert of the hall, who takes what, and how an alert finds the arbiter at each page of a real browser."""

import os
import re

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, create_app
from hub.boards.board import Boards
from hub.boards.commands import NOT_TAKEN_UP, PENDING
from hub.boards.kept_games import KeptGames
from hub.desk import hall_alerts
from hub.desk.all_desks import AllDesks
from hub.desk.board_links import BoardLinks
from hub.desk.hall_alerts import HallAlerts
from hub.desk.open_alerts import open_alerts
from hub.desk.page import DeskViews, Reader
from hub.desk.taken_alerts import TakenAlerts
from hub.push.notices import open_notices
from record.decisions.commands import StopClock
from record.events.of_game import Alert, Arbitrated, FlagFell, Ruled
from record.events.of_record import AlertSeen
from record.store.mirror_mark import MARK_NAME
from tests.hub.arbiters import PHONE, admit, enter, player_says, sees, sign_in
from tests.hub.desk.evening_cards import cards_in
from tests.hub.desk.hall_desks import desks, desks_in
from tests.hub.public.conftest import look
from tests.support.signing import KEPT, admitting, client_of

PLAYERS = "Jelle de Vries \u2013 Sytske Hoekstra"


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
    made.stop()


@pytest.fixture
def app(boards, tmp_path):
    signing = admitting(tmp_path)
    Accounts(tmp_path / "arbiters.json").put(Account("Bouwe", Role.ARBITER, KEPT))
    return create_app(boards, sign_in=signing, follow=False)


@pytest.fixture
def hall(boards, tmp_path):
    """What is open at the boards, at a time that the test sets."""
    made = HallAlerts(boards, BoardLinks(), KeptGames(boards), TakenAlerts(tmp_path / "taken.json"), lambda: made.time_s)
    made.time_s = 100.0
    return made


def flag(game):
    return game.journal.append(FlagFell(game.t_ns, "white", 1, 0, (Alert("flag", "20.5", (), "", "at once", side="white"),)), game.t_ns)


def seen(app, client):
    for board in app.extensions[BOARDS].values():
        board.desk.look()
    return desks(client)


def test_the_oldest_comes_first_with_board_article_and_class_and_calls_are_marked(app, games):
    anke = client_of(app)
    flag(games["2"])
    seen(app, anke)
    flag(games["1"])
    player_says(games["1"], "black")
    alerts = seen(app, anke)["alerts"]
    assert [(one["name"], one["kind"], one["call"], one["about"], one["event"]) for one in alerts] == [
        ("Board 2", "at-once", False, ["At once", "Article 20.5", PLAYERS, "Class B"], "Class B"),
        ("Board 1", "at-once", False, ["At once", "Article 20.5", PLAYERS, "Class A"], "Class A"),
        ("Board 1", "players", True, ["A player calls.", PLAYERS, "Class A"], "Class A"),
    ]
    assert alerts[0]["since_ms"] <= alerts[1]["since_ms"]
    games["2"].end("1-0")
    assert [one["key"] for one in seen(app, anke)["alerts"]] == ["1", "1"]


def shows(client):
    """Who sees to the only alert, and its button."""
    (alert,) = desks(client)["alerts"]
    return alert["taken"], alert["button"]


def test_an_arbiter_takes_an_alert_and_all_are_told_also_after_a_restart(app, games, boards, tmp_path, why):
    anke, bouwe, durk = (client_of(app, name) for name in ("Anke", "Bouwe", "Durk"))
    row = flag(games["1"])
    (first,) = seen(app, anke)["alerts"]
    name = f"1/0001/{row}-0"
    assert first["button"] == ("I take it", {"take": f"{name} "})
    assert seen(app, durk)["alerts"][0]["button"] is None
    assert durk.post("/desks/take", data=first["button"][1]).status_code == 403
    answer = anke.post("/desks/take", data=first["button"][1])
    assert (answer.status_code, answer.location) == (303, "/desk")
    assert [shows(client) for client in (anke, bouwe, durk)] == [
        ("Seen by Anke.", ("Give it back", {"give-back": f"{name} Anke"})),
        ("Seen by Anke.", ("I take it over", {"take": f"{name} Anke"})),
        ("Seen by Anke.", None),
    ]
    assert (bouwe.post("/desks/take", data=first["button"][1]).status_code, why()) == (409, "NotGiven.taken-meanwhile")
    again = create_app(boards, sign_in=admitting(tmp_path), follow=False)
    assert shows(client_of(again))[0] == "Seen by Anke."
    for taken, by in (("Seen by Bouwe.", {"take": f"{name} Anke"}), ("", {"give-back": f"{name} Bouwe"})):
        bouwe.post("/desks/take", data=by)
        assert shows(bouwe)[0] == taken
    assert (anke.post("/desks/take", data={"take": f"{name} Bouwe"}).status_code, why()) == (409, "NotGiven.given-back")
    games["1"].end("1-0")
    seen(app, anke)
    for wrong in (first["button"][1], {}, {"take": "9/../x/x "}, {"take": ""}, {"give-back": " "}):
        assert (anke.post("/desks/take", data=wrong).status_code, why()) == (409, "NotGiven.settled")
    assert games["1"].journal.last_id == row + 1, "no record tells of it"


def test_the_alerts_of_a_game_that_was_taken_over_wait_where_it_goes_on_and_are_no_news_there(app, games, boards, taken_over):
    row = flag(games["1"])
    games["2"].close()
    taken_over(games["1"], games["2"].folder.with_name("0002"))
    look(app)
    told, anke = desks(client_of(app)), client_of(app)
    assert [(one["key"], one["id"], one["carried"]) for one in told["alerts"]] == [("2", f"{row}-0", True), ("2", f"{row + 1}-0", False)]
    for path, prefix in (("evening", "2/"), ("desk/1", "2/"), ("desk/2", "alert-")):
        page = BeautifulSoup(anke.get(f"/{path}").text, "html.parser")
        assert page.select_one("#waiting")["data-carried"] == f"{prefix}{row}-0", "what was told before is no news"
    assert [card["id"] for card in page.select(".alert[data-carried]")] == [f"alert-{row}-0"]
    assert [notice.id for notice in open_notices(boards) if notice.id.startswith("2/")] == [f"2/0002/{row + 1}-0"]
    assert [*cards_in(client_of(app).get("/evening").text)] == ["2"], "no round waits for the other"
    assert [(board["key"], board["says"]) for board in told["boards"]] == [("1", "Its game goes on at board 2"), ("2", "2 alerts open")]


def test_a_ruling_that_was_not_done_is_told_at_the_desk_and_in_the_hall_until_an_arbiter_has_seen_it(app, boards, games, tmp_path):
    (tmp_path / "1" / MARK_NAME).touch()
    number = PENDING.begin(boards["1"].desk.path, StopClock("Bouwe"))
    PENDING.end(boards["1"].desk.path, number, NOT_TAKEN_UP, 0)
    anke, durk = client_of(app), client_of(app, "Durk")
    look(app)

    def told(client):
        notice = BeautifulSoup(client.get("/desk/1").text, "html.parser").select_one("#on-its-way")
        board = desks(client)["boards"][0]
        return "will not be done later" in notice.text, [button["value"] for button in notice.select("button")], board["says"]

    of_hall = "1 ruling not done: see its desk"
    assert [(is_told, buttons, of_hall in says) for is_told, buttons, says in map(told, (anke, durk))] == [
        (True, [str(number)], True),
        (True, [], True),
    ]
    assert durk.post("/desk/1/undone", data={"command": number}).status_code == 403
    assert told(durk)[0]
    tapped = anke.post("/desk/1/undone", data={"command": number}, headers={"Accept": "text/html"})
    assert (tapped.status_code, tapped.location) == (303, "/desk/1")
    assert anke.post("/desk/1/undone", data={"command": number}).status_code == 409, "somebody has seen it already"
    assert told(anke)[:2] == (False, [])
    assert of_hall not in told(anke)[2]


def test_the_file_of_who_takes_what_stays_small_and_a_damaged_one_holds_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("hub.desk.taken_alerts.KEPT", 4)
    taken = TakenAlerts(tmp_path / "taken.json")
    for number in range(7):
        taken.give(f"1/0001/{number}-0", "Anke", "")
    assert list(taken.all()) == [f"1/0001/{number}-0" for number in range(3, 7)]
    (tmp_path / "taken.json").write_text('{"taken": [3]}')
    assert TakenAlerts(tmp_path / "taken.json").all() == {}


def events_of(app, hall, boards, by="Anke"):
    """The events for somebody who follows the desk of the hall in English: the HTML of each."""
    events = AllDesks(hall, app.jinja_env).events("en", by, lambda: boards.has_stopped)
    return (event.partition(b"data: ")[2].decode() for event in events if b"data: <" in event)


def test_alerts_are_read_and_rendered_once_for_all_who_look_while_boards_come_and_go(app, boards, games, hall, monkeypatch):
    read = []
    monkeypatch.setattr(hall_alerts, "open_alerts", lambda board: (read.append(board.key), open_alerts(board))[1])
    made = AllDesks(hall, app.jinja_env)
    for _ in range(5):
        hall.time_s += 10
        made.shown("en", "Anke")
        hall.elsewhere(boards["1"], "en")
    assert read == ["1", "2"]
    flag(games["2"])
    boards["2"].desk.look()
    first = made.shown("en", "Anke")
    assert read == ["1", "2", "2"]
    assert [made.shown("en", by) is first for by in ("Anke", "Bouwe", "")] == [True, False, False]

    def shown():
        alerts, boards = made.shown("en", "Anke")
        return list(boards.listed), len(alerts.listed)

    assert shown() == (["1", "2"], 1)
    gone = boards._boards.pop("2")
    assert [one["key"] for one in hall.elsewhere(boards["1"], "en")] == []
    assert shown() == (["1"], 0)
    boards._boards["2"] = gone
    assert [one["key"] for one in hall.elsewhere(boards["1"], "en")] == ["2"]


def test_what_has_changed_comes_alone(app, boards, games, hall):
    flag(games["1"])
    boards["1"].desk.look()
    events = events_of(app, hall, boards)
    assert [(one["name"], one["since"][-8:]) for one in desks_in(next(events))["alerts"]] == [("Board 1", "just now")]
    hall.time_s += 60
    minute = next(events)
    assert re.fullmatch(
        r'<data id="now"[^>]*></data><span id="1/0001/\d+-0\.since" class="since">Since .*, for 1 minute</span>', minute.strip()
    )
    flag(games["2"])
    boards["2"].desk.look()
    hall.time_s += 1
    added = next(events)
    assert '<ol id="alerts" data-adds>' in added
    assert [(one["name"], one["since"][-8:]) for one in desks_in(added)["alerts"]] == [("Board 2", "just now")]
    assert [(board["key"], board["says"]) for board in desks_in(added)["boards"]] == [("2", "1 alert open")]


def test_what_is_settled_between_two_questions_leaves_the_desk_too(app, boards, games, hall, monkeypatch):
    """The alert comes just after another desk had the boards looked at, and is gone before this one asks again."""
    monkeypatch.setattr("hub.feeds.desk_feed.ASKS_EVERY_S", 0.01)
    views, desk = DeskViews(boards, BoardLinks(), hall, app.jinja_env), boards["1"].desk
    boards["2"].desk.look()
    desk.look()
    events = views.events(boards["1"], lambda: True, Reader("en", may_rule=True))

    waits = ""

    def others():
        """The other boards at which alerts wait after the next event, which names those alerts alone that are others than before."""
        nonlocal waits
        event = next(event.decode() for event in events if b"data: <" in event)
        waits = (re.findall(r'<data id="waiting" value="([^"]*)"', event) or [waits])[0]
        return [alert.partition("/")[0] for alert in waits.split()]

    assert others() == []
    hall.time_s += 5
    hall.look(0.0)
    hall.time_s += 0.1
    flag(games["2"])
    boards["2"].desk.look()
    games["1"].move("white", 32, 28)
    desk.look()
    assert others() == [], "the boards were looked at just before"
    hall.time_s += 0.2
    assert others() == ["2"]
    games["2"].end("1-0")
    boards["2"].desk.look()
    hall.time_s += 1
    assert others() == []


@pytest.fixture
def server(serve, games, tmp_path):
    """The pages of the hall, at each board of which a man was left standing."""
    for game in games.values():
        game.move("white", 32, 28)
        game.press("black")
        fault = Alert("27c-missed", "27c", (19, 24), "", side="black")
        game.journal.append(Ruled(2, "black", "27c-missed", "19-24", game.fen("W"), 0.9, (fault,)), game.t_ns)
    return serve([tmp_path / "1", tmp_path / "2"], *admit(tmp_path))


UNCUT = """(bar) => [bar, ...bar.children].every(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1)
  && document.documentElement.scrollWidth <= innerWidth"""


def rings_at_each_page(server, desk, evening, desks, game):
    """A call at another board finds the arbiter at a desk, at the evening, and at the list of all boards."""
    for page, path in ((evening, "evening"), (desks, "desk")):
        page.goto(f"{server.url}{path}")
    for page in (desk, evening, desks):
        page.bring_to_front()
        page.get_by_role("button", name="Sound: off").click() if page is desk else page.reload()
        page.locator("h1").click()
    titles = {desk: "Arbiter's desk \u00b7 1", evening: "The evening", desks: "Arbiter's desk: all boards"}
    for page, title in titles.items():
        sees(page, {"title": f"(2) {title}"})
    sees(desk, {"h1": "Arbiter's desk \u00b7 Board 1"})
    row = player_says(game, "black")
    says = re.compile("3 alerts open Board 2: Black calls for you. The clock goes on.")
    for page, title in titles.items():
        page.bring_to_front()
        sees(page, {"title": f"(3) {title}", "#bar": says, f"#alarm[data-rang='{2 if page is desk else 1}']": "Sound: on"})
        assert page.locator("#bar").evaluate(UNCUT)
    for page in (evening, desk):
        page.bring_to_front()
        page.get_by_role("link", name="Go there").click()
        expect(page).to_have_url(f"{server.url}desk/2#alert-{row}-0")
        sees(page, {f"#alert-{row}-0:focus": True})
    return f"{row}-0"


def shows_what_was_chosen(page):
    """The browser remembers it."""
    page.get_by_label("Class").select_option("Class B")
    two = {"#alerts > li:not([hidden])": 2, "#hidden": re.compile("2 open alerts are not shown here."), "#bar b": "2 alerts open"}
    sees(page, two)
    assert all("Board 2" in alert for alert in page.locator("#alerts > li:visible").all_text_contents())
    page.reload()
    sees(page, two)
    assert page.get_by_label("Class").input_value() == "Class B"
    page.get_by_label("Kind").select_option("At once")
    sees(page, {"#alerts > li:not([hidden])": 0, "#hidden": re.compile("4 open alerts are not shown here.")})
    page.get_by_role("button", name="Show all").click()
    sees(page, {"#alerts > li:not([hidden])": 4})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def does_not_say_of_a_dead_service_that_nothing_is_open(page, game, call, state):
    for event in (Arbitrated(game.t_ns, 2, "restore", "Anke", game.fen("B")), AlertSeen(game.t_ns, "Anke", call)):
        game.journal.append(event, game.t_ns)
    sees(page, {"#board-2 .open": "Nothing open"})
    (state / "alive").touch()
    died_s = (state / "alive").stat().st_mtime - 3600
    os.utime(state / "alive", (died_s, died_s))
    sees(page, {"#board-2 .open": re.compile(r"^No sign of life since \d\d:\d\d"), "#board-1 .open": "2 alerts open"})


def test_a_take_over_announces_its_own_alert_alone(browser, serve, games, taken_over, tmp_path):
    """At the desk of the spare, whose game is the one that it waited for, and at the list of all boards."""
    flag(games["1"])
    (tmp_path / "3" / "games").mkdir(parents=True)
    server = serve([tmp_path / "1", tmp_path / "3"], *admit(tmp_path))
    with browser.new_context() as context:
        spare = enter(context.new_page(), server.url, "desk/3")
        hall = context.new_page()
        hall.goto(f"{server.url}desk")
        sees(hall, {"#alerts > li": 1})
        taken_over(games["1"], tmp_path / "3" / "games" / "0001")
        own = "The game of another recorder goes on here(?!.*New alert)"
        sees(spare, {".alert": 2, "#news": re.compile(f"^New alert: {own}")})
        hall.bring_to_front()
        sees(hall, {"#alerts > li": 2, "#news": re.compile(f"^New alert: Board 1: {own}")})


def test_the_alerts_of_all_boards_find_the_arbiter(open_desk, server, games, tmp_path):
    desk = open_desk(PHONE, "desk/1")
    evening, desks = desk.context.new_page(), desk.context.new_page()
    call = rings_at_each_page(server, desk, evening, desks, games["2"])
    player_says(games["1"], "black")
    # the events until then show the same alerts, and leave them alone
    sees(desk, {"title": re.compile(r"^\(4\)"), f"#alert-{call}:focus": True})
    desks.bring_to_front()
    shows_what_was_chosen(desks)
    does_not_say_of_a_dead_service_that_nothing_is_open(desks, games["2"], call, tmp_path / "2")


def test_a_double_tap_takes_an_alert_once_and_the_keyboard_stays_at_its_button(open_desk, server):
    page = open_desk(PHONE, "desk")
    taking = page.get_by_role("button", name="I take it").first
    taking.focus()
    taking.evaluate("(button) => [button, button].forEach((tapped) => tapped.click())")
    sees(page, {".taken": "Seen by Anke.", "#feedback": False})
    back = page.get_by_role("button", name="Give it back")
    expect(back).to_be_focused()
    page.keyboard.press("Enter")
    sees(page, {".taken": 0, "#feedback": False})
    expect(page.get_by_role("button", name="I take it").first).to_be_focused()


def test_without_scripts_an_arbiter_sees_the_alerts_and_takes_one(browser, server):
    with browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{server.url}login?next=/desk")
        sign_in(page, live="Connecting")
        expect(page.locator("#alerts > li")).to_have_count(2)
        page.get_by_role("button", name=re.compile("I take it: Board 2")).click()
        expect(page.locator("#alerts > li", has_text="Board 2").locator(".taken")).to_have_text("Seen by Anke.")
        hidden = page.locator("#status, #alarm, #of-kind, #bar, #hidden")
        assert [shown for shown in hidden.all() if shown.is_visible()] == []
