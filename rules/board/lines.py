"""The lines of a board as tables of masks, so that a search along a line takes a few integer operations."""

from dataclasses import dataclass
from functools import cache

from rules.board.squares import Side, board

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
# Along a row or a column the next playing square is two away (Frisian Art. 7, 9).
STRAIGHTS = ((-2, 0), (2, 0), (0, -2), (0, 2))


@dataclass(frozen=True, slots=True)
class Ray:
    """The squares from one square in one direction."""

    squares: tuple[int, ...]
    """The numbers of the squares, nearest first."""
    mask: int
    rises: bool
    """Whether the numbers grow along the ray: the nearest square of a mask is then its lowest bit, otherwise its highest."""
    row_step: int
    """The change of row with each step."""
    beyond: dict[int, int]
    """For the bit of each square, the mask of the squares of the ray behind it."""

    def nearest(self, mask: int) -> int:
        """The bit of the nearest square of the mask along the ray; 0 without one."""
        mask &= self.mask
        if not mask:
            return 0
        return mask & -mask if self.rises else 1 << mask.bit_length() - 1

    def open_beyond(self, bit: int, occupied: int) -> int:
        """The mask of the squares behind that one up to the next occupied square."""
        beyond = self.beyond[bit]
        blocker = self.nearest(occupied & beyond)
        return beyond & ~(self.beyond[blocker] | blocker) if blocker else beyond


@cache
def rays(size: int, straight: bool) -> tuple[tuple[Ray, ...], ...]:
    """The rays of each square (index 0 for square 1): the four diagonals and, with `straight`, the row and the column."""
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
    """For each square, the bits of the squares that a man of that side can move to without a capture (Art. 7)."""
    forward = -1 if side is Side.WHITE else 1
    return tuple(tuple(1 << ray.squares[0] - 1 for ray in of if ray.row_step == forward) for of in rays(size, False))


@cache
def jumps(size: int, straight: bool, side: Side, backward: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each square, the jumps of a man of that side, or of a king that moves one square: the bits of the victim and the landing."""
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
    """For each square, the mask of the squares that a man on it could jump over in any direction."""
    return tuple(sum(1 << ray.squares[0] - 1 for ray in of if len(ray.squares) > 1) for of in rays(size, straight))


@cache
def promotion_mask(size: int, side: Side) -> int:
    """The mask of the promotion row of that side (Art. 8)."""
    return sum(1 << square - 1 for square in board(size).promotion_row(side))
