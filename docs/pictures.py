"""Takes the pictures of the pages that README.md shows, of a recorded game as the service plays it:

    .venv/bin/python docs/pictures.py               all of them, in two minutes
    .venv/bin/python docs/pictures.py viewer wall   these alone

Chromium must be there, as for the tests.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Error, Page, sync_playwright
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from record.events.of_game import ClockStarted, Pressed, Ruled, SessionOpened
from record.store.journal import Journal
from rules.board.fen import write_fen
from rules.board.ruleset import ruleset
from rules.pdn.game import start_of
from rules.pdn.read import read_games
from rules.play.moves import play
from rules.play.notation import parse_move

HERE = Path(__file__).parent
DATA = HERE.parent / "tests" / "data"
PORT = "8190"
PAGES = {
    "viewer": ("?lang=en", (1280, 880)),
    "desk": ("desk/1?lang=en", (1200, 880)),
    "tablet": ("tablet/1?lang=en", (1024, 768)),
    "overlay": ("overlay/1?lang=en&size=400", (400, 545)),
}
MOST_S = 300
"""So long it may take until there is something to see."""
SPEED = "1.5"
LATE = 12
"""The press after which the game has some moves, and is not over yet."""
NAME, PASSWORD = "Anke de Boer", "oer it fjild"
COLOURS = 128
"""Of the pieces' shades and a photograph as many as one does not miss; the pictures take a third of the room."""
S = 1_000_000_000
PLAYED = [
    (24, "Jelle de Vries", "Sytske Hoekstra"),
    (31, "Anne-Sjoukje van der Meulen", "Bauke Zijlstra"),
    (18, "Ype Boersma", "Marten Walinga"),
    (33, "Froukje Idsinga", "Taeke Kooistra"),
    (27, "Hanna Jansen", "Foeke Tiemensma"),
    (12, "Gerrit Boom", "Auke Scholma"),
    (39, "Wiebe Postma", "Tjitske Dijkstra"),
    (22, "Nynke Visser", "Douwe Haga"),
]
"""The boards of the wall: how many moves of a real game, and between whom they are said to be."""


def main(wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="damcam-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        if {"viewer", "desk", "tablet", "overlay"} & set(wanted):
            of_one_game(browser, Path(folder) / "lone", wanted)
        if "wall" in wanted:
            boards = [board_of(Path(folder), number, *told) for number, told in enumerate(PLAYED, 1)]
            with served(["hub", *map(str, boards)]) as url:
                take(opened(browser, f"{url}wall?lang=nl", (1280, 760)), "wall")
        browser.close()


def of_one_game(browser: Browser, state: Path, wanted: list[str]) -> None:
    """The pictures of the pages of a game while it is played."""
    state.mkdir()
    Accounts(state / "arbiters.json").put(Account(NAME, Role.ARBITER, generate_password_hash(PASSWORD)))
    session = DATA / "sessions" / "first_light"
    with served(["run", "--replay", str(session), "--speed", SPEED, "--out", str(state)]) as url:
        pages = {name: opened(browser, f"{url}{path}", size) for name, (path, size) in PAGES.items() if name in wanted}
        if "desk" in pages:
            pages["desk"].locator(".alert").first.wait_for(timeout=MOST_S * 1000)
            take(pages.pop("desk"), "desk")
        if pages:
            wait_for(url, LATE)
        for name, page in pages.items():
            take(page, name)


@contextmanager
def served(words: list[str]) -> Iterator[str]:
    """What that command of damcam serves."""
    own = {"DAMCAM_WEB_PORT": PORT, "DAMCAM_HUB_PORT": PORT}
    process = subprocess.Popen([sys.executable, "-P", "-m", "pi", *words], env=os.environ | own, stdout=subprocess.DEVNULL)
    try:
        yield f"http://localhost:{PORT}/"
    finally:
        process.terminate()
        process.wait(30)


def opened(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    """The page, once it is served; where it asks for a name, somebody signs in."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    until = time.monotonic() + MOST_S
    while True:
        try:
            page.goto(url)
            break
        except Error:
            if time.monotonic() > until:
                raise
            time.sleep(0.5)
    if page.locator("#password").count():
        page.locator("#name").fill(NAME)
        page.locator("#password").fill(PASSWORD)
        page.locator("form button").first.click()
    return page


def wait_for(url: str, press: int) -> None:
    """Until that press of the game was read."""
    until = time.monotonic() + MOST_S
    while time.monotonic() < until:
        with urllib.request.urlopen(f"{url}state", timeout=5) as answer:
            told = json.loads(answer.read())
        if told.get("seq", 0) >= press and not told["being_read"]:
            return
        time.sleep(0.1)
    raise SystemExit(f"press {press} was not read within {MOST_S} s")


def take(page: Page, name: str) -> None:
    """The picture of that page as it is now, beside this file."""
    page.evaluate("(name) => { if (name === 'overlay') document.documentElement.style.background = '#33525f'; }", name)
    page.wait_for_timeout(1500)
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    page.close()
    (HERE / f"{name}.png").write_bytes(png(picture))


def png(picture: np.ndarray) -> bytes:
    """A picture, BGR, as a PNG with a palette."""
    found, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
    commonest = found[np.argsort(counts)[::-1][: COLOURS // 4]].astype(np.float32)  # the page's own colours stay what they are
    sample = picture[::3, ::3].reshape(-1, 3).astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_MAX_ITER, 12, 0)
    cv2.setRNGSeed(1)
    _, _, others = cv2.kmeans(sample, COLOURS - len(commonest), None, criteria, 1, cv2.KMEANS_PP_CENTERS)
    palette = np.vstack([commonest, others])
    nearest = np.array([np.argmin(((palette - colour) ** 2).sum(axis=1)) for colour in found.astype(np.float32)], np.uint8)
    _, places = np.unique(picture.reshape(-1, 3), axis=0, return_inverse=True)
    height, width = picture.shape[:2]
    rows = np.hstack([np.zeros((height, 1), np.uint8), nearest[places.reshape(-1)].reshape(height, width)])
    header = width.to_bytes(4) + height.to_bytes(4) + bytes([8, 3, 0, 0, 0])
    colours = palette.round().clip(0, 255).astype(np.uint8)[:, ::-1].tobytes()
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4) for kind, data in parts
    )


def board_of(folder: Path, number: int, plies: int, white: str, black: str) -> Path:
    """A board's folder with that much of one of the shipped games."""
    rules, state = ruleset("frisian"), folder / f"board-{number}"
    (state / "games" / "0001").mkdir(parents=True)
    written = next(islice(read_games((DATA / "games" / "frisian.pdn").read_text()), number, None))
    position = start_of(written, rules)
    about = {"event": "Frysk Kampioenskip", "round": "3", "board": str(number), "white": white, "black": black}
    left = {"white": 4800 * S, "black": 4800 * S}
    with Journal.create(state / "games" / "0001" / "journal.sqlite") as journal:
        journal.append(SessionOpened("frisian", 10, write_fen(position), "80m+60s", *left.values(), about), 0)
        journal.append(ClockStarted(0, "white"), 0)
        for seq, move in enumerate(islice(written.moves, plies), 1):
            side, t_ns = position.side, seq * 97 * S
            position = play(position, parse_move(move.text, position))
            left[side.value] += (seq * 37 % 23 - 60) * S
            journal.append(Pressed(seq, t_ns, side.value, *left.values(), side.other.value), t_ns)
            journal.append(Ruled(seq, side.value, "legal", move.text, write_fen(position), 0.999), t_ns)
    return state


if __name__ == "__main__":
    main(sys.argv[1:] or ["viewer", "desk", "tablet", "overlay", "wall"])
