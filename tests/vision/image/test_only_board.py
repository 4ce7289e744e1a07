"""A picture with only the board: the board and its margin are unchanged and everything else has one colour, also with a distorting lens."""

import numpy as np
import pytest

from vision.image.geometry import Geometry, Lens
from vision.image.only_board import FADES_SQUARES, MARGIN_SQUARES, only_board

SIZE = (400, 300)
CORNERS = [[130, 230], [290, 220], [260, 80], [120, 90]]


@pytest.mark.parametrize("bend", [0.0, -0.12])
@pytest.mark.parametrize("turn", [0, 1])
def test_nothing_beyond_the_margin_is_left_and_the_board_is_untouched(bend: float, turn: int) -> None:
    geometry = Geometry.from_corners(10, CORNERS, SIZE, Lens.of_picture(*SIZE, bend)).turned(turn)
    image = np.random.default_rng(1).integers(0, 256, (SIZE[1], SIZE[0], 3), np.uint8)
    left = only_board(image, geometry)
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    at = geometry.to_board(np.column_stack([x.ravel(), y.ravel()])).reshape(*image.shape[:2], 2)
    beyond = np.maximum(-at, at - 10).max(axis=-1)
    assert left.shape == image.shape
    assert np.array_equal(left[beyond < MARGIN_SQUARES - 2 * FADES_SQUARES], image[beyond < MARGIN_SQUARES - 2 * FADES_SQUARES])
    outside = left[beyond > MARGIN_SQUARES + 2 * FADES_SQUARES]
    assert len(outside) > 20_000
    assert len(np.unique(outside, axis=0)) == 1, "one colour"


def test_a_board_that_is_not_in_the_picture_leaves_nothing() -> None:
    geometry = Geometry.from_corners(10, np.array(CORNERS) + 5000, SIZE)
    image = np.full((SIZE[1], SIZE[0], 3), 200, np.uint8)
    assert not only_board(image, geometry).any()
