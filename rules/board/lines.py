"""The lines of a board as tables of masks, so that looking along one is a few operations on integers."""

from dataclasses import dataclass
from functools import cache

from rules.board.squares import Side, board

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
# Along a row or a column the next playing square is two away (Frisian Art. 7, 9).
STRAIGHTS = ((-2, 0), (2, 0), (0, -2), (0, 2))


@dataclass(frozen=True, slots=True)
class Ray:
    """The squares seen from one square in one direction, nearest first.

    `beyond[bit]` is the mask of the ray's squares behind that one. `rises` tells whether the numbers grow along it, so that the nearest
    square of a mask is its lowest bit, else its highest.
    """

    squares: tuple[int, ...]
    mask: int
    rises: bool
    row_step: int
    beyond: dict[int, int]

    def nearest(self, mask: int) -> int:
        """The bit of the first of these squares along the ray; 0 for none."""
        mask &= self.mask
        if not mask:
            return 0
        return mask & -mask if self.rises else 1 << mask.bit_length() - 1

    def open_beyond(self, bit: int, occupied: int) -> int:
        """The squares behind that one as far as the next occupied one, as a mask."""
        beyond = self.beyond[bit]
        blocker = self.nearest(occupied & beyond)
        return beyond & ~(self.beyond[blocker] | blocker) if blocker else beyond


@cache
def rays(size: int, straight: bool) -> tuple[tuple[Ray, ...], ...]:
    """For each square (index 0 for square 1) its rays: the four diagonals, then rows and columns where `straight`."""
    directions = DIAGONALS + (STRAIGHTS if straight else ())
    return tuple(
        tuple(ray for direction in directions if (ray := _ray(size, square, direction)) is not None)
        for square in range(1, board(size).squares + 1)
    )


def _ray(size: int, square: int, direction: tuple[int, int]) -> Ray | None:
    geometry = board(size)
    row, col = geometry.row_col(square)
    squares: list[int] = []
    while (near := geometry.square_at(row + direction[0], col + direction[1])) is not None:
        squares.append(near)
        row, col = row + direction[0], col + direction[1]
    if not squares:
        return None
    beyond = {1 << s - 1: sum(1 << t - 1 for t in squares[i + 1 :]) for i, s in enumerate(squares)}
    return Ray(tuple(squares), sum(beyond), squares[0] > square, direction[0], beyond)


@cache
def steps(size: int, side: Side) -> tuple[tuple[int, ...], ...]:
    """For each square the squares, as bits, to which a man of that side moves quietly (Art. 7)."""
    forward = -1 if side is Side.WHITE else 1
    return tuple(tuple(1 << ray.squares[0] - 1 for ray in of if ray.row_step == forward) for of in rays(size, False))


@cache
def jumps(size: int, straight: bool, side: Side, backward: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each square the jumps of a man of that side, or of a king that moves one square: the bits jumped over and landed on."""
    forward = -1 if side is Side.WHITE else 1
    return tuple(
        tuple(
            (1 << ray.squares[0] - 1, 1 << ray.squares[1] - 1)
            for ray in of
            if len(ray.squares) > 1 and (backward or ray.row_step * forward > 0)
        )
        for of in rays(size, straight)
    )


@cache
def around(size: int, straight: bool) -> tuple[int, ...]:
    """For each square the mask of those that a man on it could jump over, in any direction."""
    return tuple(sum(1 << ray.squares[0] - 1 for ray in of if len(ray.squares) > 1) for of in rays(size, straight))


@cache
def promotion_mask(size: int, side: Side) -> int:
    """The promotion row of that side as a mask (Art. 8)."""
    return sum(1 << square - 1 for square in board(size).promotion_row(side))
