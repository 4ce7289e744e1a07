"""Boards of every kind are found in drawn scenes with an error below a tenth of a square, and no board where there is none."""

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from tests.support.says import parts, says
from tests.vision.scenes import Scene, drawn_once, off_by
from vision.image.geometry import Geometry
from vision.locating.lattice import Lattice
from vision.locating.locate import BoardNotFound, locate, locate_near


def check(scene, picture):
    found = locate(picture, scene.size)
    assert off_by(found.geometry, scene.geometry, any_edge=True) < 0.1
    col, row = np.floor(scene.geometry.to_board(found.geometry.to_px([(1.5, 0.5)]))[0])
    assert (row + col) % 2 == 1, "the playing squares are dark"
    assert found.confidence > 0.3
    return found


def not_found(size=10, **why):
    return pytest.raises(BoardNotFound, check=says("NoBoard.not-found", size=size, **why))


BOARDS = {
    "any": {"seed": 0},
    "in red and black": {"seed": 31, "material": "red-black", "light": 0.5},
    "small on a checked cloth": {"seed": 52, "size": 8, "cloth": "checks", "roll_deg": 30},
    "on a checked cloth": {"seed": 52, "size": 10, "cloth": "checks", "roll_deg": 45},
    "in a frame as wide as a square": {"seed": 8, "material": "paper", "frame": 1.0},
    "bare": {"seed": 3, "size": 10, "contents": (Content.EMPTY,) * 50},
}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_board_is_located(board):
    check(*drawn_once(**board))


@pytest.mark.usefixtures("long")
def test_many_boards():
    """No board is claimed where none lies. On a cloth with checks as large as its fields a board may not be found."""
    missed = []
    for seed in range(1000, 1060):
        scene = Scene(seed, picture_size=(960, 720))
        try:
            check(scene, scene.picture())
        except BoardNotFound:
            missed.append(seed)
    assert len(missed) <= 2, missed


@pytest.mark.parametrize("bend", [-0.2, 0.0])
def test_lenses(bend):
    found = check(*drawn_once(5, size=10, bend=bend, tilt_deg=30))
    assert found.geometry.lens.bend == pytest.approx(bend, abs=0.03)


def test_a_board_of_another_size():
    with not_found(8):
        locate(drawn_once(4, size=10, cloth="plain")[1], 8)


@pytest.mark.parametrize(("reach", "why"), [(14, "NoBoard.goes-on"), (40, "NoBoard.no-lattice")])
def test_crossings_far_from_each_other_are_no_larger_board(monkeypatch, reach, why):
    """A few points on the table around a board lie on its lattice by chance."""
    nodes = np.stack(np.meshgrid(np.arange(reach), np.arange(reach)), axis=-1).reshape(-1, 2).astype(float)
    points = np.random.default_rng(1).permutation(nodes)[:150]
    picture = np.random.default_rng(2).integers(60, 200, (720, 960, 3), np.uint8)
    lattice = Lattice(Geometry.from_corners(10, [(100, 600), (700, 600), (700, 60), (100, 60)], (960, 720)), points)
    monkeypatch.setattr("vision.locating.locate.lattices", lambda *_: [lattice])
    with not_found(why=why):
        locate(picture, 10, thorough=False)


def chequered(rows):
    """A picture of so many rows of ten fields on a grey table, without lens, light or noise."""
    fields = np.indices((rows, 10)).sum(axis=0) % 2
    picture = np.full((480, 640, 3), 120, np.uint8)
    picture[40 : 40 * (rows + 1), 120:520] = np.where(np.kron(fields, np.ones((40, 40)))[..., None] == 0, (190, 210, 220), (40, 60, 90))
    return picture


def test_a_board_partly_outside_the_picture_and_a_row_too_few_are_not_a_board():
    board = chequered(10)
    assert locate(board, 10).confidence > 0.9
    for right in (450, 315):  # a square and a half outside, and half of it
        with not_found(why="NoBoard.partly-outside") as caught:
            locate(np.ascontiguousarray(board[:, :right]), 10)
        assert caught.value.seen is not None
    with not_found():
        locate(chequered(9), 10)


def crowded(hidden):
    """The board of `chequered` with so many of its crossings hidden by tall pieces, whose corners are CORNERS."""
    board = chequered(10)
    crossings = [(120 + 40 * x, 40 + 40 * y) for x in range(1, 10) for y in range(1, 10)]
    for place in np.random.default_rng(0).permutation(81)[:hidden].tolist():
        cv2.circle(board, crossings[place], 17, ((240, 245, 245), (30, 30, 35))[place % 2], -1, cv2.LINE_AA)
    return board


CORNERS = [(120, 440), (520, 440), (520, 40), (120, 40)]


def test_where_pieces_hide_the_crossings_it_is_said_that_corners_by_hand_help_and_they_do():
    with not_found() as caught:
        locate(crowded(40), 10)
    assert "NoBoard.or-by-hand" in [one.code for one in parts(caught.value.sentence)]
    assert np.abs(locate_near(crowded(40), 10, CORNERS).geometry.corners_px() - CORNERS).max() < 4
    with pytest.raises(BoardNotFound, check=says("NoBoard.not-there")) as caught:
        locate_near(crowded(60), 10, CORNERS)
    assert "NoBoard.or-by-hand" not in [one.code for one in parts(caught.value.sentence)], "they were given"


SHAPE = (560, 750, 3)


def noise(level, spread):
    return np.clip(np.random.default_rng(1).normal(level, spread, SHAPE), 0, 255).astype(np.uint8)


NOTHING = {
    "black": (noise(0, 0), "NoBoard.is-black"),
    "nearly black": (noise(6, 2), "NoBoard.is-black"),
    "white": (noise(254, 0), "NoBoard.is-blinded"),
    "grey": (noise(128, 2), "NoBoard.is-empty"),
    "blurred noise": (cv2.GaussianBlur(noise(128, 2500), (0, 0), 4), "NoBoard.no-lattice"),  # and not called partly outside
    "stripes": (np.broadcast_to(np.repeat(np.uint8([40, 200] * 25), 15)[None, :, None], SHAPE).copy(), "NoBoard.no-lattice"),
}


@pytest.mark.parametrize(("picture", "why"), NOTHING.values(), ids=NOTHING)
def test_where_no_board_is_what_is_seen_instead_is_said(picture, why):
    with not_found(why=why):
        locate(picture, 10, thorough=False)


def test_part_of_a_larger_lattice_is_not_a_board():
    rows, cols = np.indices((480, 640)) // 37
    picture = np.where(((rows + cols) % 2 == 0)[..., None], (200, 215, 220), (60, 70, 90)).astype(np.uint8)
    with not_found():
        locate(picture, 10)
