"""Pictures packed into half the memory and unpacked again."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.source import Frame
from vision.image.packing import packed, unpacked
from vision.image.picture import read_picture

PICTURE = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames" / "0007.jpg"


def test_a_picture_takes_half_and_comes_back_as_bright_as_it_was():
    image = read_picture(PICTURE)
    held = packed(image)
    again = Frame("a", 0, held).image
    assert (held.nbytes * 2, again.shape, again.dtype) == (image.nbytes, image.shape, image.dtype)
    grey, grey_again = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(int) for one in (image, again))
    assert np.abs(grey - grey_again).max() <= 2
    assert np.abs(image.astype(int) - again).mean() < 1


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (1, 2, 3), (30, 60, 200), (3, 2, 2)])
def test_a_flat_colour_stays_to_a_level_or_two_in_the_dark_too(colour):
    image = np.full((4, 6, 3), colour, np.uint8)
    assert np.abs(unpacked(packed(image)).astype(int) - image).max() <= 2


def test_one_with_odd_sides_stays_what_it_is():
    image = np.zeros((5, 6, 3), np.uint8)
    assert packed(image) is image
    assert Frame("a", 0, image).image is image
