"""From evidence to a ruling: the posterior over all explanations of a press, and silence where it does not decide."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from rules.belief import Belief, Ruling, Situation
from rules.board import Content, Side
from rules.errors import EvidenceError, PressError
from rules.evidence import Evidence
from rules.heights import news
from rules.irregularity import Verdict
from rules.outcomes import Outcome, outcomes
from rules.priors import AGAINST_NATS, CARRIED, CARRIED_AT_LEAST, SEEN_NATS, SURE
from rules.strange import CLEAR_NATS, log_sum


def rule(belief: Belief, seq: int, side: Side, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Rule a press: the new belief, and the rulings, amendments of earlier presses first, the press's own last.

    EvidenceError when the evidence is of another board; PressError when nobody of that side can have pressed. The belief passed in
    stays as it is.
    """
    squares = len(belief.position.contents())
    if len(evidence.log_p) != squares:
        raise EvidenceError(f"press {seq}: evidence of {len(evidence.log_p)} squares for a board of {squares}")
    evidence, heights = news(belief.heights, evidence)
    belief = replace(belief, heights=heights)
    weighed = [one for situation, log_p in belief.situations for one in outcomes(situation, log_p, seq, side, evidence)]
    if not weighed:
        raise PressError(f"press {seq}: {side} pressed, but the clock of {belief.position.side} runs and nothing can be handed back")
    to_all = math.log1p(-belief.lost_p) - log_sum(one.log_p for one in weighed)
    weighed = [replace(one, log_p=one.log_p + to_all) for one in weighed]
    best = max(_said(weighed), key=_p)
    top = max(best, key=lambda one: one.log_p)
    if _p(best) < SURE or top.verdict is Verdict.UNSURE or not _is_seen(top, evidence):
        return _unsure(belief, weighed, seq, side, evidence)
    return _sure(belief, best, seq, side, evidence)


def _said(weighed: Sequence[Outcome]) -> list[list[Outcome]]:
    """Outcomes of which the same would be said, together: the same verdict and move, and pieces of the same sides on the board.

    Whether a piece that did not move is a king may stay open; the pictures of a later press can tell.
    """
    groups: dict[object, list[Outcome]] = defaultdict(list)
    for one in weighed:
        groups[one.verdict, one.move, _sides(one.then.now.contents())].append(one)
    return list(groups.values())


def _p(same: Sequence[Outcome]) -> float:
    return min(1.0, math.fsum(math.exp(one.log_p) for one in same))


def _is_seen(one: Outcome, evidence: Evidence) -> bool:
    """Whether the pictures themselves, and not what is usual, tell what stands on every square that the outcome rests on.

    And no square that is seen may speak against it: that is how a fault shows through a poor picture.
    """
    stands = enumerate(one.then.now.contents(), 1)
    return all(evidence.colour_margin(square, content) >= SEEN_NATS for square, content in one.touched) and all(
        evidence.colour_margin(square, content) > -AGAINST_NATS for square, content in stands
    )


def _is_clear(evidence: Evidence) -> bool:
    return all(margin is not None and margin >= CLEAR_NATS for margin in evidence.margins())


def _ruling(one: Outcome, seq: int, side: Side, p: float) -> Ruling:
    squares = one.squares if one.verdict.is_irregular else ()
    return Ruling(seq, side, one.verdict, one.move, one.then.now, p, squares, hands_back=one.hands_back)


def _unsure(belief: Belief, weighed: Sequence[Outcome], seq: int, side: Side, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Nothing is said but the likeliest board, and the move where all agree on it; what is likely is carried along for a later press."""
    likeliest = max(weighed, key=lambda one: one.log_p)
    played = [one for one in weighed if one.move == likeliest.move]
    move = likeliest.move if _p(played) >= SURE and likeliest.verdict is not Verdict.UNSURE and _is_seen(likeliest, evidence) else None
    said = Ruling(seq, side, Verdict.UNSURE, move, likeliest.then.now, _p([likeliest]))
    carried = [
        (replace(one.then, unsettled=(*one.then.unsettled, _ruling(one, seq, side, math.exp(one.log_p)))), one.log_p) for one in weighed
    ]
    return _belief(carried, belief, evidence), (said,)


def _sure(belief: Belief, best: Sequence[Outcome], seq: int, side: Side, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """The press is ruled; where all that leads to it agrees on earlier presses that were unsure or pending, those are amended."""
    own = _ruling(max(best, key=lambda one: one.log_p), seq, side, _p(best))
    histories: dict[object, list[Outcome]] = defaultdict(list)
    for one in best:
        histories[tuple(replace(old, confidence=0.0) for old in one.then.unsettled)].append(one)
    history = max(histories.values(), key=_p)
    if _p(history) < SURE:
        return _belief([(one.then, one.log_p) for one in best], belief, evidence), (own,)
    amended = tuple(
        replace(old, confidence=_p(history), amends=True) for old in history[0].then.unsettled if old.verdict is not Verdict.UNSURE
    )
    settled = [(replace(one.then, unsettled=()), one.log_p) for one in history]
    return _belief(settled, belief, evidence), (*amended, own)


def _belief(situations: Sequence[tuple[Situation, float]], before: Belief, evidence: Evidence) -> Belief:
    """The likeliest situations, alike ones as one; what is cut off is remembered as lost, with what was lost `before`.

    A board that is clearly seen brings the game back: what stands there is known, whatever was lost. How it came to stand there is
    not, so earlier presses are then left unsure.
    """
    merged: dict[Situation, float] = {}
    for situation, log_p in situations:
        merged[situation] = log_sum((merged[situation], log_p)) if situation in merged else log_p
    ranked = sorted(merged.items(), key=lambda item: -item[1])
    kept = [(situation, log_p) for situation, log_p in ranked[:CARRIED] if log_p >= ranked[0][1] + math.log(CARRIED_AT_LEAST)]
    total = log_sum(log_p for _, log_p in kept)
    lost_p = before.lost_p + (1 - before.lost_p) * max(0.0, 1 - math.exp(total - log_sum(log_p for _, log_p in ranked)))
    if lost_p > 1 - SURE and _is_clear(evidence):
        kept = [(replace(situation, unsettled=()), log_p) for situation, log_p in kept if _stands(situation, evidence)] or kept
        total, lost_p = log_sum(log_p for _, log_p in kept), 0.0
    return Belief(tuple((situation, log_p - total) for situation, log_p in kept), min(lost_p, 1.0 - 1e-12), before.heights)


def _stands(situation: Situation, evidence: Evidence) -> bool:
    """Whether the situation's board is the one that is seen, kings and men taken alike."""
    return _sides(situation.now.contents()) == _sides(evidence.best())


def _sides(contents: Sequence[Content]) -> tuple[Side | None, ...]:
    return tuple(content.side for content in contents)
