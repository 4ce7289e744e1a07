"""Draws what was read for people: the straightened board with the content and the margin of each square."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rules.board.squares import Content, Side, board
from vision.image.geometry import Geometry, rectify
from vision.image.picture import Image
from vision.reading.reader import Reading

Colour = tuple[int, int, int]

BOARD_PX = 1000
"""The side of the board. With its margin the picture is as wide as the screen of a phone."""
MARGIN_SQUARES = 0.4
"""Squares kept around the board, for discs that lean over its edge."""
DIMMED = 0.75
"""The share of the picture's light that is kept, so that the marks stand out on white and on dark boards."""
SURE_NATS = 7.0
"""The margin (1000 to 1) from which on a square is sure."""
DOUBTFUL_NATS = 3.0
"""The margin (20 to 1) from which on a square is doubtful; below it is hardly known."""
MIN_DRAWN_OFFSET = 0.05
"""Squares off the centre from which on an arrow is drawn."""
SURE, DOUBTFUL, UNKNOWN = (90, 230, 90), (40, 190, 255), (70, 70, 255)
WHITE, BLACK, HIDDEN, BADLY, SLIGHTLY = (255, 255, 255), (0, 0, 0), (255, 190, 60), (230, 60, 255), (230, 230, 120)
FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """What `explain` draws of one picture."""

    geometry: Geometry
    reading: Reading
    contents: Sequence[Content]
    """What is taken to stand on each square, square 1 first."""
    badly_off: Sequence[int]
    """The squares whose disc stands badly off its centre (Art. 25)."""


def explain(image: Image, seen: Explained) -> Image:
    """The straightened board as it lies, with its marks, readable on a phone, and a legend below it."""
    n = seen.geometry.size
    px = BOARD_PX // n
    canvas = np.asarray(rectify(image, seen.geometry.from_above(), px, MARGIN_SQUARES) * DIMMED, np.uint8)
    places = board(n)
    margins = seen.reading.evidence.margins()
    for square, content in enumerate(seen.contents, 1):
        row, col = places.seen_at(square, mirrored=seen.geometry.is_mirrored)
        corner = (np.array([col, row]) + MARGIN_SQUARES) * px
        _write(canvas, str(square), corner + np.array([0.04, 0.2]) * px, 0.005 * px, (210, 210, 210))
        margin = margins[square - 1]
        if square in seen.reading.hidden or margin is None:
            _hatch(canvas, corner, px)
            continue
        _mark(canvas, corner + px / 2, px, content)
        _nudge(canvas, corner + px / 2, px, _offset_seen(seen, square), square in seen.badly_off)
        text = f"{margin:.0f}" if margin >= 10 else f"{margin:.1f}"
        _write(canvas, text, corner + np.array([0.97 - 0.105 * len(text), 0.96]) * px, 0.006 * px, _colour_of(margin), 2)
    return np.vstack([canvas, _legend(canvas.shape[1])])


def _offset_seen(seen: Explained, square: int) -> tuple[float, float] | None:
    """How far right of and below its centre the disc of a square is seen, in squares, on the board as it lies; None without a disc."""
    offset = seen.reading.offsets[square - 1]
    return (-offset[0], offset[1]) if offset and seen.geometry.is_mirrored else offset


def _colour_of(margin: float) -> Colour:
    return SURE if margin >= SURE_NATS else DOUBTFUL if margin >= DOUBTFUL_NATS else UNKNOWN


def _mark(canvas: Image, middle: np.ndarray, px: float, content: Content) -> None:
    """Draw a ring in the piece's colour on one in the other colour, two for a king; nothing on an empty square."""
    if content is Content.EMPTY:
        return
    colour, other = (WHITE, BLACK) if content.side is Side.WHITE else (BLACK, WHITE)
    for radius in (0.2, 0.3) if content.is_king else (0.2,):
        cv2.circle(canvas, _at(middle), round(radius * px), other, 7, cv2.LINE_AA)
        cv2.circle(canvas, _at(middle), round(radius * px), colour, 3, cv2.LINE_AA)


def _nudge(canvas: Image, middle: np.ndarray, px: float, offset: tuple[float, float] | None, badly: bool) -> None:
    """Draw an arrow from the centre of the square to where its disc is seen."""
    if offset is None or (np.hypot(*offset) < MIN_DRAWN_OFFSET and not badly):
        return
    cv2.arrowedLine(canvas, _at(middle), _at(middle + np.array(offset) * px), BLACK, 7, cv2.LINE_AA, tipLength=0.3)
    cv2.arrowedLine(canvas, _at(middle), _at(middle + np.array(offset) * px), BADLY if badly else SLIGHTLY, 3, cv2.LINE_AA, tipLength=0.3)


def _hatch(canvas: Image, corner: np.ndarray, px: float) -> None:
    """Hatch the square whose upper left corner is given."""
    x, y = np.round(corner).astype(int)
    side = round(px)
    field = np.ascontiguousarray(canvas[y : y + side, x : x + side])
    for along in range(-side, side, max(side // 5, 4)):
        cv2.line(field, (along, side), (along + side, 0), HIDDEN, 2, cv2.LINE_AA)
    canvas[y : y + side, x : x + side] = field


def _legend(width: int) -> Image:
    """What the marks mean, in two columns."""
    row, mark = 62, 60
    strip = np.full((4 * row + 20, width, 3), 45, np.uint8)
    piece = {
        "white man": Content.WHITE_MAN,
        "white king": Content.WHITE_KING,
        "black man": Content.BLACK_MAN,
        "black king": Content.BLACK_KING,
    }
    for i, (name, content) in enumerate(piece.items()):
        _mark(strip, np.array([mark, 10 + row * (i + 0.5)]), 86, content)
        _write(strip, name, (mark + 50, 22 + row * (i + 0.5)), 0.85, WHITE)
    at = width // 3
    for i, (margin, tells) in enumerate(((20.0, "sure: 1000 to 1 and more"), (5.0, "doubtful: 20 to 1 and more"), (1.0, "hardly known"))):
        _write(strip, f"{margin:.0f}", (at, 22 + row * (i + 0.5)), 0.85, _colour_of(margin), 2)
        _write(strip, f"{tells}", (at + 50, 22 + row * (i + 0.5)), 0.85, WHITE)
    _write(strip, "margins in nats: of the colour, not of man or king", (at, 22 + row * 3.5), 0.85, (190, 190, 190))
    at = width * 2 // 3 + 30
    _hatch(strip, np.array([at, 10 + row * 0.1]), row * 0.8)
    for i, badly in ((1, False), (2, True)):
        _nudge(strip, np.array([at, 10 + row * (i + 0.5)]), row * 0.8, (0.9, 0.0), badly)
    for i, tells in enumerate(("hidden or strange", "off its centre", "badly (Art. 25)")):
        _write(strip, tells, (at + 70, 22 + row * (i + 0.5)), 0.85, WHITE)
    return strip


def _write(canvas: Image, text: str, at: Sequence[float] | np.ndarray, scale: float, colour: Colour, thick: int = 1) -> None:
    """Write text with a dark rim, its lower left corner at `at`. The rim is the same text shifted: bolder letters would be wider."""
    x, y = _at(at)
    for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
        cv2.putText(canvas, text, (x + dx, y + dy), FONT, scale, BLACK, thick, cv2.LINE_AA)
    cv2.putText(canvas, text, (x, y), FONT, scale, colour, thick, cv2.LINE_AA)


def _at(point: Sequence[float] | np.ndarray) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
