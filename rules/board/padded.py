"""Masks with a ghost column, so that a step in one direction is the same shift from every square.

Each pair of rows has one bit more than playing squares. That bit is never set. A diagonal step, or one along a column, that leaves the
board at its side lands on it or outside the mask. A step along a row could reach the next row, and is limited to squares where it does not.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rules.board.lines import Ray, jumps, rays
from rules.board.ruleset import RuleSet
from rules.board.squares import Side, board

Able = Callable[[int, int, int], int]
"""A function of the masks of the men, the opponent's pieces and the empty squares; it returns the mask of the men that can capture."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The bits of the squares of a board of `size` x `size` fields."""

    size: int
    bits: tuple[int, ...]
    """The bit of each square, square 1 first."""
    squares: dict[int, int]
    """The number of the square for each bit."""
    full: int
    pairs_of_rows: tuple[int, int, int, int, int]
    """The masks of each pair of rows in the plain layout, without ghost bits; on 8x8 the last is 0."""

    def spread(self, mask: int) -> int:
        """A mask with the bits `1 << (square - 1)` in this layout."""
        first, second, third, fourth, fifth = self.pairs_of_rows
        return mask & first | (mask & second) << 1 | (mask & third) << 2 | (mask & fourth) << 3 | (mask & fifth) << 4

    def numbers(self, mask: int) -> tuple[int, ...]:
        """The numbers of the squares in a mask of this layout, in ascending order."""
        found = []
        while mask:
            low = mask & -mask
            found.append(self.squares[low])
            mask ^= low
        return tuple(found)


@cache
def layout(size: int) -> Layout:
    """The layout of that board."""
    bits = tuple(1 << square + square // size for square in range(board(size).squares))
    rows = [(1 << size) - 1 << size * pair if pair < size // 2 else 0 for pair in range(5)]
    squares = {bit: square for square, bit in enumerate(bits, 1)}
    return Layout(size, bits, squares, sum(bits), (rows[0], rows[1], rows[2], rows[3], rows[4]))


def forward_shifts(size: int, side: Side) -> tuple[int, int, int, int]:
    """The two forward steps of a man, each as a shift to the left and a shift to the right; one of the two is 0."""
    near, far = size // 2, size // 2 + 1
    return (0, near, 0, far) if side is Side.WHITE else (near, 0, far, 0)


@cache
def padded_jumps(size: int, straight: bool, side: Side, backward: bool) -> dict[int, tuple[int, tuple[tuple[int, int], ...]]]:
    """The table of `lines.jumps` in the bits of the layout: for each bit the mask of all victims, and the jumps."""
    spread, bits = layout(size).spread, layout(size).bits
    table = [tuple((spread(victim), spread(landing)) for victim, landing in of) for of in jumps(size, straight, side, backward)]
    return {bit: (sum(victim for victim, _ in of), of) for bit, of in zip(bits, table, strict=True)}


@cache
def padded_rays(size: int, straight: bool) -> dict[int, tuple[Ray, ...]]:
    """The rays of `lines.rays` in the bits of the layout."""
    spread = layout(size).spread
    return {
        bit: tuple(
            Ray(ray.squares, spread(ray.mask), ray.rises, ray.row_step, {spread(near): spread(far) for near, far in ray.beyond.items()})
            for ray in of
        )
        for bit, of in zip(layout(size).bits, rays(size, straight), strict=True)
    }


def able_men(rules: RuleSet, side: Side) -> Able:
    """The function that finds all men that can begin a capture (Frisian Art. 7)."""
    if rules.straight_captures:
        return _eight_ways(rules.board_size)
    return _diagonally(rules.board_size) if rules.men_capture_backward else _forward(rules.board_size, side)


def _diagonally(size: int) -> Able:
    a, b = size // 2, size // 2 + 1
    aa, bb = 2 * a, 2 * b

    def able(men: int, others: int, empty: int) -> int:
        return men & (
            others >> a & empty >> aa | others << a & empty << aa | others >> b & empty >> bb | others << b & empty << bb
        )  # fmt: skip

    return able


def _forward(size: int, side: Side) -> Able:
    left_a, right_a, left_b, right_b = forward_shifts(size, side)

    def able(men: int, others: int, empty: int) -> int:
        # From each empty square back to the piece before it, and from there back to the man.
        over_a = others & (empty << right_a >> left_a)
        over_b = others & (empty << right_b >> left_b)
        return men & (over_a << right_a >> left_a | over_b << right_b >> left_b)

    return able


def _eight_ways(size: int) -> Able:
    a, b, c = size // 2, size // 2 + 1, size + 1
    aa, bb, cc = 2 * a, 2 * b, 2 * c
    of = layout(size)
    row_length = size // 2
    up_the_row = sum(bit for square, bit in enumerate(of.bits) if square % row_length < row_length - 2)
    down_the_row = up_the_row << 2

    def able(men: int, others: int, empty: int) -> int:
        return men & (
            others >> a & empty >> aa | others << a & empty << aa
            | others >> b & empty >> bb | others << b & empty << bb
            | others >> c & empty >> cc | others << c & empty << cc
            | others >> 1 & empty >> 2 & up_the_row | others << 1 & empty << 2 & down_the_row
        )  # fmt: skip

    return able
