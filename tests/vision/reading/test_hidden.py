"""What covers the board, and what only lights it otherwise."""

import cv2
import numpy as np
import pytest

from rules.board.squares import board
from tests.vision.conftest import PALETTE, DrawnBoard, start
from vision.reading.calibration import calibrate
from vision.reading.features import LINEAR
from vision.reading.reader import read

BOARD = DrawnBoard()
CALIBRATION = calibrate(BOARD.picture(), BOARD.geometry, start())


def column(square):
    """How far the middle of that square lies from the left edge of the board, in squares."""
    return board(10).row_col(square)[1] + 0.5


def left(share):
    """The part of the picture, (height, width, 1), that lies left of a line through this share of the board's width, with a soft edge."""
    ends = BOARD.geometry.to_px([(10 * share, 0), (10 * share, 10)])
    far = BOARD.geometry.to_px([(-5, 0), (-5, 10)])
    mask = np.zeros(BOARD.picture().shape[:2], np.float32)
    cv2.fillPoly(mask, [np.round([ends[0], ends[1], far[1], far[0]]).astype(np.int32)], 1)
    return cv2.GaussianBlur(mask, (0, 0), 2)[..., None]


def shown(share, within):
    picture = DrawnBoard(seed=3).picture()
    part = left(share)
    return np.clip(picture * (1 - part) + within(picture) * part, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [0.12, 0.2])
@pytest.mark.parametrize("share", [0.2, 0.3, 0.5, 0.7, 0.8])
def test_a_deep_shadow_over_a_part_of_the_board_hides_nothing_away_from_its_edge(share, light):
    reading = read(shown(share, lambda picture: np.interp(LINEAR[picture] * light, LINEAR, np.arange(256))), BOARD.geometry, CALIBRATION)
    margins = reading.evidence.margins()
    edge = [square for square in range(1, 51) if abs(column(square) - 10 * share) <= 1]
    assert not set(reading.hidden) - set(edge)
    assert min(margins[square - 1] or 0 for square in range(1, 51) if square not in edge) > 2
    assert all(reading.evidence.colour_margin(square, content) > -2 for square, content in enumerate(start(), 1))


def lit(picture, light):
    """The picture in this much light, for each channel or for all; what is brighter than the camera can show is clipped."""
    return np.round(255 * np.clip(LINEAR[picture] * np.array(light), 0, 1) ** (1 / 2.2))


@pytest.mark.parametrize("light", [(1.4, 1.9, 2.1), (2.0, 2.8, 3.2)], ids=["warm", "clipped"])
@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_warm_sunlight_on_a_part_of_the_board_hides_nothing_away_from_its_edge(share, light):
    reading = read(shown(share, lambda picture: lit(picture, light)), BOARD.geometry, CALIBRATION)
    assert not [square for square in reading.hidden if abs(column(square) - 10 * share) > 1]
    assert all(reading.evidence.colour_margin(square, content) > -2 for square, content in enumerate(start(), 1))


def test_a_scrap_of_warm_paper_and_a_hand_are_not_taken_for_sunlight():
    """The scrap covers some unplayed fields alone, the hand all fields of a part, each as bright and warm as such a field in the sun."""
    colour = lit(np.array(PALETTE["light"]), (1.1, 1.4, 1.6))
    hand = CALIBRATION.survey(shown(0.4, lambda picture: np.broadcast_to(colour, picture.shape)), BOARD.geometry).covered
    assert all(hand[row, col] for row in range(10) for col in range(3) if (row + col) % 2 == 0)
    scraps = DrawnBoard(seed=3).picture()
    for row, col in ((2, 2), (3, 5), (6, 4)):
        corners = [(col + x, row + y) for x, y in ((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95))]
        cv2.fillPoly(scraps, [np.round(BOARD.geometry.to_px(corners)).astype(np.int32)], colour.tolist())
    covered = CALIBRATION.survey(scraps, BOARD.geometry).covered
    assert {tuple(map(int, field)) for field in np.argwhere(covered)} == {(2, 2), (3, 5), (6, 4)}


@pytest.mark.parametrize("light", [0.01, 0.05])
def test_a_dark_cloth_of_the_colour_of_the_light_fields_covers_them(light):
    colour = np.interp(LINEAR[list(PALETTE["light"])] * light, LINEAR, np.arange(256))
    covered = CALIBRATION.survey(shown(0.4, lambda picture: np.broadcast_to(colour, picture.shape)), BOARD.geometry).covered
    assert all(covered[row, col] for row in range(10) for col in range(3) if (row + col) % 2 == 0)
