"""The page of a game at its lasting address, the archive, sound and trying moves, in a real browser."""

import re
import time

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from record.events.about import About
from record.events.of_record import Described

EVENT = "frysk-kampioenskip"
COUNT_KNOCKS = """window.knocks = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function () { window.knocks += 1; start.call(this); };"""


ON_A_DESKTOP = pytest.mark.parametrize("page", ["desktop"], indirect=True)
"""For what does not depend on the size of the page."""


@pytest.fixture
def game(hall):
    """The first game at the first board, which has the key 7."""
    made = hall("east", 1, board="7")
    made.move("white", 32, 28, took_s=25)
    made.move("black", 19, 23, took_s=70)
    return made


@pytest.fixture
def server(serve, game, tmp_path):
    return serve([tmp_path / "east", tmp_path / "west"])


def piece(page, square):
    return page.locator(f'[data-square="{square}"]')


def test_a_ply_in_the_address_is_shown_and_the_address_goes_with_the_steps(page, server, game):
    page.goto(f"{server.url}{EVENT}/3/7#1")
    expect(page.locator("#shown")).to_have_text("After 1. 32-28")
    expect(page.locator("#status")).to_have_text("Live")
    page.locator("#back").click()
    expect(page).to_have_url(f"{server.url}{EVENT}/3/7#0")
    page.locator("#last").click()
    expect(page).to_have_url(f"{server.url}{EVENT}/3/7")
    game.move("white", 37, 32)
    expect(page.locator("[aria-current]")).to_have_text("37-32")
    page.evaluate("location.hash = '#2'")
    expect(page.locator("#shown")).to_have_text("After 1\u2026 19-23")
    page.goto("about:blank")
    page.goto(f"{server.url}{EVENT}/3/7#99")
    expect(page.locator("#shown")).to_have_text("Black to move")


def test_the_page_stays_with_its_game_when_the_next_begins_at_the_board(page, server, game, hall):
    page.goto(f"{server.url}{EVENT}/3/7")
    expect(page.locator("#status")).to_have_text("Live")
    game.move("white", 37, 32)
    game.close("1-0")
    expect(page.locator("#result")).to_have_text("White wins")
    hall("east", 2, board="7", round="4", white="Wytske").move("white", 31, 27)
    expect(page.locator("#next")).to_be_visible()
    expect(page.locator("#white .name")).to_have_text("Jelle de Vries")
    expect(piece(page, 32)).to_have_count(1)
    expect(page.locator("#result")).to_have_text("White wins")
    page.reload()
    expect(page.locator("#white .name")).to_have_text("Jelle de Vries")
    expect(page.locator("#status")).to_have_text("Ended")
    expect(page.locator("[data-running]")).to_have_count(0)
    page.get_by_role("button", name="19-23").click()
    expect(page.locator("#black .time")).to_have_text("1:19:50")
    page.goto(f"{server.url}board/7")
    expect(page.locator("#white .name")).to_have_text("Wytske")


@ON_A_DESKTOP
def test_the_picture_is_of_the_game_that_is_shown(page, server, game, new_game, tmp_path):
    _, encoded = cv2.imencode(".jpg", np.full((60, 60, 3), 200, np.uint8))
    (game.folder / "drawn" / "0003.jpg").write_bytes(encoded.tobytes())
    game.move("white", 37, 32, drawn="drawn/0003.jpg")
    page.goto(f"{server.url}board/7")
    expect(page.locator("#picture img")).to_be_visible()
    expect(page.locator("#no-picture")).to_be_hidden()
    assert 'id="no-picture" hidden' in page.request.get(f"{server.url}board/7").text()
    game.close("1-0")
    new_game(tmp_path / "east" / "games" / "0002")
    expect(page.locator("#no-picture")).to_be_visible()
    expect(page.locator("#picture")).to_be_hidden()


def test_sharing_gives_the_lasting_address_with_the_ply(page, server, game, hall):
    page.add_init_script("navigator.share = async (given) => { window.shared = given.url; }; navigator.canShare = () => true")
    page.goto(f"{server.url}board/7")
    expect(page.locator("#status")).to_have_text("Live")
    page.locator("#share").click()
    assert page.evaluate("window.shared") == f"{server.url}{EVENT}/3/7"
    page.get_by_role("button", name="32-28").click()
    page.locator("#share").click()
    assert page.evaluate("window.shared") == f"{server.url}{EVENT}/3/7#1"
    game.close("1-0")
    hall("east", 2, board="7", round="4", white="Wytske")
    expect(page.locator("#white .name")).to_have_text("Wytske")
    expect(page.locator("#round")).to_have_attribute("href", f"/{EVENT}/4")
    page.locator("#share").click()
    assert page.evaluate("window.shared") == f"{server.url}{EVENT}/4/7"


def test_a_game_is_found_from_the_archive(page, server, game, hall):
    game.close("1-0")
    hall("west", 1, board="2", white="Tsj\u00eabbe", round="2").close("draw")
    page.goto(f"{server.url}wall")
    page.goto(f"{server.url}archive")
    ends_s = time.monotonic() + 20
    while page.locator("tbody tr").count() < 2 and time.monotonic() < ends_s:  # games that have ended are looked for each two seconds
        page.wait_for_timeout(300)
        page.reload()
    expect(page.locator("tbody tr")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Player").fill("tsjebbe")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Tsj\u00eabbe").click()
    expect(page.locator("#result")).to_have_text("Draw")
    page.get_by_role("link", name="Games of this round").click()
    expect(page.locator("h1")).to_have_text("Round 2")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Round as PDN").click()
    assert '[White "Tsj\u00eabbe"]' in coming.value.path().read_text()
    page.get_by_role("link", name="Frysk Kampioenskip").click()
    expect(page.locator("tbody tr")).to_have_count(2)


@ON_A_DESKTOP
def test_a_corrected_name_leads_to_the_page(page, server, game):
    game.journal.append(Described(0, "Anke", About.of({"event": "Iepen Frysk"})), 0)
    page.goto(server.url)
    expect(page.locator("#boards")).to_contain_text("Jelle de Vries")
    page.wait_for_timeout(2500)
    page.goto(f"{server.url}{EVENT}/3/7")
    expect(page).to_have_url(f"{server.url}iepen-frysk/3/7")


@ON_A_DESKTOP
def test_no_sound_until_it_is_chosen_and_the_choice_is_remembered(page, server, game):
    page.add_init_script(COUNT_KNOCKS)
    page.goto(f"{server.url}board/7")
    expect(page.locator("#status")).to_have_text("Live")
    sound = page.get_by_role("button", name="Sound on a move")
    expect(sound).to_have_attribute("aria-pressed", "false")
    game.move("white", 37, 32)
    expect(page.locator("[aria-current]")).to_have_text("37-32")
    assert page.evaluate("knocks") == 0
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    chosen = page.evaluate("knocks")  # to hear what was chosen
    game.move("black", 14, 19)
    expect(page.locator("[aria-current]")).to_have_text("14-19")
    assert page.evaluate("knocks") == chosen + 1
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#status")).to_have_text("Live")
    assert page.evaluate("knocks") == 0
    game.move("white", 41, 37)
    expect(page.locator("[aria-current]")).to_have_text("41-37")
    assert page.evaluate("knocks") == 1
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


@ON_A_DESKTOP
def test_stepping_back_makes_no_sound_nor_a_move_that_is_not_seen(page, server, game):
    page.add_init_script(COUNT_KNOCKS)
    page.goto(f"{server.url}board/7")
    sound = page.get_by_role("button", name="Sound on a move")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    chosen = page.evaluate("knocks")  # to hear what was chosen
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    game.move("white", 37, 32)
    expect(page.get_by_role("button", name="37-32")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("[aria-current]")).to_have_text("37-32")
    assert page.evaluate("knocks") == chosen


@ON_A_DESKTOP
def test_a_move_is_tried_with_the_keyboard_after_the_end(page, server, game):
    page.goto(f"{server.url}{EVENT}/3/7")
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#try")).to_be_hidden()
    game.close("1-0")
    expect(page.locator("#try")).to_be_visible()
    page.locator("#try").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#legal button")).to_have_text(["28x19"])
    expect(page.locator("#trying-title")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#tried")).to_have_text("Tried: 28x19")
    expect(page.locator("#legal button")).to_have_text(["9x29", "13x24", "14x23"])
    expect(piece(page, 19)).to_have_attribute("data-piece", "white-man")
    expect(page.locator("#trying-title")).to_be_focused()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#legal button")).to_have_text(["28x19"])
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#trying")).to_be_hidden()
    expect(piece(page, 28)).to_have_attribute("data-piece", "white-man")
    expect(page.locator("#try")).to_be_focused()


def square_at(page, square, flipped=False):
    """Where the middle of a square is on the page."""
    row, place = divmod(square - 1, 5)
    column = 2 * place + (row % 2 == 0)
    if flipped:
        row, column = 9 - row, 9 - column
    box = page.locator("#board").bounding_box()
    return box["x"] + box["width"] * (2 + 10 * column + 5) / 104, box["y"] + box["height"] * (2 + 10 * row + 5) / 104


def test_a_move_is_tried_on_the_board_from_an_earlier_position(page, server, game):
    game.close("1-0")
    page.goto(f"{server.url}{EVENT}/3/7#0")
    page.locator("#try").click()
    expect(page.locator("#legal button")).to_have_count(9)
    page.locator("#board").scroll_into_view_if_needed()
    page.mouse.click(*square_at(page, 33))
    expect(page.locator("#legal button")).to_have_text(["33-28", "33-29"])
    page.mouse.click(*square_at(page, 29))
    expect(page.locator("#tried")).to_have_text("Tried: 33-29")
    expect(piece(page, 29)).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#trying")).to_be_hidden()
    expect(page.locator("#shown")).to_have_text("After 1. 32-28")
    expect(piece(page, 33)).to_have_count(1)


@ON_A_DESKTOP
def test_moves_are_offered_once_no_game_of_the_event_is_played(page, server, game, hall):
    other = hall("west", 1, board="2")
    game.close("1-0")
    page.lost = "403"  # the browser reports a move that is refused
    page.goto(f"{server.url}{EVENT}/3/7")
    expect(page.locator("#status")).to_have_text("Ended")
    expect(page.locator("#result")).to_have_text("White wins")
    expect(page.locator("#try")).to_be_hidden()
    other.close("draw")
    expect(page.locator("#try")).to_be_visible(timeout=15_000)
    page.locator("#try").click()
    hall("west", 2, board="2", round="4")
    expect(page.locator("#try")).to_be_hidden(timeout=15_000)
    page.locator("#legal button").first.click()
    expect(page.locator("#tried")).to_have_text(re.compile("no game of this event is being played any more"))
    page.reload()
    expect(page.locator("#result")).to_have_text("White wins")
    expect(page.locator("#try")).to_be_hidden()


@ON_A_DESKTOP
def test_a_game_that_was_broken_off_stands_still(page, server, game, hall):
    hall("east", 2, board="7", round="4")
    page.goto(f"{server.url}{EVENT}/3/7")
    expect(page.locator("#status")).to_have_text("Broken off")
    expect(page.locator("#white .time")).to_have_text("1:20:35")
    expect(page.locator("[data-running]")).to_have_count(0)
    expect(page.locator("#try")).to_be_hidden()
    title = page.locator('meta[property="og:title"]')
    expect(title).to_have_attribute("content", "Jelle de Vries \u2013 Sytske Hoekstra \u00b7 Frysk Kampioenskip")
    picture = page.locator('meta[property="og:image"]').get_attribute("content")
    size = page.evaluate(
        "async (url) => { const i = new Image(); i.src = url; await i.decode(); return [i.naturalWidth, i.naturalHeight]; }", picture
    )
    assert size == [1200, 630]
