"""Pictures moved by known amounts: the board is followed or found anew with an error below a tenth of a square, and never one field off."""

from functools import cache
from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.scenes import laid, off_by
from tests.vision.shipped import begun, frame, picture
from vision.camera.source import Frame
from vision.watching.following import MOVED_SQUARES

SHIFTS = [0.1, 0.3, 0.45, 0.6, 0.8, 1.0, 1.5, 2.0]
WAYS = [(1, 0), (0, -1), (-1, 1)]
DEGREES = [-10, -7, -4, 1, 2, 4, 6, 8, 15, 30, -45, -90, 175, 180]


@cache
def before():
    """The second picture as a watcher reads it."""
    return begun().look([frame(2)])


def check(shift, degrees):
    """The second picture with the plane of the board moved."""
    image, lay = picture(2), before().geometry
    height, width = image.shape[:2]
    px = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    truth = laid(lay, shift, degrees)
    source = lay.to_px(truth.to_board(px)).reshape(height, width, 2).astype(np.float32)
    seen = cv2.remap(image, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    sight = begun().look([Frame("0003.jpg", 3 * 10**9, seen)])
    far = np.linalg.norm(lay.to_board(truth.corners_px()) - lay.to_board(lay.corners_px()), axis=1).max()
    assert off_by(sight.geometry, truth) < 0.1
    assert (sight.moved is not None) == (far > MOVED_SQUARES)
    assert [content.side for content in sight.evidence.best()] == [content.side for content in before().evidence.best()]


@pytest.mark.parametrize(("shift", "degrees"), [((0, -2), 0), ((0.05, -0.1), -7), ((0.05, -0.1), 90)])
def test_a_board_that_was_moved_is_followed_or_found_anew(shift, degrees):
    check(shift, degrees)


@pytest.mark.usefixtures("long")
@pytest.mark.parametrize(
    ("shift", "degrees"),
    [*((squares * np.array(way), 0) for squares, way in product(SHIFTS, WAYS)), *(((-0.2, 0.1), degrees) for degrees in DEGREES)],
)
def test_every_slide_and_turn(shift, degrees):
    check(shift, degrees)
