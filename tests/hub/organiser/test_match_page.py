"""A match of teams on the organiser's page in Chromium: it opens as its boards, on a telephone, in three languages."""

import pytest
from playwright.sync_api import expect

from hub.events.changes import Entrant, EventMade, EventSettled, Who
from hub.events.entering import entered
from hub.events.event_file import append, make_event, read_event
from hub.events.making import checked
from hub.events.pairing import paired
from hub.events.play_offs import play_offs_now
from hub.events.wishes import Wishes
from tests.hub.arbiters import admit, sign_in
from tests.hub.events.level import two_equal
from tests.hub.simulated_boards import SimulatedBoard
from tests.hub.test_accessible import AXE, EVERYTHING, LOOK
from tests.hub.test_no_english import TEXTS, sentences

TEAMS = ("Drachten", "Snits", "Harns", "Ljouwert")
pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def board(tmp_path):
    made = SimulatedBoard(tmp_path, "1")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def server(serve, board, tmp_path):
    path, by = tmp_path / "events" / "fjouwer", Who("Anke")
    path.parent.mkdir()
    make_event(path, checked(EventMade("G", name="Fjouwertallen")), by)
    event = append(read_event(path), EventSettled(public="names"), by)
    event = append(event, entered(event.state, [Entrant(one.lower(), one) for one in TEAMS]), by)
    append(event, paired(event.state, Wishes())[0], by)
    return serve([board.state], *admit(tmp_path), "--events", str(path.parent))


@pytest.fixture
def page(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.goto(f"{server.url}organise/fjouwer")
    sign_in(page)
    yield page
    context.close()


def test_a_page_of_an_event_that_is_hidden_does_not_stay_in_view(page, server, tmp_path):
    page.goto(f"{server.url}tournaments/fjouwer?lang=en")
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    expect(page.get_by_text("Drachten").first).to_be_visible()
    append(read_event(tmp_path / "events" / "fjouwer"), EventSettled(), Who("Anke"))
    expect(page.get_by_text("Drachten")).to_have_count(0)


def test_a_play_off_is_entered_by_its_boards(page, server, board, tmp_path):
    event, path = two_equal(), tmp_path / "events" / "lyk"
    make_event(path, event.rows[0].change, Who("Anke"), [row.change for row in event.rows[1:]])
    ((_, first, second),) = play_offs_now(event.state)
    page.goto(f"{server.url}organise/lyk/standings")
    page.locator(".play-off summary", has_text="Give boards").click()
    boards = page.locator(".play-off .seats select")
    boards.nth(0).select_option("")
    boards.nth(1).select_option("1")
    page.get_by_role("button", name="Give boards and names").click()
    assert board.names == (f"{second} 2", f"{first} 2")
    board.play("0-1")
    page.get_by_role("button", name=f"Confirm 0-1, {second} 2 \u2013 {first} 2").click()
    expect(page.locator(".play-off > .stands")).to_have_text("1-0 so far")
    page.get_by_role("button", name=f"\u00bd-\u00bd, {first} 1 \u2013 {second} 1").click()
    expect(page.locator(".play-off > .stands")).to_have_text("1.5-0.5 so far")
    page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))")
    page.evaluate(AXE.read_text())
    assert page.evaluate(LOOK, EVERYTHING) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    english = sentences(page.evaluate(TEXTS))
    for lang in ("nl", "fy"):
        page.goto(f"{server.url}organise/lyk/standings?lang={lang}")
        page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))")
        assert sentences(page.evaluate(TEXTS)) & english == set(), lang
    page.goto(f"{server.url}organise/lyk/standings?lang=en")
    page.get_by_role("button", name=f"1-0, {first} 3 \u2013 {second} 3").click()
    page.get_by_role("button", name=f"1-0, {second} 4 \u2013 {first} 4").click()
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(page.locator(".play-offs li")).to_have_text(f"{first} \u2013 {second} 2.5-1.5")
    page.locator(".match summary", has_text="Boards").click()
    expect(page.locator(".match .result")).to_have_count(4)
    page.evaluate(AXE.read_text())
    assert page.evaluate(LOOK, EVERYTHING) == []


def test_a_match_is_entered_by_its_boards(page, server, tmp_path):
    game = read_event(tmp_path / "events" / "fjouwer").state.rounds[0].games[0]
    first, second = game.white.title(), game.black.title()
    page.locator("#game-1 summary", has_text="Boards").click()
    page.get_by_role("button", name=f"1-0, {first} 1 \u2013 {second} 1").click()
    expect(page.locator("#game-1 > .stands")).to_have_text("1-0 so far")
    page.get_by_role("button", name=f"0-1, {second} 2 \u2013 {first} 2").click()
    page.locator("#game-1-3 select").select_option("White")
    page.get_by_role("button", name=f"Enter: {first} 3").click()
    expect(page.locator("#game-1-3 > .stands")).to_have_text("0-1 by default")
    page.evaluate(AXE.read_text())
    assert page.evaluate(LOOK, EVERYTHING) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    english = sentences(page.evaluate(TEXTS))
    for lang in ("nl", "fy"):
        page.goto(f"{server.url}organise/fjouwer?lang={lang}")
        assert sentences(page.evaluate(TEXTS)) & english == set(), lang
    page.goto(f"{server.url}tournaments/fjouwer?lang=en")
    expect(page.locator(".of-match li")).to_have_count(3)
    page.evaluate(AXE.read_text())
    assert page.evaluate(LOOK, EVERYTHING) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{server.url}organise/fjouwer?lang=en")
    page.locator("#game-1-1 summary").click()
    page.locator("#game-1-1").get_by_label("Result").select_option("½-½")
    page.locator("#game-1-1").get_by_label("Reason").fill("written down wrongly")
    page.locator("#game-1-1").get_by_role("button", name="Correct").click()
    page.get_by_role("button", name=f"½-½, {second} 4 \u2013 {first} 4").click()
    expect(page.locator("#game-1 > .stands")).to_have_text("2-2")
    assert read_event(tmp_path / "events" / "fjouwer").state.results[1, game.white, game.black].result == "2-2"
