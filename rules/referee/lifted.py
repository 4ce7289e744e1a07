"""Captured pieces that were taken off before the capture was finished, as the pictures before the press show (Art. 14).

A capture of one piece counts too: under the article every capture is finished before its pieces are picked up.
"""

from collections.abc import Iterable

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content
from rules.play.moves import Move
from rules.referee.leads import GONE_NATS, MAX_RIVAL_COLOUR_NATS

ARTICLES: dict[str, str | None] = {"frisian": "14", "international": "Meerslag", "dambord": None}
"""The rule sets under which captured pieces leave after the capture, with the article; None for Dambord, whose rules do not state it.

English draughts is absent: it takes each piece off when it is jumped (section 5).
"""


def lifted_early(start: Position, stood: Position, move: Move, seen: Iterable[Evidence]) -> tuple[int, ...]:
    """The captured squares that were clearly empty before the capturing piece had clearly reached its target, in ascending order.

    `start` is the position before the capture, `stood` the board until then, and `seen` the evidence of the pictures before the press
    in order of time. A picture that contradicts a capture in progress is ignored, and so are all pictures after the piece was seen on
    its target. A piece that is seen again was not lifted. The result is empty for a capture that ends on its first square, and under
    rule sets that are not in `ARTICLES`.
    """
    own, other = start.side, start.side.other
    if move.target == move.origin or start.rules.name not in ARTICLES:
        return ()
    mine, theirs = Content.piece(own, False), Content.piece(other, False)
    gone: set[int] = set()
    for evidence in seen:
        if _is_odd(start, move, evidence):
            continue
        if evidence.colour_margin(move.target, mine) > 0:
            break
        gone -= {square for square in move.captured if evidence.colour_margin(square, theirs) > 0}
        if max(evidence.colour_margin(move.target, Content.EMPTY), evidence.colour_margin(move.origin, mine)) >= GONE_NATS:
            gone |= {square for square in move.captured if evidence.colour_margin(square, Content.EMPTY) >= GONE_NATS}
    return tuple(sorted(square for square in gone if stood.content(square).side is other))


def _is_odd(start: Position, move: Move, evidence: Evidence) -> bool:
    """Whether the picture contradicts the board before or during the capture.

    During the capture the capturing piece may stand on one square that was empty.
    """
    mine, theirs = Content.piece(start.side, False), Content.piece(start.side.other, False)
    touched = {move.origin, move.target, *move.captured}
    strange = [
        square
        for square, content in enumerate(start.contents(), 1)
        if square not in touched and evidence.colour_margin(square, content) <= -MAX_RIVAL_COLOUR_NATS
    ]
    on_its_way = len(strange) == 1 and not start.content(strange[0]) and evidence.colour_margin(strange[0], mine) > 0
    crossed = any(evidence.colour_margin(square, mine) >= MAX_RIVAL_COLOUR_NATS for square in move.captured)
    returned = any(evidence.colour_margin(square, theirs) >= MAX_RIVAL_COLOUR_NATS for square in (move.origin, move.target))
    return bool(strange and not on_its_way) or crossed or returned
