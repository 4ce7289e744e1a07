"""A spectator with a telephone: the page fits, follows the finger, hands itself on, and tells of the end of a game."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.waiting import wait_until

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
RECORDED = """(() => {
  globalThis.shown = [];
  const { showNotification } = ServiceWorkerRegistration.prototype;
  ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
    globalThis.shown.push([title, options.body, options.data.url]);
    return showNotification.call(this, title, options);
  };
})()"""
NO_WORKER_AT_FIRST = """(() => {
  const { register } = ServiceWorkerContainer.prototype;
  let asked = 0;
  ServiceWorkerContainer.prototype.register = function (...url) {
    asked += 1;
    return asked > 1 ? register.apply(this, url) : Promise.reject(new TypeError("no network"));
  };
})()"""


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
    context = browser.new_context(viewport={"width": 375, "height": 740}, has_touch=True, permissions=["notifications"])
    context.grant_permissions(["clipboard-read", "clipboard-write", "notifications"])
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert [error for error in errors if "showNotification" not in error] == [], "which the headless browser does not have"


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
    shown = phone.locator("#shown")
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
        expect(phone.locator(f"#{other}")).to_have_attribute("data-running", "")
        began_ms, age_ms = shown_ms(other), phone.request.get(f"{server.url}board/2/state").json()["age_ms"]
        assert 15_000 - age_ms <= began_ms <= 15_000
        phone.clock.run_for(700)
        assert shown_ms(other) == began_ms - 700
    with phone.expect_request(lambda asked: asked.url.endswith("/board/2/state")):  # after a sleep, buffered events may be old
        phone.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")


def follow(page, url):
    """Open the page and ask to be told; the button."""
    page.goto(url)
    expect(page.locator("#status")).to_have_text("Live")
    button = page.get_by_role("button", name="Tell me when it ends")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    return button


def test_the_end_of_a_followed_game_is_told_once_to_who_still_asks(phone, server, games):
    game, address = games(1), f"{server.url}frysk-kampioenskip/3/2"
    phone.context.add_init_script(RECORDED)
    pages = [phone, phone.context.new_page(), phone.context.new_page()]
    buttons = [follow(page, url) for page, url in zip(pages, (address, f"{server.url}board/2", address), strict=True)]
    for page, button in zip(pages, buttons, strict=True):
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#handed")).to_contain_text("You will be told when this game ends")
    buttons[2].click()
    expect(pages[2].locator("#handed")).to_have_text("You will not be told.")
    game.move("white", 32, 28)
    for page in pages:
        expect(page.locator("[aria-current]")).to_have_text("32-28")
        assert page.evaluate("shown") == []
    game.close("1-0")
    for page, button in zip(pages[:2], buttons[:2], strict=True):
        assert wait_until(lambda page=page: page.evaluate("shown")) == [["Jelle de Vries \u2013 Sytske Hoekstra", "White wins", address]]
        expect(button).to_be_hidden()
    expect(pages[2].locator("#result")).to_have_text("White wins")
    assert pages[2].evaluate("shown") == []


def test_an_end_that_was_missed_is_told_when_the_next_game_is_there(phone, server, games):
    """The worker that is to tell it came only when it was asked for a second time."""
    game = games(1)
    phone.add_init_script(RECORDED)
    phone.add_init_script(NO_WORKER_AT_FIRST)
    button = follow(phone, f"{server.url}board/2")
    expect(phone.locator("#handed")).to_contain_text("Try once more")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    phone.context.set_offline(True)
    game.close("draw")
    games(2, round="4")
    phone.context.set_offline(False)
    [[_, body, url]] = wait_until(lambda: phone.evaluate("shown"))
    assert (body, url) == ("Draw", f"{server.url}frysk-kampioenskip/3/2")


def test_a_browser_that_sends_no_notifications_says_why(browser, server, games):
    games(1)
    context = browser.new_context(permissions=[])
    page = context.new_page()
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    button = follow(page, f"{server.url}board/2")
    expect(page.locator("#handed")).to_contain_text("are switched off")
    expect(button).to_have_attribute("aria-pressed", "false")
    site = "http://board.test/"
    context.route(f"{site}**", lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace(site, server.url))))
    page.route(re.compile("/events"), lambda route: route.abort())
    page.goto(f"{site}board/2")
    assert page.evaluate("isSecureContext") is False
    button.click()
    expect(page.locator("#handed")).to_contain_text("only over https, and this page came over http")
    context.close()
