"""A fault of which the pictures show more already: the opponent's answer, or his piece in his hand."""

import math
from collections.abc import Iterable, Iterator, Sequence

from rules.belief import changed
from rules.board import Content, Side
from rules.evidence import Evidence
from rules.explanations import Explanation
from rules.irregularity import Verdict
from rules.moves import legal_moves, play
from rules.position import Position
from rules.priors import ANSWERED, LIFTED
from rules.strange import CLEAR_NATS
from rules.two_plies import Ahead
from rules.weights import Sieve, Weights, difference


def faults_ahead(
    position: Position, weighed: Iterable[tuple[Explanation, float]], weights: Weights, sieve: Sieve, times: float
) -> Iterator[Ahead]:
    """The faults among explanations with their log-weights, each with more that the pictures show; so many `times` as common as usual.

    Not for a press by the opponent of a pending fault: where pieces of who made it are moved then, he puts it right.
    """
    opponent, rows, contents = position.side.other, weights.evidence.log_p, position.contents()
    seen = plainly_seen(weights.evidence)
    left = [place + 1 for place, content in seen if not content and contents[place].side is opponent]
    if not left:
        return
    in_hand, answered = math.log(times * LIFTED / position.pieces(opponent).bit_count()), math.log(times * ANSWERED)
    lifted = {s: in_hand + rows[s - 1][Content.EMPTY] - rows[s - 1][contents[s - 1]] for s in left}
    for fault, log_p in weighed:
        if fault.verdict is Verdict.LEGAL:
            continue
        touched = {square for square, _ in fault.changes}
        for square, more in lifted.items():
            if square not in touched and sieve.passes(log_p + more):
                yield Ahead(fault, log_p + more, changed(position, (*fault.changes, (square, Content.EMPTY))), False)
        if fault.verdict is Verdict.NO_MOVE:  # nobody answers that at once, and it would look like his piece moved by the other (27a)
            continue
        stands = changed(position, fault.changes).with_side(opponent)
        log_prior = log_p - weights.of(fault.changes) + answered
        if sieve.reaches(log_prior + weights.most) and may_be_answered(stands.contents(), seen, opponent):
            yield from _answered(position, fault, stands, log_prior, weights, sieve)


def plainly_seen(evidence: Evidence) -> list[tuple[int, Content]]:
    """The squares that show plainly what stands on them, from 0 on, and what that is."""
    margins = zip(evidence.best(), evidence.margins(), strict=True)
    return [(place, content) for place, (content, margin) in enumerate(margins) if margin is not None and margin >= CLEAR_NATS]


def may_be_answered(stands: Sequence[Content], seen: Iterable[tuple[int, Content]], side: Side) -> bool:
    """Whether one move of that side may lead from what stands to what is seen: one piece of it is gone, one has come, others' are taken."""
    went = came = 0
    for place, shown in seen:
        stood = stands[place]
        if stood.side is not shown.side:
            went += stood.side is side
            came += shown.side is side
            if (stood.side is side and shown) or (shown and shown.side is not side) or went > 1 or came > 1:
                return False
    return True


def _answered(
    position: Position, fault: Explanation, stands: Position, log_prior: float, weights: Weights, sieve: Sieve
) -> Iterator[Ahead]:
    """The fault after which that `stands`, and each answer, `log_prior` shared among them."""
    replies = legal_moves(stands)
    for reply in replies:
        board = play(stands, reply)
        log_p = log_prior - math.log(len(replies)) + weights.of(difference(position, board))
        if sieve.passes(log_p):
            yield Ahead(fault, log_p, board, True)
