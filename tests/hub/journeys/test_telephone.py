"""A spectator with a telephone: the page fits, follows the finger, and hands itself on."""

import re

import pytest
from playwright.sync_api import expect

S = 1_000_000_000
LONG = {"white": "Anne-Sjoukje van der Meulen-Hoekstra-Terpstra", "black": "B", "event": "Frysk " + 90 * "Y"}
COUNT_SLIDES = """() => {
  const { animate } = Element.prototype;
  window.slid = 0;
  Element.prototype.animate = function (...how) {
    window.slid += 1;
    return animate.apply(this, how);
  };
}"""


@pytest.fixture
def games(tmp_path, new_game):
    """Begins the game of that number at board 2, which is called so before any has begun."""
    (tmp_path / "2" / "games").mkdir(parents=True)
    return lambda number, **about: new_game(tmp_path / "2" / "games" / f"{number:04}").open(board="2", **about)


@pytest.fixture
def server(serve, games, tmp_path):
    return serve([tmp_path / "2"])


@pytest.fixture
def phone(browser, server):
    context = browser.new_context(viewport={"width": 375, "height": 740}, has_touch=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def swipe(page, across):
    """Swipe over the middle of the board by that many pixels to the right."""
    box = page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", 0), ("touchMove", across / 2), ("touchMove", across), ("touchEnd", None)):
        points = [] if at is None else [{"x": x + at - across / 2, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def see_it_move(phone, game):
    """Nothing moves for who wants no motion."""
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


def leaf(phone):
    shown = phone.locator("#shown :visible")
    swipe(phone, 150)
    expect(shown).to_have_text("After 1. 32-28")
    for across in (-150, 20):
        swipe(phone, across)
        expect(shown).to_have_text("White to move")


def hand_on(phone, address):
    """Address and position, by what the browser has for it; what a button did is in sight."""
    handed, copied = phone.locator("#handed"), "navigator.clipboard.readText()"
    phone.evaluate("delete Navigator.prototype.share")
    phone.get_by_role("button", name="Share").click()
    expect(handed).to_have_text("The address has been copied.")
    assert phone.evaluate(copied) == address
    phone.evaluate("scrollBy(0, document.getElementById('fen').getBoundingClientRect().bottom - innerHeight)")
    phone.locator("#fen").click()
    expect(handed).to_have_text("The position has been copied.")
    expect(handed).to_be_in_viewport(ratio=0.95)
    assert phone.evaluate(copied).startswith("W:W28,31,33")
    phone.evaluate("() => { navigator.share = (what) => { window.shared = what.url; }; }")
    phone.get_by_role("button", name="Share").click()
    expect(handed).to_be_empty()
    assert phone.evaluate("shared") == address
    phone.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")  # as over plain HTTP
    phone.locator("#fen").click()
    expect(handed).to_have_text("The position has been copied.")
    phone.evaluate("() => { document.execCommand = () => false; }")
    phone.locator("#fen").click()
    expect(handed).to_contain_text("here it is: W:W28,31,33")


def test_a_game_on_a_telephone(phone, server, games):
    game = games(1, **LONG)
    phone.goto(f"{server.url}board/2?lang=en")
    expect(phone.locator("#status")).to_have_text("Live")
    expect(phone.locator("[data-piece]")).to_have_count(40)
    for width, height in ((1366, 768), (375, 740)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
        board = phone.locator("#board").bounding_box()
        assert board["y"] + board["height"] <= height
    see_it_move(phone, game)
    leaf(phone)
    hand_on(phone, f"{server.url}frysk-{90 * 'y'}/3/2")


def test_the_clocks_agree_with_the_boards(phone, server, games):
    """They begin from how old the server says that its readings are, and run on by the browser's time, which the test sets."""
    phone.clock.install(time=0)
    game = games(1)
    game.left = {"white": 15 * S, "black": 15 * S}  # below 20 s tenths are shown
    phone.goto(f"{server.url}board/2")
    expect(phone.locator("#status")).to_have_text("Live")
    phone.clock.pause_at(3_600_000)

    def shown_ms(side):
        return round(1000 * float(re.fullmatch(r"0:(\d\d\.\d)", phone.locator(f"#{side} .time").text_content())[1]))

    for side, other in (("white", "black"), ("black", "white")):
        game.press(side, took_s=60)
        expect(phone.locator(f"#{other} .clock")).to_have_attribute("data-running", "")
        began_ms, age_ms = shown_ms(other), phone.request.get(f"{server.url}api/boards/2").json()["age_ms"]
        assert 15_000 - age_ms <= began_ms <= 15_000
        phone.clock.run_for(700)
        assert shown_ms(other) == began_ms - 700
    with phone.expect_request(lambda asked: "/board/2/events" in asked.url):  # after a sleep, buffered events may be old
        phone.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
        phone.clock.run_for(200)  # it waits for other pages of this browser
