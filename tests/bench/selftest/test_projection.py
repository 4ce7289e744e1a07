"""The projection puts things where a camera of that kind sees them. No renderer is needed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.bench.rendering.projection import Camera, Lying, filling

OVERHEAD = Camera(tilt_deg=0, barrel=0.0, hfov_deg=90, distance=20)


def test_corners_from_straight_above():
    # 640 px to the picture's edge at 45 degrees: 20 squares away a square is 32 px.
    corners = OVERHEAD.project(Lying(10).corners())
    middle = np.array([639.5, 479.5])
    assert corners == pytest.approx(middle + 160 * np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]))


def test_a_board_shifted_and_turned():
    corners = OVERHEAD.project(Lying(8, dx=1, dy=2, turn_deg=90).corners())
    # White's lower left corner is now at the lower right.
    assert corners[0] == pytest.approx([639.5 + 32 * (1 + 4), 479.5 - 32 * (2 - 4)])


def test_what_stands_higher_is_seen_farther_out():
    low, high = OVERHEAD.project(Lying(10).to_world([[10, 10], [10, 10]], [0, 2]))
    assert high - low == pytest.approx((low - (639.5, 479.5)) * (20 / 18 - 1))


def test_azimuth_and_roll():
    from_white = Camera(tilt_deg=25, azimuth_deg=-90).project(Lying(10).corners())
    assert np.ptp(from_white[:2, 0]) > np.ptp(from_white[2:, 0])
    turned = Camera(tilt_deg=25, azimuth_deg=-90, roll_deg=180).project(Lying(10).corners())
    assert turned == pytest.approx((1279, 959) - from_white)


@pytest.mark.parametrize("barrel", [0.05, 0.16])
def test_the_warp_and_the_projection_are_one_lens(barrel):
    bent = Camera(barrel=barrel, tilt_deg=20, azimuth_deg=-70, roll_deg=30, distance=20)
    width, height = bent.undistorted_size()
    angle = np.degrees(2 * np.arctan(width / 2 / bent.focal_px))
    straight = replace(bent, width=width, height=height, hfov_deg=angle, barrel=0.0)
    corners = Lying(10).corners()
    shown = cv2.remap(bent.warp_map(), bent.project(corners).astype(np.float32)[None], None, cv2.INTER_LINEAR)[0]
    assert shown == pytest.approx(straight.project(corners), abs=0.05)


def test_the_angle_of_view_is_that_of_the_bent_picture():
    camera = Camera(tilt_deg=0, barrel=0.1, hfov_deg=60, distance=10)
    edge = 10 * np.tan(np.radians(30))
    assert camera.project([[edge, 0, 0]])[0] == pytest.approx([639.5 + 640, 479.5])


@pytest.mark.parametrize("roll", [0, 45, 93])
def test_the_board_fills_what_was_asked_or_what_fits(roll):
    lying = Lying(8, 0.2, -0.3, 2)
    corners = filling(Camera(tilt_deg=15, roll_deg=roll), lying, 0.7).project(lying.corners())
    assert np.ptp(corners[:, 1]) == pytest.approx(0.7 * 960, abs=0.5)
    assert (corners > 12).all()
    assert (corners < (1268, 948)).all()
