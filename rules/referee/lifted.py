"""Captured pieces taken off before the capture was finished, as the pictures before the press show it (Art. 14).

A capture of one piece counts too: the article says of every capture that what it takes is picked up after it.
"""

from collections.abc import Iterable

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content
from rules.play.moves import Move
from rules.referee.priors import AGAINST, LIFTED_EARLY, nats

ARTICLES: dict[str, str | None] = {"frisian": "14", "international": "Meerslag", "dambord": None}
"""Under which rules captured pieces leave after the capture, and where it is written: Dambord's do not say it, and English draughts
(section 5) takes each piece off when it is jumped."""
GONE_NATS = nats(LIFTED_EARLY)
"""By the pixels of the square alone."""
AGAINST_NATS = nats(AGAINST)


def lifted_early(start: Position, stood: Position, move: Move, seen: Iterable[Evidence]) -> tuple[int, ...]:
    """The captured squares that were clearly empty while the capturing piece was clearly not on its target yet; upwards.

    `start` is the position that the capture is made from, `stood` what stood on the board until then, `seen` what the pictures before
    the press show, in the order of time. None where the capture ends on the square that it began on. A picture that speaks against the
    capture being under way tells nothing, nor does any once the piece was seen on its target; a piece that is seen again was not lifted.
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
    """Whether anything speaks against this being the board before the capture, or during it: then the capturing piece may stand on a
    square on its way, one that was empty, and on no other."""
    mine, theirs = Content.piece(start.side, False), Content.piece(start.side.other, False)
    touched = {move.origin, move.target, *move.captured}
    strange = [
        square
        for square, content in enumerate(start.contents(), 1)
        if square not in touched and evidence.colour_margin(square, content) <= -AGAINST_NATS
    ]
    on_its_way = len(strange) == 1 and not start.content(strange[0]) and evidence.colour_margin(strange[0], mine) > 0
    crossed = any(evidence.colour_margin(square, mine) >= AGAINST_NATS for square in move.captured)
    returned = any(evidence.colour_margin(square, theirs) >= AGAINST_NATS for square in (move.origin, move.target))
    return bool(strange and not on_its_way) or crossed or returned
