"""Anke, an arbiter, at the pages of a server that a test started."""

from pathlib import Path

from playwright.sync_api import Page, expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role

PASSWORD = "oer it fjild"


def admit(folder: Path) -> tuple[str, ...]:
    """Make the account in that folder; the words of `python -m hub` for it."""
    Accounts(folder / "arbiters.json").put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    return admitted(folder)


def admitted(folder: Path) -> tuple[str, ...]:
    """The words of `python -m hub` for the account in that folder. Made anew it is another one, which ends what it has signed in."""
    return "--secret-key", str(folder / "secret_key"), "--arbiters", str(folder / "arbiters.json")


def sign_in(page: Page) -> None:
    """Sign in at the page that asks for it, and wait until the page behind it is live."""
    page.get_by_label("Name").fill("Anke")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#status")).to_have_text("Live")


def double_tap(page: Page, button: str, answer: str) -> None:
    """Tap a button, and in the same moment the answer that its question may have put under the finger."""
    page.evaluate("(taps) => taps.forEach((tapped) => document.querySelector(tapped).click())", [button, answer])
