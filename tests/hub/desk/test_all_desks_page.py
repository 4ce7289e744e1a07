"""The list of all desks in a real browser: the most urgent alert of all boards is in the bar, in the title, and heard."""

import pytest
from playwright.sync_api import expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from record.events.of_game import Alert, Ruled
from record.events.of_players import PlayerSaid
from tests.hub.groups import open_group

PASSWORD = "oer it fjild"
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
    Accounts(tmp_path / "arbiters.json").put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    signing = ("--secret-key", str(tmp_path / "secret_key"), "--arbiters", str(tmp_path / "arbiters.json"))
    return serve([tmp_path / "1", tmp_path / "2"], *signing)


def test_the_most_urgent_alert_of_all_boards_is_a_tap_away(page, server, games):
    page.goto(f"{server.url}login?next=/desk")
    page.get_by_label("Name").fill("Anke")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_title("(2) Arbiter's desk: all boards")
    page.get_by_role("button", name="Sound: off").click()
    rung = page.get_by_role("button", name="Sound: on")
    expect(rung).to_have_attribute("data-rang", "1")
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    second = games[1]
    row = second.journal.append(PlayerSaid(second.t_ns, 2, "black", "arbiter-called", 1, 1, (called,)), second.t_ns)
    expect(page).to_have_title("(3) Arbiter's desk: all boards")
    expect(rung).to_have_attribute("data-rang", "2")
    expect(page.locator("#bar")).to_contain_text("3 alerts open Black calls for you.")
    first = page.locator("#board-2 .waiting a").first
    expect(first).to_have_text("Black calls for you. The clock goes on.")
    page.get_by_role("link", name="Go there").click()
    expect(page).to_have_url(f"{server.url}desk/2#alert-{row}-0")
    page.wait_for_timeout(1500)  # the first event shows the same alerts, and leaves them alone
    expect(page.locator(f"#alert-{row}-0")).to_be_focused()


def test_a_result_that_was_chosen_in_one_game_is_not_chosen_in_the_next(page, server, games, new_game):
    page.goto(f"{server.url}login?next=/desk/1")
    page.get_by_label("Name").fill("Anke")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#status")).to_have_text("Live")
    open_group(page, "Result")
    page.locator("#result").select_option("White wins")
    games[0].close("1-0")
    expect(page.locator("#next-game")).to_be_visible()
    new_game(games[0].folder.parent / "0002").open(white="Twadde")
    expect(page.locator("#about")).to_contain_text("Twadde")
    open_group(page, "Result")
    expect(page.locator("#result")).to_have_value("")
