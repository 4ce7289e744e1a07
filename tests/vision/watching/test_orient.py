"""White's edge follows from the position; a board that lies wrong is recognised (Art. 26)."""

import numpy as np
import pytest

from rules.board.squares import Content, board
from vision.image.geometry import Geometry
from vision.watching.orient import AGREES, BoardLiesWrong, orient

E, W, B = Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN


def same(one: Geometry, other: Geometry) -> bool:
    return bool(np.abs(one.corners_px() - other.corners_px()).max() < 1e-6)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("seed", [0, 2, pytest.param(9, marks=pytest.mark.slow)])
def test_start_position(scene, seed: int, quarter: int) -> None:
    taken = scene(seed)
    oriented = orient(taken.picture(), taken.geometry.turned(quarter), taken.contents)
    assert same(oriented.geometry, taken.geometry)
    assert not oriented.turned
    assert oriented.probability > 0.95
    assert oriented.agreement > 0.9


@pytest.mark.parametrize("quarter", range(4))
def test_the_place_of_the_pieces_tells_though_the_colours_are_swapped(scene, quarter: int) -> None:
    contents = tuple([B] * 12 + [E] * 23 + [W] * 5 + [E] * 10)
    taken = scene(11, size=10, contents=contents)
    oriented = orient(taken.picture(), taken.geometry.turned(quarter), contents, white_is_lighter=False)
    assert same(oriented.geometry, taken.geometry)


def test_told_that_white_is_the_darker(scene) -> None:
    taken = scene(9)
    oriented = orient(taken.picture(), taken.geometry, taken.contents, white_is_lighter=False)
    assert same(oriented.geometry, taken.geometry.turned(2))


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("seed", [2, pytest.param(9, marks=pytest.mark.slow)])
def test_a_board_that_lies_wrong(scene, seed: int, quarter: int) -> None:
    taken = scene(seed, size=10, material="walnut wrong")
    oriented = orient(taken.picture(), taken.geometry.turned(quarter), taken.contents)
    assert oriented.turned
    assert same(oriented.geometry, taken.geometry)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("seed", [2, pytest.param(9, marks=pytest.mark.slow)])
def test_the_dark_corner_at_whites_right(scene, seed: int, quarter: int) -> None:
    taken = scene(seed, size=10)
    picture = np.ascontiguousarray(taken.picture()[:, ::-1])
    corners = taken.geometry.corners_px()[[1, 0, 3, 2]]
    corners[:, 0] = picture.shape[1] - 1 - corners[:, 0]
    mirrored = Geometry.from_corners(10, corners, taken.picture_size, taken.geometry.lens)
    with pytest.raises(BoardLiesWrong, match="at White's right") as caught:
        orient(picture, mirrored.turned(quarter), taken.contents)
    assert same(caught.value.geometry, mirrored)


def test_another_position_does_not_agree(scene) -> None:
    taken = scene(2, size=10)
    mixed = list(taken.contents)
    np.random.default_rng(1).shuffle(mixed)
    assert orient(taken.picture(), taken.geometry, mixed).agreement < 0.8


@pytest.mark.parametrize("seed", range(6))
def test_a_board_is_not_said_to_lie_wrong_for_a_position_that_does_not_stand_there(scene, seed: int) -> None:
    played = [E] * 50
    for square in (3, 14, 19, 23, 24):
        played[square - 1] = B
    for square in (28, 33, 37, 42):
        played[square - 1] = W
    taken = scene(seed, size=10, contents=tuple(played))
    start = [B] * 20 + [E] * 10 + [W] * 20
    assert orient(taken.picture(), taken.geometry, start).agreement < AGREES


def test_contents_for_another_board(scene) -> None:
    taken = scene(2, size=10)
    with pytest.raises(ValueError, match="32 contents"):
        orient(taken.picture(), taken.geometry, (E,) * board(8).squares)
