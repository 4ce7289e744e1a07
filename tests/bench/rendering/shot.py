"""A picture to be rendered: what stands where on the board, whose hand reaches over it, and in what light."""

from dataclasses import dataclass

import cv2
import numpy as np
from meshes import capsule, disc, joined, turn_about_z
from projection import Camera, Lying

from rules.board.squares import Content, Side, board

FINGERS = ((-0.42, 1.55), (-0.16, 1.8), (0.12, 1.75), (0.36, 1.45))
"""The sideways place at the knuckles and the length of each finger, in squares of about four centimetres."""
SAMPLES_A_SQUARE = 9


@dataclass(frozen=True)
class Hand:
    """A hand whose fingers touch (x, y) in board coordinates. The arm comes from `from_deg`; -90 is White's side."""

    x: float
    y: float
    from_deg: float
    height: float = 0.35
    skin: tuple[float, float, float] = (0.82, 0.60, 0.47)
    sleeve: tuple[float, float, float] = (0.15, 0.2, 0.45)
    sleeve_at: float = 4.5
    """The distance from the fingertips to the cuff, in squares."""


@dataclass(frozen=True)
class Stand:
    """How a piece stands: its offset from the middle of the square, and that of the upper disc from the lower, in squares."""

    dx: float = 0.0
    dy: float = 0.0
    upper_dx: float = 0.0
    upper_dy: float = 0.0


@dataclass(frozen=True)
class Shot:
    contents: tuple[Content, ...]
    stands: dict[int, Stand]
    lying: Lying
    camera: Camera
    hand: Hand | None = None
    captured: tuple[int, int] = (0, 0)
    """The numbers of White's and Black's discs beside the board."""
    light: float = 1.0
    """The share of the light through the window, or of the panels, that is left. Reflections of the walls and lamps beside the table do not
    change."""
    lamp: bool = False
    """Whether a lamp beside the table is on."""
    exposure: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    seed: int = 0
    table_seed: int = 0
    """The seed for what lies where on the table."""


def disc_places(shot, thickness):
    """The discs of each side, (N, 4): square, board x and y, height. A king has two."""
    where = board(shot.lying.size)
    places = {Side.WHITE: [], Side.BLACK: []}
    for square, content in enumerate(shot.contents, 1):
        if content.side is None:
            continue
        row, col = where.row_col(square)
        stand = shot.stands.get(square, Stand())
        x, y = col + 0.5 + stand.dx, row + 0.5 + stand.dy
        places[content.side].append((square, x, y, 0.0))
        if content.is_king:
            places[content.side].append((square, x + stand.upper_dx, y + stand.upper_dy, thickness))
    return {side: np.array(rows, float).reshape(-1, 4) for side, rows in places.items()}


def discs_mesh(shot, look, side, seed, beside=()):
    """All discs of a side as one mesh in world coordinates, with those `beside` the board (x, y, z); None for no discs.

    The grain of a disc depends on its square, so it is the same from picture to picture.
    """
    shape = disc(look.style, look.radius, look.thickness, look.edge)
    on = disc_places(shot, look.thickness)[side]
    world = shot.lying.to_world(on[:, 1:3], on[:, 3]) if len(on) else np.empty((0, 3))
    places = np.concatenate([world, np.array(beside, float).reshape(-1, 3)])
    names = [*on[:, [0, 3]].tolist(), *([-1 - i, 0] for i in range(len(beside)))]
    parts = []
    for place, (square, height) in zip(places, names, strict=True):
        rng = np.random.default_rng([seed, int(square) + 1000, int(height > 0)])
        parts.append(shape.moved(turn_about_z(rng.uniform(0, 360)), place, rng.uniform(0, 1, 2)))
    return joined(parts) if parts else None


def hand_meshes(hand, lying):
    """The meshes of skin and sleeve, in world coordinates."""
    tip = lying.to_world([[hand.x, hand.y]], hand.height)[0]
    turn = turn_about_z(hand.from_deg + 90)

    def rod(start, end, thick, thin):
        return capsule(tip + turn @ np.array(start), tip + turn @ np.array(end), thick, thin)

    skin = []
    for side, length in FINGERS:
        knuckle, middle = (side * 1.1, -1.75, 1.0), (side * 0.8, -1.75 + length * 0.55, 1.05)
        skin += [rod(knuckle, middle, 0.24, 0.21), rod(middle, (side * 0.6, -1.75 + length, 0.12), 0.21, 0.16)]
    skin += [rod((0.35, -3.0, 0.85), (0.85, -1.7, 0.7), 0.3, 0.24), rod((0.85, -1.7, 0.7), (0.5, -0.5, 0.25), 0.24, 0.17)]
    skin += [rod((side, -1.85, 0.95), (side * 0.6, -3.1, 1.0), 0.34, 0.38) for side in (-0.35, -0.1, 0.15, 0.38)]
    skin.append(rod((0, -3.0, 1.0), (0, -hand.sleeve_at - 1, 1.3), 0.5, 0.68))
    sleeve = rod((0, -hand.sleeve_at, 1.2), (0, -14.0, 2.6), 0.85, 1.3)
    return joined(skin), sleeve


def hidden_squares(shot, disc_height):
    """The playing squares that the hand covers, each with the share covered, on the board and at the upper face of a piece."""
    if shot.hand is None:
        return {}
    mask = _hand_mask(shot)
    where, covered = board(shot.lying.size), {}
    axis = (np.arange(SAMPLES_A_SQUARE) + 0.5) / SAMPLES_A_SQUARE
    inside = np.column_stack([grid.ravel() for grid in np.meshgrid(axis, axis)])
    for square in range(1, where.squares + 1):
        row, col = where.row_col(square)
        shares = []
        for z in (0.0, disc_height):
            px = np.round(shot.camera.project(shot.lying.to_world(inside + np.array([col, row]), z))).astype(int)
            px = np.clip(px, 0, np.array(mask.shape[::-1]) - 1)
            shares.append(mask[px[:, 1], px[:, 0]].mean())
        if max(shares) > 0:
            covered[square] = round(float(max(shares)), 2)
    return covered


def _hand_mask(shot):
    """The pixels that the hand and the sleeve cover."""
    mask = np.zeros((shot.camera.height, shot.camera.width), np.uint8)
    ahead = shot.camera.axes()[2]
    for mesh in hand_meshes(shot.hand, shot.lying):
        in_front = (mesh.vertices - shot.camera.position) @ ahead > 0.5
        px = np.round(np.clip(shot.camera.project(mesh.vertices), -20000, 20000)).astype(np.int32)
        for face in mesh.faces[in_front[mesh.faces].all(axis=1)]:
            cv2.fillConvexPoly(mask, px[face], 1)
    return mask
