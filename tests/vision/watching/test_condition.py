"""The condition of a picture, measured on a good picture and on degraded copies of it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.shipped import begun, picture
from vision.image.geometry import Geometry
from vision.watching.condition import ViewCondition
from vision.watching.health import PictureFault


@pytest.fixture(scope="module")
def board():
    image = picture(0)
    return image, begun().geometry


def test_a_good_picture(board):
    good = ViewCondition.of(*board)
    assert (good.fault, good.mirrored) == (None, ())
    assert good.sharpness == pytest.approx(1.0, abs=0.1)
    assert (good.level > 100, good.burnt < 0.01, good.evenness > 0.7) == (True, True, True)
    assert good.px_per_square == pytest.approx(47, abs=2)
    assert good.to_edge == pytest.approx(2.3, abs=0.2)


def test_a_blur_takes_the_focus_and_less_light_lowers_the_level_and_nothing_else(board):
    image, geometry = board
    good, blurred = ViewCondition.of(*board), ViewCondition.of(cv2.GaussianBlur(image, (0, 0), 9), geometry)
    assert (blurred.fault, blurred.sharpness < 0.5) == (PictureFault.OUT_OF_FOCUS, True)
    assert blurred.level == pytest.approx(good.level, rel=0.1)
    dim = ViewCondition.of((image * 0.25).astype(np.uint8), geometry)
    assert (dim.fault, dim.level) == (None, pytest.approx(good.level / 4, rel=0.05))
    assert dim.sharpness == pytest.approx(good.sharpness, abs=0.1)
    assert ViewCondition.of((image * 0.02).astype(np.uint8), geometry).fault is PictureFault.BLACK
    falls = np.linspace(1.0, 0.3, image.shape[1])[None, :, None]
    assert ViewCondition.of((image * falls).astype(np.uint8), geometry).evenness < 0.6


def test_glare_is_burnt_out(board):
    image, geometry = board
    glare = image.copy()
    middle = geometry.to_px([[5, 5]])[0]
    cv2.circle(glare, tuple(round(float(at)) for at in middle), round(1.5 * geometry.px_per_square()), (255, 255, 255), -1)
    assert ViewCondition.of(glare, geometry).burnt == pytest.approx(np.pi * 1.5**2 / 100, rel=0.2)
    assert ViewCondition.of(np.full_like(image, 255), geometry).fault is PictureFault.BLINDED


def test_a_corner_at_the_edge_of_the_picture(board):
    image, _ = board
    cut = Geometry.from_corners(10, [(5, 715), (700, 700), (700, 100), (30, 90)], (960, 720))
    assert ViewCondition.of(image, cut).to_edge == pytest.approx(5 / cut.px_per_square(), abs=0.05)
    outside = replace(cut, homography=np.array([[1, 0, -40.0], [0, 1, 0], [0, 0, 1]]) @ cut.homography)
    assert ViewCondition.of(image, outside).to_edge < 0


def lit(image, geometry, square_xy, strength, reach):
    """The picture with a lamp mirrored in the board, at (x, y) in squares."""
    cols, rows = np.meshgrid(np.arange(image.shape[1]), np.arange(image.shape[0]))
    x, y = geometry.to_board(np.column_stack([cols.ravel(), rows.ravel()]).astype(float)).T
    spot = strength * np.exp(-(((x - square_xy[0]) ** 2 + (y - square_xy[1]) ** 2) / (2 * reach**2))).reshape(cols.shape)
    return np.round(255 * np.clip((image / 255) ** 2.2 + spot[..., None], 0, 1) ** (1 / 2.2)).astype(np.uint8)


@pytest.mark.parametrize(("place", "reach", "squares"), [((4.5, 4.5), 0.5, {18, 22, 23, 28}), ((7.5, 2.5), 0.8, {9, 14, 19})])
def test_the_squares_of_a_mirrored_lamp_are_named(board, place, reach, squares):
    image, geometry = board
    assert squares & set(ViewCondition.of(lit(image, geometry, place, 0.6, reach), geometry).mirrored)


@pytest.mark.parametrize("factor", [0.5, 0.8, 1.1])
def test_the_drift_is_that_of_the_light(board, factor):
    image, geometry = board
    darker = np.round(255 * np.clip((image / 255) ** 2.2 * factor, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    assert ViewCondition.of(darker, geometry).since(ViewCondition.of(*board)).drift == pytest.approx(np.log(factor), abs=0.06)
