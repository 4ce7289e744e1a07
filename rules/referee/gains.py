"""How much likelier boards are than the one they differ from in a few squares. It is asked of thousands of boards at each press."""

from collections.abc import Sequence

from rules.board.evidence import Row
from rules.board.squares import Content
from rules.referee.explanations import Changes

Gains = tuple[tuple[float, ...], ...]
"""By square, which is the index, and content: by how much that content is likelier than the one that stands there (nats)."""


def gains(rows: Sequence[Row], contents: Sequence[Content]) -> Gains:
    """The gains over these contents, square 1 first, by the rows of log-likelihoods of as many squares; ValueError for another number."""
    nowhere = (0.0,) * len(Content)
    return (nowhere, *(tuple([p - row[content] for p in row]) for row, content in zip(rows, contents, strict=True)))


def gain_of(changes: Changes, table: Gains) -> float:
    """The gain of the board with these changes (nats), each found in the table."""
    gain = 0.0
    for square, content in changes:
        gain += table[square][content]
    return gain
