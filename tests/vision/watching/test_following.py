"""Pictures moved by known amounts: the board is followed or found anew with an error below a tenth of a square, and never one field off."""

import copy
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.board.position import Position
from rules.board.ruleset import ruleset
from vision.camera.source import Frame
from vision.image.geometry import Geometry, transform
from vision.image.picture import read_picture
from vision.watching.following import MOVED_SQUARES
from vision.watching.watcher import Watcher

FRAMES = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames"
SHIFTS = [0.1, 0.3, 0.45, 0.6, 0.8, 1.0, 1.5, 2.0]
WAYS = [(1, 0), (0, -1), (-1, 1)]
USUAL = [(0.3, (1, 0)), (0.8, (0, -1)), (1.0, (1, 0)), (1.0, (-1, 1)), (2.0, (0, -1))]


@pytest.fixture(scope="module")
def begun() -> Watcher:
    """A watcher of the shipped session that has read one picture."""
    watcher = Watcher(10)
    watcher.begin(Frame("0000.jpg", 0, read_picture(FRAMES / "0000.jpg")), Position.start(ruleset("frisian")).contents())
    watcher.look([Frame("0001.jpg", 1, read_picture(FRAMES / "0001.jpg"))])
    return watcher


def moved(geometry: Geometry, shift: np.ndarray, degrees: float) -> tuple[np.ndarray, Geometry]:
    """The second picture with the plane of the board moved, and the geometry of the moved board."""
    image = read_picture(FRAMES / "0002.jpg")
    turn, middle = np.radians(degrees), np.full(2, geometry.size / 2)
    plane = np.eye(3)
    plane[:2, :2] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    plane[:2, 2] = middle - plane[:2, :2] @ middle + shift
    height, width = image.shape[:2]
    px = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
    source = geometry.to_px(transform(np.linalg.inv(plane), geometry.to_board(px))).reshape(height, width, 2).astype(np.float32)
    seen = cv2.remap(image, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return seen, Geometry(geometry.size, geometry.homography @ plane, geometry.lens, geometry.picture_size)


def check(begun: Watcher, shift: np.ndarray, degrees: float) -> None:
    watcher = copy.deepcopy(begun)
    before = watcher.look([Frame("0002.jpg", 2, read_picture(FRAMES / "0002.jpg"))])
    image, truth = moved(before.geometry, shift, degrees)
    sight = copy.deepcopy(begun).look([Frame("0003.jpg", 3, image)])
    far = np.linalg.norm(
        before.geometry.to_board(truth.corners_px()) - before.geometry.to_board(before.geometry.corners_px()), axis=1
    ).max()
    off = np.linalg.norm(truth.to_board(sight.geometry.corners_px()) - truth.to_board(truth.corners_px()), axis=1).max()
    assert off < 0.1
    assert (sight.moved is not None) == (far > MOVED_SQUARES)
    assert [content.side for content in sight.evidence.best()] == [content.side for content in before.evidence.best()]


@pytest.mark.parametrize(("squares", "way"), USUAL)
def test_a_slide(begun: Watcher, squares: float, way: tuple[int, int]) -> None:
    check(begun, squares * np.array(way), 0)


@pytest.mark.slow
@pytest.mark.parametrize(("squares", "way"), [case for case in product(SHIFTS, WAYS) if case not in USUAL])
def test_every_slide(begun: Watcher, squares: float, way: tuple[int, int]) -> None:
    check(begun, squares * np.array(way), 0)


@pytest.mark.parametrize("degrees", [2, -7, 10, 90, 180])
def test_a_turn(begun: Watcher, degrees: float) -> None:
    check(begun, np.array([0.05, -0.1]), degrees)


@pytest.mark.slow
@pytest.mark.parametrize("degrees", [-10, -4, 1, 4, 6, 8, 15, 30, -45, -90, 175])
def test_every_turn(begun: Watcher, degrees: float) -> None:
    check(begun, np.array([-0.2, 0.1]), degrees)
