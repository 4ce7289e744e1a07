"""Round trips and symmetries of the geometry."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.image.geometry import Geometry, Lens, Straight, rectify

CORNERS = [(309.6, 775.8), (946.1, 814.4), (952.4, 198.5), (365.7, 180.4)]


def geometry(size: int = 10, bend: float = -0.1) -> Geometry:
    return Geometry.from_corners(size, CORNERS, (1280, 960), Lens.of_picture(1280, 960, bend))


@given(st.floats(-0.3, 0.1), st.floats(0, 1279), st.floats(0, 959))
def test_lens_both_ways(bend: float, x: float, y: float) -> None:
    lens = Lens.of_picture(1280, 960, bend)
    assert lens.distort(lens.undistort([(x, y)]))[0] == pytest.approx((x, y), abs=1e-6)


@given(st.floats(-2, 12), st.floats(-2, 12), st.sampled_from([8, 10]))
def test_board_both_ways(x: float, y: float, size: int) -> None:
    at = geometry(size)
    assert at.to_board(at.to_px([(x, y)]))[0] == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize("turns", range(-1, 5))
def test_turning_begins_at_a_later_corner(turns: int) -> None:
    at = geometry()
    assert at.turned(turns).corners_px() == pytest.approx(np.roll(at.corners_px(), -turns, axis=0), abs=1e-6)


def test_the_corners_are_those_given_and_moved_and_scaled_with_the_board() -> None:
    at = geometry()
    assert at.corners_px() == pytest.approx(np.array(CORNERS), abs=1e-3)
    assert at.moved(1, -2).to_px([(0, 0)]) == pytest.approx(at.to_px([(1, -2)]))
    assert at.scaled(0.5).to_px([(3, 4)]) == pytest.approx((at.to_px([(3, 4)]) + 0.5) * 0.5 - 0.5)


@pytest.mark.parametrize("quarters", range(4))
def test_the_mirror_image_has_the_same_corners_and_the_same_playing_squares(quarters: int) -> None:
    at = geometry().turned(quarters)
    mirrored = at.mirrored().turned(quarters)
    assert (at.is_mirrored, mirrored.is_mirrored, mirrored.scaled(0.5).moved(1, 1).is_mirrored) == (False, True, True)
    assert mirrored.mirrored() is mirrored
    begins = int(np.linalg.norm(at.corners_px() - mirrored.corners_px()[0], axis=1).argmin())
    assert mirrored.corners_px() == pytest.approx(np.roll(at.corners_px(), -begins, axis=0)), "counter-clockwise all the same"
    played = np.array([(column + 0.5, row + 0.5) for row in range(10) for column in range(10) if (row + column) % 2])
    fields = {tuple(field) for field in np.floor(at.to_board(at.mirrored().to_px(played))).astype(int).tolist()}
    assert fields == {tuple(field) for field in np.floor(played).astype(int).tolist()}
    lies = mirrored.from_above()
    assert not lies.is_mirrored
    assert lies.corners_px() == pytest.approx(mirrored.corners_px())
    assert lies.to_px([(0, 3)]) == pytest.approx(mirrored.to_px([(10, 3)]))


@pytest.mark.parametrize("margin", [0.0, 0.5])
def test_rectified_fields_are_where_they_belong(margin: float) -> None:
    at = geometry(8)
    image = np.zeros((960, 1280), np.uint8)
    row, col = 2, 5
    outline = np.array([(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)])
    cv2.fillPoly(image, [np.round(at.to_px(outline)).astype(np.int32)], 255)
    flat = rectify(image, at, 20, margin)
    assert flat.shape == (round((8 + 2 * margin) * 20),) * 2
    off = round(margin * 20)
    field = flat[off + row * 20 : off + row * 20 + 20, off + col * 20 : off + col * 20 + 20]
    assert field.mean() > 240
    assert flat.sum() - field.sum() < 0.15 * field.sum()


@pytest.mark.parametrize("px", [24, 50])
def test_a_fine_picture_is_shrunk_without_shifting_it(px: int) -> None:
    width, height = 1283, 963  # not divisible by the shrink factor
    at = Geometry.from_corners(10, [[20, 950], [1270, 950], [1270, 20], [20, 20]], (width, height))
    rows, cols = np.mgrid[:height, :width]
    wave = np.stack([2 * np.abs(axis % 200 - 100) for axis in (cols, rows)], axis=2).astype(np.uint8)
    flat = rectify(np.dstack([wave, wave[..., 0]]), at, px)
    squares = (np.indices((10 * px, 10 * px))[::-1].reshape(2, -1).T + 0.5) / px
    place = at.to_px(squares).reshape(10 * px, 10 * px, 2)
    off = np.abs(flat[..., :2] - 2 * np.abs(place % 200 - 100))
    bends = np.minimum(place % 100, 100 - place % 100) < 8
    assert off[~bends].max() < 1.5  # in levels; the gradient is two a pixel


@pytest.mark.parametrize("px", [20, 48])
def test_a_part_of_the_straightened_picture_is_the_same_alone(px: int) -> None:
    at = geometry()
    image = np.random.default_rng(4).integers(0, 256, (960, 1280, 3), np.uint8)
    rows, cols = slice(3 * px, 5 * px), slice(px, 4 * px)
    assert np.array_equal(Straight.of(image, at, px, 0.75).cut(rows, cols), rectify(image, at, px, 0.75)[rows, cols])
