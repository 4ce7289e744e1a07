"""Faults of the last press that were too unlikely to be kept then, and that the present picture shows."""

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.referee.belief import LastPress, Ruling, Situation
from rules.referee.bounds import bounds
from rules.referee.explanations import Changes, explanations
from rules.referee.faults_ahead import faults_ahead, plainly_seen
from rules.referee.more_at_once import more_at_once
from rules.referee.outcomes import outcomes
from rules.referee.priors import HANDED_BACK_AFTER_FAULT_P, HANDED_BACK_AFTER_LEGAL_P, HANDED_BACK_P, MAX_PAST_FAULTS, MAX_PAST_SITUATIONS
from rules.referee.shown import FreshEvidence
from rules.referee.weights import BoardWeights, Outcome, Sieve


def found_out(past: LastPress, side: Side, evidence: Evidence, least_log_p: float) -> Iterator[Outcome]:
    """Outcomes in which nothing was moved and `side` hands the turn back, after a fault of the last press that was not kept.

    Each has at least `least_log_p`. The ruling of the last press does not change: no player is accused of what was not seen.
    """
    everywhere = tuple(range(1, len(evidence.log_p) + 1))
    for situation, position, then in _before(past):
        if position.side is side:
            continue
        now = BoardWeights(position, math.log(HANDED_BACK_P), evidence)
        tried = {*explanations(position), *more_at_once(position, past.evidence)}
        for fault in (*explanations(position), *more_at_once(position, evidence)):
            if fault.verdict is Verdict.LEGAL:
                continue
            was = fault.log_prior + then.of(fault.changes)
            is_now = was + now.of(fault.changes)
            if (fault not in tried or was < past.least_log_p) and is_now >= least_log_p:
                after = situation.after(past.seq, position, fault)
                after, stands = replace(after, now_doubt=replace(after.now_doubt, unknown=everywhere)).returned(restored=False), after.now
                yield Outcome(after, Verdict.NO_MOVE, None, (), log_p=is_now, touched=(), hands_back=True, start=stands, evidence=evidence)


def played_on(past: LastPress, seq: int, side: Side, fresh: FreshEvidence, least_log_p: float) -> Iterator[Outcome]:
    """Outcomes of press `seq` after a fault of the last press that was not kept, or that the opponent's hand hid.

    Each has at least `least_log_p`. In all of them the last press is `unsure`: no player is accused of what was not seen.
    """
    number, seen = count(), plainly_seen(fresh.evidence)
    found: list[tuple[float, int, Situation, Position]] = []
    for situation, position, then in _before(past):
        shown = list(more_at_once(position, past.evidence))
        shown_now = (fault for fault in more_at_once(position, fresh.evidence) if fault not in shown)
        told = (fault for fault in (*explanations(position), *shown, *shown_now) if fault.verdict is not Verdict.LEGAL)
        contents = position.contents()
        faults = [
            (fault, fault.log_prior + then.of(fault.changes))
            for fault in told
            if _leads_by_a_move(_with_changes(contents, fault.changes), seen, side)
        ]
        hidden = ((ahead.explanation, ahead.log_p) for ahead in faults_ahead(position, faults, then, Sieve(-math.inf), 1))
        for fault, log_p in chain(faults, hidden):
            if log_p < past.least_log_p:
                found.append((log_p, next(number), situation.after(past.seq, position, fault), position))
    for log_p, _, after, position in heapq.nlargest(MAX_PAST_FAULTS, found):
        after = after.with_history(Ruling(past.seq, past.side, Verdict.UNSURE, None, after.now, 0.0, start=position))
        most = bounds(after, log_p, side, fresh.at(after.now.contents()))
        if most.best >= least_log_p:
            played, _ = outcomes(after, log_p, seq, side, fresh, least_log_p, most)
            yield from (one for one in played if one.log_p >= least_log_p)


def _with_changes(contents: Sequence[Content], changes: Changes) -> list[Content]:
    after = list(contents)
    for square, content in changes:
        after[square - 1] = content
    return after


def nearest(past: LastPress, evidence: Evidence) -> LastPress:
    """A press of which nothing was seen, with the situations first whose boards fit the present picture: their priors may be alike."""
    situations = sorted(past.situations, key=lambda each: -each[1] - evidence.log_likelihood(each[0].now.contents()))
    return replace(past, situations=tuple(situations))


def _before(past: LastPress) -> Iterator[tuple[Situation, Position, BoardWeights]]:
    """The likeliest situations before that press, each with the position it was made from and the weights of its explanations."""
    for situation, log_p in past.situations[:MAX_PAST_SITUATIONS]:
        position = situation.position_for(past.side)
        if position is None:
            continue
        if position is not situation.now:
            log_p += math.log(HANDED_BACK_AFTER_FAULT_P if situation.pending else HANDED_BACK_AFTER_LEGAL_P)
        yield situation, position, BoardWeights(position, log_p - past.total_log_p, past.evidence)


def _leads_by_a_move(stands: Sequence[Content], seen: Iterable[tuple[int, Content]], side: Side) -> bool:
    """Whether one move of `side` can lead from `stands` to `seen`: at most one of its pieces left and one arrived."""
    went = came = 0
    for place, shown in seen:
        stood = stands[place]
        if stood.side is not shown.side:
            went += stood.side is side
            came += shown.side is side
            if (stood.side is side and shown) or (shown and shown.side is not side) or went > 1 or came > 1:
                return False
    return True
