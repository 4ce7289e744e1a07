"""What groups of men are worth beside their number: weights learned from games that the opponent played against itself.

A group is a block of four squares by two rows; the blocks overlap and cover the board. What stands on the eight squares of a block is a
number of eight digits to the base 3, the first square the lowest digit: 0 no man, 1 a white man, 2 a black one. Each number has a weight in
hundredths of a man for White. `learned/` has a file a rule set: the weights of the blocks one after the other, a signed byte each,
compressed by zlib (docs/developer/opponent.md says how they are made).

M. Buro, Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello (1997).
"""

import zlib
from array import array
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules.board.padded import layout
from rules.board.ruleset import RuleSet

LEARNED = Path(__file__).with_name("learned")
LONG, HIGH = 4, 2
"""The squares of a row, and the rows, of a block."""
NUMBERS = 3 ** (LONG * HIGH)


class Block(NamedTuple):
    """A block, ready for a search on the bits of `rules.board.padded`. The number of what stands on it is
    `digits[white >> shift & window] + 2 * digits[black >> shift & window]`, for the masks of the men."""

    shift: int
    window: int
    digits: tuple[int, ...]
    weights: tuple[int, ...]


def blocks(size: int) -> Iterator[tuple[int, ...]]:
    """The bits of the squares of each block of a board of `size` x `size` fields, the lowest square first."""
    bits, long = layout(size).bits, size // 2
    for row in range(size - HIGH + 1):
        for first in range(long - LONG + 1):
            yield tuple(bits[(row + down) * long + first + along] for down in range(HIGH) for along in range(LONG))


@cache
def learned_blocks(rules: RuleSet) -> tuple[Block, ...]:
    """The blocks with the weights of that rule set."""
    weights = array("b", zlib.decompress((LEARNED / f"{rules.name}.zlib").read_bytes()))
    return tuple(_block(bits, tuple(weights[at * NUMBERS : (at + 1) * NUMBERS])) for at, bits in enumerate(blocks(rules.board_size)))


def _block(bits: tuple[int, ...], weights: tuple[int, ...]) -> Block:
    places = [bit.bit_length() - bits[0].bit_length() for bit in bits]
    window = (2 << places[-1]) - 1
    digits = tuple(sum(3**digit for digit, place in enumerate(places) if mask >> place & 1) for mask in range(window + 1))
    return Block(bits[0].bit_length() - 1, window, digits, weights)
