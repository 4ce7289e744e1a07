"""Several plies in one press: a fault that was put right and answered, or a move whose answer came before the pictures."""

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.moves import Move, legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Ruling, Situation, changed
from rules.referee.explanations import Explanation
from rules.referee.leads import MIN_COLOUR_NATS, STAYS_NATS
from rules.referee.priors import (
    ANSWERED_AGAIN_P,
    ANSWERED_P,
    FAMILY_P,
    IN_HAND_IMMOVABLE_P,
    IN_HAND_P,
    PUT_RIGHT_P,
    SAME_MOVE_P,
    SAME_PROMOTION_P,
)
from rules.referee.weights import BoardWeights, Outcome, Sieve, difference

# At most this many pairs of plies are weighed. Ordinary positions have about a hundred.
MAX_PAIRS = 3000
MIN_CAPTURED_ROUND = 3
"""The least number of pieces that a capture takes which ends on its first square."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A legal move or a fault, with a picture that shows more than it: the opponent's answer, or his piece in his hand."""

    explanation: Explanation
    log_p: float
    board: Position
    """The board in the picture."""
    line: tuple[Position, ...] = ()
    """The boards after each further ply that was made; empty while the piece for the answer is in the opponent's hand."""


def put_right(situation: Situation, seq: int, position: Position, weights: BoardWeights, sieve: Sieve) -> Iterator[Outcome]:
    """The pending fault was put right while the opponent's clock ran, and he has answered. The earlier ruling is amended to `corrected`."""
    both = list(islice(pairs(situation.before), MAX_PAIRS))
    same = [pair for pair in both if _is_on_the_board(pair[0], situation)]
    others = [pair for pair in both if not _is_on_the_board(pair[0], situation)]
    same_p = SAME_PROMOTION_P if situation.pending is Verdict.UNCROWNED else SAME_MOVE_P
    share = same_p if same and others else 1.0
    for mass, family in ((share, same), (1 - share if same else share, others)):
        for move, between, answer, after in family:
            log_prior = math.log(PUT_RIGHT_P * mass / len(family))
            promotes = between.content(answer.origin) is not after.content(answer.target)
            changes = difference(position, after)
            if not promotes and not sieve.passes(log_prior + weights.of(changes)):
                continue
            then = situation.then(between, situation.before_doubt, after)
            # The correction waits for each changed square that was not seen, but for the one that its piece left.
            margins = {square: weights.evidence.colour_margin(square, content) for square, content in changes}
            unseen = tuple(square for square, margin in margins.items() if margin <= (-MIN_COLOUR_NATS if square == move.origin else 0))
            before, written = situation.before, write_move(situation.before, move)
            right = Ruling(situation.pending_seq, before.side, Verdict.CORRECTED, written, between, 0.0, start=before, contradicted=unseen)
            then = then.with_history(right)
            yield from _answered(then, seq, position, answer, log_prior, weights)


def _is_on_the_board(move: Move, situation: Situation) -> bool:
    """Whether the board of the situation shows the origin empty and a piece of the mover on the target."""
    stands = situation.now
    return not stands.content(move.origin) and stands.content(move.target).side is situation.before.side


def _answered(then: Situation, seq: int, position: Position, answer: Move, log_prior: float, weights: BoardWeights) -> Iterator[Outcome]:
    """The legal answer and, if it is a promotion, the same answer without the second disc (Art. 8)."""
    between, after = then.before, then.now
    written = write_move(between, answer)
    changes = difference(position, after)
    yield Outcome(then, Verdict.LEGAL, written, (), log_prior + weights.of(changes), changes, start=between)
    if between.content(answer.origin) is not after.content(answer.target):
        bare = changed(after, [(answer.target, between.content(answer.origin))])
        uncrowned = replace(then, now=bare, pending=Verdict.UNCROWNED, pending_seq=seq)
        changes = difference(position, bare)
        log_p = log_prior + math.log(FAMILY_P[Verdict.UNCROWNED]) + weights.of(changes)
        yield Outcome(uncrowned, Verdict.UNCROWNED, written, (answer.target,), log_p, changes, start=between)


def answers(position: Position, weights: BoardWeights, sieve: Sieve, times: float) -> Iterator[Ahead]:
    """The legal moves whose picture already shows the opponent's answer, or his piece for it in his hand.

    The piece of an answer does not surely stand on its square any more, unless it captured its way round to that square. `times` multiplies
    the usual prior of such a picture.
    """
    opponent = position.side.other
    free = _may_have_left(position, weights.evidence, (opponent,))
    own = _may_have_left(position, weights.evidence, (position.side,))
    moves = legal_moves(position) if free or len(own) >= MIN_CAPTURED_ROUND else ()
    for move in moves:
        may_be_round = len(own | {move.origin}) >= MIN_CAPTURED_ROUND  # the piece that has just moved may be among those
        if free.issubset(move.captured) and not may_be_round:
            continue
        between = play(position, move)
        replies = legal_moves(between)
        origins, pieces = {reply.origin for reply in replies}, between.pieces(opponent).bit_count()
        boards: list[tuple[float, Position, tuple[Position, ...]]] = [
            (ANSWERED_P / len(replies), board, (board,))
            for board in (play(between, one) for one in replies if one.origin in free or (may_be_round and one.target == one.origin))
        ]
        for square in sorted(free.difference(move.captured)):
            may_move = (1 - IN_HAND_IMMOVABLE_P) / len(origins) if square in origins else 0.0
            lifted = IN_HAND_P * (may_move + IN_HAND_IMMOVABLE_P / pieces)
            boards.append((lifted, changed(between, [(square, Content.EMPTY)]), ()))
        for mass, board, line in boards:
            changes, log_prior = difference(position, board), math.log(times * mass / len(moves))
            log_p = log_prior + weights.of(changes)
            if sieve.passes(log_p):
                yield Ahead(Explanation(Verdict.LEGAL, move, changes, log_prior), log_p, board, line)


def answered_again(position: Position, weights: BoardWeights, sieve: Sieve, times: float) -> Iterator[Ahead]:
    """The legal moves whose picture already shows the opponent's answer and the next move after it.

    The answer is made by a piece that does not surely stand on its square any more, or that captured its way round to it; the next move
    by a piece that may have left its square, or by the first one. `times` multiplies the usual prior of such a picture.
    """
    went = _may_have_left(position, weights.evidence, tuple(Side))
    moves = legal_moves(position) if len(went) > 1 else ()
    for move, between, answered, after in islice(_lines(position, moves, went), MAX_PAIRS):
        shares = len(moves) * len(legal_moves(between)) * len(legal_moves(answered))
        changes, log_prior = difference(position, after), math.log(times * ANSWERED_P * ANSWERED_AGAIN_P / shares)
        log_p = log_prior + weights.of(changes)
        if sieve.passes(log_p):
            yield Ahead(Explanation(Verdict.LEGAL, move, changes, log_prior), log_p, after, (answered, after))


def _may_have_left(position: Position, evidence: Evidence, whose: Container[Side]) -> set[int]:
    """The squares of those sides' pieces that do not surely stand there any more."""
    pieces = ((square, content) for square, content in enumerate(position.contents(), 1) if content.side and content.side in whose)
    rows = evidence.log_p
    return {square for square, content in pieces if rows[square - 1][Content.EMPTY] > rows[square - 1][content] - STAYS_NATS}


def _lines(position: Position, moves: Iterable[Move], went: Container[int]) -> Iterator[tuple[Move, Position, Position, Position]]:
    """Lines of three plies, as in `answered_again`: the first move, and the position after each ply."""
    for move in moves:
        between = play(position, move)
        for answer in legal_moves(between):
            answered = play(between, answer) if answer.origin in went or answer.target == answer.origin else None
            for reply in legal_moves(answered) if answered else ():
                if answered and (reply.origin in went or reply.origin == move.target):
                    yield move, between, answered, play(answered, reply)


def pairs(position: Position) -> Iterator[tuple[Move, Position, Move, Position]]:
    """Each legal move, the position after it, each legal answer, and the position after both."""
    for move in legal_moves(position):
        between = play(position, move)
        for answer in legal_moves(between):
            yield move, between, answer, play(between, answer)


def is_two_plies(situation: Situation, position: Position, contents: tuple[Content, ...]) -> bool:
    """Whether at most two legal plies lead to `contents`, from `position` or from the position before the situation."""
    for start in (position, situation.before):
        boards = (start, *(play(start, move) for move in legal_moves(start)), *(after for *_, after in islice(pairs(start), MAX_PAIRS)))
        if any(each.contents() == contents for each in boards):
            return True
    return False
