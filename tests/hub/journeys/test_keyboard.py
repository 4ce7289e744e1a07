"""The arbiter's desk by the keyboard alone: signing in, a ruling, the moves, and a result that is undone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.hub.arbiters import PASSWORD, admit, enter, state_of
from tests.support.waiting import wait_until

FARTHEST = 80
"""More presses of Tab than any control of the desk is away."""


@pytest.fixture
def server(serve, game, fault, service):
    """The pages of a game in which a capture was missed, with the board's service."""
    fault()
    return serve(game.folder, *admit(game.folder))


def to(page: Page, control: Locator) -> None:
    """Press Tab until the control has the focus, which can be seen there."""
    for _ in range(FARTHEST):
        if control.evaluate("(control) => control === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(control).to_be_focused()
    expect(control).to_be_in_viewport()
    assert control.evaluate("(control) => getComputedStyle(control).outlineStyle") != "none"


def press(page: Page, name: str, within: str = "main") -> None:
    to(page, page.locator(within).get_by_role("button", name=name, exact=True))
    page.keyboard.press("Enter")


def answer_yes(page: Page) -> None:
    """The question has the focus on its harmless answer, and keeps the focus within."""
    asked = page.get_by_role("alertdialog")
    expect(asked.get_by_role("button", name="Never mind")).to_be_focused()
    expect(asked.get_by_role("button", name="Confirm")).to_be_enabled()
    to(page, asked.get_by_role("button", name="Confirm"))
    page.keyboard.press("Enter")


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_an_arbiter_rules_without_a_pointer(page, server, game):
    page.goto(f"{server.url}login?next=/desk/1")
    for label, text in (("Name", "Anke"), ("Password", PASSWORD)):
        to(page, page.get_by_label(label))
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Live")

    press(page, "Restore", ".alert")
    answer_yes(page)
    wait_until(lambda: [word.ruling for word in state_of(game).words] == ["restore"])

    press(page, "A move back")
    page.keyboard.press("Home")
    expect(page.locator("#board [data-square='32']")).to_have_count(1)
    expect(page.get_by_role("button", name="A move forward")).to_be_focused()  # the focus was lost with the button that it was on
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="A move back")).to_be_focused()
    expect(page.locator("#board [data-square='28']")).to_have_count(1)

    press(page, "Result", "#groups")
    to(page, page.locator("#result"))
    while page.locator("#result").input_value() != "0-1":
        page.keyboard.press("ArrowDown")
    to(page, page.locator("#ground"))
    page.keyboard.press("ArrowDown")
    press(page, "End the game")
    answer_yes(page)
    wait_until(lambda: state_of(game).result == "0-1")

    press(page, "Undo", "#undo")  # the offer beside the message goes by itself
    answer_yes(page)
    wait_until(lambda: not state_of(game).over)


def rule(page: Page, name: str, within: str = "main", *, is_asked: bool = False) -> None:
    """Press a button that rules, and see that it was done; the focus stays where it was."""
    control = page.locator(within).get_by_role("button", name=name, exact=True)
    to(page, control)
    rulings = page.locator("#rulings li[data-row]").count()
    page.keyboard.press("Enter")
    if is_asked:
        answer_yes(page)
    expect(page.locator("#rulings li[data-row]")).to_have_count(rulings + 1)
    expect(page.locator("#told")).to_have_text(re.compile("^Done: "))


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_an_arbiter_gives_ten_rulings_in_a_row(page, server, game):
    """None is given twice, and after each the focus is at hand for the next."""
    enter(page, server.url, "desk/1")
    rule(page, "Let stand", ".alert")
    press(page, "Clock", "#groups")
    rule(page, "Stop the clock")
    for name in ("White: add time", "Black: add time", "Black: take time off"):
        rule(page, name)
        expect(page.locator("main").get_by_role("button", name=name)).to_be_focused()
    to(page, page.locator("#white-time"))
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("0:41:10")
    page.keyboard.press("Enter")  # which rules nothing
    rule(page, "Set the clocks")
    rule(page, "Undo", "#undo", is_asked=True)
    press(page, "Position", "#groups")
    rule(page, "Black", "[aria-label='Give the turn']", is_asked=True)
    to(page, page.locator("#reason"))
    page.keyboard.type("both say so")
    rule(page, "Take back", is_asked=True)
    press(page, "Clock", "#groups")
    rule(page, "Black", "[aria-label='Start the clock']")
    ruled = page.locator("#rulings li[data-row] b").all_text_contents()
    assert [text.partition(" · ")[0] for text in reversed(ruled)] == [
        *("Let stand", "Stop the clock", "Add time or take it off", "Add time or take it off", "Add time or take it off"),
        *("Set the clocks", "Undo", "Give the turn", "Take back", "Start the clock"),
    ]
    assert [(word.ruling, word.reason) for word in state_of(game).words][-1] == ("take-back", "both say so")
