"""The board's health in a real browser, with a camera's real picture: the checks, and the corners set by pointer and by keys."""

import threading
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.boards.readiness import REPORT_NAME
from pi.checks.camera_view import CameraView
from pi.reading.live_reader import Begun
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import FindBoard
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import read_picture

PASSWORD = "oer it fjild"
PICTURE = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames" / "0007.jpg"
AXE = Path(__file__).parents[1] / "axe" / "axe.min.js"
CORNERS = [(232.0, 582.0), (709.7, 611.0), (714.6, 148.5), (274.1, 134.9)]
"""The corners of the board in that picture, in pixels."""
expect.set_options(timeout=20_000)


class Board(threading.Thread):
    """The part of a board's service that the desk uses: it shows the camera's picture, and finds the board at the given corners."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        ring = Ring(wait_s=0.0)
        frame = Frame("", time.monotonic_ns(), read_picture(PICTURE))
        ring.add(frame)
        self.view = CameraView(folder, ring, time.monotonic_ns, time.monotonic_ns)
        self.view.hear(Begun(frame, Geometry.from_corners(10, CORNERS, (960, 720)), False))
        self.journal, self.asked, self.ended = folder / "journal.sqlite", [], threading.Event()

    def run(self):
        with Inbox(self.journal) as inbox:
            while not self.ended.wait(0.1):
                self.view.update()
                for number, word in inbox.take():
                    self.asked.append(word)
                    inbox.answer(number, OBEYED if word.corners_px else "the board is covered")
        self.view.close()


@pytest.fixture
def board(game):
    game.open()
    made = Board(game.folder)
    made.start()
    yield made
    made.ended.set()
    made.join(10)


@pytest.fixture
def server(serve, game, board):
    Accounts(game.folder / "arbiters.json").put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    words = ("--secret-key", "secret_key", "--arbiters", "arbiters.json", "--report", REPORT_NAME)
    return serve(game.folder, *(word if word.startswith("-") else str(game.folder / word) for word in words))


def point(page, number, corner):
    """Click at that corner, given in the camera's pixels."""
    box = page.locator("#camera").bounding_box()
    page.mouse.click(*(start + place * box["width"] / 960 for start, place in zip((box["x"], box["y"]), corner, strict=True)))
    expect(page.locator("#corners circle")).to_have_count(number)


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_the_board_is_seen_and_found_where_it_is_pointed_at(page, server, board):
    page.goto(f"{server.url}login?next=/desk/1")
    page.get_by_label("Name").fill("Anke")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Board and camera").click()
    expect(page.locator("#camera")).to_be_visible()
    expect(page.locator("#corners polygon")).to_have_count(1)
    expect(page.locator(".checks")).to_contain_text("Light: in order")
    expect(page.locator("#seen-says")).to_contain_text("The board alone is shown")
    page.get_by_role("button", name="Find the board again").click()
    expect(page.locator("#found")).to_have_text("Not found: the board is covered")

    page.get_by_role("button", name="Point at the corners").click()
    expect(page.locator("#seen-says")).to_contain_text("The whole picture is shown")
    expect(page.locator("#pointing")).to_contain_text("lower left corner")
    page.locator("#camera").scroll_into_view_if_needed()
    for number, corner in enumerate(CORNERS[:3], 1):
        point(page, number, corner)
    expect(page.locator("#pointing")).to_have_text("Now the upper left one.")
    for key in ["ArrowLeft"] * 13 + ["Shift+ArrowUp"] * 3 + ["ArrowUp"] * 14 + ["Enter"]:
        page.keyboard.press(key)
    page.get_by_role("button", name="Look here").click()
    expect(page.locator("#found")).to_have_text("The board is found.")
    expect(page.locator("#pointing")).to_be_empty()

    page.evaluate(AXE.read_text())
    wrong = page.evaluate("axe.run('#health', { resultTypes: ['violations'] })")["violations"]
    assert [(one["id"], node["html"]) for one in wrong for node in one["nodes"]] == []

    unpointed, pointed = board.asked
    assert unpointed == FindBoard("Anke", None)
    assert pointed.corners_px[3] == (480 - 13 * 16, 360 - 3 - 14 * 16)
    for seen, meant in zip(pointed.corners_px[:3], CORNERS, strict=False):
        assert max(abs(one - other) for one, other in zip(seen, meant, strict=True)) < 4
