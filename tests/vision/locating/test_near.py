"""A lattice is followed from half a square away and past hands; corners given by hand are refined to it, or refused."""

import cv2
import numpy as np
import pytest

from tests.support.says import says
from tests.vision.scenes import drawn_once, laid, off_by
from vision.image.geometry import Geometry
from vision.locating.locate import BoardNotFound, NonsenseCorners, locate_near
from vision.locating.track import LatticeLost, refine


@pytest.mark.parametrize(("seed", "shift", "degrees"), [(0, (0.4, -0.2), 2), (3, (0.1, 0.45), -3)])
def test_a_lattice_is_followed(seed, shift, degrees):
    scene, picture = drawn_once(seed)
    there = laid(scene.geometry, shift, degrees)
    refined = refine(picture, there)
    assert off_by(refined.geometry, scene.geometry) < 0.06
    assert refined.support > 0.6
    assert refined.residual_squares < 0.03
    assert refined.moved_squares == pytest.approx(off_by(there, scene.geometry), abs=0.1)


def test_hands_do_not_pull_it():
    scene, picture = drawn_once(3, size=10)
    picture = picture.copy()
    for x, y in ((2.5, 3.5), (8, 7)):
        middle = tuple(int(v) for v in scene.geometry.to_px([(x, y)])[0])
        cv2.ellipse(picture, middle, (65, 35), 40, 0, 360, (130, 150, 205), -1)
    assert off_by(refine(picture, laid(scene.geometry, (0.3, 0.1), 1)).geometry, scene.geometry) < 0.06


def test_the_lens_is_fitted_from_corners_alone():
    scene, picture = drawn_once(6, size=10, bend=-0.12)
    by_hand = Geometry.from_corners(10, scene.geometry.corners_px() + np.array([2, -2]), scene.picture_size)
    refined = refine(picture, by_hand, fit_lens=True)
    assert off_by(refined.geometry, scene.geometry) < 0.06
    assert refined.geometry.lens.bend == pytest.approx(-0.12, abs=0.03)


def test_it_is_lost_where_no_board_is():
    scene, picture = drawn_once(0)
    for other in (np.zeros(picture.shape, np.uint8), np.random.default_rng(1).integers(0, 255, picture.shape, np.uint8)):
        with pytest.raises(LatticeLost):
            refine(other, scene.geometry)


@pytest.mark.parametrize(("seed", "order"), [(0, (1, 0, 2, 3)), (6, (2, 3, 1, 0))])
def test_corners_by_hand_may_be_off_by_half_a_square_and_in_any_order(seed, order):
    scene, picture = drawn_once(seed)
    around = np.random.default_rng(seed).uniform(0, 2 * np.pi, 4)
    outer = scene.geometry.to_board(scene.geometry.corners_px())
    by_hand = scene.geometry.to_px(outer + 0.5 * np.column_stack([np.cos(around), np.sin(around)]))[list(order)]
    found = locate_near(picture, scene.size, by_hand)
    assert off_by(found.geometry, scene.geometry, any_edge=True) < 0.1
    assert found.confidence > 0.5


def test_corners_where_no_lattice_is_are_refused():
    scene, picture = drawn_once(3, size=10)
    corners = scene.geometry.corners_px()
    elsewhere = (corners - corners.mean(axis=0)) * 0.6 + (150, 125)
    with pytest.raises(BoardNotFound, check=says("NoBoard.not-there", size=10)):
        locate_near(picture, 10, elsewhere)


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([(0, 0), (1, 1), (2, 2)], says("NoCorners.not-four")),
        ([(0, 0), (500, 0), (500, np.nan), (0, 500)], says("NoCorners.not-four")),
        ([(100, 100), (500, 500), (300, 300), (100, 700)], says("NoCorners.no-outline")),
        ([(100, 100), (500, 100), (500, 101), (100, 101)], says("NoCorners.no-outline")),
        ([(100, 100), (130, 100), (130, 130), (100, 130)], says("NoCorners.too-close", width=3)),
        ([(100, 100), (5000, 100), (5000, 900), (100, 900)], says("NoCorners.outside", width=1280, height=960)),
    ],
)
def test_corners_that_are_none_are_refused(corners, why):
    with pytest.raises(NonsenseCorners, check=why):
        locate_near(np.zeros((960, 1280, 3), np.uint8), 10, corners)
