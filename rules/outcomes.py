"""Every way a press may have come about in one situation, what it is called, how the game stands then, and its log-weight."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from rules.belief import Ruling, Situation, changed
from rules.board import Content, Side
from rules.evidence import Evidence
from rules.explanations import Changes, Explanation, explanations
from rules.irregularity import Verdict
from rules.moves import Move, legal_moves, play
from rules.notation import write_move
from rules.position import Position
from rules.priors import BACK_AFTER_FAULT, BACK_AFTER_LEGAL, CARRIED_AT_LEAST, FAMILY, PUT_RIGHT
from rules.strange import is_jumbled, log_strange, log_sum, seen_board

# Two plies at once are looked at as far as this; ordinary positions have about a hundred pairs.
PAIRS_WEIGHED = 3000


@dataclass(frozen=True, slots=True)
class Outcome:
    """`touched` are the squares that must have been seen for it to be said, with what stands on them."""

    then: Situation
    verdict: Verdict
    move: str | None
    squares: tuple[int, ...]
    log_p: float
    touched: Changes = ()
    hands_back: bool = False


def outcomes(situation: Situation, log_p: float, seq: int, side: Side, evidence: Evidence) -> list[Outcome]:
    """All outcomes worth keeping, the one that nothing explains last; none where that side cannot press."""
    position = situation.position_for(side)
    if position is None:
        return []
    if position is not situation.now:
        log_p += math.log(BACK_AFTER_FAULT if situation.pending else BACK_AFTER_LEGAL)
    weights = _Weights(position, log_p, evidence)
    told = explanations(position)
    boards: dict[Changes, list[tuple[Explanation, float]]] = defaultdict(list)
    for explanation in told:
        boards[explanation.changes].append((explanation, explanation.log_prior + weights.of(explanation.changes)))
    least = log_sum(weight for alike in boards.values() for _, weight in alike) + math.log(CARRIED_AT_LEAST / len(boards))
    found = [_named(situation, seq, position, alike) for alike in boards.values() if max(weight for _, weight in alike) > least]
    if situation.answers(side):
        found = [one for one in found if one.verdict is not Verdict.NO_MOVE]
        found += _returned(situation, position, weights)
        found += _put_right(situation, seq, position, weights)
    return [*found, _strange(situation, seq, position, weights, told)]


class _Weights:
    """Log-weights of boards that differ from a position in few squares."""

    def __init__(self, position: Position, log_p: float, evidence: Evidence) -> None:
        self.evidence, self.log_p = evidence, log_p
        self._contents = position.contents()
        self._base = log_p + evidence.log_likelihood(self._contents)

    def of(self, changes: Changes) -> float:
        rows, contents = self.evidence.log_p, self._contents
        return self._base + sum(rows[s - 1][c] - rows[s - 1][contents[s - 1]] for s, c in changes)


def _named(situation: Situation, seq: int, position: Position, alike: Sequence[tuple[Explanation, float]]) -> Outcome:
    """Explanations that lead to the same board as one: the first in the order of names, with the weight of all."""
    first = min((explanation for explanation, _ in alike), key=lambda explanation: explanation.verdict.rank)
    then = situation.after(seq, position, first)
    verdict, move = first.verdict, None
    if first.move:
        mover = position.with_side(position.side.other) if verdict is Verdict.OPPONENTS_PIECE else position
        move = write_move(mover, first.move)
    again = situation.handed_back or position is not situation.now
    if verdict is Verdict.LEGAL and again:
        doubtful = situation.pending or situation.unsettled
        verdict = Verdict.CORRECTED if doubtful or then.now.contents() != situation.now.contents() else verdict
    if verdict.is_irregular and (situation.now_is_guess if position is situation.now else situation.before_is_guess):
        verdict, move = Verdict.UNSURE, None
    touched = (*first.changes, *((square, then.now.content(square)) for square in first.squares))
    return Outcome(then, verdict, move, first.squares, log_sum(weight for _, weight in alike), touched)


def _returned(situation: Situation, position: Position, weights: _Weights) -> Iterator[Outcome]:
    """The opponent presses with nothing moved, or with the position before the fault restored: the turn goes back."""
    log_prior = math.log(FAMILY[Verdict.NO_MOVE])
    restored = difference(position, situation.before)
    if situation.now_is_guess:
        # What was seen and not understood may hold the opponent's move already: then the turn has passed, and was not handed back.
        passed = replace(situation, before=position, now=position.with_side(position.side.other), before_is_guess=True)
        yield Outcome(passed, Verdict.UNSURE, None, (), log_prior + weights.of(()))
    else:
        yield Outcome(situation.returned(restored=False), Verdict.NO_MOVE, None, (), log_prior + weights.of(()), (), hands_back=True)
    if restored:
        then = situation.returned(restored=True)
        yield Outcome(then, Verdict.NO_MOVE, None, (), log_prior + weights.of(restored), restored, hands_back=True)


def _put_right(situation: Situation, seq: int, position: Position, weights: _Weights) -> Iterator[Outcome]:
    """The pending fault was put right while the opponent's clock ran, and he has answered: two plies, the earlier ruling is amended."""
    pairs = list(islice(_pairs(situation.before), PAIRS_WEIGHED))
    mover = situation.before.side
    for move, between, answer, after in pairs:
        changes = difference(position, after)
        log_p = math.log(PUT_RIGHT / len(pairs)) + weights.of(changes)
        right = Ruling(situation.pending_seq, mover, Verdict.CORRECTED, write_move(situation.before, move), between, 0.0, amends=True)
        then = Situation(between, after, unsettled=(*situation.unsettled, right))
        written = write_move(between, answer)
        yield Outcome(then, Verdict.LEGAL, written, (), log_p, changes)
        if between.content(answer.origin) is not after.content(answer.target):
            # A promotion, and its second disc may be missing (Art. 8).
            bare = changed(after, [(answer.target, between.content(answer.origin))])
            uncrowned = replace(then, now=bare, pending=Verdict.UNCROWNED, pending_seq=seq)
            changes = difference(position, bare)
            log_p = math.log(PUT_RIGHT * FAMILY[Verdict.UNCROWNED] / len(pairs)) + weights.of(changes)
            yield Outcome(uncrowned, Verdict.UNCROWNED, written, (answer.target,), log_p, changes)


def _pairs(position: Position) -> Iterator[tuple[Move, Position, Move, Position]]:
    for move in legal_moves(position):
        between = play(position, move)
        for answer in legal_moves(between):
            yield move, between, answer, play(between, answer)


def _strange(situation: Situation, seq: int, position: Position, weights: _Weights, told: Sequence[Explanation]) -> Outcome:
    """Nothing explains it; disorder when that is what is seen, and no two plies at once would come to the same."""
    seen = seen_board(position, weights.evidence)
    explanation = Explanation(Verdict.UNSURE, None, seen, 0.0)
    then = situation.after(seq, position, explanation)
    verdict = Verdict.UNSURE
    if is_jumbled(position, weights.evidence) and not _is_two_plies(situation, position, then.now.contents()):
        verdict = Verdict.JUMBLED
        then = replace(then, pending=verdict)
    squares = tuple(square for square, _ in seen)
    return Outcome(then, verdict, None, squares, weights.log_p + log_strange(position, told, weights.evidence))


def _is_two_plies(situation: Situation, position: Position, contents: tuple[Content, ...]) -> bool:
    return any(
        after.contents() == contents for start in (position, situation.before) for _, _, _, after in islice(_pairs(start), PAIRS_WEIGHED)
    )


def difference(position: Position, after: Position) -> Changes:
    """What stands otherwise in the second position."""
    pairs = enumerate(zip(position.contents(), after.contents(), strict=True), 1)
    return tuple((square, there) for square, (here, there) in pairs if here is not there)
