"""What is kept of a picture: only the board with its margin, all else in one colour; and all of it packed into half the memory."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.source import Frame
from vision.image.geometry import Geometry, Lens
from vision.image.only_board import FADES_SQUARES, MARGIN_SQUARES, only_board
from vision.image.packing import packed, unpacked
from vision.image.picture import read_picture

PICTURE = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames" / "0007.jpg"
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


def test_a_picture_takes_half_and_comes_back_as_bright_as_it_was() -> None:
    image = read_picture(PICTURE)
    held = packed(image)
    again = Frame("a", 0, held).image
    assert (held.nbytes * 2, again.shape, again.dtype) == (image.nbytes, image.shape, image.dtype)
    grey, grey_again = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(int) for one in (image, again))
    assert np.abs(grey - grey_again).max() <= 2
    assert np.abs(image.astype(int) - again).mean() < 1


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (1, 2, 3), (30, 60, 200), (3, 2, 2)])
def test_a_flat_colour_stays_to_a_level_or_two_in_the_dark_too(colour: tuple[int, int, int]) -> None:
    image = np.full((4, 6, 3), colour, np.uint8)
    assert np.abs(unpacked(packed(image)).astype(int) - image).max() <= 2


def test_one_with_odd_sides_stays_what_it_is() -> None:
    image = np.zeros((5, 6, 3), np.uint8)
    assert packed(image) is image
    assert Frame("a", 0, image).image is image
