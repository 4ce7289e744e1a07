"""Makes lattices of loose saddles: links neighbours, numbers the components, fits a geometry and grows it."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Geometry, Lens, Points
from vision.locating.fit import fit_geometry
from vision.locating.saddles import Saddles

SECTOR_DEG = 32
"""The largest deviation of a neighbour from 45 degrees to the light sectors; perspective skews a lattice so much at a tilt of 40
degrees."""
TURN_DEG = 35
"""The largest deviation from a right angle between the light sectors of neighbours."""
NEAREST = 12
"""The number of nearest saddles that may be neighbours of one: eight of the lattice and some strays."""
MIN_CONTRAST_RATIO = 0.4
"""The least contrast of a neighbour, as a share of the saddle's own. The grain of wood between crossings has less."""
MIN_CROSSINGS = 9
"""The fewest crossings of a lattice: three by three."""
REACH = 2
"""Squares over which a lattice grows in one round: a hidden crossing in between is skipped, far strays are not taken in."""
CATCH = 0.16
"""The largest distance, in squares, of a saddle from the place where a lattice predicts it."""
MAX_GROWTHS = 6
"""Rounds of growing."""
AT_ONCE = 128
"""Saddles whose distances to all others are held at a time; a busy picture has 1,600, and all distances would take 60 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A numbered lattice."""

    geometry: Geometry
    """Maps the whole-number points of the lattice to pixels."""
    points: Points
    """The lattice points at which a saddle was seen, (N, 2)."""


def lattices(saddles: Saddles, size: int, picture_size: tuple[int, int]) -> Iterator[Lattice]:
    """The lattices among the saddles, larger ones first. A saddle belongs to one lattice only."""
    links = _links(saddles)
    used = np.zeros(len(saddles), bool)
    for members in sorted(_components(links), key=len, reverse=True):
        fresh = {i: at for i, at in members.items() if not used[i]}
        if len(fresh) < MIN_CROSSINGS:
            continue
        try:
            lattice, mine = _grown(saddles, fresh, size, picture_size)
        except ValueError:
            continue
        used[mine] = True
        yield lattice


def _links(saddles: Saddles) -> NDArray[np.intp]:
    """The neighbour of each saddle on its four sides, (N, 4), -1 where there is none. The first side is at axis + 45 degrees."""
    count = len(saddles)
    links = np.full((count, 4), -1, np.intp)
    if count < MIN_CROSSINGS:
        return links
    near = np.concatenate([_nearest(saddles, range(first, min(first + AT_ONCE, count))) for first in range(0, count, AT_ONCE)])
    square = _apart(saddles.axis[near] - saddles.axis[:, None] - np.pi / 2, np.pi) < np.radians(TURN_DEG)
    off = saddles.px[near] - saddles.px[:, None]
    bearing = np.arctan2(off[..., 1], off[..., 0]) - saddles.axis[:, None]
    for side in range(4):
        fits = square & (_apart(bearing - np.pi / 4 - side * np.pi / 2, 2 * np.pi) < np.radians(SECTOR_DEG))
        found = fits.any(axis=1)
        links[found, side] = near[found, fits.argmax(axis=1)[found]]
    mutual = (links[links] == np.arange(count)[:, None, None]).any(axis=2)
    return np.where((links >= 0) & mutual, links, -1)


def _nearest(saddles: Saddles, own: range) -> NDArray[np.intp]:
    """The nearest saddles of each of these that are not much fainter, nearest first, (len(own), NEAREST or all)."""
    mine, count = np.array(own), len(saddles)
    x, y = saddles.px.T
    distance = (x - x[mine, None]) ** 2 + (y - y[mine, None]) ** 2  # squared, which has the same order
    distance[np.arange(len(mine)), mine] = np.inf
    distance[saddles.contrast < MIN_CONTRAST_RATIO * saddles.contrast[mine, None]] = np.inf
    near = np.argpartition(distance, NEAREST, axis=1)[:, :NEAREST] if count > NEAREST else np.tile(np.arange(count), (len(mine), 1))
    return np.take_along_axis(near, np.argsort(np.take_along_axis(distance, near, axis=1), axis=1), axis=1)


def _apart(angle: NDArray[np.float64], period: float) -> NDArray[np.float64]:
    """The absolute value of an angle modulo `period`, at most half of it."""
    return np.asarray(np.abs((angle + period / 2) % period - period / 2), np.float64)


def _components(links: NDArray[np.intp]) -> list[dict[int, tuple[int, int]]]:
    """The connected saddles with their whole-number places. Only links that close a square are followed."""
    steps = [_squares(links, i) for i in range(len(links))]
    seen: set[int] = set()
    components = []
    for first in range(len(links)):
        if first in seen or not steps[first]:
            continue
        component = _walk(links, steps, first)
        seen |= component.keys()
        components.append(component)
    return components


def _squares(links: NDArray[np.intp], i: int) -> set[int]:
    """The sides of saddle `i` that belong to a closed square."""
    closed: set[int] = set()
    for side in range(4):
        a, b = links[i, side], links[i, (side + 1) % 4]
        if a >= 0 and b >= 0 and (set(links[a][links[a] >= 0]) & set(links[b][links[b] >= 0])) - {i}:
            closed |= {side, (side + 1) % 4}
    return closed


def _walk(links: NDArray[np.intp], steps: list[set[int]], first: int) -> dict[int, tuple[int, int]]:
    """The place of each saddle of a component, breadth first. The sides of each saddle are turned to agree with those of the first."""
    at, turn = {first: (0, 0)}, {first: 0}
    taken = {(0, 0)}
    queue = deque([first])
    moves = ((1, 0), (0, 1), (-1, 0), (0, -1))
    while queue:
        i = queue.popleft()
        for side in steps[i]:
            j = int(links[i, side])
            way = (side + turn[i]) % 4
            place = (at[i][0] + moves[way][0], at[i][1] + moves[way][1])
            back = np.flatnonzero(links[j] == i)
            if j in at or place in taken or len(back) == 0:
                continue
            at[j], turn[j] = place, (way + 2 - int(back[0])) % 4
            taken.add(place)
            queue.append(j)
    return at


def _grown(
    saddles: Saddles, members: dict[int, tuple[int, int]], size: int, picture_size: tuple[int, int]
) -> tuple[Lattice, NDArray[np.intp]]:
    """The lattice fitted to the members and grown by the saddles that it predicts, and the indices of those saddles."""
    mine = np.array(list(members), np.intp)
    points = np.array(list(members.values()), np.float64)
    points -= np.round(np.median(points, axis=0)) - size // 2
    geometry = _first_geometry(points, saddles.px[mine], size, picture_size)
    even = len(members) >= 25
    for growth in range(MAX_GROWTHS):
        geometry = fit_geometry(size, points, saddles.px[mine], geometry, with_lens=even, near=growth > 0)
        place = geometry.to_board(saddles.px)
        whole = np.round(place)
        caught = (np.linalg.norm(place - whole, axis=1) < CATCH) & (np.abs(whole - size / 2) <= size).all(axis=1)
        caught &= _same_polarity(saddles, geometry, whole, mine) & _beside(whole, points)
        if caught.sum() < MIN_CROSSINGS:
            raise ValueError("the lattice does not hold")
        settled = np.array_equal(np.flatnonzero(caught), np.sort(mine))
        mine, points = np.flatnonzero(caught), whole[caught]
        even = len(mine) >= 25
        if settled:
            break
    return Lattice(geometry, points), mine


def _first_geometry(points: Points, px: Points, size: int, picture_size: tuple[int, int]) -> Geometry:
    """An affine lattice for the fit to begin with."""
    design = np.column_stack([points, np.ones(len(points))])
    affine = np.linalg.lstsq(design, px, rcond=None)[0].T
    return Geometry(size, np.vstack([affine, [0, 0, 1]]), Lens.of_picture(*picture_size), picture_size)


def _beside(places: Points, points: Points) -> NDArray[np.bool_]:
    """Whether each place is at most REACH from one of these lattice points."""
    return np.asarray((np.abs(places[:, None] - points[None]).max(axis=2) <= REACH).any(axis=1))


def _same_polarity(saddles: Saddles, geometry: Geometry, whole: Points, mine: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether the light sectors of each saddle point where the lattice has them at that place."""
    ahead = geometry.to_px(whole + 0.1) - geometry.to_px(whole - 0.1)
    diagonal = np.arctan2(ahead[:, 1], ahead[:, 0])
    across = _apart(saddles.axis - diagonal, np.pi) > np.pi / 4
    odd = whole.sum(axis=1) % 2 != 0
    flipped = across != odd
    return np.asarray(flipped == (flipped[mine].mean() > 0.5))
