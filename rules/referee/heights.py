"""Repeated evidence of king or man: the same piece seen again on the same square looks the same, which is no new evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.evidence import Evidence, Row
from rules.board.squares import Content, Side
from rules.referee.priors import MIN_TRACKED_COLOUR_P, log_odds

MIN_TRACKED_COLOUR_NATS = log_odds(MIN_TRACKED_COLOUR_P)


@dataclass(frozen=True, slots=True)
class Height:
    """The strongest signs of one piece's height since it came to its square, as log-likelihood ratios of king over man in nats."""

    side: Side
    man: float = 0.0
    """The strongest sign of a man, at most 0."""
    king: float = 0.0
    """The strongest sign of a king, at least 0."""


Heights = dict[int, Height]
"""By square; a square without an entry has not been seen."""


def discounted(heights: Heights, evidence: Evidence) -> tuple[Evidence, Heights]:
    """Return the evidence without what was already known of the heights, and the updated heights.

    However often a piece is seen, it counts as the sum of its strongest sign of a man and its strongest sign of a king. The errors of
    one picture (a shadow, the thickness of the set) are repeated in the next, and would otherwise add up to certainty. The evidence of
    colours does not change.
    """
    rows, known = list(evidence.log_p), dict(heights)
    for square, (row, content) in enumerate(zip(evidence.log_p, evidence.best(), strict=True), 1):
        side = content.side
        if side is None or evidence.colour_margin(square, content) < MIN_TRACKED_COLOUR_NATS:
            if max(row) > min(row):
                known.pop(square, None)
            continue
        before = known.get(square)
        if before is None or before.side is not side:
            before = Height(side)
        ratio = row[Content.piece(side, True)] - row[Content.piece(side, False)]
        now = known[square] = Height(side, min(before.man, ratio), max(before.king, ratio))
        rows[square - 1] = _with_ratio(row, side, now.man + now.king - before.man - before.king)
    return Evidence(tuple(rows)), known


def _with_ratio(row: Row, side: Side, ratio: float) -> Row:
    """The row with the likelier of that side's man and king unchanged, and the other set so that king minus man is `ratio`, in nats."""
    man, king = Content.piece(side, False), Content.piece(side, True)
    changed = list(row)
    top = max(row[man], row[king])
    changed[man], changed[king] = top - max(ratio, 0.0), top + min(ratio, 0.0)
    a, b, c, d, e = changed
    return a, b, c, d, e


def discounted_where_unchanged(contents: Sequence[Content], evidence: Evidence, fresh: Evidence) -> Evidence:
    """The evidence for a board that held `contents` at the last picture; `fresh` is `evidence` after `discounted`.

    On each square, the content that stood there before takes its value from `fresh`. Any other content is seen for the first time and
    keeps all its evidence.
    """
    rows = list(evidence.log_p)
    for place, (content, row, news_row) in enumerate(zip(contents, evidence.log_p, fresh.log_p, strict=True)):
        if row is not news_row:
            changed = list(row)
            changed[content] = news_row[content]
            a, b, c, d, e = changed
            rows[place] = a, b, c, d, e
    return Evidence(tuple(rows))
