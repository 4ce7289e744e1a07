"""The weights of `rules.opponent.patterns` from the positions that `games.py` wrote, by logistic regression.

usage: python -P -m tests.bench.learning.fit RULES FILE...     writes rules/opponent/learned/RULES.zlib

A position is worth the mean of the end of its game and of the value that the search gave it, both as a share of points. The weights are
fitted to what the pieces alone do not explain, with Adam (D. P. Kingma and J. Ba, 2015). The board turned round with the colours changed is
the same position for the other side, so both count. A tenth of the positions is left out; the error in them decides when it has learned.
"""

import sys
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rules.board.padded import layout
from rules.board.ruleset import RuleSet, ruleset
from rules.opponent.patterns import LEARNED, NUMBERS, blocks
from rules.opponent.weights import values_of

Floats = npt.NDArray[np.float64]
Masks = npt.NDArray[np.int64]
AT_REST = 600
"""Hundredths of a man: positions with a larger value are decided by the pieces."""
SCALES = (60, 80, 100, 130, 160, 200, 260, 330)
STEPS = 100
PACE = 2.0
SHRINK = 1e-4
HELD_OUT = 0.1
MOST = 127


def share(values: Floats, scale: float) -> Floats:
    """The points that a value promises."""
    return 1 / (1 + np.exp(-values / scale))


def numbers(bits: list[tuple[int, ...]], white: Masks, black: Masks) -> list[Masks]:
    """For each block the number of what stands on it, in each position."""
    return [
        sum((3**digit * (((white & bit) != 0) + 2 * ((black & bit) != 0)) for digit, bit in enumerate(block)), np.zeros_like(white))
        for block in bits
    ]


def turned(mask: Masks, bits: tuple[int, ...]) -> Masks:
    """The masks of a board that is turned round."""
    return sum((np.where((mask & bit) != 0, other, 0) for bit, other in zip(bits, reversed(bits), strict=True)), np.zeros_like(mask))


def by_pieces(rules: RuleSet, white: tuple[Masks, Masks], black: tuple[Masks, Masks]) -> Floats:
    """The value for White of the men and kings of both."""
    values = values_of(rules)
    tables = ((white[0], values.men[0], 1), (black[0], values.men[1], -1), (white[1], values.kings, 1), (black[1], values.kings, -1))
    total = np.zeros(len(white[0]))
    for mask, table, sign in tables:
        for bit, value in table.items():
            total += sign * value * ((mask & bit) != 0)
    return total


def fitted(rules: RuleSet, rows: Masks) -> npt.NDArray[np.int8]:
    """The weights, a row a block."""
    side, men, kings, their_men, their_kings, value, end = rows[np.abs(rows[:, 5]) < AT_REST].T
    is_white = side == 0
    white = np.where(is_white, men, their_men), np.where(is_white, kings, their_kings)
    black = np.where(is_white, their_men, men), np.where(is_white, their_kings, kings)
    values = np.where(is_white, value, -value).astype(float)
    points = np.where(is_white, end, 2 - end) / 2
    scale = min(SCALES, key=lambda one: float(np.mean((share(values, one) - points) ** 2)))
    aim = (points + share(values, scale)) / 2
    bits, of = layout(rules.board_size).bits, list(blocks(rules.board_size))
    base = by_pieces(rules, white, black) + np.where(is_white, 1, -1) * values_of(rules).to_move
    there, back = numbers(of, white[0], black[0]), numbers(of, turned(black[0], bits), turned(white[0], bits))
    held_out = np.random.default_rng(0).random(len(aim)) < HELD_OUT
    weights, mean, square = (np.zeros((len(of), NUMBERS)) for _ in range(3))
    best, least = weights.copy(), np.inf
    for step in range(1, STEPS + 1):
        total = base + sum(weights[at][there[at]] - weights[at][back[at]] for at in range(len(of)))
        error = share(total, scale) - aim
        if (now := float(np.mean(error[held_out] ** 2))) < least:
            best, least = weights.copy(), now
        slope = np.where(held_out, 0, error) / scale
        for at in range(len(of)):
            change = np.bincount(there[at], slope, NUMBERS) - np.bincount(back[at], slope, NUMBERS) + SHRINK * weights[at]
            mean[at] = 0.9 * mean[at] + 0.1 * change
            square[at] = 0.999 * square[at] + 0.001 * change**2
            weights[at] -= PACE * (mean[at] / (1 - 0.9**step)) / (np.sqrt(square[at] / (1 - 0.999**step)) + 1e-6)
    by_pieces_alone = float(np.mean((share(base, scale) - aim)[held_out] ** 2))
    print(
        f"{rules.name}: {len(aim)} positions, scale {scale}, squared error held out {least:.5f}, by the pieces alone {by_pieces_alone:.5f}"
    )
    return np.clip(np.round(_both_ways(best, of, bits)), -MOST, MOST).astype(np.int8)


def _both_ways(weights: Floats, of: list[tuple[int, ...]], bits: tuple[int, ...]) -> Floats:
    """The weights of each block less those of the block that it becomes on the board turned round, with the colours changed."""
    digits = np.arange(NUMBERS)[:, None] // 3 ** np.arange(8) % 3
    changed = (np.array([0, 2, 1])[digits[:, ::-1]] * 3 ** np.arange(8)).sum(axis=1)
    opposite = dict(zip(bits, reversed(bits), strict=True))
    place = {block: at for at, block in enumerate(of)}
    return weights - np.stack([weights[place[tuple(opposite[bit] for bit in reversed(block))]][changed] for block in of])


def main() -> None:
    rules = ruleset(sys.argv[1])
    rows = [[int(word) for word in line.split()] for name in sys.argv[2:] for line in Path(name).read_text(encoding="ascii").splitlines()]
    weights = fitted(rules, np.array(rows, dtype=np.int64))
    (LEARNED / f"{rules.name}.zlib").write_bytes(zlib.compress(weights.tobytes(), 9))


if __name__ == "__main__":
    main()
