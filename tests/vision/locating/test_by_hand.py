"""Corners given by hand, in any order, are refined to the lattice or refused with a sentence."""

from itertools import permutations

import numpy as np
import pytest

from vision.image.geometry import Geometry
from vision.locating.candidate import Found
from vision.locating.locate import BoardNotFound, NonsenseCorners, locate_near


def off_by(found: Found, truth: Geometry) -> float:
    turns = (found.geometry.turned(quarter).corners_px() for quarter in range(4))
    return min(float(np.linalg.norm(truth.to_board(px) - truth.to_board(truth.corners_px()), axis=1).max()) for px in turns)


@pytest.mark.parametrize("seed", [0, 2, 3, 6])
def test_corners_off_by_half_a_square(scene, seed: int) -> None:
    taken = scene(seed)
    rng = np.random.default_rng(seed)
    around = rng.uniform(0, 2 * np.pi, 4)
    by_hand = taken.geometry.to_px(
        taken.geometry.to_board(taken.geometry.corners_px()) + 0.5 * np.column_stack([np.cos(around), np.sin(around)])
    )
    found = locate_near(taken.picture(), taken.size, by_hand)
    assert off_by(found, taken.geometry) < 0.1
    assert found.confidence > 0.5


def test_any_order(scene) -> None:
    taken = scene(3, size=10)
    picture, corners = taken.picture(), taken.geometry.corners_px()
    for order in list(permutations(range(4)))[::5]:
        assert off_by(locate_near(picture, 10, corners[list(order)]), taken.geometry) < 0.1


def test_no_lattice_there(scene) -> None:
    taken = scene(3, size=10)
    corners = taken.geometry.corners_px()
    elsewhere = (corners - corners.mean(axis=0)) * 0.6 + (300, 250)
    with pytest.raises(BoardNotFound, match="has its corners there"):
        locate_near(taken.picture(), 10, elsewhere)


@pytest.mark.parametrize(
    ("corners", "sentence"),
    [
        ([(0, 0), (1, 1), (2, 2)], "four corners are needed"),
        ([(0, 0), (500, 0), (500, np.nan), (0, 500)], "four corners are needed"),
        ([(100, 100), (500, 500), (300, 300), (100, 700)], "no four-sided outline"),
        ([(100, 100), (500, 100), (500, 101), (100, 101)], "no four-sided outline"),
        ([(100, 100), (130, 100), (130, 130), (100, 130)], "too close together"),
        ([(100, 100), (5000, 100), (5000, 900), (100, 900)], "outside the picture of 1280 x 960 pixels"),
    ],
)
def test_nonsense(corners, sentence: str) -> None:
    with pytest.raises(NonsenseCorners, match=sentence):
        locate_near(np.zeros((960, 1280, 3), np.uint8), 10, corners)
