"""A spectator's evening: a game is followed to its end, at its lasting address, with sound, and found in the archive."""

import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from record.events.about import About
from record.events.of_game import Pressed, Ruled, SessionClosed, SessionOpened
from tests.support.waiting import wait_until

EVENT = "frysk-kampioenskip"
COUNT_KNOCKS = """window.knocks = 0;
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function () { window.knocks += 1; start.call(this); };"""
pytestmark = pytest.mark.parametrize("page", ["desktop"], indirect=True)


@pytest.fixture
def hall(tmp_path, new_game):
    """Makes the game of that number at one of two boards, `east` and `west`."""
    return lambda state, number: new_game(tmp_path / state / "games" / f"{number:04}")


@pytest.fixture
def game(hall):
    """The first game in the east, which has not begun."""
    return hall("east", 1)


@pytest.fixture
def begun(game, hall):
    """The same, after two moves. Its board has the key 7; a game of the second round has ended in the west."""
    hall("west", 1).open(board="2", white="Tsjêbbe", round="2").close("draw")
    game.open(board="7")
    game.move("white", 32, 28, took_s=25)
    game.move("black", 19, 23, took_s=70)
    return game


@pytest.fixture
def server(serve, tmp_path, request):
    for state in ("east", "west"):
        (tmp_path / state / "games").mkdir(parents=True)
    request.getfixturevalue("begun" if "begun" in request.fixturenames else "game")
    return serve([tmp_path / "east", tmp_path / "west"])


def piece(page, square):
    return page.locator(f'#board [data-square="{square}"]')


def times(page):
    return [page.locator(f"#{side} .time").text_content() for side in ("white", "black")]


def come_early(page, server):
    """A button that is pressed before the page's scripts are there is pressed once they are."""
    held = []
    page.route(re.compile(r"/js/main\.js$"), lambda route: held.append(route))
    page.goto(f"{server.url}board/east")
    page.locator("#flip").click()
    wait_until(lambda: page.evaluate("true") and held)
    expect(page.locator("#game")).not_to_have_attribute("data-flipped", "")
    for route in held:
        route.continue_()
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")
    page.locator("#flip").click()
    expect(page.locator("#status")).to_have_text("Waiting for the game to begin")


def follow(page, game):
    game.open()
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#board [data-piece='white-man']")).to_have_count(20)
    expect(page.locator("#white .name")).to_have_text("Jelle de Vries")
    game.move("white", 32, 28, took_s=25)
    expect(page.locator("[aria-current]")).to_have_text("32-28")
    expect(piece(page, 28)).to_have_attribute("data-piece", "white-man")
    expect(piece(page, 32)).to_have_count(0)
    expect(page.locator("#told")).to_have_text("White: 32-28")
    expect(page.locator("#black-clock")).to_have_attribute("data-running", "")
    game.move("black", 19, 23, took_s=70)
    expect(page.locator("[aria-current]")).to_have_text("19-23")
    expect(page.locator("#white-clock")).to_have_attribute("data-running", "")
    expect(page.locator("td")).to_have_text(["32-280:25", "19-231:10"])


def go_back(page, game):
    """Position and clocks go back together, by keys and by the list; a move that comes meanwhile changes nothing of what is shown."""
    shown = page.locator("#shown :visible")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text("After 1. 32-28")
    expect(piece(page, 19)).to_have_attribute("data-piece", "black-man")
    game.move("white", 37, 32, took_s=5)
    expect(page.get_by_role("button", name="37-32")).to_have_count(1)
    expect(shown).to_have_text("After 1. 32-28")
    assert times(page) == ["1:20:35", "1:20:00"]
    page.get_by_role("button", name="19-23").click()
    expect(page.locator("#white .time")).to_have_text("1:20:35")
    assert times(page) == ["1:20:35", "1:19:50"]
    expect(page.locator("[data-running]")).to_have_count(0)
    page.keyboard.press("Home")
    expect(shown).to_have_text("Start position")
    assert times(page) == ["1:20:00", "1:20:00"]
    page.keyboard.press("End")
    expect(shown).to_have_text("Black to move")
    expect(page.locator("#black-clock")).to_have_attribute("data-running", "")
    assert (times(page)[0], times(page)[1] <= "1:19:50") == ("1:21:30", True)
    page.get_by_role("button", name="32-28").click()
    expect(piece(page, 23)).to_have_count(0)
    page.get_by_role("button", name="Back to live").click()
    expect(piece(page, 23)).to_have_count(1)


def turn_the_board(page):
    high, corner = page.locator("#white").bounding_box()["y"], piece(page, 46).bounding_box()
    page.locator("#title, h1").first.click()
    page.keyboard.press("f")
    expect(page.locator("#game")).not_to_have_attribute("data-flipped", "")
    page.locator("#board").click()
    page.keyboard.press("f")
    expect(page.locator("#game")).to_have_attribute("data-flipped", "")
    assert page.locator("#white").bounding_box()["y"] < high
    turned = piece(page, 46).bounding_box()
    assert (turned["x"] > corner["x"], turned["y"] < corner["y"]) == (True, True)


def see_no_fault(page, game):
    """An irregular press looks like one that is being read (Art. 24); of a board that is not read, that alone is told."""
    reading, unread = page.locator("#reading"), page.locator("#unread")
    expect(reading).to_be_hidden()
    game.fault("black", "27a", 31, 26)
    expect(reading).to_have_text("Reading the board")
    expect(piece(page, 31)).to_have_count(1)
    assert "27" not in page.locator("main").inner_text().replace("27\n", "")
    game.fault("white", "unsure", 20, 24)
    expect(page.locator("#black-clock")).to_have_attribute("data-running", "")
    expect(reading).to_be_visible()
    expect(unread).to_be_hidden()
    game.fault("black", "unsure", 20, 24)
    expect(unread).to_be_visible()
    expect(reading).to_be_hidden()
    expect(piece(page, 20)).to_have_count(1)
    expect(page.locator("#paper")).to_be_hidden()
    game.go_on_paper()
    expect(page.locator("#paper")).to_be_visible()
    expect(page.locator("#white-clock, #black-clock").and_(page.locator("[data-running]"))).to_have_count(1)


def test_a_game_is_followed_from_before_its_start_to_its_end(page, server, serve, game, tmp_path):
    come_early(page, server)
    follow(page, game)
    go_back(page, game)
    turn_the_board(page)
    page.lost = "net::ERR_"  # the browser reports each refused connection
    server.stop()
    expect(page.locator("#status")).to_have_text("No connection")
    expect(page.locator("#stale")).not_to_be_empty()
    game.move("black", 14, 19)
    serve([tmp_path / "east", tmp_path / "west"], port=server.port)
    expect(page.locator("[aria-current]")).to_have_text("14-19")
    expect(page.locator("#status")).to_have_text("Live again")
    expect(page.locator("#stale")).to_be_empty()
    game.move("white", 41, 37)
    see_no_fault(page, game)
    game.close("1-0")
    expect(page.locator("#result")).to_have_text("White wins")
    expect(page.locator("#status")).to_have_text("Ended")


def test_what_was_captured_what_is_counted_and_how_it_ended(page, server, game):
    fens = ["W:WK47,31:BK4,20,36", "B:WK42,31:BK4,20,36", "W:WK42,31:BK10,20,36", "B:WK15,31:B20,36"]
    game.journal.append(SessionOpened("frisian", 10, fens[0], "none", 0, 0, About.of({"white": "Anna", "black": "Bo"})), 0)
    for seq, (side, move) in enumerate([("white", "47-42"), ("black", "4-10"), ("white", "42x15")], 1):
        game.journal.append(Pressed(seq, seq, side, 0, 0, None), seq)
        game.journal.append(Ruled(seq, side, "legal", move, fens[seq], 0.99), seq)
    page.goto(f"{server.url}board/east")
    expect(page.locator("#white .taken")).to_have_text("1")
    expect(page.get_by_role("img", name="Captured: 1")).to_be_visible()
    expect(page.locator("#counts")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    counted = page.locator(".counts li:visible")
    expect(counted).to_have_text(
        [f"{side}: 1 of 3 quiet moves in a row with the king on square {square}." for side, square in (("White", 42), ("Black", 10))]
    )
    expect(counted.first.locator("[data-full]")).to_have_count(1)
    expect(page.locator("#white .taken")).to_be_empty()
    expect(page.locator("#told")).to_have_text("Black: 4-10")
    game.journal.append(SessionClosed(9 * 10**9, "1-0", "20.2"), 9 * 10**9)
    expect(page.locator("#result")).to_have_text("White wins")
    expect(page.locator("#why")).to_have_text("Black has resigned. (Art. 20.2)")
    expect(page.locator("#told")).to_have_text("White wins")


def see_the_ply_of_the_address(page, url, game):
    shown = page.locator("#shown :visible")
    page.goto(f"{url}#1")
    expect(shown).to_have_text("After 1. 32-28")
    expect(page.locator("#status")).to_have_text("Live")
    page.locator("#back").click()
    expect(page).to_have_url(f"{url}#0")
    page.locator("#last").click()
    expect(page).to_have_url(url)
    _, encoded = cv2.imencode(".jpg", np.full((60, 60, 3), 200, np.uint8))
    (game.folder / "drawn" / "0003.jpg").write_bytes(encoded.tobytes())
    game.move("white", 37, 32, drawn="drawn/0003.jpg")
    expect(page.locator("[aria-current]")).to_have_text("37-32")
    page.evaluate("location.hash = '#2'")
    expect(shown).to_have_text("After 1… 19-23")
    page.goto("about:blank")
    page.goto(f"{url}#99")
    expect(shown).to_have_text("Black to move")


def test_a_page_stays_with_its_game_and_the_board_goes_on(page, server, begun, hall):
    page.context.add_init_script("navigator.share = async (given) => { window.shared = given.url; }; navigator.canShare = () => true")

    def shared(page):
        page.evaluate("window.shared = ''")
        page.locator("#share").click()  # before the page's scripts are there it counts once they are
        return wait_until(lambda: page.evaluate("window.shared"))

    url, board = f"{server.url}{EVENT}/3/7", f"{server.url}board/7"
    see_the_ply_of_the_address(page, url, begun)
    page.goto(board)
    expect(page.locator("#picture img")).to_be_visible()
    assert shared(page) == url
    page.get_by_role("button", name="32-28").click()
    assert shared(page) == f"{url}#1"
    at_board = page.context.new_page()
    at_board.goto(board)
    page.goto(url)
    expect(page.locator("#status")).to_have_text("Live")
    begun.close("1-0")
    expect(page.locator("#result")).to_have_text("White wins")
    expect(at_board.locator("#told")).to_have_text("White wins")
    later = hall("east", 2)
    expect(at_board.locator("#picture")).to_have_text("No picture has been read.")
    expect(at_board.locator("#picture img")).to_have_count(0)
    later.open(board="7", round="4", white="Wytske")
    expect(page.locator("#next")).to_be_visible()
    for _ in range(2):
        expect(page.locator("#white .name")).to_have_text("Jelle de Vries")
        expect(piece(page, 32)).to_have_count(1)
        expect(page.locator("#result")).to_have_text("White wins")
        page.reload()
    expect(page.locator("#status")).to_have_text("Ended")
    expect(page.locator("[data-running]")).to_have_count(0)
    page.get_by_role("button", name="19-23").click()
    expect(page.locator("#black .time")).to_have_text("1:19:50")
    page.close()
    page = at_board
    expect(page.locator("#white .name")).to_have_text("Wytske")
    expect(page.locator("#round")).to_have_attribute("href", f"/{EVENT}/4")
    expect(page.locator("#told")).to_have_text("White wins")  # and not that the result was taken back
    assert shared(page) == f"{server.url}{EVENT}/4/7"
    hall("east", 3).open(board="7", round="5")
    page.goto(f"{server.url}{EVENT}/4/7")
    expect(page.locator("#status")).to_have_text("Broken off")
    expect(page.locator("#white .time")).to_have_text("1:20:00")
    expect(page.locator("[data-running]")).to_have_count(0)


def test_a_move_sounds_once_that_is_chosen_and_seen_to_be_made(page, server, begun):
    """No sound until it is chosen, which the browser remembers; none while an earlier position is shown."""
    page.add_init_script(COUNT_KNOCKS)
    page.goto(f"{server.url}board/7")
    expect(page.locator("#status")).to_have_text("Live")
    sound, current = page.get_by_role("button", name="Sound on a move"), page.locator("[aria-current]")
    expect(sound).to_have_attribute("aria-pressed", "false")
    begun.move("white", 37, 32)
    expect(current).to_have_text("37-32")
    assert page.evaluate("knocks") == 0
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    chosen = page.evaluate("knocks")  # to hear what was chosen
    begun.move("black", 14, 19)
    expect(current).to_have_text("14-19")
    assert page.evaluate("knocks") == chosen + 1
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#status")).to_have_text("Live")
    assert page.evaluate("knocks") == 0
    begun.move("white", 41, 37)
    expect(current).to_have_text("41-37")
    assert page.evaluate("knocks") == 1
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    begun.move("black", 10, 14)
    expect(page.get_by_role("button", name="10-14")).to_have_count(1)
    page.keyboard.press("End")
    expect(current).to_have_text("10-14")
    assert page.evaluate("knocks") == 1
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


def find_in_the_archive(page, server):
    page.goto(f"{server.url}archive")
    rows = page.locator("tbody tr")
    wait_until(lambda: rows.count() == 2 or not page.reload())  # games are looked for now and then
    page.get_by_label("Player").fill("tsjebbe")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(1)
    page.get_by_role("link", name="Tsjêbbe").click()
    expect(page.locator("#result")).to_have_text("Draw")
    page.get_by_role("link", name="Games of this round").click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Round as PDN").click()
    assert '[White "Tsjêbbe"]' in coming.value.path().read_text()
    page.get_by_role("link", name="Frysk Kampioenskip").click()
    expect(rows).to_have_count(2)
    page.get_by_role("link", name="Jelle de Vries \u2013 Sytske Hoekstra").click()


def test_from_the_archive_to_a_game(page, server, begun):
    begun.close("1-0")
    find_in_the_archive(page, server)
    expect(page.locator("#result")).to_have_text("White wins")
    expect(piece(page, 28)).to_have_attribute("data-piece", "white-man")
