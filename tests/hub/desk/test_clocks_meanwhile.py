"""A time that an arbiter typed at the desk, in a real browser, while another one changed the clock."""

import pytest
from playwright.sync_api import expect

from record.store.journal import Journal, fold
from tests.hub.groups import open_group

LAPTOP = (1440, 900)
S = 10**9
expect.set_options(timeout=20_000)
pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def two(open_desk):
    """The desk of Anke, who adds a minute, and that of Bauke, who sets the clocks; the account is one."""
    desks = open_desk(LAPTOP), open_desk(LAPTOP)
    for desk in desks:
        open_group(desk, "Clock")
    return desks


def state_of(game):
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        return fold(journal)


def add_a_minute(desk, side):
    desk.get_by_role("button", name=f"{side}: add time").click()
    expect(desk.locator("#told")).to_contain_text("Done:")


def test_a_clock_that_another_arbiter_changed_is_set_once_he_is_told(game, two):
    anke, bauke = two
    bauke.locator("#white-time").fill("0:41:10")
    add_a_minute(anke, "White")
    expect(bauke.locator("#rulings")).to_contain_text("White +0:01:00")
    before = state_of(game).clock.white_ns
    bauke.get_by_role("button", name="Set the clocks").click()
    expect(bauke.locator("#told")).to_contain_text("Anke changed the clocks meanwhile: White's shows ")
    expect(bauke.locator("#told")).to_contain_text("Nothing was set; set the clocks once more if they are to show what you typed.")
    assert state_of(game).clock.white_ns == before
    bauke.get_by_role("button", name="Set the clocks").click()
    expect(bauke.locator("#told")).to_have_text("Done: White 0:41:10")
    assert state_of(game).clock.white_ns == 2470 * S
    bauke.locator("#white-time").fill("0:40:00")
    bauke.get_by_role("button", name="Set the clocks").click()
    expect(bauke.locator("#told")).to_have_text("Done: White 0:40:00")


def test_a_change_of_the_other_clock_alone_hinders_nobody(game, two):
    anke, bauke = two
    bauke.locator("#white-time").fill("0:41:10")
    add_a_minute(anke, "Black")
    expect(bauke.locator("#rulings")).to_contain_text("Black +0:01:00")
    black = state_of(game).clock.black_ns
    bauke.get_by_role("button", name="Set the clocks").click()
    expect(bauke.locator("#told")).to_have_text("Done: White 0:41:10")
    assert state_of(game).clock.black_ns >= black - 60 * S, "its minute stays"
    assert state_of(game).clock.white_ns == 2470 * S
