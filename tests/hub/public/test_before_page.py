"""The page before the round in a real browser: two boards, one of which is reached by its address."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from hub.boards.readiness import REPORT_NAME, VERSION, boot_id, read_report, ready_view, view_for_boards
from hub.feeds.silence import NAME
from record.events.of_game import ClockStopped
from record.session.state import State

CAMERA = {"name": "camera", "level": "ok", "seen": "pictures come", "do": ""}
START = {"name": "start", "level": "fail", "seen": "square 3: a black man expected, none seen", "do": "set the pieces up"}
LIGHT = {"name": "light", "level": "warn", "seen": "dim", "do": "turn more light on"}


def report(folder, board, *checks, phase="waiting"):
    told = {
        "version": VERSION,
        "boot": boot_id(),
        "t_ns": time.monotonic_ns(),
        "about": {"board": board},
        "phase": phase,
        "picture_age_ms": 240,
    }
    unfinished = folder / "report.new"
    unfinished.write_text(json.dumps(told | {"checks": checks}))
    unfinished.replace(folder / REPORT_NAME)


@pytest.fixture
def other(tmp_path, game):
    """Another board, which tells the same of itself again and again."""
    folder = tmp_path / "other"
    folder.mkdir()
    report(folder, "board-2", CAMERA, LIGHT)
    told = json.dumps(view_for_boards(ready_view(read_report(folder / REPORT_NAME), State(), {}))).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/ready.json" else 404)
            self.end_headers()
            self.wfile.write(told)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def server(serve, game, other):
    """A board's own server, which shows that other board and one that is not there."""
    report(game.folder, "board-1", CAMERA, START)
    return serve(game.folder, "--report", str(game.folder / REPORT_NAME), f"--board={other}", "--board=http://127.0.0.1:9")


@pytest.mark.both_sizes
def test_every_board_is_on_one_screen(page, server, game):
    page.goto(f"{server.url}before")
    boards = page.locator(".board")
    expect(boards).to_have_count(3)
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("#summary")).to_have_text("0 of 3 ready")
    expect(boards.locator(".verdict")).to_have_text(["Not ready", "Not ready yet", "No answer"])
    expect(boards.nth(0).locator("h2")).to_have_text("board-1")
    expect(boards.nth(0).locator(".seen")).to_have_text("Start position: square 3: a black man expected, none seen")
    expect(boards.nth(0).locator(".do")).to_have_text("set the pieces up")
    expect(boards.nth(1).locator(".do")).to_have_text("turn more light on")
    expect(boards.nth(2).locator(".do")).to_contain_text("see what its service says")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], "nothing is cut off at the side"

    game.open()
    game.move("white", 32, 28)
    while page.request.get(f"{server.url}ready.json").json()["phase"] != "playing":
        pass
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(boards.nth(0).locator(".verdict")).to_have_text("A game runs")
    expect(page.locator("#summary")).to_have_text("1 of 3 playing")
    expect(boards.nth(0).locator(".names")).to_have_text("Jelle de Vries · Sytske Hoekstra")
    expect(boards.nth(0)).not_to_contain_text("square 3")


@pytest.fixture
def living():
    """Gives signs of life in state folders: those that stay in the list live."""
    states, ends = [], threading.Event()

    def live():
        while not ends.wait(0.3):
            for state in list(states):
                (state / NAME).touch()

    touching = threading.Thread(target=live)
    touching.start()
    yield states
    ends.set()
    touching.join()


def test_boards_whose_services_are_gone_are_not_ready(browser, serve, new_game, tmp_path, living):
    """Three boards of a hub die together: before the first press, in the game, and after it."""
    for name, phase in (("a", "ready"), ("b", "playing"), ("c", "over")):
        state = tmp_path / name
        (state / "games").mkdir(parents=True)
        report(state, "", CAMERA, phase=phase)
        living.append(state)
        board = new_game(state / "games" / "0001")
        board.open()
        if phase == "ready":
            board.journal.append(ClockStopped(0, 4800 * 10**9, 4800 * 10**9), 0)
        else:
            board.move("white", 32, 28)
        if phase == "over":
            board.close("1-0")
    server, page = serve(list(living)), browser.new_page()
    page.goto(f"{server.url}before")
    verdicts = page.locator(".board .verdict")
    expect(verdicts.nth(1)).to_have_text("A game runs")
    expect(page.locator("#summary")).to_have_text("1 of 3 ready · 1 of 3 playing · 1 of 3 over")
    living.clear()
    expect(page.locator("#summary")).to_have_text("0 of 3 ready", timeout=30_000)
    expect(verdicts).to_have_text(["No word from it"] * 3)
    expect(page.locator(".board .do").nth(2)).to_contain_text("systemctl status damcam-board")
