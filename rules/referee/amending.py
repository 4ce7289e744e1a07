"""A later press decides an earlier one: what was announced of it is then amended."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from rules.irregularity import Verdict
from rules.referee.belief import Ruling, Situation
from rules.referee.priors import CORRECTED, SURE

Carried = list[tuple[Situation, float]]
"""Situations with their log-probabilities."""


def amend(carried: Carried, announced: Sequence[Ruling]) -> tuple[Carried, tuple[Ruling, ...], tuple[Ruling, ...]]:
    """The situations, what is announced of the earlier presses now, and the amendments.

    An earlier press is ruled anew when the situations in which it was something else than was announced have the probability for it.
    """
    amended: list[Ruling] = []
    said = {ruling.seq: ruling for ruling in announced}
    for seq in sorted({old.seq for situation, _ in carried for old in situation.history} & said.keys()):
        decided = _decided(carried, seq)
        if decided is None or decided.verdict is said[seq].verdict is Verdict.UNSURE:
            continue
        amended.append(decided)
        carried = [(_told(situation, said[seq], decided), log_p) for situation, log_p in carried]
        said[seq] = decided
    return carried, tuple(said.values()), tuple(amended)


def _decided(carried: Carried, seq: int) -> Ruling | None:
    """What the press was, or that it is not known, when that is sure and is not what was announced; that it put something right where that
    is likely enough."""
    groups: dict[object, list[tuple[Ruling, float]]] = defaultdict(list)
    for situation, log_p in carried:
        own = next((old for old in situation.history if old.seq == seq), None)
        if own is not None:
            groups[_as_told(own)].append((own, math.exp(log_p)))
    for same in groups.values():
        p = math.fsum(each for _, each in same)
        if p >= SURE:
            likeliest, _ = max(same, key=lambda one: one[1])
            if math.fsum(each for own, each in same if own.verdict is likeliest.verdict) < CORRECTED * p:
                likeliest = next((own for own, _ in same if own.verdict is Verdict.LEGAL), likeliest)
            return replace(likeliest, confidence=min(1.0, p), amends=True)
    return None


def _as_told(ruling: Ruling) -> tuple[object, ...]:
    """Its meaning, a legal move and one that put something right taken alike: the record has the same move either way."""
    verdict, *rest = ruling.meaning
    return (Verdict.LEGAL if verdict is Verdict.CORRECTED else verdict, *rest)


def _told(situation: Situation, before: Ruling, now: Ruling) -> Situation:
    """The situation when the press is announced as `now` instead: it keeps what it holds of the press where that differs."""
    own = next((old for old in situation.history if old.seq == now.seq), before)
    others = replace(situation, history=tuple(old for old in situation.history if old.seq != now.seq))
    return others if own.meaning == now.meaning else others.with_history(own)
