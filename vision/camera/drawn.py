"""Draws pictures of a board as a camera beside it sees it, for rehearsals and tests: fields, men, kings, a hand, noise."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, board
from vision.camera.device import SIZE
from vision.image.picture import Image

FOCAL_PX = 1350.0
CAMERA = np.array([5.0, 11.0, 16.5])
"""The camera's place in squares (right, down, up) from White's upper left corner: 17.5 from the middle, tilted by 20 degrees."""
ACROSS = 10
RADIUS, THICK = 0.38, 0.30
MISLAID = np.array([0.06, -0.04])
"""The offset of a king's second disc from the first, in squares."""
ASTRAY = 0.05
"""The largest offset of a piece from the middle of its square, in squares."""
NOISE_LEVELS = 2.5
TABLE, FRAME, LIGHT, DARK = (80, 95, 108), (42, 58, 76), (105, 160, 190), (50, 78, 112)
WHITE, BLACK, SKIN = (215, 235, 240), (36, 34, 40), (128, 150, 204)
RINGS = ((1.0, 0.72), (0.93, 1.0), (0.62, 0.86), (0.55, 1.0))
"""The rim and rings on a disc: radius as a share of the disc's, and relative brightness."""
WALL = 0.75
LAYERS = 5
SUBPIXEL_BITS = 4
BAND = 64
"""The rows that get noise at a time: the sheet of noise for a whole picture takes four megabytes."""
CIRCLE = np.stack([np.cos(angles := np.linspace(0, 2 * np.pi, 32, endpoint=False)), np.sin(angles)], 1)


class Drawer:
    """Draws positions on one board; no two pieces look alike. Takes 6 MB."""

    def __init__(self, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        self._bare = _bare(chance)
        self._astray = chance.uniform(-ASTRAY, ASTRAY, (ACROSS**2 // 2, 2))
        self._shades = chance.normal(1.0, 0.03, ACROSS**2 // 2)

    def picture(self, contents: tuple[Content, ...], hand: int | None = None) -> Image:
        """Draw the position without noise, with a hand over square `hand` if it is given."""
        image = self._bare.copy()
        for square, content in enumerate(contents, 1):
            if content is not Content.EMPTY:
                self._piece(image, square, content)
        if hand is not None:
            _hand(image, hand)
        return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8, dst=image), np.uint8)

    def _piece(self, image: Image, square: int, content: Content) -> None:
        row, col = board(ACROSS).row_col(square)
        foot = np.array([col + 0.5, row + 0.5]) + self._astray[square - 1]
        colour = np.array(WHITE if content in (Content.WHITE_MAN, Content.WHITE_KING) else BLACK) * self._shades[square - 1]
        _disc(image, foot, 0.0, colour)
        if content in (Content.WHITE_KING, Content.BLACK_KING):
            _disc(image, foot + MISLAID, THICK, colour)


class Grain:
    """Sensor noise that differs from picture to picture: random parts of one sheet, cheaper than new noise each time."""

    def __init__(self, seed: int = 1) -> None:
        self._chance = np.random.default_rng(seed)
        self._sheet = np.round(self._chance.normal(0, NOISE_LEVELS, (2 * BAND, SIZE[0] + BAND, 3))).astype(np.int8)

    def on(self, image: Image, into: Image | None = None) -> Image:
        """Return a copy with noise; `into` is an array of its size to write it to."""
        noisy = np.empty_like(image) if into is None else into
        width = image.shape[1]
        for first in range(0, len(image), BAND):
            down, right = self._chance.integers(0, BAND, 2)
            rows = image[first : first + BAND]
            noisy[first : first + BAND] = cv2.add(rows, self._sheet[down : down + len(rows), right : right + width], dtype=cv2.CV_8U)
        return noisy


def _bare(chance: np.random.Generator) -> Image:
    width, height = SIZE
    image = np.full((height, width, 3), TABLE, np.uint8)
    _area(image, -0.8, -0.8, ACROSS + 0.8, ACROSS + 0.8, FRAME)
    for row in range(ACROSS):
        for col in range(ACROSS):
            colour = np.array(DARK if (row + col) % 2 else LIGHT) * chance.normal(1.0, 0.03)
            _area(image, col, row, col + 1, row + 1, colour)
    return image


def _area(image: Image, left: float, top: float, right: float, bottom: float, colour: object) -> None:
    _fill(image, np.array([[left, top, 0], [right, top, 0], [right, bottom, 0], [left, bottom, 0]]), colour)


def _disc(image: Image, foot: NDArray[np.float64], under: float, colour: NDArray[np.float64]) -> None:
    for z in np.linspace(under, under + THICK, LAYERS):
        _fill(image, _ring(foot, RADIUS, z), colour * WALL)
    for part, shade in RINGS:
        _fill(image, _ring(foot, RADIUS * part, under + THICK), colour * shade)


def _ring(foot: NDArray[np.float64], radius: float, z: float) -> NDArray[np.float64]:
    return np.column_stack([foot + radius * CIRCLE, np.full(len(CIRCLE), z)])


def _hand(image: Image, square: int) -> None:
    """Draw a hand over the square, and an arm that comes from White's edge."""
    row, col = board(ACROSS).row_col(square)
    x, y = col + 0.5, row + 0.5
    _fill(image, _ring(np.array([x, y]), 1.1, 0.8), SKIN)
    _fill(image, np.array([[x - 0.6, y, 0.8], [x + 0.6, y, 0.8], [x + 2.2, ACROSS + 2, 1.5], [x + 0.8, ACROSS + 2, 1.5]]), SKIN)


def _fill(image: Image, corners: NDArray[np.float64], colour: object) -> None:
    px = np.round(_to_px(corners) * 2**SUBPIXEL_BITS).astype(np.int32)
    cv2.fillPoly(image, [px], tuple(float(level) for level in np.asarray(colour)), cv2.LINE_AA, SUBPIXEL_BITS)


def _to_px(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Project points (right, down, up) in squares to px, by a pinhole camera that looks at the middle of the board."""
    seen = (points - CAMERA) @ _axes().T
    return np.asarray(seen[:, :2] / seen[:, 2:] * FOCAL_PX + (np.array(SIZE) - 1) / 2, np.float64)


@cache
def _axes() -> NDArray[np.float64]:
    forward = np.array([ACROSS / 2, ACROSS / 2, 0.0]) - CAMERA
    forward /= np.linalg.norm(forward)
    down = np.array([0.0, 1.0, 0.0]) - forward * forward[1]
    return np.stack([np.array([1.0, 0.0, 0.0]), down / np.linalg.norm(down), forward])
