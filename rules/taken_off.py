"""A legal move and more wrong with what it took off than one piece: several too many, or some left and others gone (Art. 27b)."""

import math
from collections.abc import Iterator

from rules.board import Content
from rules.evidence import Evidence
from rules.explanations import Explanation, changes_of
from rules.irregularity import Verdict
from rules.moves import legal_moves
from rules.position import Position
from rules.priors import MORE_AT_ONCE
from rules.strange import CLEAR_NATS, JUMBLED_OVER, seen_board


def taken_off(position: Position, evidence: Evidence) -> Iterator[Explanation]:
    """For each legal move the pieces that are seen to lie still, and those that are seen to be gone; there are too many to try them all."""
    gone = {square for square, content in seen_board(position, evidence) if not content}
    if not 2 <= len(gone) <= JUMBLED_OVER + 1:
        return
    moves = legal_moves(position)
    for move in moves:
        too_many = sorted(gone - {move.origin, *move.captured})
        left = tuple(
            square
            for square in move.captured
            if square not in gone and evidence.colour_margin(square, position.content(square)) >= CLEAR_NATS
        )
        if too_many and len(too_many) + len(left) > 1:
            after = changes_of(position, move) | dict.fromkeys(too_many, Content.EMPTY)
            changes = tuple(sorted((s, c) for s, c in after.items() if s not in left and position.content(s) is not c))
            verdict = Verdict.FEW if left else Verdict.MANY
            yield Explanation(verdict, move, changes, math.log(MORE_AT_ONCE / len(moves)), (*left, *too_many))
