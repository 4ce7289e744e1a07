"""Records the animated picture of the demo that README.md shows:

    .venv/bin/python docs/film.py

It runs `damcam demo`, takes a picture of its page several times a second, and writes `images/demo.webp`. Chromium must be installed.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from pictures import IMAGES, LAST, ROOT, Pictures, chromium, decoded, has_read
from playwright.sync_api import Page

from docs.commanded import PORT

SPEED = "14"
"""Times the recording's own speed, so that the whole game takes some 25 s."""
STEP_S = 0.25
AT_THE_END_MS = 2500
SIZE = (1000, 720)
WIDTH = 760
QUALITY = 50
LIMIT = 1_500_000
"""Bytes, for a page that people open on a phone."""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="damcam-") as folder, chromium() as browser, demo(Path(folder) / "game") as url:
        page = Pictures(browser, "en").open(url, SIZE)
        film = animated(recorded(page, url))
    if len(film) > LIMIT:
        raise SystemExit(f"the film has {len(film)} bytes, more than {LIMIT}: give it fewer pictures or a lower quality")
    (IMAGES / "demo.webp").write_bytes(film)


@contextmanager
def demo(out: Path) -> Iterator[str]:
    """The address of the page while the demo plays."""
    words = ["demo", "--speed", SPEED, "--port", PORT, "--no-browser", "--stay", "--out", str(out)]
    process = subprocess.Popen([sys.executable, "-P", "-m", "pi", *words], cwd=ROOT, env=os.environ, stdout=subprocess.DEVNULL)
    try:
        yield f"http://localhost:{PORT}/"
    finally:
        process.terminate()
        process.wait(30)


def recorded(page: Page, url: str) -> list[tuple[np.ndarray, int]]:
    """What the page shows until the last press was read: pictures, and the milliseconds for which each stands."""
    taken: list[tuple[np.ndarray, float]] = []
    is_over = False
    while not is_over:
        is_over = has_read(url, LAST)
        taken.append((decoded(page.screenshot()), time.monotonic()))
        time.sleep(STEP_S)
    times = [moment for _, moment in taken]
    stands = [int(1000 * (later - earlier)) for earlier, later in pairwise(times)]
    return [(smaller(picture), ms) for (picture, _), ms in zip(taken, [*stands, AT_THE_END_MS], strict=True)]


def smaller(picture: np.ndarray) -> np.ndarray:
    height = round(picture.shape[0] * WIDTH / picture.shape[1])
    return cv2.resize(picture, (WIDTH, height), interpolation=cv2.INTER_AREA)


def animated(film: list[tuple[np.ndarray, int]]) -> bytes:
    animation = cv2.Animation()
    animation.frames = [picture for picture, _ in film]
    animation.durations = [ms for _, ms in film]
    animation.loop_count = 0
    return cv2.imencodeanimation(".webp", animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes()


if __name__ == "__main__":
    main()
