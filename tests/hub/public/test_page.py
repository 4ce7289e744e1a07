"""The page in a real browser, over a journal that grows."""

import re

import pytest
from playwright.sync_api import expect


def piece(page, square):
    return page.locator(f'[data-square="{square}"]')


def test_the_game_is_followed_as_the_journal_grows(page, server, game):
    game.open()
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("[data-piece='white-man']")).to_have_count(20)
    expect(page.locator("#white .name")).to_have_text("Jelle de Vries")
    game.move("white", 32, 28)
    expect(page.locator("[aria-current]")).to_have_text("32-28")
    expect(piece(page, 28)).to_have_attribute("data-piece", "white-man")
    expect(piece(page, 32)).to_have_count(0)
    expect(page.locator("#told")).to_have_text("White: 32-28")
    expect(page.locator("#black")).to_have_attribute("data-running", "")
    game.move("black", 19, 23)
    expect(page.locator("[aria-current]")).to_have_text("19-23")
    expect(page.locator("#white")).to_have_attribute("data-running", "")


def test_the_clock_of_the_side_to_move_runs(page, server, game):
    game.open()
    game.move("white", 32, 28)
    page.goto(server.url)
    face = page.locator("#black .time")
    expect(face).to_have_text(re.compile(r"1:(20:00|19:5\d)"))
    before = face.text_content()
    expect(face).not_to_have_text(before)
    expect(page.locator("#white .time")).to_have_text("1:20:50")


def test_clock_and_board_agree(page, server, game):
    game.open()
    game.move("white", 32, 28)
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Live")  # until then the page shows what the server has drawn

    def left_s():
        told = page.evaluate("fetch('/state').then((answer) => answer.json())")
        return told["clock"]["black_ns"] / 1e9 - told["age_ms"] / 1e3

    before_s, shown, after_s = left_s(), page.locator("#black .time").text_content(), left_s()
    hours, minutes, seconds = map(int, shown.split(":"))
    assert after_s - 1.2 < hours * 3600 + minutes * 60 + seconds < before_s + 1.2, "whole seconds are shown, by the page's own clock"


def test_the_keyboard_goes_back_and_returns_to_live(page, server, game):
    game.open()
    game.move("white", 32, 28)
    game.move("black", 19, 23)
    page.goto(server.url)
    expect(piece(page, 23)).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#shown")).to_have_text("After 1. 32-28")
    expect(piece(page, 19)).to_have_attribute("data-piece", "black-man")
    game.move("white", 37, 32)
    expect(page.get_by_role("button", name="37-32")).to_have_count(1)
    expect(page.locator("#shown")).to_have_text("After 1. 32-28")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#shown")).to_have_text("Start position")
    page.keyboard.press("End")
    expect(page.locator("#shown")).to_have_text("Black to move")
    expect(piece(page, 32)).to_have_count(1)


def test_a_move_in_the_list_shows_its_position(page, server, game):
    game.open()
    game.move("white", 32, 28)
    game.move("black", 19, 23)
    page.goto(server.url)
    page.get_by_role("button", name="32-28").click()
    expect(piece(page, 23)).to_have_count(0)
    page.get_by_role("button", name="Back to live").click()
    expect(piece(page, 23)).to_have_count(1)


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_what_a_button_did_is_in_sight_on_a_telephone(page, server, game):
    game.open()
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Live")
    page.evaluate("scrollBy(0, document.getElementById('fen').getBoundingClientRect().bottom - innerHeight)")
    page.locator("#fen").click()
    expect(page.locator("#handed")).to_have_text(re.compile("has been copied|here it is"))
    expect(page.locator("#handed")).to_be_in_viewport(ratio=0.95)


def test_the_board_turns(page, server, game):
    game.open()
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Live")
    high = page.locator("#white").bounding_box()["y"]
    corner = piece(page, 46).bounding_box()
    page.keyboard.press("f")
    expect(page.locator("#game")).not_to_have_attribute("data-flipped", "")
    page.locator("#board").click()
    page.keyboard.press("f")
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")
    assert page.locator("#white").bounding_box()["y"] < high
    turned = piece(page, 46).bounding_box()
    assert turned["x"] > corner["x"]
    assert turned["y"] < corner["y"]


def test_a_button_that_is_pressed_before_the_page_is_alive_is_pressed_once_it_is(page, server, game):
    game.open()
    held = []
    page.route(re.compile(r"/js/main\.js$"), lambda route: held.append(route))
    page.goto(server.url)
    page.locator("#flip").click()
    while not held:
        page.wait_for_timeout(20)
    expect(page.locator("#game")).not_to_have_attribute("data-flipped", "")
    for route in held:
        route.continue_()
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")


@pytest.mark.both_sizes
def test_nothing_sticks_out(page, server, game):
    game.open(white="Anne-Sjoukje van der Meulen-Hoekstra-Terpstra", black="B", event="Frysk " + 90 * "Y")
    page.goto(server.url)
    expect(page.locator("[data-piece]")).to_have_count(40)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator("#board").bounding_box()
    assert board["y"] + board["height"] <= page.viewport_size["height"]


def test_a_fault_looks_like_a_press_being_read(page, server, game):
    game.open()
    game.move("white", 32, 28)
    page.goto(server.url)
    expect(page.locator("#reading")).to_be_hidden()
    game.fault("black", "27a", 31, 26)
    expect(page.locator("#reading")).to_have_text("Reading the board")
    expect(piece(page, 31)).to_have_count(1)
    assert "27" not in page.locator("main").inner_text().replace("27\n", "")


def test_a_board_that_is_watched_without_being_read_is_told_as_that(page, server, game):
    game.open()
    game.move("white", 32, 28)
    page.goto(server.url)
    for side in ("black", "white"):
        game.fault(side, "unsure", 20, 24)
    expect(page.locator("#reading")).to_be_visible()
    expect(page.locator("#unread")).to_be_hidden()
    game.fault("black", "unsure", 20, 24)
    expect(page.locator("#unread")).to_have_text("The board is watched, but it cannot be read just now")
    expect(page.locator("#reading")).to_be_hidden()
    expect(piece(page, 20)).to_have_count(1)


def test_a_game_on_paper_is_told_and_nothing_else_is(page, server, game):
    game.open()
    game.move("white", 32, 28)
    game.fault("black", "27a", 20, 24)
    page.goto(server.url)
    expect(page.locator("#reading")).to_be_visible()
    expect(page.locator("#paper")).to_be_hidden()
    game.go_on_paper()
    expect(page.locator("#paper")).to_have_text("Continued on paper")
    expect(page.locator("#paper")).to_be_visible()
    expect(page.locator("#reading")).to_be_hidden()
    expect(page.locator("#white, #black").and_(page.locator("[data-running]"))).to_have_count(1)


def test_a_lost_line_is_told_and_found_again(page, server, serve, game):
    game.open()
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Live")
    page.lost = "net::ERR_"  # the browser reports each refused connection
    server.stop()
    expect(page.locator("#status")).to_have_text("No connection")
    expect(page.locator("#stale")).to_contain_text("What you see may be out of date")
    game.move("white", 32, 28)
    serve(game.folder, port=server.port)
    expect(page.locator("[aria-current]")).to_have_text("32-28", timeout=15_000)
    expect(page.locator("#status")).to_have_text("Live again")
    expect(page.locator("#stale")).to_be_empty()


def test_the_result_is_told(page, server, game):
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Waiting for the game to begin")
    game.open()
    game.move("white", 32, 28)
    expect(page.locator("#status")).to_have_text("Live")
    game.close("1-0")
    expect(page.locator("#result")).to_have_text("White wins")
    expect(page.locator("#status")).to_have_text("Ended")


def test_an_address_that_is_not_there_leads_to_the_board(page, server, game):
    game.open()
    page.lost = "404"  # the browser reports it
    page.goto(f"{server.url}nothing")
    page.get_by_role("link", name="To the game").click()
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.get_by_role("link", name="All boards")).to_have_count(0)
