"""Another camera in the middle of a game finds the board and learns it anew, if it fits one way round only."""

import copy
import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.errors import DamcamError
from vision.camera.source import Frame
from vision.image.picture import Image, read_picture
from vision.watching.health import NothingSeen, PictureFault
from vision.watching.watcher import Watcher

SESSION = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light"
FENS = [json.loads(line)["fen"] for line in (SESSION / "truth.jsonl").read_text().splitlines()]


def contents(press: int) -> tuple[Content, ...]:
    rules = ruleset("frisian")
    return (parse_fen(FENS[press - 1], rules) if press else Position.start(rules)).contents()


def frame(press: int, seen: Callable[[Image], Image] = np.copy, name: str = "") -> Frame:
    return Frame(f"{press}{name}", press * 10**9, seen(read_picture(SESSION / f"frames/{press:04}.jpg")))


def elsewhere(image: Image) -> Image:
    """The picture of a camera that hangs higher at the other side of the board and has other colours."""
    height, width = image.shape[:2]
    turned = cv2.warpAffine(image, cv2.getRotationMatrix2D((width / 2, height / 2), 178.0, 0.85), (width, height), borderValue=(70, 80, 90))
    return np.asarray(np.clip(turned * np.float32([0.8, 1.0, 1.15]), 0, 255), np.uint8)


def misread(evidence: Evidence, press: int) -> list[int]:
    """The indices (from 0) of the squares that show something else than the position after the press."""
    rows = np.array(evidence.log_p)
    return [square for square, content in enumerate(contents(press)) if rows[square].max() > rows[square, content] + 1]


@pytest.fixture(scope="module")
def begun() -> Watcher:
    watcher = Watcher(10)
    watcher.begin(frame(0), contents(0))
    watcher.look([frame(3)])
    return watcher


@pytest.fixture
def eyes(begun: Watcher) -> Watcher:
    """A watcher of the shipped session that has read its third press."""
    return copy.deepcopy(begun)


def test_the_same_camera_where_it_was_is_known_again(eyes):
    learned = eyes._mode.board.calibration
    sight = eyes.again(frame(4), contents(3))  # a move was made meanwhile
    assert (sight.moved, eyes._mode.board.calibration is learned, misread(sight.evidence, 4)) == (None, True, [])


def test_another_camera_at_the_other_side_reads_on(eyes):
    sight = eyes.again(frame(3, elsewhere), contents(3))
    assert sight.moved
    assert (round(abs(sight.moved.shift.degrees)), misread(sight.evidence, 3)) == (178, [])
    assert misread(eyes.look([frame(4, elsewhere)]).evidence, 4) == []


def test_another_camera_waits_for_the_position_that_is_held(eyes):
    with pytest.raises(DamcamError):
        eyes.again(frame(10, elsewhere), contents(3))
    assert misread(eyes.again(frame(10, elsewhere), contents(10)).evidence, 10) == []


def test_a_picture_that_tells_nothing_changes_nothing(eyes):
    for dark in (0.0, 0.01):
        with pytest.raises(NothingSeen) as told:
            eyes.again(frame(4, lambda image, dark=dark: (image * dark).astype(np.uint8)), contents(3))
        assert told.value.fault == PictureFault.BLACK
    assert misread(eyes.again(frame(4, name="again"), contents(4)).evidence, 4) == []


def test_too_few_pieces_to_learn_from_are_not_learned_from(eyes):
    few = tuple(Content.WHITE_KING if square == 45 else Content.BLACK_KING if square == 4 else Content.EMPTY for square in range(50))
    with pytest.raises(NothingSeen) as told:
        eyes.again(frame(4, elsewhere), few)
    assert told.value.fault == PictureFault.WHICH_WAY
