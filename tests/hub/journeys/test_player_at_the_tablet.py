"""The players at the tablet beside their board: a move entered by taps, a draw offered, the arbiter called, and a game that is resigned."""

import re

import pytest
from playwright.sync_api import expect

from record.events.of_game import Ruled
from tests.hub.arbiters import admitted, state_of


@pytest.fixture
def server(serve, game, service):
    """A game whose third press was not read."""
    game.open()
    game.move("white", 32, 28)
    game.move("black", 18, 22)
    start = game.fen("W")
    game.press("white")
    game.journal.append(Ruled(3, "white", "unsure", None, game.fen("B"), 0.4, start=start), game.t_ns)
    return serve(game.folder, *admitted(game.folder))


ROOM_PX = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("#white .time"));
  const [face, digits] = [document.querySelector("#white").getBoundingClientRect(), range.getBoundingClientRect()];
  return Math.min(digits.left - face.left, face.right - digits.right);
}"""
"""JavaScript that measures the space between a clock's frame and its digits, in pixels."""


@pytest.fixture
def tablet(page, server):
    page.goto(f"{server.url}tablet/1")
    expect(page.locator("#status")).to_have_text("Live")
    return page


def taps(page, *names):
    for name in names:
        page.get_by_role("button", name=name).click()


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_the_players_enter_a_capture_offer_a_draw_and_call_the_arbiter(tablet, game):
    expect(tablet.locator("#black .says")).to_have_text("running")
    expect(tablet.locator("#white .says")).to_have_text("standing")
    assert tablet.evaluate("document.documentElement.scrollWidth") <= tablet.viewport_size["width"], "nothing is cut off at the side"
    own = tablet.viewport_size
    for width, height in ((1024, 700), (768, 1024)):
        tablet.set_viewport_size({"width": width, "height": height})
        assert tablet.evaluate(ROOM_PX) >= 10, (width, height)
    tablet.set_viewport_size(own)
    expect(tablet.locator("#asked")).to_contain_text("Enter White's move")
    taps(tablet, "Enter the move", "Square 28: white man", "Square 22: black man", "Square 17: black man")
    taps(tablet, "Square 22", "Square 24: empty")  # the first is taken off, and put back
    expect(tablet.locator("#so-far")).to_have_text("28x24 (17)")
    taps(tablet, "Store")
    expect(tablet.locator("#asked")).to_contain_text("28x24")
    expect(tablet.locator("#moves li").last).to_contain_text("28x24")
    expect(tablet.locator("#judged")).to_be_hidden()
    taps(tablet, "Offer a draw", re.compile("Sytske Hoekstra"))
    expect(tablet.locator("#draw-text")).to_contain_text("Sytske Hoekstra")
    taps(tablet, "White accepts", "Call the arbiter", re.compile("Jelle de Vries"))
    expect(tablet.locator("#told")).to_contain_text("The arbiter was called")
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
  return [...["[data-asks=who-calls]", "[data-asks=who-resigns]"].map((name) => place(name, 0)), ...within];
}"""
"""JavaScript that tells where board and buttons are on the page, and the players' buttons in the window."""
IS_ON_TOP = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === one;
}"""
BOARD = 3
"""So many of them are there before a move is entered: the players' buttons and the board."""
TABLETS = [(1024, 600), (768, 1024), (360, 640)]


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_nothing_jumps_while_a_move_is_entered_and_the_arbiter_can_be_called_whatever_is_shown(tablet, game):
    call = tablet.get_by_role("button", name="Call the arbiter")

    def in_sizes(looks):
        for width, height in TABLETS:
            tablet.set_viewport_size({"width": width, "height": height})
            looks((width, height))

    def can_be_called(size):
        expect(call).to_be_in_viewport(ratio=1)
        assert call.evaluate(IS_ON_TOP), size

    def nothing_jumps(size):
        can_be_called(size)
        asked = tablet.evaluate(WHERE)[:BOARD]
        taps(tablet, "Enter the move")
        begun = tablet.evaluate(WHERE)
        assert begun[:BOARD] == asked, size
        can_be_called(size)
        for square in (28, 22, 17, 24):
            tablet.get_by_role("button", name=re.compile(f"^Square {square}:")).click()
            assert tablet.evaluate(WHERE) == begun, (size, square)
        tablet.get_by_role("button", name="Close", exact=True).click()
        assert tablet.evaluate(WHERE)[:BOARD] == asked, size

    expect(tablet.locator("#asked-why")).not_to_be_empty()
    in_sizes(nothing_jumps)
    for _ in range(15):
        for side, start, end in (("black", 20, 24), ("white", 35, 30), ("black", 24, 20), ("white", 30, 35)):
            game.move(side, start, end)
    expect(tablet.locator("#moves li").nth(30)).to_be_attached()
    in_sizes(can_be_called)
    taps(tablet, "Offer a draw", re.compile("Jelle de Vries"))
    expect(tablet.locator("#draw-text")).to_be_visible()
    in_sizes(can_be_called)


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_who_resigns_is_asked_twice(tablet, game):
    for answer in ("No", "Yes, Black resigns"):
        tablet.get_by_role("button", name="Resign").click()
        expect(tablet.locator("#who-resigns-text")).to_be_visible()
        side = tablet.get_by_role("button", name=re.compile("Sytske Hoekstra"))
        expect(side).to_be_enabled()
        side.evaluate("(side) => { side.click(); document.querySelector('#resigned-black .both button').click(); }")
        expect(tablet.locator("#resigned-black-text")).to_contain_text("Are you sure?")
        assert not state_of(game).over
        tablet.get_by_role("button", name=answer, exact=True).click()
    expect(tablet.locator("#result")).to_have_text("The game is over: White wins")
    expect(tablet.locator("#black .says")).to_have_text("stopped")
    expect(tablet.get_by_role("button", name="Offer a draw")).to_be_disabled()
    assert (state_of(game).result, state_of(game).article) == ("1-0", "20.2")
