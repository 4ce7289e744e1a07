"""The geometry of a scene: the board on its table, and the camera that looks at it.

The unit is the side of a square. World: x to White's right, y away from White, z up; the origin is the middle of a board that lies
straight, on its playing surface. Board coordinates are those of vision/image/geometry.py: x from White's left, y from Black's edge. Pixels
have whole numbers at their centres. Points are float arrays (N, 2) or (N, 3).
"""

from dataclasses import dataclass, replace

import numpy as np

BARREL_STEPS = 12
"""Steps of Newton's method for the lens, which converges in six at the strongest distortion drawn."""


@dataclass(frozen=True)
class Lying:
    """The place of a board of `size` x `size` squares on the table: shifted and turned about its middle."""

    size: int
    dx: float = 0.0
    dy: float = 0.0
    turn_deg: float = 0.0

    def to_world(self, points, z=0.0):
        """Map board coordinates (N, 2) to world coordinates (N, 3) at height z."""
        off = (np.asarray(points, float).reshape(-1, 2) - self.size / 2) * (1, -1)
        turn = np.radians(self.turn_deg)
        cos, sin = np.cos(turn), np.sin(turn)
        xy = off @ np.array([[cos, sin], [-sin, cos]]) + (self.dx, self.dy)
        return np.column_stack([xy, np.broadcast_to(z, len(xy))])

    def corners(self):
        """The outer corners of the playing area: White's lower left, lower right, upper right, upper left."""
        n = self.size
        return self.to_world([[0, n], [n, n], [n, 0], [0, 0]])


@dataclass(frozen=True)
class Camera:
    """A pinhole behind a lens.

    `tilt_deg` is measured from the vertical. `azimuth_deg` is the side on which the camera stands, -90 for White's. At `roll_deg` 0 Black's
    side is up. `barrel` distorts: r_undistorted = r * (1 + barrel * r²), r in half diagonals of the picture.
    """

    width: int = 1280
    height: int = 960
    hfov_deg: float = 62.0
    barrel: float = 0.07
    distance: float = 14.0
    tilt_deg: float = 10.0
    azimuth_deg: float = -90.0
    roll_deg: float = 0.0
    aim: tuple[float, float] = (0.0, 0.0)

    @property
    def centre(self):
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    @property
    def focal_px(self):
        """The focal length in undistorted pixels; the lens keeps the angle of view across the middle row."""
        edge = self.width / 2
        return self._straight(np.array([[edge, 0.0]]))[0, 0] / np.tan(np.radians(self.hfov_deg) / 2)

    @property
    def position(self):
        tilt, azimuth = np.radians([self.tilt_deg, self.azimuth_deg])
        direction = np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])
        return np.array([*self.aim, 0.0]) + self.distance * direction

    def axes(self):
        """The directions right, down and forward of the picture, as rows."""
        ahead = np.array([*self.aim, 0.0]) - self.position
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        roll = np.radians(self.roll_deg)
        return np.array([np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right, ahead])

    def project(self, points):
        """Map world coordinates (N, 3) to pixels (N, 2)."""
        seen = (np.asarray(points, float).reshape(-1, 3) - self.position) @ self.axes().T
        return self._bent(seen[:, :2] / seen[:, 2:] * self.focal_px) + self.centre

    def undistorted_size(self):
        """The width and height of the undistorted picture, with the same centre, that holds everything the distorted one shows."""
        corner = self._straight(np.array([[self.width / 2, self.height / 2]]))[0]
        return tuple(int(2 * np.ceil(side)) for side in corner)

    def warp_map(self):
        """The place in the undistorted picture that each pixel shows, float32 (height, width, 2), for cv2.remap."""
        x, y = np.meshgrid(np.arange(self.width), np.arange(self.height))
        straight = self._straight(np.column_stack([x.ravel(), y.ravel()]) - self.centre)
        wide = (np.array(self.undistorted_size()) - 1) / 2
        return (straight + wide).reshape(self.height, self.width, 2).astype(np.float32)

    def _straight(self, off):
        r2 = np.sum(np.square(off), axis=1, keepdims=True) / self._half_diagonal**2
        return off * (1 + self.barrel * r2)

    def _bent(self, off):
        target = np.linalg.norm(off, axis=1, keepdims=True) / self._half_diagonal
        r = target.copy()
        for _ in range(BARREL_STEPS):
            r -= (r * (1 + self.barrel * r * r) - target) / (1 + 3 * self.barrel * r * r)
        return off / (1 + self.barrel * r * r)

    @property
    def _half_diagonal(self):
        return np.hypot(self.width, self.height) / 2


def filling(camera, lying, share, margin_px=12):
    """The camera moved along its line of sight until the playing area takes `share` of the picture's height.

    The share is less where the area would come nearer than `margin_px` to an edge.
    """
    near, far = lying.size * 0.5, lying.size * 8.0
    for _ in range(40):
        distance = (near + far) / 2
        moved = at_distance(camera, distance)
        px = moved.project(lying.corners())
        fits = np.ptp(px[:, 1]) <= share * camera.height
        fits &= bool((px > margin_px).all() and (px < (camera.width - margin_px, camera.height - margin_px)).all())
        near, far = (near, distance) if fits else (distance, far)
    return at_distance(camera, far)


def at_distance(camera, distance):
    """The same camera at another distance."""
    return replace(camera, distance=float(distance))
