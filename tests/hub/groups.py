"""The groups of what the arbiter may do at the desk, as a test opens them."""

from playwright.sync_api import Page


def open_group(desk: Page, name: str) -> None:
    """Open the group of that name, which closes the others."""
    opener = desk.locator("#groups").get_by_role("button", name=name, exact=True)
    if opener.get_attribute("aria-expanded") != "true":
        opener.click()
