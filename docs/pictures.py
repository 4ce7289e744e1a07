"""Takes the pictures that README.md and the documentation show, of a recorded game as the service plays it:

    .venv/bin/python docs/pictures.py               all of them, in English and Dutch: some six minutes
    .venv/bin/python docs/pictures.py evening nl    the pictures of one kind, in one language

Chromium must be installed, as for the tests.
"""

import json
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from docs.commanded import damcam, served
from docs.played_boards import PLAYED, TIME_CONTROL, board_of, opened
from docs.set_up_boards import SET_UP, status_of, telling
from record.events.of_game import Arbitrated, SessionClosed
from record.store.journal import Journal, fold
from rules.board.position import Position
from rules.board.ruleset import ruleset

IMAGES = Path(__file__).parent / "images"
ROOT = IMAGES.parents[1]
DATA = ROOT / "tests" / "data"
SESSION = DATA / "sessions" / "first_light"
WAIT_S = 300
"""Longest wait for something to appear on a page."""
SPEED = "2"
QUIET, LATE, LAST = 3, 12, 14
"""Presses of the session: before its first irregularity, with some captures done, the last."""
RESULTS = ("1-0", "draw", "0-1", "1-0", "draw")
"""The results of the games in the picture of the archive."""
NAME, PASSWORD = "Anke de Boer", "oer it fjild"
QUALITY = 80
"""Of WebP: text stays sharp, and a page takes some 50 kB."""


class Pictures:
    """Takes pictures of pages in one language. English ones lie in `images`, others in a folder named after the language."""

    def __init__(self, browser: Browser, lang: str) -> None:
        self.browser, self.lang = browser, lang
        self.folder = IMAGES if lang == "en" else IMAGES / lang

    def open(self, url: str, size: tuple[int, int]) -> Page:
        """The page, once it is served."""
        page = self.browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
        page.set_default_timeout(WAIT_S * 1000)
        until = time.monotonic() + WAIT_S
        while True:
            try:
                page.goto(f"{url}{'&' if '?' in url else '?'}lang={self.lang}")
                return page
            except Error:
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)

    def take(self, shown: Page | Locator, name: str) -> None:
        """Write a picture of a page, or of one element of it, as it is a moment from now."""
        page = shown if isinstance(shown, Page) else shown.page
        if page is shown:
            page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(1500)
        self.folder.mkdir(exist_ok=True)
        (self.folder / f"{name}.webp").write_bytes(webp(decoded(shown.screenshot())))


def main(words: list[str]) -> None:
    languages = [word for word in words if word in ("en", "nl")] or ["en", "nl"]
    wanted = {word for word in words if word not in ("en", "nl")} or {"evening", "round", "before", "wall", "archive", "overlay", "explain"}
    with chromium() as browser:
        for lang in languages:
            pictures = Pictures(browser, lang)
            if "evening" in wanted:
                with tempfile.TemporaryDirectory(prefix="damcam-") as folder:
                    evening(pictures, Path(folder) / "board")
            if "round" in wanted:
                with tempfile.TemporaryDirectory(prefix="damcam-") as folder:
                    evening_list(pictures, Path(folder))
            if "before" in wanted:
                with tempfile.TemporaryDirectory(prefix="damcam-") as folder:
                    before(pictures, Path(folder))
            if "wall" in wanted:
                with tempfile.TemporaryDirectory(prefix="damcam-") as folder:
                    wall(pictures, Path(folder))
            if "archive" in wanted:
                with tempfile.TemporaryDirectory(prefix="damcam-") as folder:
                    archive(pictures, Path(folder))
        if "overlay" in wanted:
            with tempfile.TemporaryDirectory(prefix="damcam-") as folder:
                overlay(Pictures(browser, "en"), Path(folder) / "board")
    if "explain" in wanted:
        explain()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def evening(pictures: Pictures, state: Path) -> None:
    """The arbiter's pages from signing in to the last result, and what spectators and players see meanwhile."""
    damcam("passwd", NAME, state=state, typed=PASSWORD)
    with served("run", "--replay", str(SESSION), "--speed", SPEED, "--out", str(state)) as url:
        desk = pictures.open(f"{url}login?next=/desk/1", (1440, 900))
        desk.locator("#name").fill(NAME)
        pictures.take(desk.locator("main"), "login")
        desk.locator("#password").fill(PASSWORD)
        desk.locator("form button").first.click()
        viewer = pictures.open(url, (1280, 880))
        tablet = pictures.open(f"{url}tablet/1", (1024, 768))
        wait_for(url, QUIET)
        pictures.take(desk, "desk-quiet")
        group(desk, "clock")
        pictures.take(desk.locator(".actions"), "desk-words")
        group(desk, "clock")
        alert = desk.locator(".alert").first
        alert.wait_for()
        pictures.take(desk, "desk")
        link = alert.locator("a[href*=dossier]").get_attribute("href")
        alert.locator("[data-word=restore]").click()
        confirm(desk)
        pictures.take(desk, "desk-ruled")
        dossier = pictures.open(f"{url}login?next={link}", (900, 1130))
        sign_in(dossier)
        pictures.take(dossier, "dossier")
        asking(pictures, desk)
        wait_for(url, LATE)
        pictures.take(viewer, "viewer")
        pictures.take(tablet, "tablet")
        ending(pictures, desk)


def asking(pictures: Pictures, desk: Page) -> None:
    """What the desk offers while the game goes on: a position to set up, the camera."""
    group(desk, "position")
    desk.locator("#setup-open").click()
    pictures.take(desk.locator("#setup"), "desk-setup")
    desk.locator("#setup [data-close]").click()
    group(desk, "position")
    desk.locator("#health summary").click()
    desk.locator("#camera").wait_for()
    pictures.take(desk.locator(".health"), "desk-camera")
    desk.locator("#health summary").click()


def ending(pictures: Pictures, desk: Page) -> None:
    """The end of the evening: the game goes on paper, is resigned, and its moves are entered."""
    group(desk, "paper")
    desk.locator("#words > * [data-word=paper]").click()
    confirm(desk)
    group(desk, "result")
    desk.locator("#result").select_option("1-0")
    desk.locator("#ground").select_option(index=1)
    desk.locator("#words > * [data-word=end]:not([data-cause])").first.click()
    confirm(desk)
    group(desk, "paper")
    desk.locator("#paper-open:enabled").click()
    desk.locator("#paper-text").fill("38x29 16-21 32-27 21x32 37x28")
    desk.locator("#paper-check").click()
    pictures.take(desk.locator("#paper"), "desk-paper")
    desk.locator("#paper [data-close]").click()
    pictures.take(desk, "desk-ended")


def confirm(desk: Page) -> None:
    desk.locator("#ask [value=yes]").click()


def group(desk: Page, name: str) -> None:
    """Open or close that group of what the arbiter may do."""
    desk.locator(f"#groups [aria-controls=group-{name}]").click()


def before(pictures: Pictures, folder: Path) -> None:
    """The page before the round: one board is ready, one has uneven light, one has no camera."""
    boards = [folder / f"board-{number}" for number, _ in enumerate(SET_UP, 1)]
    for board, (about, _) in zip(boards, SET_UP, strict=True):
        (board / "games" / "0001").mkdir(parents=True)
        if about:
            with Journal.create(board / "games" / "0001" / "journal.jsonl") as journal:
                journal.append(opened(Position.start(ruleset("frisian")), about), 0)
    with ExitStack() as stack:
        url = stack.enter_context(served("hub", *map(str, boards)))
        pictures.open(url, (1000, 540))
        for board, (about, checks) in zip(boards, SET_UP, strict=True):
            stack.enter_context(telling(board, status_of(about, checks, TIME_CONTROL)))
        pictures.take(pictures.open(f"{url}before", (1000, 540)), "before")


def evening_list(pictures: Pictures, folder: Path) -> None:
    """The arbiter's page of a round: four boards play, the result of one is there."""
    boards = [board_of(folder, number, *told) for number, told in enumerate(PLAYED[:4], 1)]
    with Journal.open(boards[2] / "games" / "0001" / "journal.jsonl") as journal:
        end = Arbitrated(journal.last_t_ns, PLAYED[2][0], "end", NAME, fold(journal).fen, result="1-0", article="20.2")
        journal.append(end, journal.last_t_ns)
    damcam("passwd", NAME, state=folder / "hub", typed=PASSWORD)
    with ExitStack() as stack:
        url = stack.enter_context(served("hub", *map(str, boards), state=folder / "hub"))
        for board in boards:
            stack.enter_context(telling(board, status_of({}, (), TIME_CONTROL)))
        page = pictures.open(f"{url}login?next=/evening", (1280, 900))
        sign_in(page)
        page.wait_for_url("**/evening*")
        pictures.take(page, "evening")


def wall(pictures: Pictures, folder: Path) -> None:
    """The pages of a hall: all boards, and the desk of all boards."""
    boards = [board_of(folder, number, *told) for number, told in enumerate(PLAYED, 1)]
    with served("hub", *map(str, boards)) as url:
        pictures.take(pictures.open(f"{url}wall", (1280, 760)), "wall")


def archive(pictures: Pictures, folder: Path) -> None:
    """The archive of a round."""
    boards = [board_of(folder, number, *told) for number, told in enumerate(PLAYED[: len(RESULTS)], 1)]
    for board, result in zip(boards, RESULTS, strict=True):
        with Journal.open(board / "games" / "0001" / "journal.jsonl") as journal:
            journal.append(SessionClosed(journal.last_t_ns, result), journal.last_t_ns)
    with served("hub", *map(str, boards)) as url:
        pictures.take(pictures.open(f"{url}archive", (900, 500)), "archive")


def overlay(pictures: Pictures, folder: Path) -> None:
    """The overlay of a film, on a colour in place of the film."""
    state = board_of(folder, 1, 23, *PLAYED[0][1:])
    with served("hub", str(state)) as url:
        page = pictures.open(f"{url}overlay/1?size=400", (400, 545))
        page.evaluate("document.documentElement.style.background = '#33525f'")
        pictures.take(page, "overlay")


def explain() -> None:
    """How sure each square was read, while a hand was above the board."""
    with tempfile.TemporaryDirectory(prefix="damcam-") as folder:
        out = Path(folder) / "explained.png"
        frames = SESSION / "frames"
        damcam("read", "--start", str(frames / "0000.jpg"), str(frames / "0004a.jpg"), "--explain", str(out))
        (IMAGES / "explain.webp").write_bytes(webp(decoded(out.read_bytes())))


def sign_in(page: Page) -> None:
    page.locator("#name").fill(NAME)
    page.locator("#password").fill(PASSWORD)
    page.locator("form button").first.click()


def wait_for(url: str, press: int) -> None:
    """Wait until that press of the game was read."""
    until = time.monotonic() + WAIT_S
    while not has_read(url, press):
        if time.monotonic() > until:
            raise SystemExit(f"press {press} was not read within {WAIT_S} s")
        time.sleep(0.1)


def has_read(url: str, press: int) -> bool:
    with urllib.request.urlopen(f"{url}state", timeout=5) as answer:
        told = json.loads(answer.read())
    return bool(told.get("seq", 0) >= press and not told["being_read"])


def decoded(file: bytes) -> np.ndarray:
    """The picture in a PNG file, BGR."""
    return cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)


def webp(picture: np.ndarray) -> bytes:
    """A picture, BGR, as a WebP file."""
    return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes()


if __name__ == "__main__":
    main(sys.argv[1:])
