"""The drawing of a reading shows what is hidden, what stands badly, and the margin of each square."""

from dataclasses import replace

import numpy as np

from rules.board.evidence import Evidence
from rules.board.squares import Content, board
from tests.vision.conftest import DrawnBoard, start
from vision.image.geometry import Geometry
from vision.reading.calibration import calibrate
from vision.reading.reader import Reading, read
from vision.watching.explain import BADLY, BOARD_PX, DOUBTFUL, HIDDEN, MARGIN_SQUARES, SLIGHTLY, SURE, UNKNOWN, Explained, explain

HIDES, DOUBTS, UNSURE, STANDS_BADLY = 28, 24, 22, 3


def evidence_of(reading: Reading) -> Evidence:
    """The evidence of the reading with three squares changed: one hidden, one hardly known, one doubtful."""
    rows = [list(row) for row in reading.evidence.log_p]
    for square, margin in ((HIDES, 0.0), (UNSURE, 1.0), (DOUBTS, 5.0)):
        rows[square - 1] = [0.0] + [-margin] * 4
    return Evidence.of(rows)


def shown(picture: np.ndarray, square: int, colour: tuple[int, int, int]) -> int:
    """The number of pixels of that square with that colour."""
    row, col = board(10).row_col(square)
    px = BOARD_PX // 10
    top, left = round((row + MARGIN_SQUARES) * px), round((col + MARGIN_SQUARES) * px)
    return int((np.abs(picture[top : top + px, left : left + px].astype(int) - colour).max(axis=2) < 12).sum())


def test_the_marks():
    taken = DrawnBoard(offsets={STANDS_BADLY: (0.3, 0.1), 8: (0.12, 0.0), 44: (0.0, 0.0)})
    image = taken.picture()
    reading = read(image, taken.geometry, calibrate(image, taken.geometry, start()))
    offsets = list(reading.offsets)
    offsets[43] = (0.0, 0.0)
    reading = replace(reading, evidence=evidence_of(reading), hidden=(HIDES,), offsets=tuple(offsets))
    contents = (*start()[:44], Content.WHITE_KING, *start()[45:])
    picture = explain(image, Explained(taken.geometry, reading, contents, (STANDS_BADLY,)))
    assert picture.shape[1] == BOARD_PX + 2 * MARGIN_SQUARES * BOARD_PX // 10
    assert picture.shape[0] > picture.shape[1]
    assert shown(picture, HIDES, HIDDEN) > 400
    assert shown(picture, UNSURE, UNKNOWN) > 30
    assert shown(picture, DOUBTS, DOUBTFUL) > 30
    assert shown(picture, 46, SURE) > 30
    assert shown(picture, STANDS_BADLY, BADLY) > 50
    assert shown(picture, 8, SLIGHTLY) > 20
    for square in (44, 25):
        assert not any(shown(picture, square, colour) for colour in (HIDDEN, UNKNOWN, DOUBTFUL, BADLY, SLIGHTLY))
    assert shown(picture, 45, (255, 255, 255)) > 1.5 * shown(picture, 46, (255, 255, 255)) > 0


def test_a_board_that_lies_mirrored_is_drawn_as_it_lies():
    taken = DrawnBoard(offsets={STANDS_BADLY: (0.3, 0.1)})
    image = taken.picture()
    across = taken.geometry.corners_px()[[1, 0, 3, 2]] * (-1, 1) + (image.shape[1] - 1, 0)
    lies = Geometry.from_corners(10, across, taken.geometry.picture_size).mirrored()
    mirrored = next(turn for turn in map(lies.turned, range(4)) if np.abs(turn.corners_px() - across).max() < 1)
    reading = read(image, taken.geometry, calibrate(image, taken.geometry, start()))
    flipped = np.ascontiguousarray(image[:, ::-1])
    plain = explain(image, Explained(taken.geometry, reading, start(), (STANDS_BADLY,)))
    picture = explain(flipped, Explained(mirrored, reading, start(), (STANDS_BADLY,)))
    px, (row, col) = BOARD_PX // 10, board(10).seen_at(STANDS_BADLY, mirrored=True)
    left, plain_left = (round((place + MARGIN_SQUARES) * px) for place in (col, board(10).row_col(STANDS_BADLY)[1]))
    top = round((row + MARGIN_SQUARES) * px)
    arrow, other = (
        np.abs(drawn[top : top + px, at : at + px].astype(int) - BADLY).max(axis=2) < 12
        for drawn, at in ((picture, left), (plain, plain_left))
    )
    assert arrow.sum() > 50
    assert np.nonzero(arrow)[1].mean() < px / 2, "the disc stands left of its centre here"
    assert np.nonzero(other)[1].mean() > px / 2
