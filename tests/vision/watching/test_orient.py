"""White's edge follows from the position; a board that lies wrong is recognised (Art. 26)."""

import numpy as np
import pytest

from rules.board.squares import Content, board
from tests.support.says import says
from tests.vision.conftest import start
from tests.vision.scenes import drawn_once
from vision.image.geometry import Geometry
from vision.watching.orient import AGREES, BoardLiesWrong, LiesOtherwise, orient

E, W, B = Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN
QUARTERS = range(4)


def same(one, other):
    return bool(np.abs(one.corners_px() - other.corners_px()).max() < 1e-6)


@pytest.mark.parametrize("scene", [{"seed": 0}, {"seed": 2, "size": 10}, {"seed": 2, "size": 10, "material": "walnut wrong"}])
def test_whites_edge_and_a_board_on_whose_light_fields_the_pieces_stand(scene):
    taken, picture = drawn_once(**scene)
    for quarter in QUARTERS:
        oriented = orient(picture, taken.geometry.turned(quarter), taken.contents)
        assert same(oriented.geometry, taken.geometry)
        assert oriented.turned == ("material" in scene)
        assert oriented.probability > 0.95
        assert oriented.agreement > 0.9


def test_the_place_of_the_pieces_tells_though_the_colours_are_swapped():
    contents = tuple([B] * 12 + [E] * 23 + [W] * 5 + [E] * 10)
    taken, picture = drawn_once(11, size=10, contents=contents)
    for quarter in QUARTERS:
        oriented = orient(picture, taken.geometry.turned(quarter), contents, white_is_lighter=False)
        assert same(oriented.geometry, taken.geometry)


def test_where_white_is_the_darker_the_darker_edge_is_whites():
    taken, picture = drawn_once(0)
    oriented = orient(picture, taken.geometry, taken.contents, white_is_lighter=False)
    assert same(oriented.geometry, taken.geometry.turned(2))


def test_the_dark_corner_at_whites_right():
    taken, picture = drawn_once(2, size=10)
    corners = taken.geometry.corners_px()[[1, 0, 3, 2]]
    corners[:, 0] = picture.shape[1] - 1 - corners[:, 0]
    mirrored = Geometry.from_corners(10, corners, taken.picture_size, taken.geometry.lens)
    for quarter in QUARTERS:
        with pytest.raises(BoardLiesWrong, check=says("Lies.wrong")) as caught:
            orient(np.ascontiguousarray(picture[:, ::-1]), mirrored.turned(quarter), taken.contents)
        assert same(caught.value.geometry, mirrored)
        accepted = orient(np.ascontiguousarray(picture[:, ::-1]), mirrored.turned(quarter).mirrored(), taken.contents)
        assert (same(accepted.geometry, mirrored), accepted.geometry.is_mirrored, accepted.turned) == (True, True, False)


def test_a_board_that_does_not_lie_mirrored_is_not_read_so():
    taken, picture = drawn_once(2, size=10)
    for quarter in QUARTERS:
        with pytest.raises(LiesOtherwise, check=says("Lies.not-mirrored")) as caught:
            orient(picture, taken.geometry.turned(quarter).mirrored(), taken.contents)
        assert not isinstance(caught.value, BoardLiesWrong)
        assert (same(caught.value.geometry, taken.geometry), caught.value.geometry.is_mirrored) == (True, False)


@pytest.mark.parametrize("seed", [0, 2])
def test_a_board_is_not_said_to_lie_wrong_for_a_position_that_does_not_stand_there(seed):
    standing = dict.fromkeys((3, 14, 19, 23, 24), B) | dict.fromkeys((28, 33, 37, 42), W)
    taken, picture = drawn_once(seed, size=10, contents=tuple(standing.get(square, E) for square in range(1, 51)))
    assert orient(picture, taken.geometry, start()).agreement < AGREES
    with pytest.raises(ValueError):
        orient(picture, taken.geometry, (E,) * board(8).squares)
