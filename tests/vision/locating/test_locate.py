"""Boards of every kind found in drawn scenes, to a tenth of a square; and none where there is none."""

import numpy as np
import pytest

from rules.board import Content
from rules.errors import DamcamError
from vision.candidate import Found
from vision.locate import BoardNotFound, locate


def farthest(found: Found, scene) -> float:
    """The farthest corner or middle of an edge from the truth, in squares, whichever edge is taken for White's."""
    n = scene.size
    outline = np.array([(0, n), (n / 2, n), (n, n), (n, n / 2), (n, 0), (n / 2, 0), (0, 0), (0, n / 2)])
    turns = (found.geometry.turned(quarter).to_px(outline) for quarter in range(4))
    return min(float(np.linalg.norm(scene.geometry.to_board(px) - outline, axis=1).max()) for px in turns)


def plays_on_dark(found: Found, scene) -> bool:
    """Whether the middle of field (0, 1) of what was found is a playing square of the truth."""
    col, row = np.floor(scene.geometry.to_board(found.geometry.to_px([(1.5, 0.5)]))[0])
    return (row + col) % 2 == 1


def check(scene, sure: float = 0.3) -> None:
    found = locate(scene.picture(), scene.size)
    assert farthest(found, scene) < 0.1
    assert plays_on_dark(found, scene)
    assert found.confidence > sure


@pytest.mark.parametrize("seed", range(8))
def test_any_board(scene, seed: int) -> None:
    check(scene(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_many_boards(scene, seed: int) -> None:
    check(scene(seed), sure=0.0)


@pytest.mark.parametrize("material", ["red-black", "beech", "lacquer", "paper"])
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
