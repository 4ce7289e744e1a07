"""From nothing to a hub with a board: one command, the code that it shows, the page that adds a board, and the code that a camera reads."""

import os
import pty
import re
import subprocess
import sys
from contextlib import closing, suppress
from threading import Thread

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from hub.broker.hall import Hall
from tests.support.axe import violations
from tests.support.free_port import free_port
from tests.support.waiting import WITHIN_S, wait_until

DAMCAM = [sys.executable, "-P", "-m", "pi"]
PASSWORD = "oer it fjild"


class Terminal:
    """A command in a terminal, and what it says there."""

    def __init__(self, words, environment):
        ours, its = pty.openpty()
        with closing(os.fdopen(its)):
            self.process = subprocess.Popen([*DAMCAM, *words], stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=environment)
        self.said = ""
        self._reads = Thread(target=self._read, args=(ours,))
        self._reads.start()

    def _read(self, ours):
        with closing(os.fdopen(ours, closefd=True)), suppress(OSError):  # an error ends it once nobody has the other end
            while part := os.read(ours, 4096):
                self.said += part.decode(errors="replace")

    def end(self):
        self.process.terminate()
        status = self.process.wait(WITHIN_S)
        self._reads.join()
        return status


@pytest.fixture
def started(system, tmp_path):
    """Starts commands with a folder below this one as their state, and ends them, the last one first."""
    running = []

    def start(state, *words):
        running.append(Terminal(words, os.environ | {"DAMCAM_BOARD_STATE": str(tmp_path / state)}))
        return running[-1]

    yield start
    assert [one.end() for one in reversed(running)] == [0] * len(running)


def stand_still(route):
    """Leave out that the page looks again by itself: it would go while it is looked at."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={name: value for name, value in answer.headers.items() if name != "refresh"})


def test_a_hub_is_made_by_one_command_and_a_board_joins_by_what_a_camera_reads(started, tmp_path, browser):
    (tmp_path / "hub").mkdir()
    Hall(tmp_path / "hub").init(free_port())  # 8883 may be another's
    port = free_port()
    hub = started("hub", "hub", "--port", str(port))
    wait_until(lambda: "serving at" in hub.said, lambda: hub.said)
    code = re.search(r"with the code (\S+)", hub.said)[1]
    with closing(browser.new_context(viewport={"width": 1000, "height": 900})) as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{port}/login?next=/desk/boards")
        assert violations(page) == []
        page.get_by_label("Code").fill(code.lower())
        page.get_by_label("Name").fill("Anke")
        page.get_by_label("New password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Add a board").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Board 1")
        page.route("**/desk/boards/1", stand_still)
        page.goto(f"http://127.0.0.1:{port}/desk/boards/1")
        assert violations(page) == []
        with page.expect_download() as download:
            page.get_by_role("link", name="damcam-1.json").click()
        text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(cv2.imdecode(np.frombuffer(page.screenshot(full_page=True), np.uint8), 1))
        assert text == download.value.path().read_text().rstrip("\n")
        page.unroute("**/desk/boards/1")
        page.reload()
        listed = context.new_page()
        listed.goto(f"http://127.0.0.1:{port}/desk/boards")
        expect(listed.get_by_role("cell", name="has not joined yet")).to_be_visible()
        listed.get_by_label("Board").fill("east")
        environment = os.environ | {"DAMCAM_BOARD_STATE": str(tmp_path / "board")}
        subprocess.run([*DAMCAM, "join", "-"], input=text, text=True, check=True, capture_output=True, env=environment)
        started("board", "uplink")
        expect(page.get_by_text("This board has joined the hub.")).to_be_visible()
        expect(listed.get_by_role("cell", name="connected")).to_be_visible()
        expect(listed.get_by_label("Board")).to_have_value("east")
        assert violations(listed) == []
        page.get_by_role("link", name="Boards of this hub").click()
        page.get_by_text("Change").click()
        page.get_by_text("Remove from this hub").click()
        page.get_by_role("button", name="Remove board").click()
        expect(page.get_by_text("There are none yet.")).to_be_visible()
        expect(listed.get_by_text("There are none yet.")).to_be_visible()
