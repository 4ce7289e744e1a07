"""Tries the camera alone: it opens, its exposure can be fixed, and its pictures are current."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from pi.checks.checks import Check, Level, fail, from_sentence, ok, warn
from pi.reading.devices import Devices
from vision.camera.source import Frame
from vision.image.picture import PictureError, read_picture
from vision.watching.health import Freshness

TAKEN = 5
"""How many pictures are taken; the last one is used."""
OLD_NS = 1_000_000_000
"""A picture that is handed over later than this after it was exposed may be of another moment than the press that it is taken for."""
ENDINGS = (".jpg", ".jpeg", ".png")


def take_pictures(devices: Devices) -> tuple[Frame | None, Check]:
    """A current picture as the service would take it, and the check of the camera; no picture where there is none."""
    fresh, frames, ages_ns = Freshness(), [], []
    try:
        with closing(devices.camera()) as camera:
            loose = camera.lock().loose
            is_stale = False
            for number in range(TAKEN):
                asked_ns = devices.pace.now_ns()
                frame = replace(camera.take(asked_ns), name=f"picture {number + 1}")
                ages_ns.append(devices.pace.now_ns() - frame.t_ns)
                fresh = fresh.after(frame)
                is_stale |= fresh.is_stale or frame.t_ns < asked_ns
                frames.append(frame)
            camera.unlock()
    except PictureError as error:
        return None, from_sentence(Level.FAIL, "camera", str(error), "check its cable at both ends")
    height, width = frames[-1].image.shape[:2]
    seen = f"{TAKEN} pictures of {width} x {height}, {max(ages_ns) / 1e9:.1f} s old at most when they came"
    if is_stale:
        return frames[-1], fail("camera", f"{seen}, but they are not new ones", "take its plug out and put it in again")
    if max(ages_ns) > OLD_NS:
        return frames[-1], warn("camera", seen, "plug it into the computer itself, not a hub, and let nothing else use it")
    if loose:
        return frames[-1], warn("camera", f"{seen}; {loose[0]}", "it works; keep the light steady, or use a camera that can be fixed")
    return frames[-1], ok("camera", seen)


def picture_of(path: Path) -> tuple[Frame | None, Check]:
    """The picture in that file, or the first one in that folder, instead of the camera's."""
    if path.is_dir():
        names = sorted(one for one in path.iterdir() if one.suffix.lower() in ENDINGS)
        if not names:
            return None, fail("camera", f"{path}: there is no picture in this folder", "name a JPEG or PNG, or a folder that holds some")
        path = names[0]
    try:
        frame = Frame(str(path), 0, read_picture(path))
    except PictureError as error:
        return None, from_sentence(Level.FAIL, "camera", str(error), "name another picture")
    height, width = frame.image.shape[:2]
    return frame, ok("camera", f"not tried; {path}, of {width} x {height}, is looked at in its place")
