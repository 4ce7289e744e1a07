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
SAYS = {
    "http": ("Object.defineProperty(window, 'isSecureContext', { value: false })", "only by pages that came over https"),
    "old": ("delete window.PushManager", "This browser cannot be told while the telephone is locked."),
    "denied": ("Notification.requestPermission = async () => 'denied'", "Notifications from this address are switched off"),
    "unreachable": ("localStorage.setItem('unreachable', 'yes')", "could not reach its push service"),
}


@pytest.fixture
def telephone(browser, server, game, push_service):
    """Opens the desk on a telephone, after a script has run; its page and what is told to it."""
    game.open(board="3")
    told, contexts = push_service.browser("telephone"), []

    def begin(script="", name="Anke"):
        contexts.append(browser.new_context(viewport={"width": 390, "height": 844}, permissions=["notifications"]))
        contexts[-1].add_init_script(f"{STUBBED}({json.dumps(told.keys)}); {script}")
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


@pytest.mark.parametrize(("script", "says"), SAYS.values(), ids=SAYS)
def test_where_it_cannot_be_it_says_why(telephone, script, says):
    page, _ = telephone(script)
    button = page.get_by_role("button", name="When locked: off")
    button.click()
    expect(page.locator("#telephone-says")).to_contain_text(says)
    expect(button).to_be_visible()


def test_a_machine_without_a_key_says_so(telephone, tmp_path):
    (tmp_path / "push_key").write_text("no key")
    page, _ = telephone()
    page.get_by_role("button", name="When locked: off").click()
    expect(page.locator("#telephone-says")).to_contain_text("This machine has no key to tell a locked telephone with")


def test_an_operator_is_offered_nothing(telephone):
    page, _ = telephone(name="Durk")
    expect(page.locator("#alarm")).to_be_visible()
    expect(page.locator("#telephone")).to_have_count(0)


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


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
def test_on_a_laptop_the_bar_of_alerts_covers_nothing_of_the_header(telephone, irregular, size):
    page, _ = telephone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    irregular()
    expect(page.locator("#bar")).to_be_visible()
    for name in ("The evening", "Sound: off", "When locked: off", "Sign out"):
        page.locator(".top").get_by_text(name, exact=True).click(trial=True)
