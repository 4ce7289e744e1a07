"""Finding the board again on request, with or without corners: when it is not found, the watcher is unchanged."""

import copy
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.errors import DamcamError
from vision.camera.source import Frame
from vision.image.picture import Image, read_picture
from vision.locating.locate import NonsenseCorners
from vision.watching.health import NothingSeen
from vision.watching.watcher import Watcher

SESSION = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light"
FENS = [json.loads(line)["fen"] for line in (SESSION / "truth.jsonl").read_text().splitlines()]
FAR_PX = 2.0
"""The tolerance of a corner in pixels, of which a square has 46."""


def contents(press: int) -> tuple[Content, ...]:
    rules = ruleset("frisian")
    return (parse_fen(FENS[press - 1], rules) if press else Position.start(rules)).contents()


def picture(press: int) -> Image:
    return read_picture(SESSION / f"frames/{press:04}.jpg")


def shifted(image: Image, px: float) -> Image:
    """The picture of a camera that was turned a little."""
    height, width = image.shape[:2]
    return np.asarray(cv2.warpAffine(image, np.float64([[1, 0, px], [0, 1, -px]]), (width, height), borderValue=(60, 70, 80)), np.uint8)


def frame(press: int, image: Image) -> Frame:
    return Frame(f"{press}", press * 10**9, image)


@pytest.fixture(scope="module")
def begun() -> Watcher:
    watcher = Watcher(10)
    watcher.begin(frame(0, picture(0)), contents(0))
    return watcher


@pytest.fixture
def eyes(begun: Watcher) -> Watcher:
    return copy.deepcopy(begun)


def test_what_was_pointed_at_is_learned_anew_and_read_from_then_on(eyes):
    lay = eyes.geometry.corners_px()
    eyes.point_at([(x + 60 + off, y - 60 - off) for (x, y), off in zip(lay, (9, -9, 9, -9), strict=True)])
    sight = eyes.find(frame(2, shifted(picture(2), 60)), contents(2))
    assert np.abs(sight.geometry.corners_px() - lay - (60, -60)).max() < FAR_PX
    assert sight.moved is not None
    seen = eyes.look([frame(3, shifted(picture(3), 60))])
    assert min(seen.evidence.colour_margin(square, content) for square, content in enumerate(contents(3), 1)) > 0
    assert seen.moved is None


def test_unpointed_the_board_is_seen_as_it_lay(eyes):
    lay = eyes.geometry.corners_px()
    sight = eyes.find(frame(1, picture(1)), contents(1))
    assert (sight.moved, np.abs(sight.geometry.corners_px() - lay).max() < FAR_PX) == (None, True)


@pytest.mark.parametrize("points", [True, False])
def test_where_it_is_not_found_all_stays_as_it_was(eyes, points):
    lay, held = eyes.geometry, vars(eyes).copy()
    if points:
        eyes.point_at(lay.corners_px())
        held = vars(eyes).copy()
    covered = picture(1)
    covered[:, : covered.shape[1] * 2 // 3] = (90, 100, 110)
    with pytest.raises(DamcamError):
        eyes.find(frame(1, covered), contents(1))
    assert vars(eyes) == held
    assert eyes.look([frame(1, picture(1))]).moved is None


def test_corners_of_no_board_are_refused_once_and_forgotten(eyes):
    eyes.point_at([(10, 10), (12, 10), (12, 12), (10, 12)])
    with pytest.raises(NonsenseCorners):
        eyes.find(frame(1, picture(1)), contents(1))
    assert eyes.find(frame(1, picture(1)), contents(1)).moved is None


def test_another_position_than_the_one_held_is_not_learned_from(eyes):
    eyes.point_at(eyes.geometry.corners_px())
    with pytest.raises(DamcamError):
        eyes.find(frame(12, picture(12)), contents(0))
    with pytest.raises(NothingSeen):
        eyes.look([frame(1, np.zeros_like(picture(1)))])
