"""The list of all desks in a real browser: the most urgent alert of all boards is in the bar, in the title, and heard."""

import os
import re
import time

import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert, Arbitrated, Ruled
from record.events.of_players import PlayerSaid
from tests.hub.arbiters import admit, sign_in
from tests.hub.groups import open_group

expect.set_options(timeout=20_000)


@pytest.fixture
def games(tmp_path, new_game):
    """The games of two boards; at each a man was left standing."""
    made = []
    for board in ("1", "2"):
        (tmp_path / board / "games").mkdir(parents=True)
        made.append(new_game(tmp_path / board / "games" / "0001").open())
        made[-1].move("white", 32, 28)
        made[-1].press("black")
        fault = Alert("27c-missed", "27c", (19, 24), "", side="black")
        made[-1].journal.append(Ruled(2, "black", "27c-missed", "19-24", made[-1].fen("W"), 0.9, (fault,)), made[-1].t_ns)
    return made


@pytest.fixture
def server(serve, games, tmp_path):
    return serve([tmp_path / "1", tmp_path / "2"], *admit(tmp_path))


def test_the_most_urgent_alert_of_all_boards_is_a_tap_away(page, server, games):
    page.goto(f"{server.url}login?next=/desk")
    sign_in(page)
    expect(page).to_have_title("(2) Arbiter's desk: all boards")
    page.get_by_role("button", name="Sound: off").click()
    rung = page.get_by_role("button", name="Sound: on")
    expect(rung).to_have_attribute("data-rang", "1")
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    second = games[1]
    row = second.journal.append(PlayerSaid(second.t_ns, 2, "black", "arbiter-called", 1, 1, (called,)), second.t_ns)
    expect(page).to_have_title("(3) Arbiter's desk: all boards")
    expect(rung).to_have_attribute("data-rang", "2")
    expect(page.locator("#bar")).to_contain_text("3 alerts open Board 2: Black calls for you.")
    calls = page.locator("#alerts > [data-call]")
    expect(calls).to_contain_text("Black calls for you. The clock goes on.")
    page.get_by_role("link", name="Go there").click()
    expect(page).to_have_url(f"{server.url}desk/2#alert-{row}-0")
    page.wait_for_timeout(1500)  # the first event shows the same alerts, and leaves them alone
    expect(page.locator(f"#alert-{row}-0")).to_be_focused()


PHONE = (390, 844)
UNCUT = """(bar) => [bar, ...bar.children].every(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1)
  && document.documentElement.scrollWidth <= innerWidth"""


def test_an_alert_at_another_board_finds_the_arbiter_at_each_desk_and_at_the_evening(open_desk, server, games, tmp_path):
    desk = open_desk(PHONE, "desk/1")
    evening = desk.context.new_page()
    evening.goto(f"{server.url}evening")
    bar = desk.locator("#bar")
    expect(desk).to_have_title("(2) Arbiter's desk · 1")
    expect(bar).to_contain_text("2 alerts open")
    expect(evening).to_have_title("(2) The evening")
    for page in (desk, evening):
        page.bring_to_front()
        page.get_by_role("button", name="Sound: off").click() if page is desk else page.reload()
        page.locator("h1").click()
    second = games[1]
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    row = second.journal.append(PlayerSaid(second.t_ns, 2, "black", "arbiter-called", 1, 1, (called,)), second.t_ns)
    for page, title in ((desk, "(3) Arbiter's desk · 1"), (evening, "(3) The evening")):
        page.bring_to_front()
        expect(page).to_have_title(title)
        expect(page.locator("#bar")).to_contain_text("3 alerts open Board 2: Black calls for you. The clock goes on.")
        assert page.locator("#bar").evaluate(UNCUT)
        expect(page.get_by_role("button", name="Sound: on")).to_have_attribute("data-rang", "2" if page is desk else "1")
        page.get_by_role("link", name="Go there").click()
        expect(page).to_have_url(f"{server.url}desk/2#alert-{row}-0")
        expect(page.locator(f"#alert-{row}-0")).to_be_focused()


def test_a_board_whose_service_is_dead_is_not_said_to_have_nothing_open(open_desk, server, games, tmp_path):
    games[1].journal.append(Arbitrated(games[1].t_ns, 2, "restore", "Anke", games[1].fen("B")), games[1].t_ns)
    page = open_desk(PHONE, "desk")
    says = page.locator("#board-2 .open")
    expect(says).to_have_text("Nothing open")
    died_s = time.time() - 3600
    (tmp_path / "2" / "alive").touch()
    os.utime(tmp_path / "2" / "alive", (died_s, died_s))
    expect(says).to_have_text(re.compile(r"^No sign of life since \d\d:\d\d"))
    expect(page.locator("#board-1 .open")).to_have_text("1 alert open")


def test_a_result_that_was_chosen_in_one_game_is_not_chosen_in_the_next(page, server, games, new_game):
    page.goto(f"{server.url}login?next=/desk/1")
    sign_in(page)
    open_group(page, "Result")
    page.locator("#result").select_option("White wins")
    games[0].close("1-0")
    expect(page.locator("#next-game")).to_be_visible()
    new_game(games[0].folder.parent / "0002").open(white="Twadde")
    expect(page.locator("#about")).to_contain_text("Twadde")
    open_group(page, "Result")
    expect(page.locator("#result")).to_have_value("")


def test_an_arbiter_chooses_what_he_sees_and_the_browser_remembers_it(open_desk, server, games, new_game):
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    first, second = games
    second.close("1-0")
    other = new_game(second.folder.parent / "0002").open(event="Class B", board="2")
    page = open_desk(PHONE, "desk")
    alerts = page.locator("#alerts > li")
    expect(alerts).to_have_count(1)
    first.journal.append(PlayerSaid(first.t_ns, 2, "black", "arbiter-called", 1, 1, (called,)), first.t_ns)
    other.journal.append(PlayerSaid(0, 0, "black", "arbiter-called", 1, 1, (called,)), 0)
    expect(alerts).to_have_count(3)
    page.get_by_label("Class").select_option("Class B")
    expect(alerts).to_have_count(1)
    expect(alerts).to_contain_text("Board 2")
    expect(page.locator("#hidden")).to_contain_text("2 open alerts are not shown here.")
    expect(page.locator("#bar b")).to_have_text("1 alert open")
    page.reload()
    expect(page.get_by_label("Class")).to_have_value("Class B")
    expect(alerts).to_have_count(1)
    page.get_by_label("Kind").select_option("When a player claims it")
    expect(alerts).to_have_count(0)
    expect(page.locator("#hidden")).to_contain_text("3 open alerts are not shown here.")
    page.get_by_role("button", name="Show all").click()
    expect(alerts).to_have_count(3)
    expect(page.locator("#alerts > [data-call] .kind").first).to_have_text("A player calls.")
    page.get_by_label("Kind").select_option("Players' words")
    expect(alerts).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
