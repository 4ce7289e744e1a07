"""The notification at the end of a followed game, in a browser that lets pages send some, and in browsers that do not."""

import re

import pytest
from playwright.sync_api import expect

NAMES = "Jelle de Vries \u2013 Sytske Hoekstra"
RECORDED = """(() => {
  globalThis.shown = [];
  const { showNotification } = ServiceWorkerRegistration.prototype;
  ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
    globalThis.shown.push([title, options.body, options.data.url]);
    return showNotification.call(this, title, options);
  };
})()"""


@pytest.fixture
def games(tmp_path, new_game):
    (tmp_path / "board" / "games").mkdir(parents=True)
    return lambda number, **about: new_game(tmp_path / "board" / "games" / number).open(**about)


@pytest.fixture
def game(games):
    return games("0001", board="2")


@pytest.fixture
def server(serve, game, tmp_path):
    return serve([tmp_path / "board"])


@pytest.fixture
def phone(browser):
    """A telephone that lets pages send notifications."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, permissions=["notifications"])
    context.add_init_script(RECORDED)
    yield context.new_page()
    context.close()


def follow(page, url):
    """Open the page and ask to be told; the button."""
    page.goto(url)
    expect(page.locator("#status")).to_have_text("Live")
    button = page.get_by_role("button", name="Tell me when it ends")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    return button


def shown(page):
    """The notifications that the page showed, once there are some."""
    for _ in range(100):
        if found := page.evaluate("shown"):
            break
        page.wait_for_timeout(100)
    return found


@pytest.mark.parametrize("path", ["board/2", "frysk-kampioenskip/3/2"])
def test_the_end_of_a_followed_game_is_told(phone, server, game, path):
    button = follow(phone, f"{server.url}{path}")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#handed")).to_contain_text("You will be told when this game ends")
    game.move("white", 32, 28)
    expect(phone.locator("[aria-current]")).to_have_text("32-28")
    assert phone.evaluate("shown") == []
    game.close("1-0")
    [[title, body, url]] = shown(phone)
    assert (title, body) == (NAMES, "White wins")
    assert url == f"{server.url}frysk-kampioenskip/3/2"
    expect(button).to_be_hidden()


def test_who_presses_again_is_not_told(phone, server, game):
    button = follow(phone, f"{server.url}board/2")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(phone.locator("#handed")).to_have_text("You will not be told.")
    game.close("1-0")
    expect(phone.locator("#result")).to_have_text("White wins")
    assert phone.evaluate("shown") == []


def test_an_end_that_was_missed_is_told_when_the_next_game_is_there(phone, server, game, games):
    follow(phone, f"{server.url}board/2")
    expect(phone.locator("#handed")).to_contain_text("You will be told")
    phone.context.set_offline(True)
    game.close("draw")
    games("0002", board="2", round="4")
    phone.context.set_offline(False)
    [[title, body, url]] = shown(phone)
    assert (title, body, url) == (NAMES, "Draw", f"{server.url}frysk-kampioenskip/3/2")


def test_a_browser_that_was_told_not_to_says_so(browser, server, game):
    context = browser.new_context(permissions=[])
    page = context.new_page()
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    button = follow(page, f"{server.url}board/2")
    expect(page.locator("#handed")).to_contain_text("are switched off")
    expect(button).to_have_attribute("aria-pressed", "false")
    context.close()


def test_a_worker_that_does_not_come_is_told_and_may_be_asked_for_again(phone, server, game):
    phone.add_init_script("""
      const { register } = ServiceWorkerContainer.prototype;
      let asked = 0;
      ServiceWorkerContainer.prototype.register = function (...url) {
        asked += 1;
        return asked > 1 ? register.apply(this, url) : Promise.reject(new TypeError("no network"));
      };
    """)
    button = follow(phone, f"{server.url}board/2")
    expect(phone.locator("#handed")).to_contain_text("Try once more")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    game.close("1-0")
    assert shown(phone)[0][1] == "White wins"


def test_over_http_the_page_says_why_it_cannot(browser, server, game):
    context = browser.new_context()
    site = "http://board.test/"
    context.route(f"{site}**", lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace(site, server.url))))
    page = context.new_page()
    page.route(re.compile("/events"), lambda route: route.abort())
    page.goto("http://board.test/board/2")
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="Tell me when it ends").click()
    expect(page.locator("#handed")).to_contain_text("only over https, and this page came over http")
    context.close()


def test_the_worker_has_an_address_that_stays(phone, server):
    answer = phone.request.get(f"{server.url}worker.js")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
