"""Remembers how each square looked while it was bare, and tells kings from men among the pieces that came since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, Side
from vision.image.geometry import Geometry
from vision.image.picture import Image
from vision.image.viewpoint import lean
from vision.reading.discs import Features
from vision.reading.features import Mask
from vision.reading.outlines import BareSquare, outline_width, straightened, surroundings
from vision.reading.stacks import MISLAID, Stacking, Widths, log_density, second_disc

KEPT = 60
"""The number of pieces of known height whose outlines are remembered."""
MIN_KNOWN = 1
"""The fewest remembered pieces of a colour with which the outlines of that colour tell."""
OUTLINES = Stacking(noise=0.01, few=1.0, strays=0.03, thick=0.14, thick_spread=0.08)
"""How the outlines of equal pieces scatter. On rendered boards the standard deviation was 0.002 to 0.010, save of black pieces on dark
fields."""


UNKNOWN_STRAYS = 0.5
"""The share of strays to be feared before any outline on this board was measured; it falls with their number."""
STILL_NOISE = 0.01
"""The standard deviation, in squares, of the change of the width of a piece that stays as it is. On drawn boards it was 0.003 to 0.01."""
NUDGED = 0.04
"""The share of pieces that were nudged between two pictures, or lie in another shadow."""


def height_changes(before: Mapping[int, float], now: Mapping[int, float], geometry: Geometry) -> tuple[tuple[float, ...], ...]:
    """`Evidence.heights`, from the widths of outlines in the last picture and in this one, by square."""
    squares = sorted(before.keys() & now.keys())
    change = np.array([now[square] - before[square] for square in squares])
    far = np.linalg.norm(lean(geometry)[[square - 1 for square in squares]], axis=1)
    stays = log_density(change, STILL_NOISE, NUDGED)
    more = second_disc(far, OUTLINES.thick)
    ratios = [log_density(change - way * more, np.hypot(STILL_NOISE, MISLAID), NUDGED) - stays for way in (1, -1)]
    return tuple((float(square), float(up), float(down)) for square, up, down in zip(squares, *ratios, strict=True))


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of a piece of known height."""

    width: float
    """In squares."""
    content: Content
    lean: tuple[float, float]
    """See `vision.image.viewpoint.lean`."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrivals:
    """The bare squares of a board in one place, and the outlines of the pieces that came onto them."""

    contents: Sequence[Content] = ()
    """What surely stood on the board when it was last known, square 1 first."""
    bare: Mapping[int, BareSquare] = field(default_factory=dict)
    """The last pictures of bare squares, by their numbers."""
    outlines: tuple[Outline, ...] = ()
    """The latest pieces of known height."""

    def elsewhere(self) -> "Arrivals":
        """The same where the board lies in another place: its fields look different there, its pieces do not."""
        return Arrivals(outlines=self.outlines)

    def after(self, image: Image, geometry: Geometry, contents: Sequence[Content], clear: Mask, radius: float) -> "Arrivals":
        """The state after a picture that surely showed `contents`; `clear` tells which squares are seen, (squares,)."""
        straight = straightened(image, geometry)
        came = [square for square in self._changed(contents) if clear[square - 1]]
        widths = self._widths(straight, geometry.size, contents, came, radius)
        leans = lean(geometry)
        new = [
            Outline(width, contents[square - 1], (float(leans[square - 1, 0]), float(leans[square - 1, 1])))
            for square, width in widths.items()
            if np.isfinite(width)
        ]
        seen_bare = {
            square: BareSquare(surroundings(straight, geometry.size, square).copy(), contents)
            for square, content in enumerate(contents, 1)
            if content is Content.EMPTY and clear[square - 1]
        }
        return Arrivals(contents, {**self.bare, **seen_bare}, (*self.outlines, *new)[-KEPT:])

    def heights(self, squares: int) -> NDArray[np.intp]:
        """What was last known of the pieces on so many squares: 1 for a king, 0 for a man, -1 for a bare square or none known."""
        known = [int(content.is_king) if content.side else -1 for content in self.contents]
        return np.array(known or [-1] * squares)

    def widths(self, image: Image, geometry: Geometry, contents: Sequence[Content], touched: Mask, radius: float) -> dict[int, float]:
        """The widths of the outlines of the pieces that came or were touched since, by square. Of `contents` the colours alone count."""
        at_touched = (square for square in self.bare if contents[square - 1].side and touched[square - 1])
        came = sorted({*at_touched, *self._changed(contents)})
        if not came:
            return {}
        widths = self._widths(straightened(image, geometry), geometry.size, contents, came, radius)
        return {square: width for square, width in widths.items() if np.isfinite(width)}

    def log_ratios(self, widths: Mapping[int, float], geometry: Geometry, contents: Sequence[Content]) -> Features:
        """log p(outline | king) - log p(outline | man) of the pieces with these widths, (squares,); NaN for all others."""
        measured = np.array([widths.get(square, np.nan) for square in range(1, len(contents) + 1)])
        if not widths or not self.outlines:
            return np.full(len(contents), np.nan)
        sides = np.array([1 if content.side is Side.BLACK else 0 for content in contents])
        ratios = self._learned().log_ratio(measured, sides, lean(geometry))
        known = np.array([sum(one.content.side is side for one in self.outlines) for side in (Side.WHITE, Side.BLACK)])
        return np.where(np.isfinite(measured) & (known[sides] >= MIN_KNOWN), ratios, np.nan)

    def _changed(self, contents: Sequence[Content]) -> list[int]:
        """The squares that were bare when the board was last known, and hold a piece now."""
        known = enumerate(zip(self.contents, contents, strict=False), 1)
        return [square for square, (was, now) in known if was is Content.EMPTY and now.side and square in self.bare]

    def _widths(self, straight: Image, size: int, contents: Sequence[Content], squares: Iterable[int], radius: float) -> dict[int, float]:
        return {
            square: outline_width(surroundings(straight, size, square), self.bare[square], square, contents, size, radius)
            for square in squares
        }

    def _learned(self) -> Widths:
        """What the remembered outlines tell of the widths of single discs."""
        widths = np.array([one.width for one in self.outlines])
        white = np.array([one.content.side is Side.WHITE for one in self.outlines])
        kings = np.array([one.content.is_king for one in self.outlines])
        scatters = replace(OUTLINES, strays=OUTLINES.strays + UNKNOWN_STRAYS / (1 + len(widths)))
        return Widths.learn(widths, white, ~white, kings, np.array([one.lean for one in self.outlines]), scatters)
