"""The board is looked for again: after the camera was gone, and on request, with corners by hand or without them."""

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from rules.errors import DamcamError
from tests.vision.shipped import begun, contents, frame
from vision.locating.locate import NonsenseCorners
from vision.watching.health import NothingSeen, PictureFault

FAR_PX = 2.0
"""The tolerance of a corner in pixels, of which a square has 46."""


def elsewhere(image):
    """The picture of a camera that hangs higher at the other side of the board and has other colours."""
    height, width = image.shape[:2]
    turned = cv2.warpAffine(image, cv2.getRotationMatrix2D((width / 2, height / 2), 178.0, 0.85), (width, height), borderValue=(70, 80, 90))
    return np.asarray(np.clip(turned * np.float32([0.8, 1.0, 1.15]), 0, 255), np.uint8)


def turned(image):
    """The picture of a camera that was turned a little, by 60 pixels."""
    height, width = image.shape[:2]
    return np.asarray(cv2.warpAffine(image, np.float64([[1, 0, 60], [0, 1, -60]]), (width, height), borderValue=(60, 70, 80)), np.uint8)


def covered(image):
    image = image.copy()
    image[:, : image.shape[1] * 2 // 3] = (90, 100, 110)
    return image


def misread(evidence, press):
    """The indices (from 0) of the squares that show something else than the position after the press."""
    rows = np.array(evidence.log_p)
    return [square for square, content in enumerate(contents(press)) if rows[square].max() > rows[square, content] + 1]


@pytest.fixture
def eyes():
    """A watcher of the shipped session that has read its first press."""
    return begun()


def test_the_same_camera_where_it_was_is_known_again(eyes):
    learned = eyes._mode.board.calibration
    sight = eyes.again(frame(2), contents(1))  # a move was made meanwhile
    assert (sight.moved, eyes._mode.board.calibration is learned, misread(sight.evidence, 2)) == (None, True, [])


def test_another_camera_at_the_other_side_reads_on_once_it_sees_the_position_that_is_held(eyes):
    with pytest.raises(DamcamError):
        eyes.again(frame(10, elsewhere), contents(3))
    sight = eyes.again(frame(3, elsewhere), contents(3))
    assert sight.moved
    assert (round(abs(sight.moved.shift.degrees)), misread(sight.evidence, 3)) == (178, [])
    assert misread(eyes.look([frame(4, elsewhere)]).evidence, 4) == []


def test_a_picture_that_tells_nothing_changes_nothing(eyes):
    for dark in (0.0, 0.01):
        with pytest.raises(NothingSeen, check=lambda told: told.fault is PictureFault.BLACK):
            eyes.again(frame(4, lambda image, dark=dark: (image * dark).astype(np.uint8)), contents(3))
    assert misread(eyes.again(frame(4, name="again"), contents(4)).evidence, 4) == []


def test_too_few_pieces_to_learn_from_are_not_learned_from(eyes):
    few = tuple(Content.WHITE_KING if square == 45 else Content.BLACK_KING if square == 4 else Content.EMPTY for square in range(50))
    with pytest.raises(NothingSeen, check=lambda told: told.fault is PictureFault.WHICH_WAY):
        eyes.again(frame(4, elsewhere), few)


def test_what_was_pointed_at_is_learned_anew_and_read_from_then_on(eyes):
    lay = eyes.geometry.corners_px()
    eyes.point_at([(x + 60 + off, y - 60 - off) for (x, y), off in zip(lay, (9, -9, 9, -9), strict=True)])
    sight = eyes.find(frame(2, turned), contents(2))
    assert np.abs(sight.geometry.corners_px() - lay - (60, -60)).max() < FAR_PX
    assert sight.moved is not None
    seen = eyes.look([frame(3, turned)])
    assert min(seen.evidence.colour_margin(square, content) for square, content in enumerate(contents(3), 1)) > 0
    assert seen.moved is None


@pytest.mark.parametrize("points", [True, False])
def test_where_it_is_not_found_all_stays_as_it_was(eyes, points):
    if points:
        eyes.point_at(eyes.geometry.corners_px())
    held = vars(eyes).copy()
    with pytest.raises(DamcamError):
        eyes.find(frame(1, covered), contents(1))
    assert vars(eyes) == held


def test_corners_of_no_board_are_refused_once_and_forgotten(eyes):
    lay = eyes.geometry.corners_px()
    eyes.point_at([(10, 10), (12, 10), (12, 12), (10, 12)])
    with pytest.raises(NonsenseCorners):
        eyes.find(frame(2), contents(2))
    sight = eyes.find(frame(2), contents(2))  # as it lay
    assert (sight.moved, np.abs(sight.geometry.corners_px() - lay).max() < FAR_PX) == (None, True)


def test_another_position_than_the_one_held_is_not_learned_from(eyes):
    eyes.point_at(eyes.geometry.corners_px())
    with pytest.raises(DamcamError):
        eyes.find(frame(12), contents(0))
    with pytest.raises(NothingSeen):
        eyes.look([frame(1, np.zeros_like)])
