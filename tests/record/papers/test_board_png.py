"""A position as a PNG, read back by OpenCV."""

import cv2
import numpy as np
import pytest

from record.papers.board_png import DARK, FILLS, HEIGHT, LIGHT, MARKED, STEP, WIDTH, board_png
from rules.board.fen import FenError
from rules.board.ruleset import ruleset
from rules.board.squares import board


def decoded(fen, rules="frisian", marked=()):
    picture = cv2.imdecode(np.frombuffer(board_png(fen, ruleset(rules), marked), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (HEIGHT, WIDTH, 3)
    return picture[:, :, ::-1]


def square_of(picture, square, size=10):
    """The pixels of a square."""
    px = 590 // size
    left, above = (WIDTH - px * size) // 2, (HEIGHT - px * size) // 2
    row, col = board(size).row_col(square)
    return picture[above + row * px : above + (row + 1) * px, left + col * px : left + (col + 1) * px]


def near(pixels, colour):
    """Whether a pixel, or each of several, has that colour."""
    return bool(np.all(np.abs(pixels.astype(int) - colour) < STEP))


@pytest.mark.parametrize(("rules", "size"), [("frisian", 10), ("english", 8)])
def test_each_piece_stands_on_its_square(rules, size):
    last = size * size // 2
    picture = decoded(f"W:W{last},K{last - 1}:B1,K2", rules)
    for square, side in ((last, "white"), (last - 1, "white"), (1, "black"), (2, "black")):
        drawn = square_of(picture, square, size)
        assert near(drawn[-14 - len(drawn) // 8, len(drawn) // 4], FILLS[side][0]), square
    for square in range(3, last - 1):
        assert near(square_of(picture, square, size), DARK), square


def test_a_king_differs_from_a_man_and_the_last_move_is_marked():
    picture = decoded("W:W50,K49:B1", marked=(49, 44))
    assert not np.array_equal(square_of(picture, 50)[20:40, 20:40], square_of(picture, 49)[20:40, 20:40])
    assert near(square_of(picture, 44)[3, 3], MARKED)
    assert near(square_of(picture, 49)[2, 2], MARKED)
    assert near(square_of(picture, 50)[2, 2], DARK)
    px = 59
    assert near(picture[(HEIGHT - 590) // 2 + px // 2, (WIDTH - 590) // 2 + px // 2], LIGHT)


def test_a_board_that_lies_mirrored_is_drawn_so():
    picture, plain = (
        cv2.imdecode(np.frombuffer(board_png("W:WK46:B1", ruleset("frisian"), (46,), mirrored=mirrored), np.uint8), cv2.IMREAD_COLOR)
        for mirrored in (True, False)
    )
    px = 59
    left, above = (WIDTH - 590) // 2, (HEIGHT - 590) // 2
    board_of, in_mirror = picture[above : above + 590, left : left + 590], plain[above : above + 590, left : left + 590]
    columns = np.split(in_mirror, 10, axis=1)
    assert np.array_equal(board_of, np.concatenate(columns[::-1], axis=1)), "the fields change places, each drawn as it was"
    assert near(board_of[-px:, -px:][2, 2][::-1], MARKED)


def test_all_contents_at_once_fit_in_a_palette():
    picture = decoded("W:W31,K32,33,K34:B11,K12,13,K14", marked=(31, 32, 11, 12, 21, 22))
    assert len(np.unique(picture.astype(int) @ (1 << 16, 1 << 8, 1))) <= 256


def test_what_is_no_position_is_refused():
    with pytest.raises(FenError):
        board_png("W:W99:B1", ruleset("frisian"))
