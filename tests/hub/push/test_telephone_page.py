"""The choice at the desk in a real browser. What subscribes is stubbed, for no push service of the internet is reached here."""

import json
import stat

import pytest
from playwright.sync_api import expect

from tests.hub import arbiters
from tests.support.waiting import wait_until

STUBBED = """(({ endpoint, p256dh, auth }) => {
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
  const kept = () => JSON.parse(localStorage.getItem("stub") ?? "null");
  const made = (key) => ({
    endpoint,
    options: { applicationServerKey: bytes(key) },
    getKey: (name) => bytes({ p256dh, auth }[name]),
    unsubscribe: async () => localStorage.removeItem("stub"),
  });
  PushManager.prototype.getSubscription = async () => (kept() ? made(kept()) : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (localStorage.getItem("unreachable") || !userVisibleOnly) throw new DOMException("no service", "AbortError");
    localStorage.setItem("stub", JSON.stringify(applicationServerKey));
    return made(applicationServerKey);
  };
})"""
TITLE = "Board 3: the arbiter is asked for"
APPLE = "delete window.PushManager; Object.defineProperty(navigator, 'standalone', { value: %s })"
SAYS = [
    ("Object.defineProperty(window, 'isSecureContext', { value: false })", "only by pages that came over https"),
    ("delete window.PushManager", "This browser cannot be told while the telephone is locked."),
    (APPLE % "false", "tap Share, then Add to Home Screen, open the desk from there"),
    (APPLE % "true", "it needs iOS 16.4 or later"),
    ("Notification.requestPermission = async () => 'denied'", "Notifications from this address are switched off"),
    ("localStorage.setItem('unreachable', 'yes')", "could not reach its push service"),
    (
        "navigator.serviceWorker.register = async () => { throw new DOMException('', 'SecurityError') }",
        "does not trust the page's certificate",
    ),
]
"""Scripts that make a browser one that cannot be told, and what the page says there."""


@pytest.fixture
def server(serve, game, accounts, tmp_path):
    game.open(board="3")
    return serve(game.folder, "--secret-key", str(tmp_path / "secret_key"), "--arbiters", str(accounts.path), "--push-anywhere")


@pytest.fixture
def telephone(whole_browser, server, push_service):
    """Opens the desk on a telephone; its page and what is told to it."""
    told, contexts = push_service.browser("telephone"), []

    def begin(name="Anke"):
        contexts.append(whole_browser.new_context(viewport={"width": 390, "height": 844}, permissions=["notifications"]))
        contexts[-1].add_init_script(f"{STUBBED}({json.dumps(told.keys)})")
        page = contexts[-1].new_page()
        sign_in(page, server, name)
        return page, told

    yield begin
    for context in contexts:
        context.close()


@pytest.fixture
def silent(push_services):
    """A push service that takes what is sent, and gives no answer."""
    made = push_services()
    made.answers.clear()
    return made


def sign_in(page, server, name="Anke"):
    page.goto(f"{server.url}login?next=/desk/1")
    arbiters.sign_in(page, name)


def choose(page, told, server):
    """Choose in another browser of the same arbiter, which has no page."""
    headers = {"X-Token": page.locator("[data-token]").first.get_attribute("data-token"), "Accept": "application/json"}
    assert page.request.post(f"{server.url}desk/telephone.json", data=told.keys, headers=headers).json() == {"told": True}
    return told


def tell_while_the_page_is_closed(page, game, irregular, told, push_service):
    """What a real server sends of an alert, and how; the row of the alert, and the message."""
    page.goto("about:blank")
    row = irregular()
    [sent], [headers] = told.messages(1), told.headers
    tag, url = f"damcam/1/{game.folder.name}/{row}-0", f"/desk/1#alert-{row}-0"
    assert sent == {"title": TITLE, "body": "Art. 27c", "tag": tag, "url": url, "lang": "en", "settled": False}
    assert (headers["urgency"], headers["ttl"], headers["content-encoding"]) == ("high", "1800", "aes128gcm")
    assert (headers["claims"]["sub"], headers["claims"]["aud"]) == ("https://localhost", f"http://localhost:{push_service.server_port}")
    return row, sent


def show_what_is_pushed(page, server, row, sent):
    """The worker itself, which Chromium hands a push, shows it; the notification leads to the alert."""
    devtools, found = page.context.new_cdp_session(page), []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate("true") and found)
    pushed = {"origin": server.url.rstrip("/"), "registrationId": found[0]["registrationId"], "data": json.dumps(sent)}
    devtools.send("ServiceWorker.deliverPushMessage", pushed)
    notified = (
        "navigator.serviceWorker.ready.then((ready) => ready.getNotifications())"
        ".then((all) => all.map(({ title, body, data }) => [title, body, data.url]))"
    )
    [shown] = wait_until(lambda: page.evaluate(notified))
    assert shown == [TITLE, "Art. 27c", f"{server.url}desk/1#alert-{row}-0"]
    page.evaluate("(url) => location.assign(url)", shown[2])
    expect(page.locator(f"#alert-{row}-0")).to_be_focused()


def see_the_whole_header_of_a_laptop(page):
    """The bar of alerts covers nothing of it."""
    expect(page.locator("#bar")).to_be_visible()
    for width, height in ((1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("The evening", "Sound: off", "When locked: on", "Sign out"):
            page.locator(".top").get_by_text(name, exact=True).click(trial=True)


def test_it_is_chosen_goes_on_after_signing_in_again_and_is_ended(telephone, server, push_service, silent, game, irregular, tmp_path):
    page, told = telephone()
    elsewhere, _ = telephone()
    page.get_by_role("button", name="When locked: off").click()
    expect(page.locator("#telephone-says")).to_have_text("This telephone is told of alerts also when it is locked, until you sign out.")
    on = page.get_by_role("button", name="When locked: on")
    expect(on).to_be_visible()
    push_service.key = page.evaluate("JSON.parse(localStorage.getItem('stub'))")
    waiting = choose(elsewhere, silent.browser("telephone"), server)
    row, sent = tell_while_the_page_is_closed(page, game, irregular, told, push_service)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("push.json", "push_key")] == [0o600] * 2
    page.goto(f"{server.url}desk/1")
    expect(on).to_be_visible()
    show_what_is_pushed(page, server, row, sent)
    see_the_whole_header_of_a_laptop(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Password")).to_be_visible()
    other = choose(elsewhere, push_service.browser("other"), server)
    irregular("27b")
    other.messages(1)
    game.move("black", 19, 23)
    other.messages(2)
    assert (waiting.told, told.asked) == ([], 1), "the other browser was told of the alert and of its end"
    sign_in(page, server)
    expect(on).to_be_visible()
    expect(page.locator("#telephone-says")).to_be_hidden()
    on.click()
    expect(page.locator("#telephone-says")).to_have_text("This telephone is not told when it is locked.")
    page.reload()
    expect(page.get_by_role("button", name="When locked: off")).to_be_visible()


@pytest.mark.usefixtures("long")
def test_where_it_cannot_be_it_says_why(telephone, tmp_path):
    page, _ = telephone()
    for script, says in SAYS:
        page.reload()
        expect(page.locator("#status")).to_have_text("Live")
        page.evaluate(f"() => {{ {script} }}")
        button = page.get_by_role("button", name="When locked: off")
        button.click()
        expect(page.locator("#telephone-says")).to_contain_text(says)
        expect(button).to_be_visible()
    page, _ = telephone(name="Durk")  # an operator is offered nothing
    expect(page.locator("#alarm")).to_be_visible()
    expect(page.locator("#telephone")).to_have_count(0)
    (tmp_path / "push_key").write_text("no key")
    page, _ = telephone()
    page.get_by_role("button", name="When locked: off").click()
    expect(page.locator("#telephone-says")).to_contain_text("This machine has no key to tell a locked telephone with")


@pytest.mark.usefixtures("long")
def test_chromium_finds_nothing_that_hinders_the_desk_on_a_home_screen(telephone, server):
    page, _ = telephone()
    devtools = page.context.new_cdp_session(page)
    for path in ("desk/1", "evening", "login"):
        page.goto(f"{server.url}{path}")
        assert devtools.send("Page.getAppManifest")["errors"] == []
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert found in ([], [{"errorId": "in-incognito", "errorArguments": []}])
