"""King or man, looked at again: the same piece seen once more from the same place looks the same, which is no new evidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.evidence import Evidence, Row
from rules.board.squares import Content, Side
from rules.referee.priors import PLAIN, nats

PLAIN_NATS = nats(PLAIN)


@dataclass(frozen=True, slots=True)
class Height:
    """What was seen of one piece since it came to its square: the strongest signs of a man (at most 0) and of a king (at least 0), nats."""

    side: Side
    man: float = 0.0
    king: float = 0.0


Heights = dict[int, Height]
"""By square; what is not there has not been seen."""


def news(heights: Heights, evidence: Evidence) -> tuple[Evidence, Heights]:
    """The evidence without what was known of the pieces' heights, and what is known now.

    A piece counts for the sum of the strongest sign either way, however often it is seen: the errors of a picture (a shadow, the set's
    thickness) come again with the next, and would otherwise add up to certainty. Colours are left as they are.
    """
    rows, known = list(evidence.log_p), dict(heights)
    for square, (row, content) in enumerate(zip(evidence.log_p, evidence.best(), strict=True), 1):
        side = content.side
        if side is None or evidence.colour_margin(square, content) < PLAIN_NATS:
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
    """The row with the likelier of that side's man and king kept, and the other as far below it as `ratio` (king over man) says."""
    man, king = Content.piece(side, False), Content.piece(side, True)
    changed = list(row)
    top = max(row[man], row[king])
    changed[man], changed[king] = top - max(ratio, 0.0), top + min(ratio, 0.0)
    a, b, c, d, e = changed
    return a, b, c, d, e


def again(contents: Sequence[Content], evidence: Evidence, fresh: Evidence) -> Evidence:
    """The evidence of a board that was held to stand so when it was last looked at: of what still stands only the news counts.

    A piece that is not what stood there before is seen for the first time, and is told by all that the picture shows.
    """
    rows = list(evidence.log_p)
    for place, (content, row, news_row) in enumerate(zip(contents, evidence.log_p, fresh.log_p, strict=True)):
        if row is not news_row:
            changed = list(row)
            changed[content] = news_row[content]
            a, b, c, d, e = changed
            rows[place] = a, b, c, d, e
    return Evidence(tuple(rows))
