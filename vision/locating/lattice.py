"""From loose saddles to lattices: neighbours linked, components numbered, a geometry fitted and grown."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.image.geometry import Geometry, Lens, Points
from vision.locating.fit import fit_geometry
from vision.locating.saddles import Saddles

SECTOR_DEG = 32
"""How far a neighbour may lie from 45 degrees to the light sectors: perspective skews a lattice so much at a tilt of 40 degrees."""
TURN_DEG = 35
"""How far the light sectors of neighbours may be from square to each other."""
NEAREST = 12
"""Saddles looked at around each: eight of a lattice and some strays."""
FAINTER = 0.4
"""A saddle with less than this of another's contrast is no neighbour of it: the grain of wood lies between crossings, but shows less."""
FEWEST = 9
"""Crossings of a lattice worth looking at: three by three."""
REACH = 2
"""Squares over which a lattice grows at once: what is hidden in between is skipped, strays far away are not taken in."""
CATCH = 0.16
"""How near, in squares, a saddle must lie to where a lattice expects it."""
GROWTHS = 6
AT_ONCE = 128
"""Saddles whose distances to all are held at a time: a busy picture has 1,600, and those of all would take 60 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A numbered lattice: `geometry` takes its whole-number points to pixels; `points` are those where a saddle was seen."""

    geometry: Geometry
    points: Points


def lattices(saddles: Saddles, size: int, picture_size: tuple[int, int]) -> Iterator[Lattice]:
    """The lattices among the saddles, larger ones first; none lies within an earlier one."""
    links = _links(saddles)
    used = np.zeros(len(saddles), bool)
    for members in sorted(_components(links), key=len, reverse=True):
        fresh = {i: at for i, at in members.items() if not used[i]}
        if len(fresh) < FEWEST:
            continue
        try:
            lattice, mine = _grown(saddles, fresh, size, picture_size)
        except ValueError:
            continue
        used[mine] = True
        yield lattice


def _links(saddles: Saddles) -> NDArray[np.intp]:
    """For each saddle its neighbour to the four sides, (N, 4), -1 where none; sides go round from axis + 45 degrees by quarters."""
    count = len(saddles)
    links = np.full((count, 4), -1, np.intp)
    if count < FEWEST:
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
    """For each of these saddles the nearest that are not much fainter, nearest first, (len(own), NEAREST or all)."""
    mine, count = np.array(own), len(saddles)
    off = saddles.px - saddles.px[mine, None]
    distance = np.hypot(off[..., 0], off[..., 1])
    distance[np.arange(len(mine)), mine] = np.inf
    distance[saddles.contrast < FAINTER * saddles.contrast[mine, None]] = np.inf
    near = np.argpartition(distance, NEAREST, axis=1)[:, :NEAREST] if count > NEAREST else np.tile(np.arange(count), (len(mine), 1))
    return np.take_along_axis(near, np.argsort(np.take_along_axis(distance, near, axis=1), axis=1), axis=1)


def _apart(angle: NDArray[np.float64], period: float) -> NDArray[np.float64]:
    return np.asarray(np.abs((angle + period / 2) % period - period / 2), np.float64)


def _components(links: NDArray[np.intp]) -> list[dict[int, tuple[int, int]]]:
    """Connected saddles with their whole-number places; only links that close a square are followed."""
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
    """The sides of saddle i that are sides of a closed square."""
    closed: set[int] = set()
    for side in range(4):
        a, b = links[i, side], links[i, (side + 1) % 4]
        if a >= 0 and b >= 0 and (set(links[a][links[a] >= 0]) & set(links[b][links[b] >= 0])) - {i}:
            closed |= {side, (side + 1) % 4}
    return closed


def _walk(links: NDArray[np.intp], steps: list[set[int]], first: int) -> dict[int, tuple[int, int]]:
    """Places by breadth first. Each saddle's sides are turned so that they mean the same as the first one's."""
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
    """The lattice fitted to the members, taking in the saddles that it predicts, and which these are."""
    mine = np.array(list(members), np.intp)
    points = np.array(list(members.values()), np.float64)
    points -= np.round(np.median(points, axis=0)) - size // 2
    geometry = _first_geometry(points, saddles.px[mine], size, picture_size)
    even = len(members) >= 25
    for growth in range(GROWTHS):
        geometry = fit_geometry(size, points, saddles.px[mine], geometry, with_lens=even, near=growth > 0)
        place = geometry.to_board(saddles.px)
        whole = np.round(place)
        caught = (np.linalg.norm(place - whole, axis=1) < CATCH) & (np.abs(whole - size / 2) <= size).all(axis=1)
        caught &= _same_polarity(saddles, geometry, whole, mine) & _beside(whole, points)
        if caught.sum() < FEWEST:
            raise ValueError("the lattice does not hold")
        settled = np.array_equal(np.flatnonzero(caught), np.sort(mine))
        mine, points = np.flatnonzero(caught), whole[caught]
        even = len(mine) >= 25
        if settled:
            break
    return Lattice(geometry, points), mine


def _first_geometry(points: Points, px: Points, size: int, picture_size: tuple[int, int]) -> Geometry:
    """A plain affine lattice, for the fit to begin with."""
    design = np.column_stack([points, np.ones(len(points))])
    affine = np.linalg.lstsq(design, px, rcond=None)[0].T
    return Geometry(size, np.vstack([affine, [0, 0, 1]]), Lens.of_picture(*picture_size), picture_size)


def _beside(places: Points, points: Points) -> NDArray[np.bool_]:
    """Whether each place is one of these lattice points or at most REACH from one."""
    return np.asarray((np.abs(places[:, None] - points[None]).max(axis=2) <= REACH).any(axis=1))


def _same_polarity(saddles: Saddles, geometry: Geometry, whole: Points, mine: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether the light sectors point the way that the lattice has them at that place."""
    ahead = geometry.to_px(whole + 0.1) - geometry.to_px(whole - 0.1)
    diagonal = np.arctan2(ahead[:, 1], ahead[:, 0])
    across = _apart(saddles.axis - diagonal, np.pi) > np.pi / 4
    odd = whole.sum(axis=1) % 2 != 0
    flipped = across != odd
    return np.asarray(flipped == (flipped[mine].mean() > 0.5))
