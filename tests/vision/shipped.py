"""The shipped session: its pictures, and what stands on the board in them."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from vision.camera.source import Frame
from vision.image.picture import Image, read_picture
from vision.watching.watcher import Watcher

FRAMES = Path(__file__).resolve().parents[1] / "data" / "sessions" / "first_light" / "frames"
FENS = [json.loads(line)["fen"] for line in (FRAMES.parent / "truth.jsonl").read_text().splitlines()]


def contents(press: int) -> tuple[Content, ...]:
    """Return what stands on the board after that press; before the first press of all it is the start position."""
    rules = ruleset("frisian")
    return (parse_fen(FENS[press - 1], rules) if press else Position.start(rules)).contents()


@cache
def picture(press: int) -> Image:
    """Return the picture of that press; it is not to be written to."""
    image = read_picture(FRAMES / f"{press:04}.jpg")
    image.flags.writeable = False
    return image


def frame(press: int, seen: Callable[[Image], Image] = np.copy, name: str = "") -> Frame:
    """Return the picture of that press as `seen` changes it."""
    return Frame(f"{press}{name}", press * 10**9, seen(picture(press)))


@cache
def _begun() -> Watcher:
    watcher = Watcher(10)
    watcher.begin(frame(0), contents(0))
    watcher.look([frame(1)])
    return watcher


def begun() -> Watcher:
    """Return a watcher that has read the start and the first press. Its state is one frozen value, so that a shallow copy does."""
    return copy.copy(_begun())
