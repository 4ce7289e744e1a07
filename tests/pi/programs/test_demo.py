"""The demo as a person meets it: the command started, its page opened in Chromium, the record it leaves."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from record.store.journal import Journal, fold
from rules.board.ruleset import ruleset
from rules.pdn.read import check_game, read_games
from tests.free_port import free_port


class Demo:
    """A running demo, its messages in a file."""

    def __init__(self, folder: Path, port: int, *words: str) -> None:
        self.out, self.told = folder / "out", folder / "told.txt"
        command = [sys.executable, "-P", "-m", "pi", "demo", "--no-browser", "--port", str(port), "--out", str(self.out), *words]
        with self.told.open("w") as told:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=told, stderr=told)

    def wait_for(self, text: str, seconds: float = 240) -> str:
        """What was told, once it holds that text."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if text in self.told.read_text():
                return self.told.read_text()
            time.sleep(0.05)
        raise AssertionError(f"{text!r} was not told:\n{self.told.read_text()}")

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(120)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Demo]]:
    started: list[Demo] = []

    def run(port: int, *words: str) -> Demo:
        started.append(Demo(tmp_path, port, *words))
        return started[-1]

    yield run
    for demo in started:
        if demo.process.poll() is None:
            demo.process.kill()
            demo.process.wait()


def test_the_page_follows_the_demo_live(start: Callable[..., Demo], browser: Browser) -> None:
    port = free_port()
    demo = start(port, "--speed", "30", "--stay")
    demo.wait_for("serving at")
    page = browser.new_page()
    page.goto(f"http://localhost:{port}/")
    expect(page.locator("#rows")).to_contain_text("31-27", timeout=20_000)
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    clocks = page.locator(".time").all_inner_texts()
    expect(page.locator("#rows")).to_contain_text("29x18", timeout=20_000)
    assert page.locator(".time").all_inner_texts() != clocks
    assert page.evaluate("document.querySelector('img').naturalWidth") > 300
    assert "left standing" not in page.content()  # Art. 24: what was wrong with press 8 is for the arbiter alone
    expect(page.locator("#rows")).to_contain_text("16-21", timeout=20_000)
    page.close()
    demo.wait_for("Ctrl-C ends it")
    assert demo.interrupt() == 0


def test_the_demo_tells_each_press_and_leaves_the_record(start: Callable[..., Demo]) -> None:
    demo = start(free_port(), "--speed", "500", "--no-stay")
    assert demo.process.wait(240) == 0
    told = demo.told.read_text()
    assert "board found in frames/0000.jpg" in told
    assert [line.split()[2] for line in told.splitlines() if line.rstrip().endswith("sure")][:3] == ["31-27", "18-23", "36-31"]
    assert f"the record is in {demo.out}/game.pdn" in told
    (game,) = read_games((demo.out / "game.pdn").read_text())
    assert check_game(game, ruleset("frisian")).ok
    assert sorted(path.name for path in demo.out.glob("journal*")) == ["journal.sqlite", "journal.sqlite-tail"]


def test_a_busy_port_gets_a_sentence_and_the_next_free_one(start: Callable[..., Demo]) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        demo = start(port, "--speed", "500", "--stay")
        told = demo.wait_for("instead")
        assert f"port {port} is busy; serving on" in told
        url = told.split("serving at ")[1].split()[0]  # the server tells it before the demo goes on
        with urllib.request.urlopen(f"{url}state", timeout=60) as answer:
            assert json.load(answer)["rules"] == "frisian"


def test_an_interrupted_demo_keeps_what_was_played(start: Callable[..., Demo]) -> None:
    demo = start(free_port(), "--speed", "20")
    demo.wait_for("18-23")
    assert demo.interrupt() == 130
    with Journal.reader(demo.out / "journal.sqlite") as journal:
        state = fold(journal)
    assert [ply.move for ply in state.plies][:2] == ["31-27", "18-23"]
    assert state.closed
