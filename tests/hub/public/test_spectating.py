"""The spectators' page beside board and moves, in a real browser: captured pieces, counts, the clocks to a fifth of a second, sharing,
swiping, and reduced motion."""

import re
import time

import pytest
from playwright.sync_api import expect

from record.events.about import About
from record.events.of_game import Pressed, Ruled, SessionClosed, SessionOpened

S = 1_000_000_000
AGREE_S = 0.2
"""The greatest difference between a spectator's clock and the board's."""

COUNT_SLIDES = """() => {
  const { animate } = Element.prototype;
  window.slid = 0;
  Element.prototype.animate = function (...how) {
    window.slid += 1;
    return animate.apply(this, how);
  };
}"""


@pytest.fixture
def phone(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    yield page
    context.close()
    assert page.errors == []


def test_what_was_captured_what_is_counted_and_how_it_ended(phone, server, game):
    fens = ["W:WK47,31:BK4,20,36", "B:WK42,31:BK4,20,36", "W:WK42,31:BK10,20,36", "B:WK15,31:B20,36"]
    game.journal.append(SessionOpened("frisian", 10, fens[0], "none", 0, 0, About.of({"white": "Anna", "black": "Bo"})), 0)
    for seq, (side, move) in enumerate([("white", "47-42"), ("black", "4-10"), ("white", "42x15")], 1):
        game.journal.append(Pressed(seq, seq, side, 0, 0, None), seq)
        game.journal.append(Ruled(seq, side, "legal", move, fens[seq], 0.99), seq)
    phone.goto(server.url)
    expect(phone.locator("#white .taken")).to_have_text("1")
    expect(phone.get_by_role("img", name="Captured: 1")).to_be_visible()
    expect(phone.locator("#counts")).to_be_hidden()
    phone.keyboard.press("ArrowLeft")
    counted = phone.locator("#counts li")
    expect(counted).to_have_text(
        [f"{side}: 1 of 3 quiet moves in a row with the king on square {square}." for side, square in (("White", 42), ("Black", 10))]
    )
    expect(counted.first.locator("[data-full]")).to_have_count(1)
    expect(phone.locator("#white .taken")).to_be_empty()
    expect(phone.locator("#told")).to_have_text("Black: 4-10")
    game.journal.append(SessionClosed(9 * S, "1-0", "20.2"), 9 * S)
    expect(phone.locator("#result")).to_have_text("White wins")
    expect(phone.locator("#why")).to_have_text("Black has resigned. (Art. 20.2)")
    expect(phone.locator("#told")).to_have_text("White wins")


def test_the_clocks_agree_with_the_boards(phone, server, game):
    """A busy machine only adds to the difference, so the least of three measurements counts."""
    game.left = {"white": 15 * S, "black": 15 * S}  # below 20 s tenths are shown
    game.open()
    phone.goto(server.url)
    expect(phone.locator("#status")).to_have_text("Live")
    apart_s = []
    for side, other in (("white", "black"), ("black", "white"), ("white", "black")):
        game.press(side, took_s=60)
        pressed_s = time.time()
        expect(phone.locator(f"#{other}")).to_have_attribute("data-running", "")
        phone.wait_for_timeout(700)
        shown, now_ms = phone.evaluate(f"[document.querySelector('#{other} .time').textContent, Date.now()]")
        left_s = 15 - (now_ms / 1000 - pressed_s)
        apart_s.append(abs(float(re.fullmatch(r"0:(\d\d\.\d)", shown)[1]) - 0.05 - left_s))  # clocks round up to a tenth
    assert min(apart_s) < AGREE_S, apart_s
    with phone.expect_request(lambda asked: asked.url.endswith("/board/1/state")):  # after a sleep, buffered events may be old
        phone.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")


def test_address_and_position_are_handed_on(phone, server, game):
    game.open()
    game.move("white", 32, 28)
    phone.goto(f"{server.url}?lang=en")
    handed = phone.locator("#handed")
    phone.evaluate("delete Navigator.prototype.share")
    phone.get_by_role("button", name="Share").click()
    expect(handed).to_have_text("The address has been copied.")
    assert phone.evaluate("navigator.clipboard.readText()") == f"{server.url}board/1"
    expect(phone.locator("#status")).to_have_text("Live")
    phone.keyboard.press("ArrowLeft")
    phone.get_by_role("button", name="Copy position").click()
    expect(handed).to_have_text("The position has been copied.")
    assert phone.evaluate("navigator.clipboard.readText()").startswith("W:W31,32,33")
    phone.evaluate("() => { navigator.share = (what) => { window.shared = what.url; }; }")
    phone.get_by_role("button", name="Share").click()
    expect(handed).to_be_empty()
    assert phone.evaluate("shared") == f"{server.url}board/1"
    phone.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")  # as over plain HTTP
    phone.get_by_role("button", name="Copy position").click()
    expect(handed).to_have_text("The position has been copied.")
    phone.evaluate("() => { document.execCommand = () => false; }")
    phone.get_by_role("button", name="Copy position").click()
    expect(handed).to_contain_text("here it is: W:W31")


def test_a_finger_leafs_through_the_moves(phone, server, game):
    game.open()
    game.move("white", 32, 28)
    game.move("black", 19, 23)
    phone.goto(server.url)
    expect(phone.locator("#status")).to_have_text("Live")
    swipe(phone, 150)
    expect(phone.locator("#shown")).to_have_text("After 1. 32-28")
    swipe(phone, -150)
    expect(phone.locator("#shown")).to_have_text("White to move")
    swipe(phone, 20)
    expect(phone.locator("#shown")).to_have_text("White to move")


def swipe(page, across):
    """Swipe over the middle of the board by that many pixels to the right."""
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", 0), ("touchMove", across / 2), ("touchMove", across), ("touchEnd", None)):
        points = [] if at is None else [{"x": x + at - across / 2, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_nothing_moves_for_who_wants_no_motion(phone, server, game):
    game.open()
    phone.goto(server.url)
    expect(phone.locator("#status")).to_have_text("Live")
    phone.evaluate(COUNT_SLIDES)
    game.move("white", 32, 28)
    expect(phone.locator("[data-square='28']")).to_have_count(1)
    assert phone.evaluate("slid") == 1
    phone.emulate_media(reduced_motion="reduce")
    game.move("black", 19, 23)
    expect(phone.locator("[data-square='23']")).to_have_count(1)
    assert phone.evaluate("slid") == 1
    still = "[...document.querySelectorAll('*')].every((one) => ['0s', ''].includes(getComputedStyle(one).transitionDuration))"
    assert phone.evaluate(still)
