"""The last explanation: something was done that no family describes. It takes the board as the squares show it."""

import math
from collections.abc import Iterable
from itertools import chain, combinations

from rules.board.evidence import Evidence, Row
from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.referee.explanations import Changes, Explanation
from rules.referee.gains import gain_of, gains
from rules.referee.leads import CLEAR_NATS, PLAIN_HEIGHT_NATS
from rules.referee.priors import RANDOM_SQUARE_P, UNEXPLAINED_LOG_P

# The pieces are in disorder (Art. 20.3) only if more squares than this differ.
MAX_ORDERLY_CHANGES = 5
# In disorder at least this many pieces stand on squares that their side did not hold. Three moves under one press bring only three.
MIN_JUMBLED_ARRIVALS = 4
# Disorder may push at most this many pieces of a side off the board, and adds none.
MAX_PUSHED_OFF = 3
# At most this many squares are weighed both as they are seen and otherwise.
MAX_WEAK_SQUARES = 4


def unexplained_log_p(position: Position, told: Iterable[Explanation], evidence: Evidence) -> float:
    """log p(evidence, no family applies): any explanation, where each square may show anything with the chance `RANDOM_SQUARE_P`."""
    contents = position.contents()
    relaxed = [_relaxed(row) for row in evidence.log_p]
    base = sum(row[content] for row, content in zip(relaxed, contents, strict=True))
    table = gains(relaxed, contents)
    return UNEXPLAINED_LOG_P + log_sum([explanation.log_prior + base + gain_of(explanation.changes, table) for explanation in told])


def _relaxed(row: Row) -> Row:
    top = max(row)
    p = [math.exp(value - top) for value in row]
    anything = RANDOM_SQUARE_P * sum(p) / len(p)
    a, b, c, d, e = (top + math.log((1 - RANDOM_SQUARE_P) * value + anything) for value in p)
    return a, b, c, d, e


def seen_board(position: Position, evidence: Evidence) -> Changes:
    """The clearly seen squares that show another colour than the position, with their contents, in ascending order.

    Height is seen too poorly to make or unmake a king, so that pieces on their old squares stay men or kings. Of a side's pieces on new
    squares, those are kings or men whose height is plainly seen. Of the others, those on its promotion row are kings, and the kings that
    left their squares are the tallest.
    """
    seen: dict[int, Content] = {}
    for square, (expected, best) in enumerate(zip(position.contents(), evidence.best(), strict=True), 1):
        if best.side is not expected.side and -evidence.colour_margin(square, expected) >= CLEAR_NATS:
            seen[square] = Content.EMPTY
            if best.side:
                plain = abs(_height(evidence, square, best.side)) >= PLAIN_HEIGHT_NATS
                is_king = best.is_king if plain else square in board(position.rules.board_size).promotion_row(best.side)
                seen[square] = Content.piece(best.side, is_king)
    for side in Side:
        king = Content.piece(side, True)
        came = sum(content is king and _height(evidence, square, side) >= PLAIN_HEIGHT_NATS for square, content in seen.items())
        left = sum(position.content(square) is king for square in seen) - came
        arrived = [square for square, content in seen.items() if content is Content.piece(side, False)]
        unknown = [square for square in arrived if _height(evidence, square, side) > -PLAIN_HEIGHT_NATS]
        for square in sorted(unknown, key=lambda s: -_height(evidence, s, side))[: max(0, left)]:
            seen[square] = Content.piece(side, True)
    return tuple(sorted(seen.items()))


def seen_boards(position: Position, evidence: Evidence) -> list[tuple[Changes, float]]:
    """The boards that the picture may show, as changes of the position, with their log-probabilities.

    All hold what is clearly seen. A square that shows another colour less clearly has it or not; before its pixels are looked at, it has
    changed as often as the clearly seen squares.
    """
    clear = seen_board(position, evidence)
    margins = {square: -evidence.colour_margin(square, content) for square, content in enumerate(position.contents(), 1)}
    weak = sorted((square for square, margin in margins.items() if 0 < margin < CLEAR_NATS), key=lambda square: -margins[square])
    odds = math.log((len(clear) + 1) / (len(margins) - len(clear) + 1))
    subsets = chain.from_iterable(combinations(weak[:MAX_WEAK_SQUARES], count) for count in range(len(weak[:MAX_WEAK_SQUARES]) + 1))
    weighed = [
        ((*clear, *((s, likeliest_other(position, s, evidence)) for s in changed)), sum(margins[s] + odds for s in changed))
        for changed in subsets
    ]
    total = log_sum(log_p for _, log_p in weighed)
    return [(tuple(sorted(changes)), log_p - total) for changes, log_p in weighed]


def likeliest_other(position: Position, square: int, evidence: Evidence) -> Content:
    """The likeliest content of another colour than the square has; a piece is a king on its promotion row alone."""
    row = evidence.log_p[square - 1]
    best = max((content for content in Content if content.side is not position.content(square).side), key=row.__getitem__)
    return Content.piece(best.side, square in board(position.rules.board_size).promotion_row(best.side)) if best.side else best


def _height(evidence: Evidence, square: int, side: Side) -> float:
    row = evidence.log_p[square - 1]
    return row[Content.piece(side, True)] - row[Content.piece(side, False)]


def is_jumbled(position: Position, evidence: Evidence) -> bool:
    """Whether the board is in disorder: all squares are clearly seen, many differ, and no side has more pieces than before."""
    seen = seen_board(position, evidence)
    if len(seen) <= MAX_ORDERLY_CHANGES or any(margin is None or margin < CLEAR_NATS for margin in evidence.margins()):
        return False
    came = [square for square, content in seen if content]
    if len(came) < MIN_JUMBLED_ARRIVALS:
        return False
    now = dict(enumerate(position.contents(), 1)) | dict(seen)
    for side in Side:
        before = sum(content.side is side for content in position.contents())
        after = sum(content.side is side for content in now.values())
        if not before - MAX_PUSHED_OFF <= after <= before:
            return False
    return True


def log_sum(values: Iterable[float]) -> float:
    """The logarithm of the sum of the exponentials; -inf for no values."""
    kept = list(values)
    if len(kept) == 1:
        return kept[0]
    top = max(kept, default=-math.inf)
    return top + math.log(sum(math.exp(value - top) for value in kept)) if math.isfinite(top) else top
