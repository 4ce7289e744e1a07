"""Boards of every kind are found in drawn scenes with an error below a tenth of a square, and no board where there is none."""

import cv2
import numpy as np
import pytest

from rules.board.squares import Content
from rules.errors import DamcamError
from vision.image.geometry import Geometry
from vision.locating.candidate import Found
from vision.locating.lattice import Lattice
from vision.locating.locate import BoardNotFound, locate


def farthest(found: Found, scene) -> float:
    """The largest error, in squares, of a corner or of the middle of an edge, whichever edge is White's."""
    n = scene.size
    outline = np.array([(0, n), (n / 2, n), (n, n), (n, n / 2), (n, 0), (n / 2, 0), (0, 0), (0, n / 2)])
    turns = (found.geometry.turned(quarter).to_px(outline) for quarter in range(4))
    return min(float(np.linalg.norm(scene.geometry.to_board(px) - outline, axis=1).max()) for px in turns)


def plays_on_dark(found: Found, scene) -> bool:
    """Whether the middle of field (0, 1) of the board found lies on a playing square of the true board."""
    col, row = np.floor(scene.geometry.to_board(found.geometry.to_px([(1.5, 0.5)]))[0])
    return (row + col) % 2 == 1


def check(scene, sure: float = 0.3) -> None:
    found = locate(scene.picture(), scene.size)
    assert farthest(found, scene) < 0.1
    assert plays_on_dark(found, scene)
    assert found.confidence > sure


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 8))])
def test_any_board(scene, seed: int) -> None:
    check(scene(seed))


@pytest.mark.slow
def test_many_boards(scene) -> None:
    """No board is claimed where none lies. On a cloth with checks as large as its fields a board may not be found."""
    missed = []
    for seed in range(1000, 1060):
        try:
            check(scene(seed))
        except BoardNotFound:
            missed.append(seed)
    assert len(missed) <= 2, missed


@pytest.mark.parametrize(
    "material", ["red-black", pytest.param("beech", marks=pytest.mark.slow), "lacquer", pytest.param("paper", marks=pytest.mark.slow)]
)
def test_hard_materials(scene, material: str) -> None:
    check(scene(31, material=material, light=0.5))


@pytest.mark.parametrize(("size", "roll_deg"), [(8, 30), (10, 45), (10, 130)])
def test_a_checked_cloth_is_not_the_board(scene, size: int, roll_deg: float) -> None:
    check(scene(52, size=size, cloth="checks", roll_deg=roll_deg))


@pytest.mark.parametrize("bend", [-0.2, 0.0])
def test_lenses(scene, bend: float) -> None:
    taken = scene(5, size=10, bend=bend, tilt_deg=30)
    found = locate(taken.picture(), 10)
    assert farthest(found, taken) < 0.1
    assert found.geometry.lens.bend == pytest.approx(bend, abs=0.03)


def test_a_frame_as_wide_as_a_square(scene) -> None:
    check(scene(8, material="paper", frame=1.0))


def test_a_bare_board(scene) -> None:
    check(scene(3, size=10, contents=(Content.EMPTY,) * 50))


@pytest.mark.parametrize(("size", "asked"), [(10, 8), (8, 10)])
def test_a_board_of_another_size(scene, size: int, asked: int) -> None:
    taken = scene(4, size=size, cloth="plain")
    with pytest.raises(BoardNotFound, match=f"{asked} x {asked}"):
        locate(taken.picture(), asked)


@pytest.mark.parametrize(("reach", "sentence"), [(14, "goes on beyond 10 fields"), (40, "no lattice of light and dark fields")])
def test_crossings_far_from_each_other_are_no_larger_board(monkeypatch: pytest.MonkeyPatch, reach: int, sentence: str) -> None:
    """A few points on the table around a board lie on its lattice by chance."""
    nodes = np.stack(np.meshgrid(np.arange(reach), np.arange(reach)), axis=-1).reshape(-1, 2).astype(float)
    points = np.random.default_rng(1).permutation(nodes)[:150]
    picture = np.random.default_rng(2).integers(60, 200, (720, 960, 3), np.uint8)
    lattice = Lattice(Geometry.from_corners(10, [(100, 600), (700, 600), (700, 60), (100, 60)], (960, 720)), points)
    monkeypatch.setattr("vision.locating.locate.lattices", lambda *_: [lattice])
    with pytest.raises(BoardNotFound, match=sentence):
        locate(picture, 10, thorough=False)


def test_a_board_partly_outside_the_picture(scene) -> None:
    taken = scene(3, size=10)
    right = int(taken.geometry.corners_px()[:, 0].max() - 1.4 * taken.geometry.px_per_square())
    with pytest.raises(BoardNotFound, match="move the camera to show the whole board") as caught:
        locate(np.ascontiguousarray(taken.picture()[:, :right]), 10)
    assert caught.value.seen is not None


@pytest.mark.parametrize("columns_lost", [4, 5])
def test_half_a_board_lies_partly_outside_the_picture(columns_lost: int) -> None:
    fields = np.indices((10, 10)).sum(axis=0) % 2
    picture = np.full((960, 1280, 3), 120, np.uint8)
    picture[80:880, 240:1040] = np.where(np.kron(fields, np.ones((80, 80)))[..., None] == 0, (190, 210, 220), (40, 60, 90))
    with pytest.raises(BoardNotFound, match="lies partly outside the picture"):
        locate(np.ascontiguousarray(picture[:, : 1040 - 80 * columns_lost - 10]), 10)


@pytest.mark.parametrize(("level", "sentence"), [(0, "is black"), (6, "is black"), (254, "is blinded"), (128, "is empty, of one tone")])
def test_a_picture_of_nothing_is_called_so(level: int, sentence: str) -> None:
    noise = np.random.default_rng(1).normal(0, 2, (600, 800, 3))
    picture = np.clip(level + noise, 0, 255).astype(np.uint8)
    with pytest.raises(BoardNotFound, match=sentence):
        locate(picture, 10)


def test_where_something_is_seen_it_is_not_called_partly_outside() -> None:
    noise = cv2.GaussianBlur(np.random.default_rng(2).integers(0, 255, (600, 800, 3), np.uint8), (0, 0), 4)
    with pytest.raises(BoardNotFound, match="no lattice of light and dark fields"):
        locate(cv2.normalize(noise, None, 0, 255, cv2.NORM_MINMAX), 10)


@pytest.mark.parametrize("size", [8, 10])
def test_part_of_a_larger_lattice_is_not_a_board(size: int) -> None:
    rows, cols = np.indices((960, 1280)) // 75
    light = (rows + cols) % 2 == 0
    picture = np.where(light[..., None], (200, 215, 220), (60, 70, 90)).astype(np.uint8)
    with pytest.raises(BoardNotFound, match=f"no board of {size} x {size} fields"):
        locate(picture, size)


@pytest.mark.parametrize("lacking", [0, 1])
def test_a_row_too_few_is_not_a_board(lacking: int) -> None:
    fields = np.indices((10 - lacking, 10)).sum(axis=0) % 2
    picture = np.full((960, 1280, 3), 120, np.uint8)
    board = np.where(np.kron(fields, np.ones((80, 80)))[..., None] == 0, (190, 210, 220), (40, 60, 90))
    picture[80 : 80 + board.shape[0], 240:1040] = board
    if lacking:
        with pytest.raises(BoardNotFound):
            locate(picture, 10)
    else:
        assert locate(picture, 10).confidence > 0.9


@pytest.mark.parametrize("kind", ["black", "noise", "stripes"])
def test_no_board(kind: str) -> None:
    rng = np.random.default_rng(2)
    pictures = {
        "black": np.zeros((600, 800, 3), np.uint8),
        "noise": rng.integers(0, 255, (600, 800, 3), np.uint8),
        "stripes": np.repeat(np.tile(np.repeat([40, 200], 20), 20)[None, :, None], 600, axis=0).repeat(3, axis=2).astype(np.uint8),
    }
    with pytest.raises(BoardNotFound, match="no board of 10 x 10 fields") as caught:
        locate(pictures[kind], 10)
    assert isinstance(caught.value, DamcamError)
