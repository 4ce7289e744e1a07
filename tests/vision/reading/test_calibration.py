"""The calibration from a known position, and when a picture is refused."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from rules.board.squares import board as fields
from tests.support.says import says
from tests.vision.conftest import DrawnBoard, start
from vision.reading.calibration import StartMismatch, calibrate
from vision.reading.reader import read

EMPTY, WHITE, BLACK = Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN


def with_changes(changes):
    return tuple(changes.get(square, content) for square, content in enumerate(start(), 1))


@pytest.mark.parametrize("size", [8, 10])
def test_start_position_is_learned(size):
    board = DrawnBoard(size)
    calibration = calibrate(board.picture(), board.geometry, start(size))
    assert calibration.size == size
    assert calibration.discs.radius_px == pytest.approx(0.40 * 24, abs=0.06 * 24)
    assert calibration.materials.white.centre[0] > calibration.materials.dark.centre[0] > calibration.materials.black.centre[0]


def position(pieces):
    return tuple(pieces.get(square, EMPTY) for square in range(1, 51))


def test_few_pieces_and_kings_are_enough():
    few = position({24: WHITE, 31: Content.WHITE_KING, 12: BLACK, 44: Content.BLACK_KING})
    board = DrawnBoard(contents=few)
    assert calibrate(board.picture(), board.geometry, few).size == 10


def blackened(board):
    """The picture with dark fields nearly as black as the black discs, of which only the rims show."""
    picture, bare = board.picture(), replace(board, contents=(EMPTY,) * 50).picture()
    dark = (np.abs(picture.astype(int) - bare).max(axis=2) < 30) & (bare.astype(int) @ (1, 1, 1) < 360)
    return np.where(dark[..., None], (picture * 0.42).astype(np.uint8), picture)


def test_black_discs_on_black_squares_are_learned():
    board = DrawnBoard()
    calibration = calibrate(blackened(board), board.geometry, start())
    shown = with_changes({3: EMPTY, 12: EMPTY, 25: BLACK})
    evidence = read(blackened(replace(board, contents=shown, seed=5)), board.geometry, calibration).evidence
    assert min(evidence.colour_margin(square, content) for square, content in enumerate(shown, 1)) > 2


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ({37: EMPTY}, [(37, "OnSquare.white-man", "Mismatch.none-seen")]),
        ({25: BLACK, 5: WHITE}, [(5, "OnSquare.black-man", "Mismatch.white-seen"), (25, "OnSquare.empty", "Mismatch.black-seen")]),
    ],
)
def test_squares_that_differ_are_named_in_order(shown, told):
    board = DrawnBoard(contents=with_changes(shown))
    with pytest.raises(StartMismatch, check=says("Mismatch.squares")) as raised:
        calibrate(board.picture(), board.geometry, start())
    named = [(one.values["square"], one.values["expected"].code, one.code) for one in raised.value.sentence.values["squares"]]
    assert (named, raised.value.squares) == (told, tuple(square for square, *_ in told))


def glaring(board, square):
    """The picture in grey with a pale reflection over the disc on that square, which then looks like no disc of either colour."""
    grey = cv2.cvtColor(cv2.cvtColor(board.picture(), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    row, col = fields(10).row_col(square)
    ((x, y),) = board.geometry.to_px([(col + 0.5, row + 0.5)])
    return cv2.circle(grey, (round(x), round(y)), round(0.4 * board.geometry.px_per_square()), (190, 190, 190), -1)


def test_a_disc_in_glare_that_looks_like_nothing_known_does_not_keep_the_board_from_being_learned():
    board = DrawnBoard()
    calibration = calibrate(glaring(board, 16), board.geometry, start())
    evidence = read(glaring(replace(board, seed=5), 16), board.geometry, calibration).evidence
    assert min(evidence.colour_margin(square, content) for square, content in enumerate(start(), 1) if square != 16) > 4


def test_another_position_altogether_is_refused():
    shown = {square + off: piece for square in (2, 13, 24, 35, 46) for off, piece in ((0, WHITE), (3, BLACK))}
    board = DrawnBoard(contents=position(shown))
    picture = board.picture()
    for seen in (picture, np.zeros_like(picture)):
        with pytest.raises(StartMismatch):
            calibrate(seen, board.geometry, start())


@pytest.mark.parametrize(
    ("contents", "why"),
    [
        ((EMPTY,) * 40 + (WHITE,) * 10, says("Mismatch.no-black-piece")),
        (start(8), says("Mismatch.contents", count=32, squares=50)),
    ],
)
def test_what_cannot_teach_is_refused(contents, why):
    board = DrawnBoard(contents=contents if len(contents) == 50 else start())
    with pytest.raises(StartMismatch, check=why):
        calibrate(board.picture(), board.geometry, contents)
