"""The choice at the desk in a real browser. What subscribes is stubbed, for no push service of the internet is reached here."""

import json

import pytest
from playwright.sync_api import expect

from tests.hub.push.conftest import PASSWORD

expect.set_options(timeout=20_000)
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
def telephone(whole_browser, server, game, push_service):
    """Opens the desk on a telephone; its page and what is told to it."""
    game.open(board="3")
    told, contexts = push_service.browser("telephone"), []

    def begin(name="Anke"):
        contexts.append(whole_browser.new_context(viewport={"width": 390, "height": 844}, permissions=["notifications"]))
        contexts[-1].add_init_script(f"{STUBBED}({json.dumps(told.keys)})")
        page = contexts[-1].new_page()
        sign_in(page, server, name)
        expect(page.locator("#status")).to_have_text("Live")  # its scripts run
        return page, told

    yield begin
    for context in contexts:
        context.close()


def sign_in(page, server, name="Anke"):
    page.goto(f"{server.url}login?next=/desk/1")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_it_is_chosen_goes_on_after_signing_in_again_and_is_ended(telephone, server, irregular):
    page, told = telephone()
    page.get_by_role("button", name="When locked: off").click()
    expect(page.locator("#telephone-says")).to_have_text("This telephone is told of alerts also when it is locked, until you sign out.")
    expect(page.get_by_role("button", name="When locked: on")).to_be_visible()
    page.goto("about:blank")
    irregular()
    assert told.wait(1)[0]["body"] == "Art. 27c"
    page.goto(f"{server.url}desk/1")
    expect(page.get_by_role("button", name="When locked: on")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    irregular("27b")
    page.wait_for_timeout(2500)
    assert told.asked == 1
    sign_in(page, server)
    on = page.get_by_role("button", name="When locked: on")
    expect(on).to_be_visible()
    expect(page.locator("#telephone-says")).to_be_hidden()
    on.click()
    expect(page.locator("#telephone-says")).to_have_text("This telephone is not told when it is locked.")
    page.reload()
    expect(page.get_by_role("button", name="When locked: off")).to_be_visible()


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_desk_can_stand_on_a_home_screen(telephone, server):
    """Chromium itself finds nothing that hinders it, and an iPhone has what it asks for."""
    page, _ = telephone()
    devtools = page.context.new_cdp_session(page)
    for path in ("desk/1", "evening", "login"):
        page.goto(f"{server.url}{path}")
        found = devtools.send("Page.getAppManifest")
        told = json.loads(found["data"])
        assert (found["errors"], told["start_url"], told["display"], told["lang"]) == ([], "/desk", "standalone", "en")
        assert told["name"] == "damcam · Arbiter's desk"
        icons = [one["src"] for one in told["icons"]] + [page.locator("link[rel=apple-touch-icon]").get_attribute("href")]
        for icon in icons:
            assert page.request.get(f"{server.url}{icon[1:]}").headers["content-type"].startswith("image/")
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
    page.goto(f"{server.url}desk/1?lang=nl")
    assert json.loads(devtools.send("Page.getAppManifest")["data"])["lang"] == "nl"


def test_what_is_pushed_is_shown_and_leads_to_the_alert(telephone, server, irregular):
    """The worker itself, which Chromium hands a push."""
    page, told = telephone()
    page.get_by_role("button", name="When locked: off").click()
    expect(page.get_by_role("button", name="When locked: on")).to_be_visible()
    row = irregular()
    [sent] = told.wait(1)
    devtools = page.context.new_cdp_session(page)
    found = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.wait_for_timeout(500)
    pushed = {"origin": server.url.rstrip("/"), "registrationId": found[0]["registrationId"], "data": json.dumps(sent)}
    devtools.send("ServiceWorker.deliverPushMessage", pushed)
    page.wait_for_timeout(500)
    [shown] = page.evaluate(
        "navigator.serviceWorker.ready.then((ready) => ready.getNotifications())"
        ".then((all) => all.map(({ title, body, data }) => [title, body, data.url]))"
    )
    assert shown == ["Board 3: the arbiter is asked for", "Art. 27c", f"{server.url}desk/1#alert-{row}-0"]
    page.evaluate("(url) => location.assign(url)", shown[2])
    expect(page.locator(f"#alert-{row}-0")).to_be_focused()


def test_on_a_laptop_the_bar_of_alerts_covers_nothing_of_the_header(telephone, irregular):
    page, _ = telephone()
    irregular()
    expect(page.locator("#bar")).to_be_visible()
    for width, height in ((1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("The evening", "Sound: off", "When locked: off", "Sign out"):
            page.locator(".top").get_by_text(name, exact=True).click(trial=True)
