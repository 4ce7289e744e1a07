"""Tries the camera alone: it opens, its exposure can be fixed, and its pictures are current."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from link.status import Check, Level
from pi.checks.checks import fail, of_trouble, ok, warn
from pi.reading.devices import Devices
from rules.errors import Phrase, Sentence
from vision.camera.source import Frame
from vision.image.picture import PictureError, read_picture
from vision.watching.health import Freshness

TAKEN = 5
"""How many pictures are taken; the last one is used."""
OLD_NS = 1_000_000_000
"""A picture that is handed over later than this after it was exposed may be of another moment than the press that it is taken for."""
ENDINGS = (".jpg", ".jpeg", ".png")


class CameraSays(Phrase):
    """Of the camera."""

    PICTURES = (
        "{count} picture of {width} x {height}, {age} s old at most when it came",
        "{count} pictures of {width} x {height}, {age} s old at most when they came",
    )
    NOT_NEW = "{pictures}, but they are not new ones"
    REPLUG = "take its plug out and put it in again"
    NO_HUB = "plug it into the computer itself, not a hub, and let nothing else use it"
    LOOSE = "{pictures}; {loose}"
    IT_WORKS = "it works; keep the light steady, or use a camera that can be fixed"
    EMPTY_FOLDER = "{folder}: there is no picture in this folder"
    NAME_PICTURES = "name a JPEG or PNG, or a folder that holds some"
    NAME_ANOTHER = "name another picture"
    FILE = "{path}: {why}"
    IN_ITS_PLACE = "not tried; {path}, of {width} x {height}, is looked at in its place"
    TAKEN_UP_AGAIN = "the service goes on trying by itself"
    NONE_YET = "no picture has come yet"
    OLD = "the last picture is {age} s old"
    REPEATS = "it gives the same picture again and again"
    PICTURES_COME = "pictures come"
    NOT_TOLD = "damcam runs in {folder}, but does not tell how its board is"
    ASK_JOURNAL = "see what it says: journalctl -e -u damcam-board"


def of_usb(remedy: CameraSays, kind: str) -> Sentence | None:
    """The remedy for a camera of that kind (`CameraSettings.kind`); None for one on a ribbon cable, which has neither plug nor hub."""
    return remedy.said() if kind == "usb" else None


def take_pictures(devices: Devices, kind: str) -> tuple[Frame | None, Check]:
    """A current picture as the service would take it from a camera of that kind, and its check; no picture where there is none."""
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
        return None, of_trouble(Level.FAIL, "camera", error.sentence)
    height, width = frames[-1].image.shape[:2]
    seen = CameraSays.PICTURES.said(count=TAKEN, width=width, height=height, age=round(max(ages_ns) / 1e9, 1))
    if is_stale:
        return frames[-1], fail("camera", CameraSays.NOT_NEW.said(pictures=seen), of_usb(CameraSays.REPLUG, kind))
    if max(ages_ns) > OLD_NS:
        return frames[-1], warn("camera", seen, of_usb(CameraSays.NO_HUB, kind))
    if loose:
        return frames[-1], warn("camera", CameraSays.LOOSE.said(pictures=seen, loose=loose[0]), CameraSays.IT_WORKS.said())
    return frames[-1], ok("camera", seen)


def picture_of(path: Path) -> tuple[Frame | None, Check]:
    """The picture in that file, or the first one in that folder, instead of the camera's."""
    if path.is_dir():
        names = sorted(one for one in path.iterdir() if one.suffix.lower() in ENDINGS)
        if not names:
            return None, fail("camera", CameraSays.EMPTY_FOLDER.said(folder=str(path)), CameraSays.NAME_PICTURES.said())
        path = names[0]
    try:
        frame = Frame(str(path), 0, read_picture(path))
    except PictureError as error:
        why = CameraSays.FILE.said(error.sentence.remedy, path=error.about or str(path), why=error.sentence.without_remedy())
        return None, of_trouble(Level.FAIL, "camera", why, CameraSays.NAME_ANOTHER.said())
    height, width = frame.image.shape[:2]
    return frame, ok("camera", CameraSays.IN_ITS_PLACE.said(path=str(path), width=width, height=height))
