"""The desk as one screen in a real browser: how an alert finds the arbiter, the moves, and the groups of what the arbiter may do."""

import re
import shutil
from contextlib import closing

import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert, Ruled
from tests.hub.arbiters import LAPTOP, PHONE, admit, confirm, enter, open_group, player_says, sees
from tests.hub.desk.conftest import FRAMES
from tests.support.axe import violations
from tests.support.waiting import wait_until

SCROLLERS = """[...document.querySelectorAll("main *")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
  .map((one) => `${one.id}.${one.className}`)"""
OPEN_ALL = "(all) => all.forEach((one) => { document.getElementById(one.getAttribute('aria-controls')).hidden = false; })"
MOVES = (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19), ("white", 41, 37))


@pytest.fixture
def server(serve, game, service):
    """A game of six presses, each with a picture; the last one is a missed capture."""
    game.open()
    for place, (side, start, end) in enumerate(MOVES, 1):
        shutil.copy(FRAMES / f"{place:04}.jpg", game.folder / "drawn")
        game.move(side, start, end, drawn=f"drawn/{place:04}.jpg")
    before = game.fen("B")
    game.press("black")
    game.black = game.black - {23} | {29}
    after = game.fen("W")
    for name in ("0006", "0006-before", "0006-after"):
        shutil.copy(FRAMES / "0006.jpg", game.folder / "drawn" / f"{name}.jpg")
    missed = Alert("27c-missed", "27c, 10", (23, 29), "", side="black", before=before, after=after)
    straight = ("drawn/0006-before.jpg", "drawn/0006-after.jpg")
    shown = {"drawn": "drawn/0006.jpg", "straight": straight, "pictures": ("drawn/0005.jpg", "drawn/0006.jpg")}
    game.journal.append(Ruled(6, "black", "27c-missed", "23-29", after, 0.99, (missed,), **shown), game.t_ns)
    return serve(game.folder, *admit(game.folder))


def are_in_sight(page, *parts):
    for part in parts:
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)


def has_all_of_it_on_one_screen(page):
    page.goto(page.url + "?lang=fy")  # the language of the longest words
    expect(page.locator(".alert img").first).to_have_js_property("complete", True)
    height, width = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (height <= LAPTOP[1], width <= LAPTOP[0]) == (True, True)
    assert page.evaluate(SCROLLERS) == [], "nothing is scrolled within the page either"
    are_in_sight(page, "#board", "#rows", ".alert", "#groups", "#rulings", "#health summary", "#reason")
    assert len(set(page.locator("main h2:not(.unseen)").evaluate_all("(all) => all.map((one) => getComputedStyle(one).fontSize)"))) == 1
    left = [page.locator(part).bounding_box()["x"] for part in ("#board", ".moves", ".alert")]
    assert left == sorted(set(left)), "they stand beside each other"
    page.goto(page.url.replace("fy", "en"))
    for group in ("Position", "Clock", "Result", "Paper"):
        open_group(page, group)
        assert page.evaluate("document.documentElement.scrollHeight") <= LAPTOP[1], group
    page.locator("#groups button").evaluate_all(OPEN_ALL)
    assert violations(page, "#words") == []
    open_group(page, "Clock")


def steps_through_the_moves(page):
    """Each has its board, clock, verdict and picture."""
    cells = page.locator("#rows button")
    assert [text.split() for text in cells.all_text_contents()[::5]] == [["32-28", "1:20:50"], ["23-29", "1:22:30", "capture", "missed"]]
    sees(page, {"#shown": "Now \u00b7 3\u2026 23-29 \u00b7 Press 6 \u00b7 capture missed", "#rows button": 6, "#board .mark": 2})
    page.get_by_role("button", name="A move back").click()
    sees(page, {"#shown": "3. 41-37 \u00b7 Press 5", "#press-picture img[src='/desk/1/picture/drawn/0005.jpg']": True})
    expect(page.locator("#press-picture img")).to_have_js_property("naturalWidth", 960)
    page.keyboard.press("Home")
    sees(page, {"#shown": "Start position"})
    cells.nth(1).click()
    sees(page, {"#shown": "1\u2026 19-23 \u00b7 Press 2"})
    assert cells.nth(1).get_attribute("aria-current") == "step"
    page.keyboard.press("End")
    sees(page, {"#board [data-square='29']": 1})


def rules_and_nothing_moves(page):
    before = page.locator("#board").bounding_box()
    page.locator(".alert").get_by_role("button", name="Restore").click()
    confirm(page)
    sees(page, {"#told": "Done: Restore", "#shown": "Now \u00b7 3. 41-37 \u00b7 Press 5"})
    are_in_sight(page, "#told")
    assert page.locator("#board").bounding_box() == before, "what is said of a ruling moves nothing"
    fault = page.locator("#rows button").nth(5)
    expect(fault).to_have_text("23-29 1:22:30 capture missed was put right")
    fault.click()
    sees(page, {"#shown": "3\u2026 23-29 \u00b7 Press 6 \u00b7 capture missed \u00b7 was put right", "#board [data-square='29']": 1})
    page.get_by_role("button", name="Back to live").click()
    sees(page, {"#board [data-square='29']": 0})


def shows_the_rest_where_a_picture_or_events_are_missing(page, game):
    cells, figure = page.locator("#rows button"), "#press-picture"
    page.route("**/0003.jpg", lambda route: route.abort())
    cells.nth(0).click()
    sees(page, {"#shown": re.compile("Press 1"), figure: True})
    cells.nth(2).click()
    sees(page, {"#shown": re.compile("Press 3"), figure: False})
    game.move("black", 13, 19)
    sees(page, {"#rows button": 7, figure: False})
    page.get_by_role("button", name="A move forward").click()
    sees(page, {"#shown": re.compile("Press 4"), figure: True})
    page.context.set_offline(True)
    for side, start, end in (("white", 28, 22), ("black", 10, 14), ("white", 47, 42), ("black", 5, 10)):
        game.move(side, start, end)
    page.context.set_offline(False)
    sees(page, {"#rows button": 11})


def test_a_laptop_has_the_desk_on_one_screen_with_the_moves(open_desk, game):
    page = open_desk(LAPTOP)
    has_all_of_it_on_one_screen(page)
    steps_through_the_moves(page)
    rules_and_nothing_moves(page)
    shows_the_rest_where_a_picture_or_events_are_missing(page, game)


def finds_the_arbiter_wherever_the_page_is_scrolled_to(page, game):
    sees(page, {"title": "(1) Arbiter's desk"})
    page.locator("#health summary").scroll_into_view_if_needed()
    player_says(game, "white")
    sees(page, {"title": "(2) Arbiter's desk", "#bar": re.compile("2 alerts open White calls for you.")})
    bar, first = page.locator("#bar"), page.locator(".alert").first
    are_in_sight(page, "#bar")
    bar.get_by_role("link", name="Go there").click()
    sees(page, {".alert:focus": re.compile("White calls for you.")})
    expect(first.locator("h3")).to_be_in_viewport(ratio=0.99)
    top, bottom = first.bounding_box()["y"], bar.bounding_box()["y"] + bar.bounding_box()["height"]
    assert top >= bottom - 1, "the bar covers no part of it"
    first.get_by_role("button", name="Seen").click()
    sees(page, {"title": "(1) Arbiter's desk"})
    first.get_by_role("button", name="Let stand").click()
    sees(page, {"title": "Arbiter's desk", "#bar": False, "#alerts": re.compile("Nothing is open.")})
    assert page.locator(".alert:visible").count() == 0, "what is past is folded away"
    page.get_by_text("Earlier alerts (2)").click()
    expect(page.locator(".alert:visible").first).to_contain_text("Seen by Anke.")
    page.goto(f"{page.url.partition('#')[0]}#{page.locator('.alert').last.get_attribute('id')}")
    page.reload()
    expect(page.locator(".alert").last).to_be_visible()


def test_a_phone_has_what_an_alert_needs_on_its_first_screen_and_the_rest_in_groups(open_desk, game):
    page = open_desk(PHONE)
    alert = (".alert h3", ".alert .acts", ".alert [data-word=restore]", ".alert .pair >> nth=0", ".alert summary >> nth=0")
    are_in_sight(page, *alert, "#groups", "#white", "#black")
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, PHONE[0]]
    sees(page, {".alert .head": "Black3\u2026 23-29Press 6Article 27c, 10squares 23, 29", ".alert figure svg": False})
    page.get_by_text("Details").click()
    sees(page, {".alert figure svg": True, "[data-word=stop-clock]": False})
    open_group(page, "Clock")
    sees(page, {"#groups [aria-expanded=true]": "Clock", "[data-word=stop-clock]": True})
    opener = open_group(page, "Paper")
    sees(page, {"[data-word=stop-clock]": False, "#words [data-word=paper]": True})
    opener.click()
    sees(page, {"#words [data-word=paper]": False})
    finds_the_arbiter_wherever_the_page_is_scrolled_to(page, game)


LISTEN = """() => {
  window.tones = 0;
  window.vibrations = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
  Navigator.prototype.vibrate = () => { window.vibrations += 1; return true; };
}"""
HEARD = "[tones > 0, vibrations > 0]"
TELL = f"""({LISTEN})();
const tell = () => console.info(`${{document.title}} ${{tones}} ${{vibrations}}`);
new MutationObserver(tell).observe(document, {{ subtree: true, childList: true }});"""


def test_a_new_alert_sounds_and_vibrates_once_that_was_chosen_and_the_browser_was_tapped(open_desk, game):
    """Whatever this test asks the second page for counts as a tap in the browser, so until then it only listens to the console."""
    page = open_desk(PHONE)
    page.evaluate(LISTEN)
    player_says(game, "white")
    sees(page, {"title": re.compile(r"^\(2\)")})
    assert page.evaluate(HEARD) == [False, False], "nobody chose it"
    page.get_by_role("button", name="Sound: off").click()
    sees(page, {"#alarm": "Sound: on", "#alarm-waits": False})
    assert page.evaluate(HEARD) == [True, True], "the choice is heard at once"
    page.evaluate("tones = vibrations = 0")
    page.locator(".alert").first.get_by_role("button", name="Seen").click()
    sees(page, {"title": re.compile(r"^\(1\)")})
    assert page.evaluate(HEARD) == [False, False], "an alert that is settled is silent"
    said, again = [], page.context.new_page()
    again.on("console", lambda message: said.append((message.type, message.text)))
    again.add_init_script(TELL)
    again.goto(page.url)
    with again.expect_console_message(lambda message: message.text.startswith("(2)")):
        player_says(game, "black")
    expect(again.locator("#alarm-waits")).to_be_visible()
    assert [text.split(" ", 1)[1] for _, text in said[-1:]] == ["Arbiter's desk 0 0"], "it is silent before a tap"
    sees(page, {"title": re.compile(r"^\(2\)")})
    assert page.evaluate(HEARD) == [True, True]
    again.locator("#alerts-title").click()
    sees(again, {"#alarm-waits": False})
    player_says(game, "white")
    sees(again, {"title": re.compile(r"^\(3\)")})
    assert again.evaluate(HEARD) == [True, True]
    assert {kind for kind, _ in said} == {"info"}, "the browser has nothing to complain of"


def test_the_bar_of_alerts_covers_no_link_above_the_desk(open_desk):
    page = open_desk((1280, 800))  # the narrowest screen on which it stands beside them
    for line in ("Live", "No connection, trying again"):
        page.locator("#status").evaluate("(status, line) => { status.textContent = line; }", line)
        page.wait_for_function("""() => {
            const [bar, link] = ["#bar", ".top > a"].map((part) => document.querySelector(part).getBoundingClientRect());
            return bar.width > 0 && bar.right <= link.left;
        }""")


def test_a_desk_that_is_still_connecting_shows_how_the_game_stood_when_its_page_was_made(browser, serve, new_game, tmp_path):
    held, waiting = [], new_game(tmp_path / "next")
    with closing(browser.new_page()) as page:
        enter(page, serve(waiting.folder, *admit(waiting.folder)).url, "desk/1")
        sees(page, {"#standing": "The game has not begun.", "#no-moves": True})
        page.route("**/desk/1/events?lang=en", lambda route: held.append(route))
        page.reload()
        wait_until(lambda: page.evaluate("true") and held)
        sees(page, {"#status": "Connecting", "#standing": "The game has not begun.", "#no-moves": False})
        held.pop().continue_()
        sees(page, {"#status": "Live", "#standing": "The game has not begun.", "#no-moves": True})
