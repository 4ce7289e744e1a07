"""A spot of light is neither a field nor a disc: nothing is claimed of its square, and the other squares are read as before."""

from itertools import count

import cv2
import numpy as np
import pytest

from rules.board.squares import Content, board
from tests.vision.shipped import contents, picture
from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.watching.photograph import Photograph, learn, read_photograph

PRESS = 5
"""The picture of the shipped session that is spoilt; pieces stood on some squares that are bare in it."""
ONE_IN_TEN = float(np.log(9))
"""The margin, in nats, of what is claimed at 0.9."""


@pytest.fixture(scope="module")
def learned():
    return learn(picture(0), 10, contents(0))


def bare() -> list[int]:
    """The bare squares of the picture, those first on which a piece stood at the start."""
    squares = [square for square, content in enumerate(contents(PRESS), 1) if not content]
    return sorted(squares, key=lambda square: not contents(0)[square - 1])


def spotted(geometry: Geometry, squares: list[int], light: tuple[int, int, int], *, cover: float, soft: float, off: float = 0.0) -> Image:
    """The picture with a round spot of light of that BGR colour on each square.

    `cover` is its weight. `soft` is the standard deviation of the blur of its edge, and `off` how far off the centre it lies, in squares.
    """
    px, mask = geometry.px_per_square(), np.zeros(picture(PRESS).shape[:2], np.float32)
    for square, turn in zip(squares, count()):
        row, col = board(10).row_col(square)
        x, y = geometry.to_px([[col + 0.5 + off * np.cos(2 * turn), row + 0.5 + off * np.sin(2 * turn)]])[0]
        cv2.circle(mask, (round(x), round(y)), round(0.3 * px), 1, -1, cv2.LINE_AA)
    weight = cover * cv2.GaussianBlur(mask, (0, 0), soft * px)[..., None]
    return np.round(picture(PRESS) * (1 - weight) + np.array(light) * weight).astype(np.uint8)


def true_margins(read: Photograph) -> dict[int, float]:
    """By how many nats the colour that each square holds leads."""
    return {square: read.evidence.colour_margin(square, content) for square, content in enumerate(contents(PRESS), 1)}


@pytest.mark.parametrize("light", [(235, 235, 235), (190, 230, 255)], ids=["pale", "warm"])
@pytest.mark.parametrize("soft", [0.1, 0.16])
@pytest.mark.parametrize("off", [0.0, 0.2])
def test_no_man_is_claimed_where_a_spot_of_light_lies(learned, light, soft, off):
    squares = bare()[:6]
    read = read_photograph(spotted(learned.geometry, squares, light, cover=0.75, soft=soft, off=off), learned)
    margins = true_margins(read)
    assert read.reading.hidden == ()
    assert min(margins[square] for square in squares) > -ONE_IN_TEN
    assert min(margin for square, margin in margins.items() if square not in squares) > 10, "the others are read as before"


def test_a_man_in_a_reflection_is_read_where_its_rim_shows(learned):
    squares = [square for square in (1, 5, 21, 29) if contents(PRESS)[square - 1] is Content.BLACK_MAN]
    read = read_photograph(spotted(learned.geometry, squares, (235, 235, 235), cover=0.3, soft=0.3), learned)
    assert len(squares) == 4
    assert min(true_margins(read)[square] for square in squares) > 4
