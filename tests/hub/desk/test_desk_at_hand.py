"""What the arbiter needs stays at hand, in a real browser at the sizes of a phone, a tablet and a laptop."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert
from record.events.of_players import PlayerSaid
from record.store.journal import Journal, fold
from tests.hub.groups import open_group

FRAMES = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames"
LAPTOP, LOW, TABLET, PHONE = (1440, 900), (1366, 657), (1024, 768), (390, 844)
OVER = """(one) => { const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""
expect.set_options(timeout=20_000)


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
def test_what_was_done_is_read_below_the_bar(open_desk, game, size):
    page = open_desk(size)
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


def test_the_clock_of_who_is_not_to_move_is_started_only_when_asked_back(open_desk, game):
    page = open_desk(LAPTOP)
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
    expect(asked).to_contain_text(
        "White's clock starts, though Black is to move: Black's press does not count until that clock runs. Start it?"
    )
    confirm(page)
    expect(page.locator("#told")).to_have_text("Done: Start the clock · White")
    start.get_by_role("button", name="Black").click()
    expect(asked).to_contain_text("White's clock stops, and Black's starts. Start it?")
    confirm(page)
    expect(page.locator("#told")).to_have_text("Done: Start the clock · Black")
    assert state_of(game).clock.running == "black"


def play_on(game):
    """Ten moves of each side more, each with a picture."""
    for place in range(20):
        side, start, end = (("white", 37, 32), ("black", 14, 19), ("white", 32, 37), ("black", 19, 14))[place % 4]
        name = f"drawn/{game.seq + 1:04}.jpg"
        shutil.copy(FRAMES / "0006.jpg", game.folder / name)
        game.move(side, start, end, drawn=name)


IN_SIGHT = """(one) => { const box = one.getBoundingClientRect();
  for (let part = one.parentElement; part; part = part.parentElement) {
    const { top, bottom } = part.getBoundingClientRect();
    const clips = part.matches(".card") || getComputedStyle(part).overflowY !== "visible";
    const isPage = part === document.body || part === document.documentElement;
    if (!isPage && clips && (box.top < top - 1 || box.bottom > bottom + 1)) return false;
  }
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; }"""


@pytest.mark.parametrize("size", [LAPTOP, LOW])
def test_the_newest_move_and_the_last_ruling_are_in_sight_beside_a_picture(open_desk, game, size):
    play_on(game)
    game.end("draw")
    page = open_desk(size)
    image = page.locator("#press-picture img")
    expect(image).to_have_js_property("naturalWidth", 960)
    expect(page.locator("#rulings li").first).to_contain_text("End the game · Draw")
    page.wait_for_timeout(300)
    for part in ("#rows [aria-current]", "#rulings li:first-child", "#undo button", "#press-picture figcaption", "#health summary"):
        assert page.locator(part).evaluate(IN_SIGHT), f"{part} is wholly in sight"
    assert page.locator("#scroll").evaluate("(one) => one.scrollTop") > 0
    height, width = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (height <= size[1], width <= size[0]) == (True, True)


def test_the_time_stands_below_each_move(open_desk, game):
    play_on(game)
    game.press("white")  # one that is not read yet has no move
    page = open_desk(LAPTOP)
    expect(page.locator("#rows button")).to_have_count(23)
    lefts = page.evaluate(
        """[...document.querySelectorAll("#rows button")].map((one) => {
          const [move, time] = ["b", ".left"].map((part) => one.querySelector(part).getBoundingClientRect());
          return time.top >= move.bottom - 4 && Math.abs(time.left - move.left) < 2; })"""
    )
    assert lefts == [True] * 23


def test_the_result_slip_is_offered_only_where_a_game_was_closed(open_desk, game):
    page = open_desk(LAPTOP)
    slip = page.get_by_role("link", name="Result slip")
    expect(slip).to_be_hidden()
    open_group(page, "Result")
    page.get_by_role("button", name="Close the game").click()
    confirm(page)
    expect(slip).to_be_visible()
    page.reload()
    expect(slip).to_be_visible()
    assert page.request.get(slip.evaluate("(one) => one.href")).status == 200
