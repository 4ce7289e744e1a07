"""What was too unlikely to be carried along when a press was not settled: a fault made then, for which the turn is handed back now."""

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.belief import Unsettled
from rules.board import Side
from rules.evidence import Evidence
from rules.explanations import explanations
from rules.irregularity import Verdict
from rules.more_at_once import more_at_once
from rules.priors import BACK_AFTER_FAULT, BACK_AFTER_LEGAL, HANDED_BACK, LOOKED_BACK_AT
from rules.weights import Outcome, Weights


def found_out(past: Unsettled, side: Side, evidence: Evidence, least_log_p: float) -> Iterator[Outcome]:
    """The faults that were not carried along then and that the board shows now: nothing was moved, and `side` hands the turn back.

    Of a log-weight of at least so much. Nobody is accused of what was not seen: of that press itself nothing more is said.
    """
    everywhere = tuple(range(1, len(evidence.log_p) + 1))
    for situation, log_p in past.situations[:LOOKED_BACK_AT]:
        position = situation.position_for(past.side)
        if position is None or position.side is side:
            continue
        if position is not situation.now:
            log_p += math.log(BACK_AFTER_FAULT if situation.pending else BACK_AFTER_LEGAL)
        then, now = Weights(position, log_p - past.total_log_p, past.evidence), Weights(position, math.log(HANDED_BACK), evidence)
        tried = {*explanations(position), *more_at_once(position, past.evidence)}
        for fault in (*explanations(position), *more_at_once(position, evidence)):
            if fault.verdict is Verdict.LEGAL:
                continue
            was = fault.log_prior + then.of(fault.changes)
            is_now = was + now.of(fault.changes)
            if (fault not in tried or was < past.least_log_p) and is_now >= least_log_p:
                after = situation.after(past.seq, position, fault)
                after, stands = replace(after, now_doubt=replace(after.now_doubt, unknown=everywhere)).returned(restored=False), after.now
                yield Outcome(after, Verdict.NO_MOVE, None, (), is_now, (), True, start=stands)
