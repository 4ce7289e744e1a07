"""Remembers how each square looked while it was bare, and tells kings from men among the pieces that came since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.board.squares import Content, Side
from vision.image.arrays import Floats
from vision.image.geometry import Geometry, Straight
from vision.image.picture import Image
from vision.image.viewpoint import lean
from vision.reading.change import step_densities
from vision.reading.discs import Features
from vision.reading.features import Mask
from vision.reading.outlines import BareSquare, outline_width, straightened, surroundings
from vision.reading.stacks import MISLAID, Stacking, Widths, second_disc

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
TOUCHED = 0.02
"""The share of pieces that look changed though they stayed as they are. On the recorded sessions it was 0.006 between two presses."""
TOUCHED_PIECES = 50.0
"""How many pieces of a picture weigh as much as `TOUCHED` in its own share. Where a shadow's edge wanders, many look changed."""
UNCHANGED = 0.05
"""The share of second discs that are put on or taken off without a change of the look of the square."""
ANY_WIDTH = 4.0
"""The density of the change of a width that a shadow or a neighbour disturbed, per square."""


@dataclass(frozen=True, slots=True, eq=False)
class NewPieces:
    """The pieces that came or were touched since the board was last known, as one picture shows them."""

    widths: Mapping[int, float] = field(default_factory=dict)
    """The widths of their outlines, in squares, by the numbers of their squares; NaN where too little of one shows."""
    looks: Floats | None = None
    """`SquareChanges.squares` of that picture, NaN where a square is hidden; None where the board lies in another place."""
    others: Mask | None = None
    """The squares on which other pieces stand, (squares,)."""


def height_changes(before: NewPieces, now: NewPieces, geometry: Geometry) -> tuple[tuple[float, ...], ...]:
    """`Evidence.heights`, from the last picture and this one.

    A second disc that comes or goes changes the look of its square, and the width of the outline where that was measured. A piece that was
    only touched looks changed as well.
    """
    squares = sorted(before.widths.keys() & now.widths.keys())
    if not squares:
        return ()
    places = np.array(squares) - 1
    change = np.array([now.widths[square] - before.widths[square] for square in squares])
    still, touched, nudged = np.full(len(squares), np.nan), np.full(len(squares), np.nan), TOUCHED
    if before.looks is not None and now.looks is not None and now.others is not None:
        densities = step_densities(before.looks, now.looks)
        (still, touched), nudged = (density[places] for density in densities), _touched_share(*densities, now.others)
    by_width, by_look = np.isfinite(change), np.isfinite(still)
    still, touched, share = np.where(by_look, still, 1), np.where(by_look, touched, 1), np.where(by_look, nudged, NUDGED)
    same, disturbed = np.where(by_width, _normal(change, STILL_NOISE), 1), np.where(by_width, ANY_WIDTH, 1)
    # A piece that was touched has the same width as before, if no shadow disturbs it.
    stays = (1 - share) * still * same + share * touched * np.where(by_look, (same + disturbed) / 2, disturbed)
    unchanged = np.where(by_look, UNCHANGED, 0)
    more = second_disc(np.linalg.norm(lean(geometry)[places], axis=1), OUTLINES.thick)
    ratios = []
    for way in (1, -1):
        wider = np.where(by_width, _normal(change - way * more, np.hypot(STILL_NOISE, MISLAID)), 1)
        changes = (1 - unchanged) * touched * ((1 - NUDGED) * wider + NUDGED * disturbed) + unchanged * still * same
        ratios.append(np.log(changes / stays))
    known = by_width | by_look
    return tuple((float(square), float(up), float(down)) for square, up, down, tell in zip(squares, *ratios, known, strict=True) if tell)


def _touched_share(still: NDArray[np.float64], touched: NDArray[np.float64], others: Mask) -> float:
    """The share of pieces that look changed in this picture though they stayed, from the `step_densities` of the `others` as well."""
    seen = others & np.isfinite(still)
    changed = TOUCHED * touched[seen]
    changed /= changed + (1 - TOUCHED) * still[seen]
    return float((TOUCHED * TOUCHED_PIECES + changed.sum()) / (TOUCHED_PIECES + seen.sum()))


def _normal(rest: NDArray[np.float64], scatter: float) -> NDArray[np.float64]:
    return np.asarray(np.exp(-0.5 * (rest / scatter) ** 2) / (scatter * np.sqrt(2 * np.pi)), float)


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
            square: BareSquare(surroundings(straight, geometry.size, square), contents)
            for square, content in enumerate(contents, 1)
            if content is Content.EMPTY and clear[square - 1]
        }
        return Arrivals(contents, {**self.bare, **seen_bare}, (*self.outlines, *new)[-KEPT:])

    def heights(self, squares: int) -> NDArray[np.intp]:
        """What was last known of the pieces on so many squares: 1 for a king, 0 for a man, -1 for a bare square or none known."""
        known = [int(content.is_king) if content.side else -1 for content in self.contents]
        return np.array(known or [-1] * squares)

    def widths(self, image: Image, geometry: Geometry, contents: Sequence[Content], touched: Mask, radius: float) -> dict[int, float]:
        """The `NewPieces.widths` of a picture that shows `contents`, of which the colours alone count."""
        at_touched = (square for square in self.bare if contents[square - 1].side and touched[square - 1])
        came = sorted({*at_touched, *self._changed(contents)})
        if not came:
            return {}
        return self._widths(straightened(image, geometry), geometry.size, contents, came, radius)

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

    def _widths(
        self, straight: Straight, size: int, contents: Sequence[Content], squares: Iterable[int], radius: float
    ) -> dict[int, float]:
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
