"""Faults in a picture that was taken late: the opponent already has a piece in his hand."""

import math
from collections.abc import Iterable, Iterator

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content
from rules.irregularity import Verdict
from rules.referee.belief import changed
from rules.referee.explanations import Explanation
from rules.referee.leads import CLEAR_NATS
from rules.referee.priors import IN_HAND_P
from rules.referee.several_plies import Ahead
from rules.referee.weights import BoardWeights, Sieve


def faults_ahead(
    position: Position, weighed: Iterable[tuple[Explanation, float]], weights: BoardWeights, sieve: Sieve, times: float
) -> Iterator[Ahead]:
    """Each fault among the weighed explanations, combined with one piece of the opponent that is plainly missing.

    `weighed` pairs explanations with their log-weights; `times` multiplies the usual prior of a piece in the hand. A fault with the
    opponent's finished answer is not considered: the two together would also explain two faults.
    """
    opponent, rows, contents = position.side.other, weights.evidence.log_p, position.contents()
    left = [place + 1 for place, content in plainly_seen(weights.evidence) if not content and contents[place].side is opponent]
    if not left:
        return
    in_hand = math.log(times * IN_HAND_P / position.pieces(opponent).bit_count())
    lifted = {s: in_hand + rows[s - 1][Content.EMPTY] - rows[s - 1][contents[s - 1]] for s in left}
    for fault, log_p in weighed:
        if fault.verdict is Verdict.LEGAL:
            continue
        touched = {square for square, _ in fault.changes}
        for square, more in lifted.items():
            if square not in touched and sieve.passes(log_p + more):
                yield Ahead(fault, log_p + more, changed(position, (*fault.changes, (square, Content.EMPTY))))


def plainly_seen(evidence: Evidence) -> list[tuple[int, Content]]:
    """The clearly seen squares, as indices from 0, each with its likeliest content."""
    margins = zip(evidence.best(), evidence.margins(), strict=True)
    return [(place, content) for place, (content, margin) in enumerate(margins) if margin is not None and margin >= CLEAR_NATS]
