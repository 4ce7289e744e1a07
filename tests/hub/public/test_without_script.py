"""The public pages in a browser without scripts: drawn by the server, and refreshed by themselves."""

import re
import time

import pytest
from playwright.sync_api import expect

from hub.public.drawn import countdown, drawn_board, drawn_clocks
from tests.hub.test_accessible import AXE, EVERYTHING, LOOK

PAGES = ("board/1", "embed/1", "wall")


@pytest.fixture
def plain(browser):
    """A browser without scripts, which may have no error either."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    yield context
    context.close()


@pytest.fixture
def opened(plain, server):
    """Opens that page in a tab of its own."""

    def open_(path):
        page = plain.new_page()
        assert page.goto(f"{server.url}{path}").status == 200
        return page

    return open_


def asked_again_until(page, shown):
    """As somebody reloads it who does not wait for the page to ask again by itself."""
    until_s = time.monotonic() + 30
    while not shown.is_visible() and time.monotonic() < until_s:
        page.wait_for_timeout(300)
        page.reload()
    expect(shown).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
def test_the_server_draws_position_clocks_and_names(opened, game, path):
    game.open()
    game.move("white", 32, 28)
    page = opened(path)
    board = page.get_by_role("img", name=re.compile("White: 28, 31, 33"))
    asked_again_until(page, board)  # the page may have been asked for before the server read the game
    expect(board.locator("use")).to_have_count(40)
    expect(board.locator(".mark")).to_have_count(2)
    man = board.locator("use[href='#white-man']").first
    expect(man).to_have_attribute("transform", "translate(45 55) scale(.97)")  # on square 28, the third of the sixth row
    expect(page.locator(".name")).to_have_text(["Sytske Hoekstra", "Jelle de Vries"])
    expect(page.locator("[data-running]")).to_have_count(1)
    expect(page.locator("[data-running] .name")).to_have_text("Sytske Hoekstra")
    times = page.locator(".time").all_text_contents()
    assert re.fullmatch(r"1:(20:00|19:[45]\d)", times[0]), times
    assert times[1] == "1:20:50"
    assert page.locator("html").evaluate("(html) => html.scrollWidth <= html.clientWidth"), "nothing is cut off at the side"
    expect(page.locator("#status")).to_be_hidden()
    assert [button for button in page.get_by_role("button").all() if button.is_visible()] == []


def test_the_page_of_a_game_has_its_moves_and_its_end(opened, game):
    game.open()
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 28, 19)):
        game.move(side, start, end)
    page = opened("board/1")
    expect(page.locator("#rows tr")).to_have_text([re.compile(r"1\.\s*32-28\s*19-23"), re.compile(r"2\.\s*28-19")])
    expect(page.locator("h1")).to_have_text("Frysk Kampioenskip")
    expect(page.locator("#about")).to_have_text("Round 3")
    game.close("1-0")
    asked_again_until(page, page.locator("#result", has_text="White wins"))


def test_pages_refresh_by_themselves_until_they_are_told_to_stand_still(opened, game):
    game.open()
    pages = [opened(path) for path in PAGES]
    still = opened("board/1")
    still.get_by_role("link", name="Let it stand still").click()
    expect(still.get_by_role("link", name="Ask again by itself every 10 seconds")).to_be_visible()
    game.move("white", 32, 28)
    for page in pages:
        expect(page.get_by_role("img", name=re.compile("White: 28, 31, 33"))).to_be_visible(timeout=30_000)
    expect(still.get_by_role("img", name=re.compile("White: 31, 32"))).to_be_visible()
    still.get_by_role("link", name="Ask again by itself").click()
    expect(still.get_by_role("img", name=re.compile("White: 28, 31, 33"))).to_be_visible()


def test_a_fault_shows_nothing_of_what_is_wrong(opened, game):
    game.open()
    game.move("white", 32, 28)
    game.fault("black", "27a", 31, 26)
    for path in PAGES:
        page = opened(path)
        expect(page.get_by_role("img", name=re.compile("White: 28, 31, 33"))).to_be_visible()
        for part in page.locator(".top, .player, .steps, .side, .standing, .state").all():
            assert "27" not in part.inner_text()


@pytest.mark.parametrize("path", PAGES)
def test_before_a_game_an_empty_board_stands_there(opened, path):
    page = opened(path)
    expect(page.get_by_role("img", name="White: no pieces. Black: no pieces.")).to_be_visible()
    expect(page.locator(".time")).to_have_text(["", ""])


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(browser, server, game, path):
    """axe needs scripts itself, so it gets the page as a browser without them reads it."""
    game.open()
    context = browser.new_context(viewport={"width": 390, "height": 844})

    def as_without_scripts(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r"</?noscript>|<script type=.module.*?</script>", "", answer.text()))

    context.route(re.compile(r"still=1"), as_without_scripts)
    page = context.new_page()
    page.goto(f"{server.url}{path}?still=1")
    expect(page.get_by_text("This browser runs no scripts.")).to_be_visible()
    page.evaluate(AXE.read_text())
    found = page.evaluate(LOOK, EVERYTHING)
    context.close()
    assert found == []


def test_clocks_are_written_as_the_scripts_do():
    written = {4_800_000: "1:20:00", 4_799_001: "1:20:00", 4_799_000: "1:19:59", 599_000: "9:59", 20_001: "0:21", 20_000: "0:20.0"}
    assert {ms: countdown(ms) for ms in written} == written
    assert [countdown(ms) for ms in (9_750, 9_701, 1, 0)] == ["0:09.8", "0:09.8", "0:00.1", "0:00.0"]


def test_a_clock_runs_by_the_age_of_its_reading_and_never_below_nothing():
    clock = {"white_ns": 65 * 10**9, "black_ns": None, "running": "white", "rate": 2.0}
    assert drawn_clocks({"clock": clock, "age_ms": 2_500})["white"] == ("1:00", True)
    assert drawn_clocks({"clock": clock, "age_ms": 99_000})["white"].text == "0:00.0"
    assert drawn_clocks({"clock": clock, "age_ms": 2_500, "closed": True})["white"] == ("1:05", False)
    assert drawn_clocks({"clock": clock})["black"] == ("", False)
    assert drawn_clocks({})["white"] == ("", False)


@pytest.mark.parametrize(("size", "fen"), [(8, "W:W21-32:B1-12"), (10, "B:WK50:B1,K7")])
def test_boards_of_every_size_are_drawn(size, fen):
    drawn = drawn_board({"fen": fen, "board_size": size})
    assert (drawn.width, len(drawn.squares)) == (10 * size, size * size // 2)
    assert {square.number for square in drawn.squares if square.piece == "black-king"} == ({7} if size == 10 else set())
