"""Anke, an arbiter, at the pages of a server that a test started."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from record.events.of_game import Alert
from record.events.of_players import PlayerSaid, Said
from record.store.journal import Journal, State, fold
from tests.support.signing import PASSWORD, accounts_in
from tests.support.waiting import WITHIN_S

LAPTOP, LOW, TABLET, PHONE = (1440, 900), (1366, 657), (1024, 768), (390, 844)
"""Sizes of screens in pixels."""
AT_ONCE = "(answer) => { answer.disabled = false; answer.click(); }"
"""Gives an answer to a question, which takes none in its first moment (tests of double taps show that)."""
UNLIKE = """([wanted, ms]) => new Promise((resolve) => {
  const holds = (selector, shows) => {
    const all = [...document.querySelectorAll(selector)];
    if (typeof shows === "number") return all.length === shows;
    const isSeen = all.length > 0 && all[0].checkVisibility();
    if (typeof shows === "boolean") return isSeen === shows;
    const text = all.length ? all[0].textContent.replace(/\\s+/g, " ").trim() : null;
    return shows.part === undefined ? text === shows : text !== null && new RegExp(shows.part).test(text);
  };
  const unlike = () => wanted.filter(([selector, shows]) => !holds(selector, shows));
  const end = () => {
    watching.disconnect();
    document.removeEventListener("focusin", look);
    resolve(unlike().map(([selector]) => [selector, document.querySelector(selector)?.textContent]));
  };
  const look = () => unlike().length || end();
  const watching = new MutationObserver(look);
  watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  document.addEventListener("focusin", look);
  setTimeout(end, ms);
  look();
})"""


def admit(folder: Path) -> tuple[str, ...]:
    """Make the accounts of Anke, an arbiter, and Durk, an operator, in that folder; the words of `python -m hub` for them."""
    accounts_in(folder)
    return admitted(folder)


def admitted(folder: Path) -> tuple[str, ...]:
    """The words of `python -m hub` for the accounts in that folder. Made anew they are others, which ends what they have signed in."""
    return "--secret-key", str(folder / "secret_key"), "--arbiters", str(folder / "arbiters.json")


def sign_in(page: Page, name: str = "Anke", password: str = PASSWORD, live: str = "Live") -> None:
    """Sign in at the page that asks for it, and wait until the page behind it is live; without a script it never says so."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    if password == PASSWORD:
        expect(page.locator("#status")).to_have_text(live)


def enter(page: Page, url: str, path: str, name: str = "Anke") -> Page:
    """Sign in without the page for it, and open that path until it is live."""
    asks = page.context.request
    token = re.search(r'name="token" value="([^"]+)"', asks.get(f"{url}login").text())
    assert token
    assert asks.post(f"{url}login", form={"name": name, "password": PASSWORD, "token": token[1]}, max_redirects=0).status == 303
    page.goto(f"{url}{path}")
    sees(page, {"#status": "Live"})
    return page


def hide(page: Page, *, is_hidden: bool) -> None:
    """Tell the page whether it is hidden: a browser without windows hides none."""
    page.evaluate(
        "(isHidden) => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        is_hidden,
    )


def sleep(page: Page) -> None:
    """What a telephone does in a pocket: its page is hidden, and its connection is cut."""
    hide(page, is_hidden=True)
    page.context.set_offline(True)


def wake(page: Page) -> None:
    """Have the page that slept connected and seen again."""
    page.context.set_offline(False)
    hide(page, is_hidden=False)


def sees(page: Page, wanted: dict[str, str | re.Pattern[str] | int | bool]) -> None:
    """Wait in the page until each selector's first element has that text or is in sight or not, or there are so many of them.

    One round trip for all of them, which ends with the change of the page that makes them true.
    """
    asked = [[selector, {"part": shows.pattern} if isinstance(shows, re.Pattern) else shows] for selector, shows in wanted.items()]
    unlike = page.evaluate(UNLIKE, [asked, 1000 * WITHIN_S])
    assert not unlike, unlike


def elsewhere(page: Page, path: str, **sent: object) -> None:
    """Send this as the page of another arbiter does, who is signed in under the same name."""
    token = page.locator("body").get_attribute("data-token") or ""
    answer = page.context.request.post(page.url.rpartition("/")[0] + path, form=sent, headers={"X-Token": token})
    assert answer.ok, answer.text()


def confirm(page: Page, question: str | None = None) -> None:
    """Confirm what the page asks back, which is this question where one is given."""
    asked = page.get_by_role("alertdialog", name=question) if question else page.get_by_role("alertdialog")
    asked.get_by_role("button", name="Confirm").evaluate(AT_ONCE)
    expect(asked).to_be_hidden()


def double_tap(page: Page, button: str, answer: str) -> None:
    """Tap a button, and in the same moment the answer that its question may have put under the finger."""
    page.evaluate("(taps) => taps.forEach((tapped) => document.querySelector(tapped).click())", [button, answer])


def open_group(desk: Page, name: str) -> Locator:
    """Open the group of that name of what the arbiter may do, which closes the others."""
    opener = desk.locator("#groups").get_by_role("button", name=name, exact=True)
    if opener.get_attribute("aria-expanded") != "true":
        opener.click()
    return opener


def state_of(game) -> State:
    """The state of the game by its journal."""
    with Journal.reader(game.folder / "journal.jsonl") as journal:
        return fold(journal)


def events_of(game, kind: type) -> list:
    """The events of that kind in the journal of the game."""
    with Journal.reader(game.folder / "journal.jsonl") as journal:
        return [event for _, event in journal.since(0) if isinstance(event, kind)]


def player_says(game, side: str, said: Said = Said.ARBITER_CALLED, text: str = "") -> int:
    """A player's word, with the alert that the service makes of it; the row of the journal."""
    acts = "on claim" if said in (Said.DRAW_OFFERED, Said.DRAW_DECLINED) else "at once"
    alert = Alert("players", "21.2" if "draw" in said else None, (), text, acts, str(said), side)
    return game.journal.append(PlayerSaid(game.t_ns, game.seq, side, str(said), 1, 1, (alert,)), game.t_ns)
