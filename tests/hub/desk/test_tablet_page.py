"""The tablet page in a real browser: the last move entered by taps, a draw agreed, the arbiter called, and a game that is resigned."""

import re

import pytest
from playwright.sync_api import expect

from record.events.of_game import Ruled
from record.store.journal import Journal, fold

expect.set_options(timeout=20_000)  # the session's stream opens late where many tests run beside it


@pytest.fixture
def server(serve, game, service):
    """A game whose third press was not read."""
    game.open()
    game.move("white", 32, 28)
    game.move("black", 18, 22)
    start = game.fen("W")
    game.press("white")
    game.journal.append(Ruled(3, "white", "unsure", None, game.fen("B"), 0.4, start=start), game.t_ns)
    return serve(game.folder, "--secret-key", str(game.folder / "secret_key"), "--arbiters", str(game.folder / "arbiters.json"))


def state_of(game):
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        return fold(journal)


ROOM_PX = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("#white .time"));
  const [face, digits] = [document.querySelector("#white").getBoundingClientRect(), range.getBoundingClientRect()];
  return Math.min(digits.left - face.left, face.right - digits.right);
}"""
"""JavaScript that measures the space between a clock's frame and its digits, in pixels."""


@pytest.mark.both_sizes
def test_the_players_enter_a_capture_agree_on_a_draw_and_call_the_arbiter(page, server, game):
    page.goto(f"{server.url}tablet/1")
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#black .says")).to_have_text("running")
    expect(page.locator("#white .says")).to_have_text("standing")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], "nothing is cut off at the side"
    own = page.viewport_size
    for width, height in ((1024, 700), (1024, 768), (1280, 800), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(ROOM_PX) >= 10, (width, height)
    page.set_viewport_size(own)
    expect(page.locator("#asked")).to_contain_text("Enter White's move")
    page.get_by_role("button", name="Enter the move").click()
    for name in ("Square 28: white man", "Square 22: black man", "Square 17: black man"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Square 22").click()  # taken off, and put back
    page.get_by_role("button", name="Square 24: empty").click()
    expect(page.locator("#so-far")).to_have_text("28x24 (17)")
    page.get_by_role("button", name="Store").click()
    expect(page.locator("#asked")).to_contain_text("Entered: White 28x24")
    expect(page.locator("#moves li").last).to_contain_text("28x24")
    expect(page.locator("#judged")).to_be_hidden()
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("button", name=re.compile("Sytske Hoekstra")).click()
    expect(page.locator("#draw-text")).to_contain_text("Sytske Hoekstra · Black offers a draw")
    page.get_by_role("button", name="White accepts").click()
    expect(page.locator("#draw-text")).to_contain_text("A draw is agreed")
    page.get_by_role("button", name="Call the arbiter").click()
    page.get_by_role("button", name=re.compile("Jelle de Vries")).click()
    expect(page.locator("#told")).to_contain_text("The arbiter was called")
    state = state_of(game)
    assert [(one.origin, one.target, one.captured, one.by) for one in state.moves_said] == [(28, 24, (17,), "the players")]
    assert [(one.side, one.said) for one in state.players] == [
        ("black", "draw-offered"), ("white", "draw-accepted"), ("white", "arbiter-called"),
    ]  # fmt: skip
    assert (state.clock.running, state.over) == ("black", False)


WHERE = """() => {
  const page = document.querySelector("#game").getBoundingClientRect();
  const place = (name, above) => {
    const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
    return [name, left, Math.round(10 * (top - above)) / 10, width, height].join(" ");
  };
  const within = ["#board", "#store", "#clear", "#close", "#turn"].map((name) => place(name, page.top));
  return [...["[data-asks=call]", "[data-asks=resign]"].map((name) => place(name, 0)), ...within];
}"""
"""JavaScript that tells where board and buttons are on the page, and the players' buttons in the window."""
BOARD = 3
"""So many of them are there before a move is entered: the players' buttons and the board."""
TABLETS = [(1024, 768), (1280, 800), (1024, 600), (768, 1024), (390, 844), (360, 640)]


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
@pytest.mark.both_sizes
def test_nothing_jumps_while_a_move_is_entered_and_it_says_why_it_asks(page, server, game):
    page.goto(f"{server.url}tablet/1")
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#asked-why")).to_contain_text("The record has no move for this press yet.")
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        asked = page.evaluate(WHERE)[:BOARD]
        page.get_by_role("button", name="Enter the move").click()
        begun = page.evaluate(WHERE)
        assert begun[:BOARD] == asked, (width, height)
        for square in (28, 22, 17, 24):
            page.get_by_role("button", name=re.compile(f"^Square {square}:")).click()
            assert page.evaluate(WHERE) == begun, (width, height, square)
        page.get_by_role("button", name="Close", exact=True).click()
        assert page.evaluate(WHERE)[:BOARD] == asked, (width, height)


IS_ON_TOP = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === one;
}"""


def assert_the_arbiter_can_be_called(page):
    call = page.get_by_role("button", name="Call the arbiter")
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        expect(call).to_be_in_viewport(ratio=1)
        assert call.evaluate(IS_ON_TOP), (width, height)


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_the_arbiter_can_be_called_whatever_is_shown(page, server, game):
    page.goto(f"{server.url}tablet/1")
    expect(page.locator("#status")).to_have_text("Live")
    assert_the_arbiter_can_be_called(page)
    page.get_by_role("button", name="Enter the move").click()
    assert_the_arbiter_can_be_called(page)
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("button", name=re.compile("Jelle de Vries")).click()
    expect(page.locator("#draw-text")).to_be_visible()
    assert_the_arbiter_can_be_called(page)


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_the_arbiter_can_be_called_beside_a_long_list_of_moves(page, server, game):
    for _ in range(15):
        for side, start, end in (("black", 20, 24), ("white", 35, 30), ("black", 24, 20), ("white", 30, 35)):
            game.move(side, start, end)
    page.goto(f"{server.url}tablet/1")
    expect(page.locator("#moves li").nth(30)).to_be_attached()
    assert_the_arbiter_can_be_called(page)


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_who_resigns_is_asked_twice(page, server, game):
    page.goto(f"{server.url}tablet/1")
    expect(page.locator("#status")).to_have_text("Live")
    for answer in ("No", "Yes, Black resigns"):
        page.get_by_role("button", name="Resign").click()
        expect(page.locator("#asks-text")).to_have_text("Who resigns?")
        side = page.get_by_role("button", name=re.compile("Sytske Hoekstra"))
        expect(side).to_be_enabled()
        side.evaluate("(side) => { side.click(); document.querySelector('#asks-answers button').click(); }")
        expect(page.locator("#asks-text")).to_contain_text("Are you sure?")
        assert not state_of(game).over
        page.get_by_role("button", name=answer, exact=True).click()
    expect(page.locator("#result")).to_have_text("The game is over: White wins")
    expect(page.locator("#black .says")).to_have_text("stopped")
    expect(page.get_by_role("button", name="Offer a draw")).to_be_disabled()
    assert (state_of(game).result, state_of(game).article) == ("1-0", "20.2")
