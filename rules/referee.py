"""From evidence to a ruling: the posterior over all explanations of a press, and silence where it does not decide."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.belief import Belief, Ruling, Situation
from rules.board import Side
from rules.errors import EvidenceError, PressError
from rules.evidence import Evidence
from rules.explanations import Changes, Explanation, explanations
from rules.irregularity import Verdict
from rules.notation import write_move
from rules.position import Position
from rules.priors import CARRIED, CARRIED_AT_LEAST, SURE
from rules.strange import is_jumbled, log_strange, log_sum, seen_board


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A press explained in one situation: the position it starts from, how the game stands then, what is said of it, and the weight."""

    position: Position
    then: Situation
    verdict: Verdict
    move: str | None
    squares: tuple[int, ...]
    log_p: float


def rule(belief: Belief, seq: int, side: Side, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Rule a press: the new belief, and the rulings, amendments of earlier presses first, the press's own last.

    EvidenceError when the evidence is of another board; PressError when nobody of that side can have pressed. The belief passed in
    stays as it is.
    """
    squares = len(belief.position.contents())
    if len(evidence.log_p) != squares:
        raise EvidenceError(f"press {seq}: evidence of {len(evidence.log_p)} squares for a board of {squares}")
    weighed = [one for situation, log_p in belief.situations for one in _weigh(situation, log_p, side, evidence)]
    if not weighed:
        raise PressError(f"press {seq}: {side} pressed, but the clock of {belief.position.side} runs and nothing can be handed back")
    total = log_sum(one.log_p for one in weighed)
    weighed = [replace(one, log_p=one.log_p - total) for one in weighed]
    said = _said(weighed)
    best = max(said, key=lambda group: math.fsum(math.exp(one.log_p) for one in group))
    p = min(1.0, math.fsum(math.exp(one.log_p) for one in best))
    top = max(best, key=lambda one: one.log_p)
    if p < SURE or top.verdict is Verdict.UNSURE:
        return _unsure(weighed, seq, side, p)
    return _sure(best, top, seq, side, p)


def _weigh(situation: Situation, log_p: float, side: Side, evidence: Evidence) -> list[_Weighed]:
    """Every explanation of the press in one situation, and the strange one; boards that come out alike under the first name alone."""
    position = situation.position_for(side)
    if position is None:
        return []
    contents = position.contents()
    base = log_p + evidence.log_likelihood(contents)
    told = explanations(position)
    boards: dict[Changes, list[tuple[Explanation, float]]] = defaultdict(list)
    for explanation in told:
        fit = sum(evidence.log_p[s - 1][c] - evidence.log_p[s - 1][contents[s - 1]] for s, c in explanation.changes)
        boards[explanation.changes].append((explanation, base + explanation.log_prior + fit))
    reachable = log_sum(weight for alike in boards.values() for _, weight in alike)
    weighed = [
        _named(situation, position, alike)
        for alike in boards.values()
        if max(weight for _, weight in alike) > reachable + math.log(CARRIED_AT_LEAST) - math.log(len(boards))
    ]
    verdict = Verdict.JUMBLED if is_jumbled(position, evidence) else Verdict.UNSURE
    seen = Explanation(verdict, None, seen_board(position, evidence), 0.0, tuple(square for square, _ in seen_board(position, evidence)))
    return [*weighed, _named(situation, position, [(seen, log_p + log_strange(position, told, evidence))])]


def _named(situation: Situation, position: Position, alike: Sequence[tuple[Explanation, float]]) -> _Weighed:
    """Explanations that lead to the same board as one: the first in the order of names, with the weight of all."""
    first = min((explanation for explanation, _ in alike), key=lambda explanation: explanation.verdict.rank)
    then = situation.after(position, first)
    verdict = first.verdict
    if (
        verdict is Verdict.LEGAL
        and position is not situation.now
        and (situation.pending or then.now.contents() != situation.now.contents())
    ):
        verdict = Verdict.CORRECTED
    mover = position.with_side(position.side.other) if first.verdict is Verdict.OPPONENTS_PIECE else position
    move = write_move(mover, first.move) if first.move else None
    return _Weighed(position, then, verdict, move, first.squares, log_sum(weight for _, weight in alike))


def _said(weighed: Sequence[_Weighed]) -> list[list[_Weighed]]:
    """Explanations of which the same would be said, together: the same verdict, move and board."""
    groups: dict[object, list[_Weighed]] = defaultdict(list)
    for one in weighed:
        groups[one.verdict, one.move, one.then.now].append(one)
    return list(groups.values())


def _ruling(one: _Weighed, seq: int, side: Side, p: float) -> Ruling:
    return Ruling(seq, side, one.verdict, one.move, one.then.now, p, one.squares if one.verdict.is_irregular else ())


def _unsure(weighed: Sequence[_Weighed], seq: int, side: Side, p: float) -> tuple[Belief, tuple[Ruling, ...]]:
    """Nothing is said but the likeliest board; every likely explanation is carried along for a later press to decide."""
    carried = [(replace(one.then, unsettled=(*one.then.unsettled, _ruling(one, seq, side, p))), one.log_p) for one in weighed]
    likeliest = max(weighed, key=lambda one: one.log_p)
    return _belief(carried), (Ruling(seq, side, Verdict.UNSURE, None, likeliest.then.now, p),)


def _sure(best: Sequence[_Weighed], top: _Weighed, seq: int, side: Side, p: float) -> tuple[Belief, tuple[Ruling, ...]]:
    """The press is ruled; where all that leads to it agrees on earlier unsure presses, those are amended."""
    histories: dict[tuple[Ruling, ...], list[_Weighed]] = defaultdict(list)
    for one in best:
        histories[tuple(replace(old, confidence=0.0) for old in one.then.unsettled)].append(one)
    history = max(histories.values(), key=lambda same: log_sum(one.log_p for one in same))
    p_history = min(1.0, math.exp(log_sum(one.log_p for one in history)))
    if p_history < SURE:
        return _belief([(one.then, one.log_p) for one in best]), (_ruling(top, seq, side, p),)
    amended = tuple(
        replace(old, confidence=p_history, amends=True) for old in history[0].then.unsettled if old.verdict is not Verdict.UNSURE
    )
    return _belief([(replace(one.then, unsettled=()), one.log_p) for one in history]), (*amended, _ruling(top, seq, side, p))


def _belief(situations: Sequence[tuple[Situation, float]]) -> Belief:
    """The likeliest situations, alike ones as one, their weights made to sum to one."""
    merged: dict[Situation, float] = {}
    for situation, log_p in situations:
        merged[situation] = log_sum((merged[situation], log_p)) if situation in merged else log_p
    ranked = sorted(merged.items(), key=lambda item: -item[1])[:CARRIED]
    kept = [(situation, log_p) for situation, log_p in ranked if log_p >= ranked[0][1] + math.log(CARRIED_AT_LEAST)]
    total = log_sum(log_p for _, log_p in kept)
    return Belief(tuple((situation, log_p - total) for situation, log_p in kept))
