"""A position as a PNG, for messengers: they show no SVG. Drawn without a library, because the pages' process has none for pictures."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from rules.board.fen import parse_fen
from rules.board.ruleset import RuleSet
from rules.board.squares import Content, board

WIDTH, HEIGHT = 1200, 630
"""Pixels of the picture: what messengers and social networks ask for. The board is in the middle, where some of them cut a square out."""
FRAME_PX = 20
DRAWN = 64
"""The positions that are kept drawn: some ten kilobytes each."""
FINE = 4
"""A pixel of a crown is judged at so many by so many points."""
STEP = 8
"""Colours are rounded down to this step: a PNG with a palette has 256 colours at most."""

Rgb = tuple[int, int, int]
PAPER, FRAME, LIGHT, DARK, MARKED = (245, 241, 232), (75, 53, 37), (236, 220, 188), (148, 106, 67), (196, 154, 70)
EDGE = (26, 17, 10)
FILLS: dict[str, tuple[Rgb, Rgb]] = {"white": ((253, 246, 227), (120, 96, 66)), "black": ((46, 36, 29), (214, 190, 150))}
"""For each side the colour of a disc, and of the ring or the crown on it."""
CROWN = ((-0.21, 0.15), (0.21, 0.15), (0.28, -0.18), (0.115, -0.055), (0.0, -0.24), (-0.115, -0.055), (-0.28, -0.18))
"""The outline of a crown around the middle of a disc, in squares."""


@dataclass(frozen=True, slots=True)
class DrawnSquare:
    """A square of the picture: its colours, and its lines from above, in which each byte is the place of a colour."""

    colours: tuple[Rgb, ...]
    lines: tuple[bytes, ...]


@lru_cache(DRAWN)
def board_png(fen: str, rules: RuleSet, marked: tuple[int, ...] = (), *, mirrored: bool = False) -> bytes:
    """The board as PNG, White below, the `marked` squares in gold; FenError for a text that is no position of these rules.

    A `mirrored` board has a light corner at White's left.
    """
    contents, places = parse_fen(fen, rules).contents(), board(rules.board_size)
    square_px = (HEIGHT - 2 * FRAME_PX) // rules.board_size
    rows = [[_light(square_px)] * rules.board_size for _ in range(rules.board_size)]
    for square, content in enumerate(contents, 1):
        row, col = places.seen_at(square, mirrored=mirrored)
        rows[row][col] = _dark(square_px, content, square in marked)
    colours = dict.fromkeys((PAPER, FRAME, *(colour for row in rows for square in row for colour in square.colours)))
    palette = {colour: place for place, colour in enumerate(colours)}
    return _png(list(_lines(rows, palette)), list(palette))


def _lines(rows: list[list[DrawnSquare]], palette: dict[Rgb, int]) -> Iterator[bytes]:
    """The lines of the whole picture from above, in the colours of the palette."""
    inner_px = len(rows) * len(rows[0][0].lines)
    framed_px = inner_px + 2 * FRAME_PX
    left, above = (WIDTH - framed_px) // 2, (HEIGHT - framed_px) // 2
    paper, frame = bytes([palette[PAPER]]), bytes([palette[FRAME]])
    before, after = paper * left + frame * FRAME_PX, frame * FRAME_PX + paper * (WIDTH - framed_px - left)
    edge = before + frame * inner_px + after
    shown = {square: _in_palette(square, palette) for row in rows for square in row}
    yield from [paper * WIDTH] * above + [edge] * FRAME_PX
    for row in rows:
        for across in zip(*(shown[square] for square in row), strict=True):
            yield b"".join((before, *across, after))
    yield from [edge] * FRAME_PX + [paper * WIDTH] * (HEIGHT - framed_px - above)


def _in_palette(square: DrawnSquare, palette: dict[Rgb, int]) -> list[bytes]:
    table = bytes(palette[colour] for colour in square.colours).ljust(256, b"\0")
    return [line.translate(table) for line in square.lines]


@lru_cache
def _light(square_px: int) -> DrawnSquare:
    return DrawnSquare((LIGHT,), (bytes(square_px),) * square_px)


@lru_cache
def _dark(square_px: int, content: Content, is_marked: bool) -> DrawnSquare:
    places: dict[Rgb, int] = {}
    lines = []
    for y in range(square_px):
        line = (
            _pixel((x + 0.5) / square_px, (y + 0.5) / square_px, 1 / square_px, content, MARKED if is_marked else DARK)
            for x in range(square_px)
        )
        lines.append(bytes(places.setdefault(colour, len(places)) for colour in line))
    return DrawnSquare(tuple(places), tuple(lines))


def _pixel(x: float, y: float, wide: float, content: Content, field: Rgb) -> Rgb:
    """The colour of a pixel by its middle and its width, in squares: the piece is painted over the field, disc by disc."""
    if content is Content.EMPTY:
        return field
    fill, line = FILLS[str(content.side)]
    colour: tuple[float, ...] = field
    for middle in (0.56, 0.46) if content.is_king else (0.5,):
        far = hypot(x - 0.5, y - middle)
        for radius, paint in ((0.4, EDGE), (0.37, fill)):
            colour = _mixed(colour, paint, _inside(radius - far, wide))
    if content.is_king:
        colour = _mixed(colour, line, _of_crown(x - 0.5, y - 0.46, wide))
    else:
        far = hypot(x - 0.5, y - 0.5)
        colour = _mixed(colour, line, _inside(0.28 - far, wide) - _inside(0.25 - far, wide))
    red, green, blue = (int(channel) // STEP * STEP for channel in colour)
    return red, green, blue


def _inside(depth: float, wide: float) -> float:
    """How much of a pixel lies inside an edge, so deep below which its middle is."""
    return min(1.0, max(0.0, depth / wide + 0.5))


def _mixed(below: tuple[float, ...], paint: Rgb, share: float) -> tuple[float, ...]:
    return tuple(one + (other - one) * share for one, other in zip(below, paint, strict=True)) if share else below


def _of_crown(x: float, y: float, wide: float) -> float:
    """How much of a pixel lies in CROWN. A ray from a point inside to the right crosses its outline an odd number of times."""
    if abs(x) > 0.3 or abs(y) > 0.26:
        return 0.0
    offsets = [((place + 0.5) / FINE - 0.5) * wide for place in range(FINE)]
    return sum(_in_crown(x + dx, y + dy) for dx in offsets for dy in offsets) / FINE**2


def _in_crown(x: float, y: float) -> bool:
    edges = zip(CROWN, (*CROWN[1:], CROWN[0]), strict=True)
    crossed = sum((y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in edges)
    return crossed % 2 == 1


def _png(lines: list[bytes], palette: list[Rgb]) -> bytes:
    """A PNG with a palette: `lines` hold the place of a colour for each pixel."""
    head = struct.pack(">IIBBBBB", len(lines[0]), len(lines), 8, 3, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + line for line in lines), 6)
    parts = ((b"IHDR", head), (b"PLTE", bytes(channel for colour in palette for channel in colour)), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
