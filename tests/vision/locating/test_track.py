"""The lattice is followed from half a square away and past hands, and is lost when it is not there."""

import cv2
import numpy as np
import pytest

from vision.image.geometry import Geometry
from vision.locating.track import LatticeLost, refine


def nudged(geometry: Geometry, shift: tuple[float, float], degrees: float) -> Geometry:
    """The same board, shifted (in squares) and turned about its middle."""
    n, turn = geometry.size, np.radians(degrees)
    corners = np.array([(0, n), (n, n), (n, 0), (0, 0)]) - n / 2
    moved = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + n / 2 + shift
    return Geometry.from_corners(n, geometry.to_px(moved), geometry.picture_size, geometry.lens)


def off_by(one: Geometry, truth: Geometry) -> float:
    return float(np.linalg.norm(truth.to_board(one.corners_px()) - truth.to_board(truth.corners_px()), axis=1).max())


@pytest.mark.parametrize("seed", [0, 3, 7])
@pytest.mark.parametrize(("shift", "degrees"), [((0, 0), 0), ((0.4, -0.2), 0), ((-0.3, 0.3), 2), ((0.1, 0.45), -3)])
def test_follows(scene, seed: int, shift: tuple[float, float], degrees: float) -> None:
    taken = scene(seed)
    refined = refine(taken.picture(), nudged(taken.geometry, shift, degrees))
    assert off_by(refined.geometry, taken.geometry) < 0.06
    assert refined.support > 0.6
    assert refined.residual_squares < 0.03
    assert refined.moved_squares == pytest.approx(off_by(nudged(taken.geometry, shift, degrees), taken.geometry), abs=0.1)


def test_hands_do_not_pull_it(scene) -> None:
    taken = scene(3, size=10)
    picture = taken.picture()
    for x, y in ((2.5, 3.5), (8, 7)):
        middle = tuple(int(v) for v in taken.geometry.to_px([(x, y)])[0])
        cv2.ellipse(picture, middle, (130, 70), 40, 0, 360, (130, 150, 205), -1)
    refined = refine(picture, nudged(taken.geometry, (0.3, 0.1), 1))
    assert off_by(refined.geometry, taken.geometry) < 0.06


def test_fits_the_lens_from_corners_alone(scene) -> None:
    taken = scene(6, size=10, bend=-0.12)
    by_hand = Geometry.from_corners(10, taken.geometry.corners_px() + np.array([2, -2]), taken.picture_size)
    refined = refine(taken.picture(), by_hand, fit_lens=True)
    assert off_by(refined.geometry, taken.geometry) < 0.06
    assert refined.geometry.lens.bend == pytest.approx(-0.12, abs=0.03)


def test_lost_where_no_board_is(scene) -> None:
    taken = scene(1)
    width, height = taken.picture_size
    noise = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    for picture in (np.zeros((height, width, 3), np.uint8), noise):
        with pytest.raises(LatticeLost, match="the lattice was lost"):
            refine(picture, taken.geometry)
