"""Pictures of boards for the tests: fields, discs with a rim, noise, shadows and hands, seen at an angle."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from rules.board.squares import Content, board
from vision.image.geometry import Geometry

cv2.setNumThreads(1)  # two workers on two cores hinder each other with more

SCALE = 40
SIZE = 640, 534
"""Width and height of the pictures."""
MARGIN = 1.0
PALETTE = {
    "light": (170, 200, 215),
    "dark": (60, 85, 120),
    "white": (205, 225, 232),
    "black": (35, 33, 38),
    "frame": (45, 60, 80),
    "skin": (130, 150, 205),
}


def start(size: int = 10) -> tuple[Content, ...]:
    """The start position, square 1 first; two rows between the sides are empty."""
    squares, men = size * size // 2, (size * size // 2 - size) // 2
    return (Content.BLACK_MAN,) * men + (Content.EMPTY,) * (squares - 2 * men) + (Content.WHITE_MAN,) * men


NOISES = 100_000


@cache
def _noises() -> np.ndarray:
    return np.random.default_rng(1).standard_normal(SIZE[0] * SIZE[1] * 3 + NOISES, np.float32)


def _noise(first: int) -> np.ndarray:
    """The noise of a picture; to draw it anew would take as long as all the rest."""
    return _noises()[first : first + SIZE[0] * SIZE[1] * 3].reshape(*SIZE[::-1], 3)


@dataclass
class DrawnBoard:
    """A board in a picture of SIZE; `contents` () is the start position."""

    size: int = 10
    contents: tuple[Content, ...] = ()
    seed: int = 1
    noise: float = 2.0
    light: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    offsets: dict[int, tuple[float, float]] | None = None
    hands: tuple[tuple[float, float, float], ...] = ()
    """Ellipses of skin colour: x, y and radius in squares."""
    shadows: tuple[tuple[float, float, float], ...] = ()
    """Soft dark circles: x, y and radius in squares."""
    corners: tuple[tuple[int, int], ...] = ((100, 494), (534, 507), (507, 73), (127, 60))

    @property
    def geometry(self) -> Geometry:
        return Geometry.from_corners(self.size, np.array(self.corners, float), SIZE)

    def picture(self) -> np.ndarray:
        rng = np.random.default_rng(self.seed)
        flat = self._flat(rng)
        side = flat.shape[0]
        there = (np.array([[0, side], [side, side], [side, 0], [0, 0]]) / SCALE - MARGIN).astype(float)
        target = self.geometry.to_px(there).astype(np.float32)
        source = np.array([[0, side], [side, side], [side, 0], [0, 0]], np.float32) - 0.5
        seen = cv2.warpPerspective(
            flat, cv2.getPerspectiveTransform(source, target), SIZE, flags=cv2.INTER_AREA, borderValue=(90, 100, 110)
        )
        cv2.multiply(seen, (*(self.light * np.array(self.tint)), 0), seen)
        cv2.scaleAdd(_noise(int(rng.integers(NOISES))), self.noise, seen, seen)
        return np.clip(seen, 0, 255, out=seen).astype(np.uint8)

    def _flat(self, rng: np.random.Generator) -> np.ndarray:
        side = round((self.size + 2 * MARGIN) * SCALE)
        image = np.full((side, side, 3), PALETTE["frame"], np.float32)
        start_px = round(MARGIN * SCALE)
        for row in range(self.size):
            for col in range(self.size):
                place = np.s_[start_px + row * SCALE : start_px + (row + 1) * SCALE, start_px + col * SCALE : start_px + (col + 1) * SCALE]
                image[place] = np.array(PALETTE["light" if (row + col) % 2 == 0 else "dark"]) * rng.normal(1, 0.03)
        for square, content in enumerate(self.contents or start(self.size), 1):
            if content:
                self._disc(image, square, "white" if content < Content.BLACK_MAN else "black", rng)
        for x, y, radius in self.shadows:
            mask = np.zeros(image.shape[:2], np.float32)
            cv2.circle(mask, _at(x, y), round(radius * SCALE), 1, -1)
            image *= 1 - 0.45 * cv2.GaussianBlur(mask, (0, 0), 5.3)[..., None]
        for x, y, radius in self.hands:
            cv2.ellipse(image, _at(x, y), (round(radius * SCALE), round(0.8 * radius * SCALE)), 30, 0, 360, PALETTE["skin"], -1)
        return cv2.GaussianBlur(image, (0, 0), 0.8)

    def _disc(self, image: np.ndarray, square: int, colour: str, rng: np.random.Generator) -> None:
        row, col = board(self.size).row_col(square)
        dx, dy = (self.offsets or {}).get(square, rng.uniform(-0.06, 0.06, 2))
        centre = _at(col + 0.5 + dx, row + 0.5 + dy)
        base = np.array(PALETTE[colour]) * rng.normal(1, 0.03)
        for radius, shade in ((0.40, 0.7), (0.37, 1.0), (0.25, 0.85), (0.22, 1.0)):
            cv2.circle(image, centre, round(radius * SCALE), tuple(base * shade), -1, cv2.LINE_AA)


def _at(x: float, y: float) -> tuple[int, int]:
    return round((x + MARGIN) * SCALE), round((y + MARGIN) * SCALE)
