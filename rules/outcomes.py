"""Every way a press may have come about in one situation, what it is called, how the game stands then, and its log-weight."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.belief import Situation, changed, may_hide_kings
from rules.board import Side
from rules.evidence import Evidence
from rules.explanations import Changes, Explanation, explanations
from rules.heights import again
from rules.irregularity import Verdict
from rules.notation import write_move
from rules.position import Position
from rules.priors import BACK_AFTER_FAULT, BACK_AFTER_LEGAL, CARRIED_AT_LEAST, FAMILY, HANDED_BACK
from rules.strange import is_jumbled, log_strange, log_sum, seen_board
from rules.taken_off import taken_off
from rules.two_plies import answers, is_two_plies, put_right
from rules.weights import Outcome, Weights, difference


def outcomes(situation: Situation, log_p: float, seq: int, side: Side, evidence: Evidence, fresh: Evidence) -> list[Outcome]:
    """All outcomes worth keeping, the one that nothing explains last; none where that side cannot press.

    `fresh` is the evidence without what was known of the heights before (`heights.news`).
    """
    position = situation.position_for(side)
    if position is None:
        return []
    if position is not situation.now:
        log_p += math.log(BACK_AFTER_FAULT if situation.pending else BACK_AFTER_LEGAL)
    weights = Weights(position, log_p, again(situation.now.contents(), evidence, fresh))
    told = [*explanations(position), *taken_off(position, weights.evidence)]
    boards: dict[Changes, list[tuple[Explanation, float]]] = defaultdict(list)
    for explanation in told:
        boards[explanation.changes].append((explanation, explanation.log_prior + weights.of(explanation.changes)))
    least = log_sum(weight for alike in boards.values() for _, weight in alike) + math.log(CARRIED_AT_LEAST / len(boards))
    found = [_named(situation, seq, position, alike) for alike in boards.values() if max(weight for _, weight in alike) > least]
    if situation.answered and position is situation.now:  # the answer was seen already: it is what its press shows, or something strange
        found = [one for one in found if one.verdict is Verdict.LEGAL]
    if situation.answers(side):
        found = [one for one in found if one.verdict is not Verdict.NO_MOVE]
        found += _returned(situation, position, weights)
        found += put_right(situation, seq, position, weights)
    found += _answered(situation, seq, position, weights, least)
    return [*found, _strange(situation, seq, position, weights, told)]


def _answered(situation: Situation, seq: int, position: Position, weights: Weights, least: float) -> Iterator[Outcome]:
    """The legal moves that the opponent may have answered before the pictures were taken."""
    for explanation in answers(position, weights):
        log_p = explanation.log_prior + weights.of(explanation.changes)
        if log_p > least:
            outcome = _named(situation, seq, position, [(explanation, log_p)])
            yield replace(outcome, then=replace(outcome.then, answered=True), answered=True)


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
        doubtful = situation.pending or situation.last_unsure
        verdict = Verdict.CORRECTED if doubtful or then.now.contents() != situation.now.contents() else verdict
    guess = situation.now_is_guess or situation.unsettled if position is situation.now else situation.before_is_guess
    if verdict.is_irregular and (guess or situation.kings_guessed):
        verdict, move = Verdict.UNSURE, None
    touched = (*first.changes, *((square, then.now.content(square)) for square in first.squares))
    return Outcome(then, verdict, move, first.squares, log_sum(weight for _, weight in alike), touched, start=position)


def _returned(situation: Situation, position: Position, weights: Weights) -> Iterator[Outcome]:
    """The opponent presses with nothing moved, or with the position before the fault restored: the turn goes back."""
    log_prior = math.log(HANDED_BACK)
    restored = difference(position, situation.before)
    then = situation.returned(restored=False)
    yield Outcome(then, Verdict.NO_MOVE, None, (), log_prior + weights.of(()), (), hands_back=True, start=position)
    if situation.now_is_guess:
        # What was seen and not understood may hold the opponent's move already: then the turn has passed, and was not handed back.
        passed = replace(situation, before=position, now=position.with_side(position.side.other), before_is_guess=True)
        log_p = math.log(FAMILY[Verdict.NO_MOVE]) + weights.of(())
        yield Outcome(passed, Verdict.UNSURE, None, (), log_p, start=position)
    if restored:
        then = situation.returned(restored=True)
        yield Outcome(then, Verdict.NO_MOVE, None, (), log_prior + weights.of(restored), restored, hands_back=True, start=position)


def _strange(situation: Situation, seq: int, position: Position, weights: Weights, told: Sequence[Explanation]) -> Outcome:
    """Nothing explains it, and how it came to that is left; disorder when that is what is seen, and the board before, or a ply or two, do
    not come to the same."""
    seen = seen_board(position, weights.evidence)
    explanation = Explanation(Verdict.UNSURE, None, seen, 0.0)
    then = situation.after(seq, position, explanation)
    then = replace(then, unknown=tuple(range(1, len(weights.evidence.log_p) + 1)), history=())
    verdict = Verdict.UNSURE
    known = not (situation.now_is_guess or situation.handed_back)
    if known and is_jumbled(position, weights.evidence) and not is_two_plies(situation, position, then.now.contents()):
        verdict = Verdict.JUMBLED
        then = replace(then, pending=verdict)
    squares = tuple(square for square, _ in seen)
    log_p = weights.log_p + log_strange(position, told, weights.evidence)
    return Outcome(then, verdict, None, squares, log_p, start=position)


def found_again(position: Position, side: Side, log_p: float, evidence: Evidence) -> Outcome:
    """What was cut off explains it, with that log-weight: of the board no more is known than is seen, `position` being held before."""
    guess = changed(position, seen_board(position, evidence)).with_side(side.other)
    squares = tuple(range(1, len(evidence.log_p) + 1))
    kings = may_hide_kings(position, guess)
    then = Situation(guess.with_side(side), guess, now_is_guess=True, before_is_guess=True, kings_guessed=kings, unknown=squares)
    return Outcome(then, Verdict.UNSURE, None, (), log_p)
