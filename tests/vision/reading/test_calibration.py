"""The calibration from a known position, and when a picture is refused."""

from dataclasses import replace

import numpy as np
import pytest

from rules.board.squares import Content
from rules.errors import DamcamError
from vision.reading.calibration import StartMismatch, calibrate
from vision.reading.reader import read


def start(size=10):
    squares, men = size * size // 2, (size * size // 2 - size) // 2
    return [Content.BLACK_MAN] * men + [Content.EMPTY] * (squares - 2 * men) + [Content.WHITE_MAN] * men


@pytest.mark.parametrize("size", [8, 10])
def test_start_position_is_learned(drawn, size):
    board = drawn(size)
    calibration = calibrate(board.picture(), board.geometry, start(size))
    assert calibration.size == size
    assert calibration.discs.radius_px == pytest.approx(0.40 * 24, abs=0.06 * 24)
    assert calibration.materials.white.centre[0] > calibration.materials.dark.centre[0] > calibration.materials.black.centre[0]


def test_few_pieces_and_kings_are_enough(drawn):
    contents = [Content.EMPTY] * 50
    contents[23], contents[30], contents[11], contents[43] = Content.WHITE_MAN, Content.WHITE_KING, Content.BLACK_MAN, Content.BLACK_KING
    board = drawn(contents=tuple(contents))
    assert calibrate(board.picture(), board.geometry, contents).size == 10


def blackened(board):
    """The picture with dark fields nearly as black as the black discs, of which only the rims show."""
    picture, bare = board.picture(), replace(board, contents=(Content.EMPTY,) * 50).picture()
    dark = (np.abs(picture.astype(int) - bare).max(axis=2) < 30) & (bare.astype(int) @ (1, 1, 1) < 360)
    return np.where(dark[..., None], (picture * 0.42).astype(np.uint8), picture)


def test_black_discs_on_black_squares_are_learned(drawn):
    board = drawn()
    calibration = calibrate(blackened(board), board.geometry, start())
    shown = start()
    shown[2], shown[11], shown[24] = Content.EMPTY, Content.EMPTY, Content.BLACK_MAN
    evidence = read(blackened(replace(board, contents=tuple(shown), seed=5)), board.geometry, calibration).evidence
    assert min(evidence.colour_margin(square, content) for square, content in enumerate(shown, 1)) > 2


def test_missing_piece_is_named(drawn):
    shown = start()
    shown[36] = Content.EMPTY
    board = drawn(contents=tuple(shown))
    with pytest.raises(StartMismatch, match=r"^square 37: a white man expected, none seen$") as told:
        calibrate(board.picture(), board.geometry, start())
    assert told.value.squares == (37,)
    assert isinstance(told.value, DamcamError)
    assert isinstance(told.value, ValueError)


def test_strange_piece_and_wrong_colour_are_named_in_order(drawn):
    shown = start()
    shown[24], shown[4] = Content.BLACK_MAN, Content.WHITE_MAN
    board = drawn(contents=tuple(shown))
    with pytest.raises(
        StartMismatch, match="square 5: a black man expected, a white one seen; square 25: no piece expected, a black one seen"
    ):
        calibrate(board.picture(), board.geometry, start())


def test_another_position_altogether_is_refused(drawn):
    shown = [Content.EMPTY] * 50
    for square in (1, 12, 23, 34, 45):
        shown[square] = Content.WHITE_MAN
        shown[square + 3] = Content.BLACK_MAN
    board = drawn(contents=tuple(shown))
    with pytest.raises(StartMismatch):
        calibrate(board.picture(), board.geometry, start())


def test_black_picture_is_refused(drawn):
    board = drawn()
    with pytest.raises(StartMismatch):
        calibrate(np.zeros_like(board.picture()), board.geometry, start())


def test_position_without_one_side_cannot_teach(drawn):
    contents = [Content.EMPTY] * 40 + [Content.WHITE_MAN] * 10
    board = drawn(contents=tuple(contents))
    with pytest.raises(StartMismatch, match="no black piece"):
        calibrate(board.picture(), board.geometry, contents)


def test_wrong_number_of_squares_is_told(drawn):
    board = drawn()
    with pytest.raises(StartMismatch, match="32 contents were given for a board of 50"):
        calibrate(board.picture(), board.geometry, start(8))
