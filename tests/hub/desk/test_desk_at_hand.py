"""What the arbiter needs stays at hand, in a real browser at the sizes of a phone, a tablet and a laptop."""

import pytest
from playwright.sync_api import expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from record.events.of_game import Alert
from record.events.of_players import PlayerSaid
from record.store.journal import Journal, fold
from tests.hub.groups import open_group

PASSWORD = "oer it fjild"
LAPTOP, LOW, TABLET, PHONE = (1440, 900), (1366, 657), (1024, 768), (390, 844)
OVER = """(one) => { const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""
expect.set_options(timeout=20_000)


@pytest.fixture
def server(serve, game, fault, service):
    fault()
    Accounts(game.folder / "arbiters.json").put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    return serve(game.folder, "--secret-key", str(game.folder / "secret_key"), "--arbiters", str(game.folder / "arbiters.json"))


@pytest.fixture
def desk(browser, server):
    """Opens the desk in a window of a size, signed in."""
    contexts = []

    def open_desk(size):
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.goto(f"{server.url}login?next=/desk/1")
        page.get_by_label("Name").fill("Anke")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator("#status")).to_have_text("Live")
        return page

    yield open_desk
    for context in contexts:
        context.close()


def call(game):
    """White calls the arbiter."""
    called = Alert("players", None, (), "", "at once", "arbiter-called", "white")
    with Journal.open(game.folder / "journal.sqlite") as journal:
        journal.append(PlayerSaid(game.t_ns, game.seq, "white", "arbiter-called", 1, 1, (called,)), game.t_ns)


def confirm(page):
    page.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()


def state_of(game):
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        return fold(journal)


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_what_was_done_is_read_below_the_bar(desk, game, size):
    page = desk(size)
    open_group(page, "Clock")
    expect(page.locator("#bar")).to_be_visible()
    page.get_by_role("button", name="Stop the clock").click()
    told = page.locator("#told")
    expect(told).to_have_text("Done: Stop the clock")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(told).to_be_in_viewport(ratio=0.99)
    bar = page.locator("#bar").bounding_box()
    assert told.bounding_box()["y"] >= bar["y"] + bar["height"]
    assert told.evaluate(OVER), "nothing lies over it"


def test_the_clock_of_who_is_not_to_move_is_started_only_when_asked_back(desk, game):
    page = desk(LAPTOP)
    page.locator(".alert").get_by_role("button", name="Restore").click()
    confirm(page)
    expect(page.locator("#standing")).to_have_text("Black to move")
    open_group(page, "Clock")
    assert state_of(game).clock.running == "black"
    start = page.get_by_role("group", name="Start the clock")
    start.get_by_role("button", name="White").click()
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text(
        "Black's clock stops and White's starts, though Black is to move: Black's press does not count until that clock runs. Start it?"
    )
    asked.get_by_role("button", name="Never mind").click()
    assert state_of(game).clock.running == "black"
    page.get_by_role("button", name="Stop the clock").click()
    expect(page.locator("#told")).to_have_text("Done: Stop the clock")
    start.get_by_role("button", name="White").click()
    expect(asked).to_contain_text("White's clock starts, though Black is to move: Black's press does not count until that clock runs. Start it?")
    confirm(page)
    expect(page.locator("#told")).to_have_text("Done: Start the clock · White")
    start.get_by_role("button", name="Black").click()
    expect(asked).to_contain_text("White's clock stops, and Black's starts. Start it?")
    confirm(page)
    expect(page.locator("#told")).to_have_text("Done: Start the clock · Black")
    assert state_of(game).clock.running == "black"
