"""Measures speed and memory: the time from picture to evidence relative to decoding, the time to locate, and the memory of a process."""

import json
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.seeing.labelled import Session
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import read_picture
from vision.locating.locate import BoardNotFound, locate
from vision.watching.health import NothingSeen
from vision.watching.watcher import Watcher

DAMCAM = Path(__file__).resolve().parents[3] / "damcam"
NOTHING = (960, 1280, 3)
"""The shape of a picture without a board, in which every way to find one is tried."""

PEAK = """
import json, resource, subprocess, sys
for command in json.loads(sys.argv[1]):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs in a small process of its own, because the peak of a child begins with the size of its parent."""


CAMERA_PX = 1280
"""The least width to which a board's camera is set. Shipped pictures are narrower to keep the repository small."""


def pace(found: Iterable[Session], rounds: int) -> dict[str, float]:
    """The medians over the pictures: milliseconds, and the ratio of following and reading the board to decoding plus one warp.

    Pictures narrower than CAMERA_PX are enlarged first; `ratio_as_is` is the ratio without that. The warp straightens the board in a
    picture of the same size. The pictures come one after the other, as in the game. Processor time of one thread is measured, so that other
    load on the machine changes little.
    """
    sessions = list(found)
    decode, warp, evidence = _times(sessions, rounds, CAMERA_PX)
    small = _times(sessions, rounds, 0)
    ratio, decoding_too = evidence / (decode + warp), (decode + evidence) / (decode + warp)
    figures = {"decode_ms": decode, "warp_ms": warp, "evidence_ms": evidence, "ratio": ratio, "ratio_decoding_too": decoding_too}
    figures["ratio_as_is"] = small[2] / (small[0] + small[1])
    medians = {name: round(float(np.median(values)), 2) for name, values in figures.items()}
    print("speed, medians over the pictures:", medians)
    return medians


def _times(sessions: Iterable[Session], rounds: int, least_px: int) -> NDArray[np.float64]:
    """Milliseconds for decoding, the warp, and following and reading, (3, pictures), of pictures enlarged to at least that width."""
    times = []
    for session in sessions:
        watcher = Watcher(session.size)
        first = session.first()
        image = cv2.imdecode(_jpeg(session.folder / first.name, least_px), cv2.IMREAD_COLOR)
        geometry = watcher.begin(replace(first, held=image), session.start)
        for turn in range(rounds):
            for picture in session.settled():
                with suppress(NothingSeen):  # nothing is timed of a picture that the watcher refuses
                    *ms, geometry = _one(watcher, f"{turn} {picture.path.name}", _jpeg(picture.path, least_px), geometry)
                    times.append(ms)
    return np.array(times).T


def _jpeg(path: Path, least_px: int) -> NDArray[np.uint8]:
    """The bytes of the file, or of the enlarged picture."""
    data = np.frombuffer(path.read_bytes(), np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if image.shape[1] >= least_px:
        return data
    factor = least_px / image.shape[1]
    return cv2.imencode(".jpg", cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC))[1].ravel()


def _one(watcher: Watcher, name: str, data: NDArray[np.uint8], before: Geometry) -> tuple[float, float, float, Geometry]:
    """Milliseconds for decoding, the warp, and following and reading, and the geometry of the board."""
    began = time.process_time()
    image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    decoded = time.process_time()
    height, width = image.shape[:2]
    straight = np.diag([height / before.size, height / before.size, 1]) @ np.linalg.inv(before.homography)
    cv2.warpPerspective(image, straight, (width, height))
    warped = time.process_time()
    geometry = watcher.look([Frame(name, 0, image)]).geometry
    looked = time.process_time()
    return (decoded - began) * 1e3, (warped - decoded) * 1e3, (looked - warped) * 1e3, geometry


def locating_s(found: Iterable[Session], quick: bool) -> float:
    """The longest time, in seconds, to locate the board: in the pictures of the sessions, and in one without a board."""
    paths = [(session.folder / "frames/0000.jpg", session.size) for session in found]
    if not quick:
        paths += [(picture.path, session.size) for session in found for picture in session.settled()[::4]]
    images = [(read_picture(path), size) for path, size in paths]
    speckles = np.random.default_rng(1).normal(128, 40, NOTHING)
    images.append((np.clip(cv2.GaussianBlur(speckles, (0, 0), 3) * 6 - 640, 0, 255).astype(np.uint8), 10))
    longest = 0.0
    for image, size in images:
        began = time.process_time()
        with suppress(BoardNotFound):
            locate(image, size)
        longest = max(longest, time.process_time() - began)
    print(f"locating: {longest:.2f} s at most over {len(images)} pictures")
    return round(longest, 2)


def peak_mb(found: Iterable[Session]) -> float:
    """The peak memory, in MB, of a process that reads a session with `damcam replay`."""
    commands = [[str(DAMCAM), "replay", str(session.folder), "--json"] for session in found]
    answer = subprocess.run([sys.executable, "-P", "-c", PEAK, json.dumps(commands)], check=True, stdout=subprocess.PIPE, text=True)
    peak = round(int(answer.stdout) / 1024, 1)
    print(f"memory: {peak} MB")
    return peak
