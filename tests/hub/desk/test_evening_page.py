"""The evening page in a real browser, over one board with its own service and one without: lists, names, and what an operator sees."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from record.decisions.arbitration import Decision
from tests.bench.live.seats import Seat
from tests.hub.arbiters import double_tap

PASSWORD = "oer it fjild"
AXE = (Path(__file__).parents[1] / "axe" / "axe.min.js").read_text()
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOK = """async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}"""
expect.set_options(timeout=20_000)
pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def seat(tmp_path):
    made = Seat(tmp_path / "board", board="1", event="Frysk Kampioenskip")
    made.waits(lambda: made.game and (made.state / "readiness.json").exists())
    yield made
    made.stop()


@pytest.fixture
def server(serve, seat, tmp_path):
    accounts = Accounts(tmp_path / "arbiters.json")
    for name, role in (("Anke", Role.ARBITER), ("Durk", Role.OPERATOR)):
        accounts.put(Account(name, role, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    (tmp_path / "2").mkdir()
    signing = ("--secret-key", str(tmp_path / "secret_key"), "--arbiters", str(tmp_path / "arbiters.json"))
    return serve([seat.state, tmp_path / "2"], *signing, "--board=http://localhost:9")


def enter(page, server, name="Anke"):
    page.goto(f"{server.url}evening")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#status")).to_have_text("Live")


def is_accessible(page):
    page.evaluate(AXE)
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        told = page.evaluate(LOOK, WCAG)
        found += [f"{scheme}: {violation}" for violation in told]
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"


def test_a_list_is_corrected_until_it_is_taken(page, server, seat, tmp_path):
    page.lost = "400"  # the browser reports a list that is refused
    enter(page, server)
    expect(page.locator("#board-2 .phase")).to_have_text("No word from it")
    expect(page.locator("#elsewhere")).to_contain_text("Board localhost:9")
    expect(page.locator("#elsewhere a")).to_have_attribute("href", "http://localhost:9/desk")
    (tmp_path / "list.csv").write_bytes("bord;wit;zwart\n1;Ype Bouma;Jânt Wiersma\n7;A;B\n".encode("windows-1252"))
    page.locator("#list-file").set_input_files(tmp_path / "list.csv")
    expect(page.locator("#list-text")).to_have_value(re.compile("J\u00e2nt Wiersma"))
    page.get_by_role("button", name="Give these names").click()
    expect(page.locator("#list-faults")).to_contain_text("1 line is wrong, and nothing is changed")
    expect(page.locator("#list-faults li")).to_have_text("line 3: there is no board 7 here; there are 1, 2")
    is_accessible(page)
    page.locator("#list-text").fill("1;Ype Bouma;J\u00e2nt Wiersma")
    page.locator("#list-round").fill("5")
    page.get_by_role("button", name="Give these names").click()
    expect(page.locator("#told-list li")).to_have_text("Board 1: White is Ype Bouma; Black is J\u00e2nt Wiersma; the round is 5")
    expect(page.locator("#list-faults")).to_be_empty()
    expect(page.locator("#board-1 .players")).to_contain_text("Ype Bouma")
    seen = page.get_by_role("button", name="Seen")
    assert seen.evaluate("(button) => button.offsetHeight < 48"), "its label stands on one line"
    page.set_viewport_size({"width": 740, "height": 375})
    page.evaluate("document.getElementById('told-list').append(...Array.from({ length: 30 }, () => document.createElement('li')))")
    page.evaluate("for (const item of document.querySelectorAll('#told-list li:empty')) item.textContent = 'Board'")
    assert page.locator("#told").bounding_box()["height"] < 110, "a low screen keeps its room"
    page.locator("#told").evaluate("(told) => told.scrollTo(0, told.scrollHeight)")
    expect(seen).to_be_in_viewport(ratio=1)
    seen.click()
    expect(page.locator("#told")).to_be_hidden()


def test_names_are_corrected_and_a_game_that_is_over_asks_why(page, server, seat):
    page.lost = "400"  # the browser reports the time control that is refused
    enter(page, server)
    seat.set_up()
    expect(page.locator("#board-1 .phase")).to_have_text(re.compile("Ready"))
    corrects_what_is_waited_for(page)
    plays(page, seat)
    corrects_what_is_over(page)
    seat.clear()
    closes_the_game(page, seat)
    is_accessible(page)


def corrects_what_is_waited_for(page):
    page.get_by_role("button", name="Names, board 1").click()
    dialog = page.get_by_role("dialog", name="Board 1: the game that is waited for")
    expect(dialog.get_by_label("White")).to_be_focused()
    is_accessible(page)
    dialog.get_by_label("White").fill("Jele")
    dialog.get_by_label("Time control").fill("soon")
    dialog.get_by_role("button", name="Store").click()
    expect(dialog.get_by_role("alert")).to_contain_text("'soon' is not a time control")
    dialog.get_by_label("Time control").fill("30m")
    dialog.get_by_role("button", name="Store").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#told-list li")).to_have_text("Board 1: White is Jele; the time control is 30m (was 80m+60s)")
    expect(page.locator("#board-1 .known")).to_contain_text("30m")


def plays(page, seat):
    """Board 1 plays from its start to the end; the page counts it as playing."""
    expect(page.locator("#count")).to_have_text("1 of 2 ready")
    page.get_by_role("button", name="Start the clock, board 1").click()
    expect(page.locator("#told-list li")).to_have_text("Board 1: White's clock runs")
    expect(page.locator("#board-1 .phase")).to_have_text("A game runs")
    expect(page.locator("#count")).to_have_text("1 of 2 playing")
    expect(page.get_by_role("link", name="Result, board 1")).to_have_attribute("href", "/desk/1#group-result")
    seat.say(Decision(0, "end", "Anke", result="0-1", article="20.2"))
    expect(page.locator("#board-1 .result")).to_have_text("Black wins")
    expect(page.locator("#count")).to_have_text("1 of 2 over")


def corrects_what_is_over(page):
    """Names of a game that is over are stored with a reason alone."""
    page.get_by_role("button", name="Correct the names, board 1").click()
    dialog = page.get_by_role("dialog", name="Board 1: this game")
    dialog.get_by_label("White").fill("Jelle de Vries")
    dialog.get_by_role("button", name="Store").click()
    expect(dialog).to_be_visible()
    dialog.get_by_label("Reason").fill("the card had it wrong")
    dialog.get_by_role("button", name="Store").click()
    expect(page.locator("#told-list li")).to_have_text("Board 1: White is Jelle de Vries (was Jele)")


def closes_the_game(page, seat):
    double_tap(page, "[data-act=next]", "#asked-yes")
    expect(page.get_by_role("dialog")).to_contain_text("Close the game of board 1, Jelle de Vries")
    expect(page.get_by_role("button", name="Never mind")).to_be_focused()
    page.get_by_role("button", name="Never mind").click()
    assert not seat.now.closed
    page.get_by_role("button", name="Next game, board 1", exact=True).click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_text("1 earlier game").click()
    expect(page.locator("#board-1 .before li")).to_contain_text("Black wins")
    expect(page.locator("#board-1 .players")).not_to_contain_text("Jelle")


def test_an_operator_looks_on(page, server, seat):
    enter(page, server, "Durk")
    expect(page.locator("#boards > li")).to_have_count(2)
    expect(page.locator("main button, main form")).to_have_count(0)
    seat.set_up()
    expect(page.locator("#board-1 .phase")).to_have_text(re.compile("Ready"))
    is_accessible(page)
