"""The desk as one screen in a real browser: how an alert finds the arbiter, the moves, and the groups of what the arbiter may do."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert, Ruled
from record.events.of_players import PlayerSaid
from record.store.journal import Journal
from tests.hub.arbiters import admit
from tests.hub.groups import open_group
from tests.hub.test_accessible import AXE, COLOURS, EVERYTHING, LOOK

FRAMES = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames"
LAPTOP, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
SCROLLERS = """[...document.querySelectorAll("main *")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
  .map((one) => `${one.id}.${one.className}`)"""
MOVES = (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19), ("white", 41, 37))
expect.set_options(timeout=20_000)


@pytest.fixture
def server(serve, game):
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
    told = Alert("27c-missed", "27c, 10", (23, 29), "", side="black", before=before, after=after)
    straight = ("drawn/0006-before.jpg", "drawn/0006-after.jpg")
    shown = {"drawn": "drawn/0006.jpg", "straight": straight, "pictures": ("drawn/0005.jpg", "drawn/0006.jpg")}
    game.journal.append(Ruled(6, "black", "27c-missed", "23-29", after, 0.99, (told,), **shown), game.t_ns)
    return serve(game.folder, *admit(game.folder))


def call(game, side="white"):
    """That player calls the arbiter."""
    called = Alert("players", None, (), "", "at once", "arbiter-called", side)
    with Journal.open(game.folder / "journal.sqlite") as journal:
        journal.append(PlayerSaid(game.t_ns, game.seq, side, "arbiter-called", 1, 1, (called,)), game.t_ns)


@pytest.mark.parametrize("lang", [*(pytest.param(lang, marks=pytest.mark.slow) for lang in ("en", "nl")), "fy"])
def test_on_a_laptop_all_of_it_is_on_one_screen(open_desk, lang):
    page = open_desk(LAPTOP)
    page.goto(page.url + f"?lang={lang}")
    expect(page.locator(".alert img").first).to_have_js_property("complete", True)
    height, width = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (height <= LAPTOP[1], width <= LAPTOP[0]) == (True, True)
    assert page.evaluate(SCROLLERS) == [], "nothing is scrolled within the page either"
    for part in ("#board", "#rows", ".alert", "#groups", "#rulings", "#health summary", "#reason"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert len(set(page.locator("main h2:not(.unseen)").evaluate_all("(all) => all.map((one) => getComputedStyle(one).fontSize)"))) == 1
    left = [page.locator(part).bounding_box()["x"] for part in ("#board", ".moves", ".alert")]
    assert left == sorted(set(left)), "they stand beside each other"


def test_on_a_phone_what_an_alert_needs_is_on_the_first_screen(open_desk):
    page = open_desk(PHONE)
    parts = (".alert h3", ".alert .acts", ".alert [data-word=restore]", ".alert .pair >> nth=0", ".alert summary >> nth=0")
    for part in (*parts, "#groups", "#white", "#black"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, PHONE[0]]
    expect(page.locator(".alert figure svg >> nth=0")).to_be_hidden()
    page.get_by_text("Details").click()
    expect(page.locator(".alert figure svg >> nth=0")).to_be_visible()
    expect(page.get_by_role("link", name="Dossier to print")).to_be_visible()


def test_the_feedback_offers_to_undo_the_ruling_that_it_tells_of(open_desk, game):
    page = open_desk(PHONE)
    undo = page.locator("#feedback").get_by_role("button", name="Undo")
    page.locator(".alert").get_by_role("button", name="Let stand").click()
    expect(page.locator("#told")).to_have_text("Done: Let stand")
    expect(undo).to_be_in_viewport(ratio=0.99)
    call(game)
    page.locator(".alert").first.get_by_role("button", name="Seen").click()
    expect(page.locator("#told")).to_have_text("Done: Seen")
    expect(undo).to_be_hidden()
    open_group(page, "Clock")
    page.get_by_role("button", name="White: add time").click()
    expect(page.locator("#told")).to_have_text("Done: White + 1:00")
    undo.click()
    page.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()
    expect(page.locator("#told")).to_contain_text("Done: Undo")
    expect(undo).to_be_hidden()


def test_a_fault_that_was_put_right_stays_in_the_list_of_moves(open_desk):
    page = open_desk(LAPTOP)
    page.locator(".alert").get_by_role("button", name="Restore").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()
    fault = page.locator("#rows button").nth(5)
    expect(fault).to_have_text("23-29 1:22:30 capture missed was put right")
    expect(page.locator("#shown")).to_have_text("Now · 3. 41-37 · Press 5")
    fault.click()
    expect(page.locator("#shown")).to_have_text("3… 23-29 · Press 6 · capture missed · was put right")
    expect(page.locator("#board [data-square='29']")).to_have_count(1)
    expect(page.locator("#press-picture img")).to_have_attribute("src", "/desk/1/picture/drawn/0006.jpg")
    page.get_by_role("button", name="Back to live").click()
    expect(page.locator("#board [data-square='29']")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP])
def test_an_alert_finds_the_arbiter_wherever_the_page_is_scrolled_to(open_desk, game, size):
    page = open_desk(size)
    expect(page).to_have_title("(1) Arbiter's desk")
    page.locator("#health summary").scroll_into_view_if_needed()
    call(game)
    expect(page).to_have_title("(2) Arbiter's desk")
    bar = page.locator("#bar")
    expect(bar).to_contain_text("2 alerts open White calls for you.")
    expect(bar).to_be_in_viewport(ratio=0.99)
    bar.get_by_role("link", name="Go there").click()
    first = page.locator(".alert").first
    expect(first).to_contain_text("White calls for you.")
    expect(first).to_be_focused()
    expect(first.locator("h3")).to_be_in_viewport(ratio=0.99)
    top, bottom = first.bounding_box()["y"], bar.bounding_box()["y"] + bar.bounding_box()["height"]
    assert top >= bottom - 1, "the bar covers no part of it"
    first.get_by_role("button", name="Seen").click()
    expect(page).to_have_title("(1) Arbiter's desk")
    page.locator(".alert").first.get_by_role("button", name="Let stand").click()
    expect(page).to_have_title("Arbiter's desk")
    expect(bar).to_be_hidden()


@pytest.fixture(autouse=True)
def _service(request):
    if "game" in request.fixturenames:
        request.getfixturevalue("server")
        request.getfixturevalue("service")


LISTEN = """() => {
  window.tones = 0;
  window.vibrations = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
  Navigator.prototype.vibrate = () => { window.vibrations += 1; return true; };
}"""
HEARD = "[tones > 0, vibrations > 0]"


def test_a_new_alert_sounds_and_vibrates_once_that_was_chosen(open_desk, game):
    page = open_desk(PHONE)
    page.evaluate(LISTEN)
    call(game)
    expect(page).to_have_title(re.compile(r"^\(2\)"))
    assert page.evaluate(HEARD) == [False, False], "nobody chose it"
    page.get_by_role("button", name="Sound: off").click()
    expect(page.get_by_role("button", name="Sound: on")).to_be_visible()
    assert page.evaluate(HEARD) == [True, True], "the choice is heard at once"
    page.evaluate("tones = vibrations = 0")
    page.locator(".alert").first.get_by_role("button", name="Seen").click()
    expect(page).to_have_title(re.compile(r"^\(1\)"))
    assert page.evaluate(HEARD) == [False, False], "an alert that is settled is silent"
    call(game, "black")
    expect(page).to_have_title(re.compile(r"^\(2\)"))
    assert page.evaluate(HEARD) == [True, True]


TELL = f"""({LISTEN})();
const tell = () => console.info(`${{document.title}} ${{tones}} ${{vibrations}}`);
new MutationObserver(tell).observe(document, {{ subtree: true, childList: true }});"""


def test_the_choice_is_remembered_and_the_page_says_that_the_browser_waits_for_a_tap(open_desk, game):
    """Whatever this test asks the page for counts as a tap in the browser, so until then it only listens to the console."""
    page = open_desk(PHONE)
    page.get_by_role("button", name="Sound: off").click()
    expect(page.locator("#alarm-waits")).to_be_hidden()
    told, again = [], page.context.new_page()
    again.on("console", lambda message: told.append((message.type, message.text)))
    again.add_init_script(TELL)
    again.goto(page.url)
    with again.expect_console_message(lambda message: message.text.startswith("(2)")):
        call(game)
    again.wait_for_timeout(500)
    assert [text.split(" ", 1)[1] for _, text in told[-1:]] == ["Arbiter's desk 0 0"], "it is silent before a tap"
    expect(again.get_by_role("button", name="Sound: on")).to_be_visible()
    expect(again.locator("#alarm-waits")).to_be_visible()
    again.locator("#alerts-title").click()
    expect(again.locator("#alarm-waits")).to_be_hidden()
    call(game, "black")
    expect(again).to_have_title(re.compile(r"^\(3\)"))
    assert again.evaluate(HEARD) == [True, True]
    assert {kind for kind, _ in told} == {"info"}, "the browser has nothing to complain of"


def test_the_moves_are_stepped_through_each_with_its_board_clock_verdict_and_picture(open_desk):
    page = open_desk(LAPTOP)
    cells = page.locator("#rows button")
    expect(cells).to_have_count(6)
    expect(cells.nth(0)).to_have_text("32-28 1:20:50")
    expect(cells.nth(5)).to_have_text("23-29 1:22:30 capture missed")
    expect(page.locator("#shown")).to_have_text("Now · 3… 23-29 · Press 6 · capture missed")
    expect(page.locator("#board .mark")).to_have_count(2)
    image = page.locator("#press-picture img")
    expect(image).to_have_attribute("src", "/desk/1/picture/drawn/0006.jpg")
    page.get_by_role("button", name="A move back").click()
    expect(page.locator("#shown")).to_have_text("3. 41-37 · Press 5")
    expect(image).to_have_attribute("src", "/desk/1/picture/drawn/0005.jpg")
    expect(image).to_have_js_property("naturalWidth", 960)
    expect(page.locator("#board [data-square='23']")).to_have_count(1)
    expect(page.locator("#board [data-square='29']")).to_have_count(0)
    page.keyboard.press("Home")
    expect(page.locator("#shown")).to_have_text("Start position")
    expect(page.locator("#board [data-square='32']")).to_have_count(1)
    cells.nth(1).click()
    expect(cells.nth(1)).to_have_attribute("aria-current", "step")
    expect(page.locator("#shown")).to_have_text("1… 19-23 · Press 2")
    page.keyboard.press("End")
    expect(page.locator("#board [data-square='29']")).to_have_count(1)


def test_a_picture_that_cannot_be_shown_stays_away_also_after_the_next_event(open_desk, game):
    page = open_desk(LAPTOP)
    figure = page.locator("#press-picture")
    expect(figure).to_be_visible()
    page.route("**/0005.jpg", lambda route: route.abort())
    page.get_by_role("button", name="A move back").click()
    expect(page.locator("#shown")).to_contain_text("Press 5")
    expect(figure).to_be_hidden()
    call(game)
    expect(page).to_have_title(re.compile(r"^\(2\)"))
    expect(figure).to_be_hidden()
    page.get_by_role("button", name="A move forward").click()
    expect(figure).to_be_visible()


def test_a_page_that_missed_events_asks_for_the_moves_it_does_not_have(open_desk, game):
    page = open_desk(LAPTOP)
    expect(page.locator("#rows button")).to_have_count(6)
    page.context.set_offline(True)
    for side, start, end in (("white", 46, 41), ("black", 10, 14), ("white", 28, 22), ("black", 5, 10), ("white", 47, 42)):
        game.move(side, start, end)
    page.context.set_offline(False)
    expect(page.locator("#rows button")).to_have_count(11)
    moves = page.locator("#rows button b").all_text_contents()
    assert moves[:6] == ["32-28", "19-23", "37-32", "14-19", "41-37", "23-29"]


def test_what_the_arbiter_may_do_is_in_groups_of_which_one_is_open(open_desk):
    page = open_desk(PHONE)
    expect(page.locator("[data-word=stop-clock]")).to_be_hidden()
    clock = page.get_by_role("button", name="Clock", exact=True)
    clock.click()
    expect(clock).to_have_attribute("aria-expanded", "true")
    expect(page.locator("[data-word=stop-clock]")).to_be_visible()
    page.get_by_role("button", name="Paper", exact=True).click()
    expect(page.locator("[data-word=stop-clock]")).to_be_hidden()
    expect(page.locator("#words [data-word=paper]")).to_be_visible()
    page.get_by_role("button", name="Paper", exact=True).click()
    expect(page.locator("#words [data-word=paper]")).to_be_hidden()


def test_an_alert_says_the_move_that_it_is_about(open_desk):
    page = open_desk(PHONE)
    expect(page.locator(".alert .head")).to_have_text("Black3… 23-29Press 6Article 27c, 10squares 23, 29")
    page.goto(page.url + "?lang=nl")
    expect(page.locator(".alert .head")).to_contain_text("3… 23-29Druk 6")


def test_axe_finds_nothing_on_the_screen_of_a_laptop_with_a_group_open(open_desk):
    page = open_desk(LAPTOP)
    page.evaluate(AXE.read_text())
    for group in ("Position", "Clock", "Result", "Paper"):
        open_group(page, group)
        found = page.evaluate(LOOK, EVERYTHING)
        page.emulate_media(color_scheme="dark")
        assert found + page.evaluate(LOOK, COLOURS) == [], group
        page.emulate_media(color_scheme="light")
        assert page.evaluate("document.documentElement.scrollHeight") <= LAPTOP[1], group


def test_what_is_said_of_a_ruling_moves_nothing_on_a_laptop(open_desk):
    page = open_desk(LAPTOP)
    before = page.locator("#board").bounding_box()
    page.locator(".alert").get_by_role("button", name="Let stand").click()
    expect(page.locator("#told")).to_have_text("Done: Let stand")
    expect(page.locator("#told")).to_be_in_viewport(ratio=0.99)
    assert page.locator("#board").bounding_box() == before
