"""Two plies that one press shows: a fault put right and answered, or a move and its answer that came before the pictures."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from rules.belief import Ruling, Situation, changed
from rules.board import Content
from rules.explanations import Explanation
from rules.irregularity import Verdict
from rules.moves import Move, legal_moves, play
from rules.notation import write_move
from rules.position import Position
from rules.priors import ANSWERED, BY_THE_SAME_MOVE, FAMILY, PUT_RIGHT
from rules.weights import Outcome, Weights, difference

# Two plies at once are looked at as far as this; ordinary positions have about a hundred pairs.
PAIRS_WEIGHED = 3000
# A piece stands where it stood when its leaving would make the pictures less likely than by this (nats).
STAYS_NATS = 14.0


def put_right(situation: Situation, seq: int, position: Position, weights: Weights) -> Iterator[Outcome]:
    """The pending fault was put right while the opponent's clock ran, and he has answered: two plies, the earlier ruling is amended."""
    both = list(islice(pairs(situation.before), PAIRS_WEIGHED))
    same = [pair for pair in both if _is_on_the_board(pair[0], situation)]
    others = [pair for pair in both if not _is_on_the_board(pair[0], situation)]
    share = BY_THE_SAME_MOVE if same and others else 1.0
    for mass, family in ((share, same), (1 - share if same else share, others)):
        for move, between, answer, after in family:
            written = write_move(situation.before, move)
            right = Ruling(situation.pending_seq, situation.before.side, Verdict.CORRECTED, written, between, 0.0, start=situation.before)
            then = situation.with_history(right).then(between, after)
            if not all(weights.evidence.colour_margin(square, content) > 0 for square, content in difference(position, after)):
                then = situation.then(between, after)  # that it was put right was not seen, and is not said
            yield from _answered(then, seq, position, answer, math.log(PUT_RIGHT * mass / len(family)), weights)


def _is_on_the_board(move: Move, situation: Situation) -> bool:
    """Whether the piece went that way, by what is held to stand there."""
    stands = situation.now
    return not stands.content(move.origin) and stands.content(move.target).side is situation.before.side


def _answered(then: Situation, seq: int, position: Position, answer: Move, log_prior: float, weights: Weights) -> Iterator[Outcome]:
    """The legal answer, and where it is a promotion the same without its second disc (Art. 8)."""
    between, after = then.before, then.now
    written = write_move(between, answer)
    changes = difference(position, after)
    yield Outcome(then, Verdict.LEGAL, written, (), log_prior + weights.of(changes), changes, start=between)
    if between.content(answer.origin) is not after.content(answer.target):
        bare = changed(after, [(answer.target, between.content(answer.origin))])
        uncrowned = replace(then, now=bare, pending=Verdict.UNCROWNED, pending_seq=seq)
        changes = difference(position, bare)
        log_p = log_prior + math.log(FAMILY[Verdict.UNCROWNED]) + weights.of(changes)
        yield Outcome(uncrowned, Verdict.UNCROWNED, written, (answer.target,), log_p, changes, start=between)


def answers(position: Position, weights: Weights) -> Iterator[Explanation]:
    """A legal move of which the pictures show the opponent's answer already, for each answer that they leave possible."""
    rows = weights.evidence.log_p
    opponent = position.side.other
    free = {
        square
        for square, content in enumerate(position.contents(), 1)
        if content.side is opponent and rows[square - 1][Content.EMPTY] > rows[square - 1][content] - STAYS_NATS
    }
    moves = legal_moves(position) if free else ()
    for move in moves:
        if free.issubset(move.captured):
            continue
        between = play(position, move)
        replies = legal_moves(between)
        for reply in replies:
            if reply.origin in free:
                log_prior = math.log(ANSWERED / len(moves) / len(replies))
                yield Explanation(Verdict.LEGAL, move, difference(position, play(between, reply)), log_prior)


def pairs(position: Position) -> Iterator[tuple[Move, Position, Move, Position]]:
    """Each legal move with the position after it, each legal answer, and the position after both."""
    for move in legal_moves(position):
        between = play(position, move)
        for answer in legal_moves(between):
            yield move, between, answer, play(between, answer)


def is_two_plies(situation: Situation, position: Position, contents: tuple[Content, ...]) -> bool:
    """Whether the board is the one before, or comes about by one legal ply or two, from here or from there."""
    for start in (position, situation.before):
        boards = (start, *(play(start, move) for move in legal_moves(start)), *(after for *_, after in islice(pairs(start), PAIRS_WEIGHED)))
        if any(each.contents() == contents for each in boards):
            return True
    return False
