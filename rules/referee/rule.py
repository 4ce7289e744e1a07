"""From evidence to a ruling: the posterior over all explanations of a press, and silence where it does not decide."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.board.evidence import Evidence
from rules.board.squares import Side
from rules.errors import EvidenceError, PressError
from rules.irregularity import Verdict
from rules.referee.amending import amend
from rules.referee.belief import Belief, LastPress, Ruling, Situation, sides
from rules.referee.heights import news
from rules.referee.looking_back import found_out, played_on
from rules.referee.outcomes import found_again, outcomes
from rules.referee.priors import (
    AGAINST,
    BOARD_SEEN,
    CARRIED,
    CARRIED_AT_LEAST,
    DECIDED_WITHIN,
    HEIGHT_AGAINST,
    LOST_EXPLAINS,
    SEEN,
    SURE,
    nats,
)
from rules.referee.strange import CLEAR_NATS, log_sum
from rules.referee.weights import Outcome

SEEN_NATS, AGAINST_NATS, HEIGHT_NATS = nats(SEEN), nats(AGAINST), nats(HEIGHT_AGAINST)


def rule(belief: Belief, seq: int, side: Side, evidence: Evidence) -> tuple[Belief, tuple[Ruling, ...]]:
    """Rule a press: the new belief, and the rulings, amendments of earlier presses first, the press's own last.

    EvidenceError when the evidence is of another board; PressError when nobody of that side can have pressed, or a later press, or this
    one, was ruled before. The belief passed in stays as it is.
    """
    _refuse(belief, seq, evidence)
    fresh, heights = news(belief.heights, evidence)
    ways = [outcomes(situation, log_p, seq, side, evidence, fresh) for situation, log_p in belief.situations]
    weighed = [one for found, _ in ways for one in found]
    if not weighed:
        raise PressError(f"press {seq}: {side} pressed, but the clock of {belief.position.side} runs and nothing can be handed back")
    weighed += _looked_back(belief.last, weighed, seq, side, evidence, fresh)
    lost = found_again(belief.position, side, _lost_log_p(belief, evidence), evidence)
    lost_log_p = lost.log_p if belief.lost_p else -math.inf
    if belief.lost_p and _seen_share(evidence) >= BOARD_SEEN:
        weighed.append(lost)
        lost_log_p = -math.inf
    total = log_sum((lost_log_p, *(one.log_p for one in weighed), *(rest for _, rest in ways))) - math.log1p(-belief.crowded_p)
    weighed = [replace(one, log_p=one.log_p - total) for one in weighed]
    best = max(_said(weighed), key=_p)
    top = max(best, key=lambda one: one.log_p)
    is_open = top.verdict is Verdict.UNSURE or top.shown or top.may_be_banned
    sure = _p(best) >= SURE and not is_open and _is_seen(top, evidence)
    own = _ruling(top, seq, side, _p(best)) if sure else _undecided(weighed, seq, side, evidence)
    likely = [one for one in weighed if one.log_p >= top.log_p + math.log(CARRIED_AT_LEAST)]
    carried = [(_after(one, seq, side, own, evidence), one.log_p) for one in likely]
    announced = tuple(old for old in belief.announced if old.seq > seq - DECIDED_WITHIN)
    amended: tuple[Ruling, ...] = ()
    if sure:
        carried, announced, amended = amend(carried, announced)
    # What a sure ruling leaves so unlikely is decided; else all that is not carried along is lost.
    lost_p = math.exp(lost_log_p - total) if sure else max(0.0, 1 - belief.crowded_p - _p(likely))
    least_log_p = top.log_p + math.log(CARRIED_AT_LEAST)
    unsettled = own.verdict is Verdict.UNSURE and own.move is None
    last = LastPress(belief.situations, seq, side, evidence, total, least_log_p, unsettled)
    after = replace(belief, heights=heights, announced=(*announced, own), lost_p=lost_p, last=last)
    return _found(_kept(after, carried), evidence), (*amended, own)


def _refuse(belief: Belief, seq: int, evidence: Evidence) -> None:
    if seq < 1:
        raise PressError(f"press {seq}: presses are numbered from 1 upwards")
    squares = len(belief.position.contents())
    if len(evidence.log_p) != squares:
        raise EvidenceError(f"press {seq}: evidence of {len(evidence.log_p)} squares for a board of {squares}")
    if belief.announced and seq <= belief.announced[-1].seq:
        raise PressError(f"press {seq} comes after press {belief.announced[-1].seq} was ruled: presses are ruled in their order, each once")


def _looked_back(
    last: LastPress | None, weighed: Sequence[Outcome], seq: int, side: Side, evidence: Evidence, fresh: Evidence
) -> Iterable[Outcome]:
    """What follows from faults that the last press was held too unlikely to be: where it was not settled, or what is held likely now does
    not fit what is plainly seen."""
    likeliest = max(weighed, key=lambda one: one.log_p)
    least_log_p = likeliest.log_p + math.log(CARRIED_AT_LEAST)
    if last and last.unsettled:
        yield from found_out(last, side, evidence, least_log_p)
    elif last and (likeliest.verdict is Verdict.UNSURE or _contradicted(likeliest, evidence, CLEAR_NATS)):
        yield from played_on(last, seq, side, evidence, fresh, least_log_p)


def _lost_log_p(belief: Belief, evidence: Evidence) -> float:
    """log p(what was cut off, and that it explains as much as is seen of the board)."""
    return math.log(belief.lost_p) + _seen_share(evidence) * math.log(LOST_EXPLAINS) if belief.lost_p else -math.inf


def _seen_share(evidence: Evidence) -> float:
    margins = evidence.margins()
    return sum(margin is not None and margin >= CLEAR_NATS for margin in margins) / len(margins)


def _said(weighed: Sequence[Outcome]) -> list[list[Outcome]]:
    """Outcomes of which the same would be said, together."""
    groups: dict[object, list[Outcome]] = defaultdict(list)
    for one in weighed:
        groups[one.verdict, one.hands_back, one.move, sides(one.then.now.contents())].append(one)
    return list(groups.values())


def _p(same: Sequence[Outcome]) -> float:
    return min(1.0, math.fsum(math.exp(one.log_p) for one in same))


def _is_seen(one: Outcome, evidence: Evidence) -> bool:
    """Whether the pictures themselves, and not what is usual, tell what stands on every square that the outcome rests on.

    And no square that is seen may speak against it: that is how a fault shows through a poor picture.
    """
    seen = all(evidence.colour_margin(square, content) >= SEEN_NATS for square, content in one.touched)
    return seen and not _unseen(one.then.now_doubt.unknown, one, evidence, AGAINST_NATS) and not _contradicted(one, evidence, AGAINST_NATS)


def _unseen(squares: Iterable[int], one: Outcome, evidence: Evidence, least_nats: float) -> tuple[int, ...]:
    """Those of the squares that are seen by no more than so much to hold what they are held to."""
    board = one.then.now
    return tuple(square for square in squares if evidence.colour_margin(square, board.content(square)) <= least_nats)


def _contradicted(one: Outcome, evidence: Evidence, against_nats: float) -> tuple[int, ...]:
    """The squares that show another colour than is held to stand there, by so much, or a king for a man or a man for a king."""
    return tuple(
        square
        for square, content in enumerate((one.shown or one.then.now).contents(), 1)
        if evidence.colour_margin(square, content) <= -against_nats or evidence.height_margin(square, content) <= -HEIGHT_NATS
    )


def _ruling(one: Outcome, seq: int, side: Side, p: float) -> Ruling:
    squares = one.squares if one.verdict.is_irregular else ()
    return Ruling(seq, side, one.verdict, one.move, one.then.now, p, squares, hands_back=one.hands_back, start=one.start)


def _undecided(weighed: Sequence[Outcome], seq: int, side: Side, evidence: Evidence) -> Ruling:
    """Nothing is said but the likeliest board, and the move where all agree on it and it starts from what was settled."""
    likeliest = max(weighed, key=lambda one: one.log_p)
    played = [one for one in weighed if one.move == likeliest.move]
    settled = likeliest.verdict is not Verdict.UNSURE and not likeliest.from_unsettled
    told = settled and not likeliest.shown and _p(played) >= SURE and _is_seen(likeliest, evidence)
    move = likeliest.move if told else None
    return Ruling(seq, side, Verdict.UNSURE, move, likeliest.then.now, _p([likeliest]), start=likeliest.start)


def _after(one: Outcome, seq: int, side: Side, said: Ruling, evidence: Evidence) -> Situation:
    """How the game stands by this outcome, which keeps its own ruling of the press where another was announced.

    What the pictures plainly contradict is a guess, and never said later either; nor is what leaves squares that were not seen, nor an
    irregularity that starts from a press that was not settled itself: it is said at once or never.
    """
    unsure = said.verdict is Verdict.UNSURE
    history = tuple(old for old in one.then.history if old.seq > seq - DECIDED_WITHIN)
    unsettled = unsure and said.move is None
    # Who did one thing that is irregular may have done another where nothing was seen.
    if one.then.pending_seq == seq:
        unknown = _unseen(range(1, len(evidence.log_p) + 1), one, evidence, 0.0)
    else:
        unknown = _unseen(one.then.now_doubt.unknown, one, evidence, AGAINST_NATS)
    # A square that speaks against what is left undecided decides it, once it is seen.
    against = [square for square, content in one.touched if unsure and evidence.colour_margin(square, content) < 0]
    doubt = replace(one.then.now_doubt, unknown=tuple(sorted({*unknown, *against})))
    then = replace(one.then, last_unsure=unsure, unsettled=unsettled, history=history, now_doubt=doubt)
    contradicted = _contradicted(one, evidence, CLEAR_NATS)
    if contradicted:
        return replace(then, now_doubt=replace(doubt, is_guess=True, unknown=tuple(sorted({*doubt.unknown, *contradicted}))))
    own = _ruling(one, seq, side, 0.0)
    if unsure and (unknown or one.may_be_banned or (one.from_unsettled and own.is_irregular)):
        return then
    return then if own.meaning == said.meaning or (unsure and own.verdict is Verdict.UNSURE) else then.with_history(own)


def _kept(belief: Belief, situations: Sequence[tuple[Situation, float]]) -> Belief:
    """The belief with the likeliest situations, alike ones as one; what is too much for it is remembered as crowded out."""
    merged: dict[Situation, float] = {}
    for situation, log_p in situations:
        merged[situation] = log_sum((merged[situation], log_p)) if situation in merged else log_p
    ranked = sorted(merged.items(), key=lambda item: -item[1])
    kept, out = ranked[:CARRIED], ranked[CARRIED:]
    total = log_sum(log_p for _, log_p in kept)
    crowded_p = belief.crowded_p + sum(math.exp(log_p) for _, log_p in out)
    weighed = tuple((situation, log_p - total) for situation, log_p in kept)
    return replace(belief, situations=weighed, lost_p=min(belief.lost_p, MOST), crowded_p=min(crowded_p, MOST))


MOST = 1.0 - 1e-9
"""Something is always kept."""


def _found(belief: Belief, evidence: Evidence) -> Belief:
    """Where much was crowded out a board that is clearly seen brings the game back: what stands there is known.

    How it came to stand there is not, so earlier presses are then left as they were announced.
    """
    if belief.crowded_p <= 1 - SURE or _seen_share(evidence) < 1:
        return belief
    seen = sides(evidence.best())
    fitting = [(replace(one, history=()), log_p) for one, log_p in belief.situations if one.ahead or sides(one.now.contents()) == seen]
    return _kept(replace(belief, crowded_p=0.0), fitting) if fitting else belief
