"""Where the board mirrors much light, as a window's, and what of it a start picture may show."""

from dataclasses import replace

import numpy as np
import pytest

from rules.board.squares import Content
from rules.board.squares import board as fields
from tests.vision.conftest import DrawnBoard, start
from vision.reading.calibration import StartMismatch, calibrate
from vision.reading.features import LINEAR
from vision.reading.mirrored import mirroring_squares

BOARD = DrawnBoard()
LEFT, RIGHT, TOP, BOTTOM = 1.0, 4.0, 1.0, 5.0
"""The fields on which the window is mirrored: those of black men, and bare ones beside them that tell how bright a bare field is there."""
WITHIN = {
    square for square in range(1, 51) if TOP <= fields(10).row_col(square)[0] < BOTTOM and LEFT <= fields(10).row_col(square)[1] < RIGHT
}


def lit(picture, change):
    """The picture with `change` made to the linear light of the fields that mirror the window."""
    height, width = picture.shape[:2]
    cols, rows = np.meshgrid(np.arange(width), np.arange(height))
    x, y = BOARD.geometry.to_board(np.column_stack([cols.ravel(), rows.ravel()]).astype(float)).T.reshape(2, height, width)
    inside = (x > LEFT) & (x < RIGHT) & (y > TOP) & (y < BOTTOM)
    light = np.where(inside[..., None], change(LINEAR[picture]), LINEAR[picture])
    return np.searchsorted((LINEAR[1:] + LINEAR[:-1]) / 2, light).astype(np.uint8)


def mirroring(picture):
    return lit(picture, lambda light: light + 0.5)


def test_the_squares_on_which_a_window_is_mirrored_are_found():
    found = {int(square) + 1 for square in np.flatnonzero(mirroring_squares(mirroring(BOARD.picture()), BOARD.geometry))}
    assert found == WITHIN


@pytest.mark.parametrize(
    "change",
    [lambda light: light, lambda light: 0.3 * light, lambda light: 2 * light, lambda light: 0 * light + 0.6],
    ids=["none", "shadow", "sunlight", "paper"],
)
def test_shadow_sunlight_and_paper_are_no_mirrored_light(change):
    assert not mirroring_squares(lit(BOARD.picture(), change), BOARD.geometry).any()


def test_a_start_picture_may_show_a_window_over_black_discs():
    calibration = calibrate(mirroring(BOARD.picture()), BOARD.geometry, start())
    assert calibration.size == 10


@pytest.mark.parametrize("square", [20, 37, 12])
def test_a_missing_man_is_named_elsewhere_and_in_the_reflection(square):
    board = replace(BOARD, contents=tuple(content if number != square else Content.EMPTY for number, content in enumerate(start(), 1)))
    with pytest.raises(StartMismatch) as raised:
        calibrate(mirroring(board.picture()), board.geometry, start())
    assert raised.value.squares == (square,)
