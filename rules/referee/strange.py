"""The explanation of last resort: something was done that no family describes, and the squares show what they show."""

import math
from collections.abc import Iterable

from rules.board.evidence import Evidence, Row
from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.referee.explanations import Explanation
from rules.referee.priors import CLEAR, LOG_STRANGE, STRANGE_SQUARE, nats

CLEAR_NATS = nats(CLEAR)
# More squares than this differ when the pieces are in disorder (Art. 20.3).
JUMBLED_OVER = 5
# And so many pieces at least stand where none of theirs stood: of three moves under one press, two forgotten, there are three.
CAME = 4
# Disorder moves pieces about; it may push this many off the board and makes none.
PUSHED_OFF = 3


def log_strange(position: Position, told: Iterable[Explanation], evidence: Evidence) -> float:
    """log p(evidence, something strange): any of the explanations, and each square with a small chance showing anything at all."""
    contents = position.contents()
    relaxed = [_relaxed(row) for row in evidence.log_p]
    base = sum(row[content] for row, content in zip(relaxed, contents, strict=True))
    weights = [
        explanation.log_prior + base + sum(relaxed[s - 1][c] - relaxed[s - 1][contents[s - 1]] for s, c in explanation.changes)
        for explanation in told
    ]
    return LOG_STRANGE + log_sum(weights)


def _relaxed(row: Row) -> Row:
    top = max(row)
    p = [math.exp(value - top) for value in row]
    anything = STRANGE_SQUARE * sum(p) / len(p)
    a, b, c, d, e = (top + math.log((1 - STRANGE_SQUARE) * value + anything) for value in p)
    return a, b, c, d, e


def seen_board(position: Position, evidence: Evidence) -> tuple[tuple[int, Content], ...]:
    """Where the clear squares show another colour than the position, with what stands there.

    Height is seen too badly to make or unmake a king: pieces that stay are what they were, and of a side's pieces on new squares those on
    its promotion row have become kings, and the tallest of the others are its kings that have gone from theirs.
    """
    seen: dict[int, Content] = {}
    for square, (expected, best) in enumerate(zip(position.contents(), evidence.best(), strict=True), 1):
        if best.side is not expected.side and -evidence.colour_margin(square, expected) >= CLEAR_NATS:
            seen[square] = Content.EMPTY
            if best.side:
                seen[square] = Content.piece(best.side, square in board(position.rules.board_size).promotion_row(best.side))
    for side in Side:
        kings = sum(position.content(square) is Content.piece(side, True) for square in seen)
        arrived = [square for square, content in seen.items() if content is Content.piece(side, False)]
        for square in sorted(arrived, key=lambda s: -_height(evidence, s, side))[:kings]:
            seen[square] = Content.piece(side, True)
    return tuple(sorted(seen.items()))


def _height(evidence: Evidence, square: int, side: Side) -> float:
    row = evidence.log_p[square - 1]
    return row[Content.piece(side, True)] - row[Content.piece(side, False)]


def is_jumbled(position: Position, evidence: Evidence) -> bool:
    """Whether what is seen is disorder: many squares differ, all are seen, and no piece has come from nowhere."""
    seen = seen_board(position, evidence)
    if len(seen) <= JUMBLED_OVER or any(margin is None or margin < CLEAR_NATS for margin in evidence.margins()):
        return False
    came = [square for square, content in seen if content]
    if len(came) < CAME:
        return False
    now = dict(enumerate(position.contents(), 1)) | dict(seen)
    for side in Side:
        before = sum(content.side is side for content in position.contents())
        after = sum(content.side is side for content in now.values())
        if not before - PUSHED_OFF <= after <= before:
            return False
    return True


def log_sum(values: Iterable[float]) -> float:
    """log of the sum of the exponentials."""
    kept = list(values)
    top = max(kept, default=-math.inf)
    return top + math.log(sum(math.exp(value - top) for value in kept)) if math.isfinite(top) else top
