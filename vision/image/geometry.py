"""The geometry of a board in a picture: a homography and a lens distortion.

Board coordinates (x, y) are in squares: x from 0 at White's left to `size`, y from 0 at Black's edge to `size` at White's. The field in
row r and column c (rules.board.squares) is [c, c + 1] x [r, r + 1]. A board that lies mirrored, with a light corner at White's left, has
the board coordinates of its mirror image: x runs from White's right. Picture coordinates are pixels, whole numbers at the centres of the
pixels. Points are float arrays of shape (N, 2).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.image.picture import Image

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens in the division model (Fitzgibbon 2001): undistorted = centre + (px - centre) / (1 + bend * r²), r in half diagonals.

    `bend` is negative for barrel distortion and 0 for a perfect lens. `centre` and `half_diagonal` are in pixels.
    """

    centre: tuple[float, float]
    half_diagonal: float
    bend: float = 0.0

    @staticmethod
    def of_picture(width: int, height: int, bend: float = 0.0) -> "Lens":
        """A lens whose centre is that of a picture of this size."""
        return Lens(((width - 1) / 2, (height - 1) / 2), float(np.hypot(width, height)) / 2, bend)

    def undistort(self, px: ArrayLike) -> Points:
        """Where a perfect lens would show what these pixels show."""
        off, r2 = self._from_centre(px)
        return np.asarray(off / (1 + self.bend * r2) + self.centre, np.float64)

    def distort(self, points: ArrayLike) -> Points:
        """The inverse of `undistort`."""
        off, r2 = self._from_centre(points)
        return np.asarray(off * (2 / (1 + np.sqrt(np.maximum(1 - 4 * self.bend * r2, 0)))) + self.centre, np.float64)

    def _from_centre(self, points: ArrayLike) -> tuple[Points, Points]:
        off = np.asarray(points, float).reshape(-1, 2) - self.centre
        x, y = off[:, :1], off[:, 1:]
        return off, np.asarray((x * x + y * y) / self.half_diagonal**2, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """A board of `size` x `size` fields in a picture: `homography` (3 x 3) maps the board to the undistorted picture, `lens` distorts
    that."""

    size: int
    homography: Points
    lens: Lens
    picture_size: tuple[int, int]
    """Width and height in pixels."""

    @staticmethod
    def from_corners(size: int, corners_px: ArrayLike, picture_size: tuple[int, int], lens: Lens | None = None) -> "Geometry":
        """A board that is not mirrored, from its four outer corners, (4, 2), in the order of `corners_px()`; the lens is perfect unless it
        is given."""
        lens = lens or Lens.of_picture(*picture_size)
        target = lens.undistort(corners_px).astype(np.float32)
        homography = cv2.getPerspectiveTransform(_board_corners(size).astype(np.float32), target)
        return Geometry(size, np.asarray(homography, float), lens, picture_size)

    def to_px(self, points: ArrayLike) -> Points:
        """Board coordinates to pixels."""
        return self.lens.distort(transform(self.homography, points))

    def to_board(self, px: ArrayLike) -> Points:
        """Pixels to board coordinates."""
        return transform(np.asarray(np.linalg.inv(self.homography), np.float64), self.lens.undistort(px))

    def corners_px(self) -> Points:
        """The outer corners, (4, 2), as White sees them: lower left, lower right, upper right, upper left."""
        return self.to_px(_board_corners(self.size)[[1, 0, 3, 2] if self.is_mirrored else [0, 1, 2, 3]])

    def px_per_square(self) -> float:
        """The side of a square in the middle of the board, in pixels."""
        middle = self.size / 2
        around = self.to_px(np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]]) + middle)
        return float(np.sqrt(abs(np.linalg.det(np.stack([around[1] - around[0], around[3] - around[2]])))))

    @property
    def is_mirrored(self) -> bool:
        """Whether the board is read as its mirror image: its columns run from White's right in the picture."""
        middle = self.homography @ (self.size / 2, self.size / 2, 1)
        return bool(np.linalg.det(self.homography) * middle[2] < 0)

    def mirrored(self, is_mirrored: bool = True) -> "Geometry":
        """The same lattice read as its mirror image, or not so: reflected in the long diagonal, so that the same fields are played on."""
        if is_mirrored == self.is_mirrored:
            return self
        return Geometry(self.size, self.homography[:, [1, 0, 2]], self.lens, self.picture_size)

    def from_above(self) -> "Geometry":
        """The board as it lies, x from White's left also where it is mirrored, for pictures that people look at."""
        if not self.is_mirrored:
            return self
        across = np.array([[-1.0, 0, self.size], [0, 1, 0], [0, 0, 1]])
        return Geometry(self.size, self.homography @ across, self.lens, self.picture_size)

    def turned(self, quarter_turns: int) -> "Geometry":
        """The same lattice with another edge as White's: `corners_px()` begins that many corners later, of a mirrored board earlier."""
        n = self.size
        quarter = np.array([[0.0, 1, 0], [-1, 0, n], [0, 0, 1]])
        homography = self.homography @ np.linalg.matrix_power(quarter, quarter_turns % 4)
        return Geometry(n, homography, self.lens, self.picture_size)

    def moved(self, dx: int, dy: int) -> "Geometry":
        """The board whose point (0, 0) lies at (dx, dy) of this one."""
        shift = np.array([[1.0, 0, dx], [0, 1, dy], [0, 0, 1]])
        return Geometry(self.size, self.homography @ shift, self.lens, self.picture_size)

    def scaled(self, factor: float) -> "Geometry":
        """The same board in the picture resized by `factor`, with pixels at their centres as in cv2.resize."""
        width, height = self.picture_size
        off = (factor - 1) / 2
        resize = np.array([[factor, 0, off], [0, factor, off], [0, 0, 1]])
        centre = (self.lens.centre[0] * factor + off, self.lens.centre[1] * factor + off)
        lens = Lens(centre, self.lens.half_diagonal * factor, self.lens.bend)
        return Geometry(self.size, resize @ self.homography, lens, (round(width * factor), round(height * factor)))


def transform(homography: Points, points: ArrayLike) -> Points:
    """Apply a homography to points (N, 2)."""
    flat = np.asarray(points, float).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, homography)[0] if flat.size else flat[0], np.float64)


def rectify(image: Image, geometry: Geometry, px_per_square: int, margin_squares: float = 0.0, *, once: bool = False) -> Image:
    """The board seen straight from above, White below, with a margin around it.

    The side is round((size + 2 * margin_squares) * px_per_square) pixels. The middle of pixel (u, v) shows the board point
    ((u + 0.5) / px_per_square - margin_squares, (v + 0.5) / px_per_square - margin_squares). Points outside the picture repeat its edge. A
    picture that is much finer is shrunk first, so that noise is averaged. `once`: nothing is remembered for the next picture of the same
    place.
    """
    return Straight.of(image, geometry, px_per_square, margin_squares, once=once).cut(slice(None), slice(None))


@dataclass(frozen=True, slots=True, eq=False)
class Straight:
    """The picture that `rectify` returns, of which parts can be had alone."""

    part: Image
    """The part of the camera's picture that shows the board, shrunk."""
    maps: "_Straightening"

    @staticmethod
    def of(image: Image, geometry: Geometry, px_per_square: int, margin_squares: float = 0.0, *, once: bool = False) -> "Straight":
        """See `rectify`."""
        straightening = _straightening if once else _remembered_straightening
        maps = straightening(geometry, px_per_square, margin_squares, (image.shape[1], image.shape[0]))
        part = image[maps.rows, maps.cols]
        if maps.shrink > 1:
            part = np.asarray(cv2.resize(part, None, fx=1 / maps.shrink, fy=1 / maps.shrink, interpolation=cv2.INTER_AREA), np.uint8)
        return Straight(part, maps)

    def cut(self, rows: slice, cols: slice) -> Image:
        """These rows and columns of the straightened picture."""
        xy, fraction = self.maps.map_xy[rows, cols], self.maps.map_fraction[rows, cols]
        return np.asarray(cv2.remap(self.part, xy, fraction, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


ROWS_AT_ONCE = 64
"""The rows of a map computed at a time; all at once would take 25 MB for a moment."""


class _Straightening(NamedTuple):
    """How a picture is straightened: the part of it that shows the board, the divisor of its size, and the maps for cv2.remap."""

    rows: slice
    cols: slice
    shrink: int
    map_xy: NDArray[np.int16]
    map_fraction: NDArray[np.uint16]


def _straightening(geometry: Geometry, px_per_square: int, margin_squares: float, picture_size: tuple[int, int]) -> _Straightening:
    """The maps of `rectify`, which depend on the geometry only."""
    shrink = max(1, int(geometry.px_per_square() / px_per_square + 0.3))
    side = round((geometry.size + 2 * margin_squares) * px_per_square)
    axis = (np.arange(side) + 0.5) / px_per_square - margin_squares
    px = np.empty((side, side, 2))
    for first in range(0, side, ROWS_AT_ONCE):
        x, y = np.meshgrid(axis, axis[first : first + ROWS_AT_ONCE])
        px[first : first + ROWS_AT_ONCE] = geometry.to_px(np.column_stack([x.ravel(), y.ravel()])).reshape(-1, side, 2)
    cols, rows = (_part(px[..., i], shrink, picture_size[i]) for i in (0, 1))
    # The middle of a shrunk pixel is the middle of the pixels that it averages.
    px -= cols.start, rows.start
    px -= (shrink - 1) / 2
    px /= shrink
    map_xy, map_fraction = np.empty((side, side, 2), np.int16), np.empty((side, side), np.uint16)
    for first in range(0, side, ROWS_AT_ONCE):
        some = slice(first, first + ROWS_AT_ONCE)
        small = px[some].astype(np.float32)
        map_xy[some], map_fraction[some] = cv2.convertMaps(small[..., 0], small[..., 1], cv2.CV_16SC2)
    return _Straightening(rows, cols, shrink, map_xy, map_fraction)


_remembered_straightening = lru_cache(maxsize=6)(_straightening)
"""Those of the places that were straightened last: a picture that is read takes up to five of them, some 1.8 MB each."""


def _part(px: Points, shrink: int, length: int) -> slice:
    """The slice of a row or column of `length` with these pixels and their neighbours for interpolation, in multiples of `shrink`."""
    most = length // shrink
    low, high = (int(np.clip(edge, 0, length)) // shrink for edge in (px.min() - shrink, px.max() + 2 * shrink))
    low = min(low, most - 1)
    return slice(low * shrink, min(max(high + 1, low + 1), most) * shrink)


def _board_corners(size: int) -> Points:
    """The outer corners in board coordinates, in the order of `Geometry.corners_px()`."""
    return np.array([[0, size], [size, size], [size, 0], [0, 0]], float)
