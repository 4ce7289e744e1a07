"""Draws pictures for people: the lattice, the corners and the pieces that were read."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from rules.board.squares import Content, board
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.locating.lattice import Lattice

GRID = (80, 220, 80)
DIMMED = 0.45
"""The share of the picture's light that is kept under the lattice points of `draw_seen`."""
SEEN = (40, 170, 255)
STRAIGHT_PX = 50
"""Pixels to a square in a straightened picture: a disc is then 40 pixels wide and its rim two."""
AROUND = 0.5
"""Squares shown around the board in a straightened picture."""
OUTLINE = (0, 200, 255)
WHITE_MARK, BLACK_MARK, EDGE = (255, 255, 255), (20, 20, 20), (40, 180, 255)


def draw_grid(image: Image, geometry: Geometry, contents: Sequence[Content] = (), width_px: int = 960) -> Image:
    """A copy of the picture, at most `width_px` wide, with the lattice and a mark for every piece (two rings for a king).

    `contents` begins with square 1; without it no pieces are marked.
    """
    scale = min(1.0, width_px / image.shape[1])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    canvas = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    along = np.linspace(0, geometry.size, 4 * geometry.size + 1)
    for line in range(geometry.size + 1):
        across = np.full_like(along, line)
        for points in (np.stack([along, across], 1), np.stack([across, along], 1)):
            px = np.round(geometry.to_px(points) * scale * 16).astype(np.int32)
            cv2.polylines(canvas, [px], False, GRID, 1, cv2.LINE_AA, 4)
    _draw_pieces(canvas, geometry, contents, scale)
    return canvas


def draw_corners(image: Image, geometry: Geometry, width_px: int = 960) -> Image:
    """As `draw_grid`, with the outer corners numbered from 1 in the order of `Geometry.corners_px()`."""
    canvas = draw_grid(image, geometry, width_px=width_px)
    corners = geometry.corners_px() * (canvas.shape[1] / image.shape[1])
    for number, corner in enumerate(corners, 1):
        at = (round(float(corner[0])), round(float(corner[1])))
        cv2.circle(canvas, at, 16, BLACK_MARK, -1, cv2.LINE_AA)
        cv2.circle(canvas, at, 16, GRID, 2, cv2.LINE_AA)
        cv2.putText(canvas, str(number), (at[0] - 7, at[1] + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.75, WHITE_MARK, 2, cv2.LINE_AA)
    return canvas


def draw_seen(image: Image, lattice: Lattice | None, width_px: int = 960) -> Image:
    """A dimmed copy of a picture in which no board was found, with the points of the lattice that came nearest to one."""
    scale = min(1.0, width_px / image.shape[1])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    canvas = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA) * DIMMED, np.uint8)
    for x, y in (lattice.geometry.to_px(lattice.points) * scale) if lattice else ():
        cv2.circle(canvas, (round(float(x)), round(float(y))), 5, SEEN, 2, cv2.LINE_AA)
    return canvas


def draw_straight(image: Image, geometry: Geometry) -> Image:
    """The board as it lies, seen straight from above, White below, with AROUND squares around it; STRAIGHT_PX pixels to a square."""
    return rectify(image, geometry.from_above(), STRAIGHT_PX, AROUND)


def outline(straight: Image, squares: Iterable[int], *, mirrored: bool = False) -> Image:
    """A copy of a picture made by `draw_straight`, with these squares outlined and numbered; `mirrored` as the geometry drawn with."""
    canvas = straight.copy()
    places, margin = board(round(straight.shape[0] / STRAIGHT_PX - 2 * AROUND)), AROUND * STRAIGHT_PX
    for square in squares:
        row, col = places.seen_at(square, mirrored=mirrored)
        left, top = round(margin + col * STRAIGHT_PX), round(margin + row * STRAIGHT_PX)
        for inset, colour, thick in ((0, BLACK_MARK, 3), (2, OUTLINE, 2)):
            last = STRAIGHT_PX - 1 - inset
            cv2.rectangle(canvas, (left + inset, top + inset), (left + last, top + last), colour, thick, cv2.LINE_AA)
        for colour, thick in ((BLACK_MARK, 3), (OUTLINE, 1)):
            cv2.putText(canvas, str(square), (left + 5, top + 15), cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, thick, cv2.LINE_AA)
    return canvas


def _draw_pieces(canvas: Image, geometry: Geometry, contents: Sequence[Content], scale: float) -> None:
    places = board(geometry.size)
    for square, content in enumerate(contents, 1):
        if content is Content.EMPTY:
            continue
        row, col = places.row_col(square)
        middle, rim = geometry.to_px(np.array([[col + 0.5, row + 0.5], [col + 0.68, row + 0.5]])) * scale
        centre = (round(float(middle[0])), round(float(middle[1])))
        radius = max(3, round(float(np.hypot(*(rim - middle)))))
        fill = WHITE_MARK if content in (Content.WHITE_MAN, Content.WHITE_KING) else BLACK_MARK
        for ring in (radius, round(radius * 1.7)) if content.is_king else (radius,):
            cv2.circle(canvas, centre, ring, EDGE, 3, cv2.LINE_AA)
            cv2.circle(canvas, centre, ring, fill, 1, cv2.LINE_AA)
