"""Shapes as triangles: vertices, normals, texture coordinates and faces, in squares."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

TURNED_IN = 72
"""The facets around a turned shape: a disc of sixty pixels across shows no corners."""
TEXTURE_SQUARES = 4.0
"""The squares of board that one repeat of the texture of a disc or box covers."""


@dataclass(frozen=True)
class Mesh:
    vertices: np.ndarray
    normals: np.ndarray
    uv: np.ndarray
    faces: np.ndarray

    def moved(self, rotation=None, shift=(0.0, 0.0, 0.0), uv_shift=(0.0, 0.0)):
        """Rotated by a 3 x 3 matrix, then shifted."""
        turn = np.eye(3) if rotation is None else rotation
        return Mesh(self.vertices @ turn.T + shift, self.normals @ turn.T, self.uv + uv_shift, self.faces)


def joined(meshes):
    """One mesh made of several."""
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes])[:-1]
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.uv for mesh in meshes]),
        np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts, strict=True)]),
    )


def turned(profile, around=TURNED_IN):
    """A profile of (r, z), from the lower outside to the middle of the top, turned about the z axis. Its corners are sharp."""
    angle = np.linspace(0, 2 * np.pi, around + 1)
    cos, sin = np.cos(angle), np.sin(angle)
    parts, profile = [], np.asarray(profile, float)
    for (r0, z0), (r1, z1) in pairwise(profile):
        ring = np.concatenate([np.column_stack([r * cos, r * sin, np.full_like(cos, z)]) for r, z in ((r0, z0), (r1, z1))])
        out = np.array([z1 - z0, r0 - r1]) / max(1e-9, np.hypot(z1 - z0, r1 - r0))
        normals = np.tile(np.column_stack([out[0] * cos, out[0] * sin, np.full_like(cos, out[1])]), (2, 1))
        side = np.concatenate([np.column_stack([angle / 8, np.full_like(angle, z)]) for z in (z0, z1)])
        uv = ring[:, :2] / TEXTURE_SQUARES if abs(z1 - z0) < abs(r1 - r0) else side
        i = np.arange(around)
        j = i + around + 1
        faces = np.concatenate([np.column_stack([i, i + 1, j]), np.column_stack([i + 1, j + 1, j])])
        parts.append(Mesh(ring, normals, uv, faces))
    return joined(parts)


def disc(style, radius, thickness, edge):
    """A piece standing on z = 0. `style`: flat, rim, rings or domed. `edge` is the radius of its rounded edges."""
    edge = min(edge, thickness / 2.2)
    arc = np.linspace(0, np.pi / 2, 5)
    below = np.column_stack([radius - edge + edge * np.sin(arc), edge - edge * np.cos(arc)])
    above = np.column_stack([radius - edge + edge * np.cos(arc), thickness - edge + edge * np.sin(arc)])
    return turned(np.concatenate([below, above, _top(style, radius, thickness, edge)]))


def _top(style, radius, thickness, edge):
    dip = 0.16 * thickness
    if style == "rim":
        return [(0.78 * radius, thickness), (0.72 * radius, thickness - dip), (0.0, thickness - dip)]
    if style == "domed":
        ring = np.linspace(0.9, 0, 10)
        return [(r * (radius - edge), thickness + 0.5 * dip * (1 - r * r)) for r in ring]
    if style == "rings":
        grooves = [
            (0.84, 0.0),
            (0.80, dip),
            (0.74, dip),
            (0.70, 0.0),
            (0.56, 0.0),
            (0.52, dip),
            (0.46, dip),
            (0.42, 0.0),
            (0.2, 0.0),
            (0.16, dip),
        ]
        return [(share * radius, thickness - low) for share, low in grooves] + [(0.0, thickness - dip)]
    return [(0.0, thickness)]


def capsule(start, end, radius_start, radius_end):
    """A rounded rod from one point to another, with a radius for each end."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    along = end - start
    length = np.linalg.norm(along)
    arc = np.linspace(-np.pi / 2, 0, 7)
    low = np.column_stack([radius_start * np.cos(arc), radius_start * np.sin(arc)])
    high = np.column_stack([radius_end * np.cos(-arc[::-1]), length + radius_end * np.sin(-arc[::-1])])
    return turned(np.concatenate([low, high]), 28).moved(_turn_z_to(along / length), start)


def box(width, depth, height):
    """A box standing on z = 0 about the z axis, its upper face with texture coordinates from 0 to 1."""
    parts = []
    for axis, sign in ((2, 1), (0, 1), (0, -1), (1, 1), (1, -1)):
        normal = np.zeros(3)
        normal[axis] = sign
        u = np.roll(np.abs(normal), 1)
        v = np.cross(normal, u)
        square = np.array([-u - v, u - v, u + v, v - u]) + normal
        vertices = square * (width / 2, depth / 2, height / 2) + (0, 0, height / 2)
        uv = vertices[:, :2] / (width, depth) + 0.5 if axis == 2 else np.column_stack([vertices @ u, vertices @ v]) / TEXTURE_SQUARES
        parts.append(Mesh(vertices, np.tile(normal, (4, 1)), uv, np.array([[0, 1, 2], [0, 2, 3]])))
    return joined(parts)


def sheet(width, depth):
    """A flat sheet at z = 0 that faces up."""
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * (width / 2, depth / 2, 1)
    uv = corners[:, :2] / (width, depth) + 0.5
    return Mesh(corners, np.tile((0.0, 0.0, 1.0), (4, 1)), uv, np.array([[0, 1, 2], [0, 2, 3]]))


def turn_about_z(degrees):
    """The rotation by that angle, counter-clockwise seen from above."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _turn_z_to(direction):
    side = np.cross((0.0, 0.0, 1.0), direction)
    if np.linalg.norm(side) < 1e-9:
        return np.diag([1.0, np.sign(direction[2]), np.sign(direction[2])])
    side /= np.linalg.norm(side)
    return np.column_stack([side, np.cross(direction, side), direction])
