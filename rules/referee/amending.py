"""Amendments: a later press decides an earlier one, whose announced ruling is then replaced."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from rules.irregularity import Verdict
from rules.referee.belief import Ruling, Situation, sides
from rules.referee.priors import MIN_CORRECTED_P, MIN_RULING_P

Carried = list[tuple[Situation, float]]
"""Situations with their log-probabilities."""


def amend(carried: Carried, announced: Sequence[Ruling]) -> tuple[Carried, tuple[Ruling, ...], tuple[Ruling, ...]]:
    """Return the situations, the rulings now announced for the earlier presses, and the amendments among them.

    An earlier press is ruled again when situations that agree on another ruling are together probable enough.
    """
    amended: list[Ruling] = []
    said = {ruling.seq: ruling for ruling in announced}
    for seq in sorted({old.seq for situation, _ in carried for old in situation.history} & said.keys()):
        decided = _decided(carried, seq, said[seq])
        if decided is None or decided.verdict is said[seq].verdict is Verdict.UNSURE or _is_no_reason(decided, said[seq]):
            continue
        amended.append(decided)
        carried = [(_told(situation, said[seq], decided), log_p) for situation, log_p in carried]
        said[seq] = decided
    return carried, tuple(said.values()), tuple(amended)


def _is_no_reason(decided: Ruling, said: Ruling) -> bool:
    """Whether a legal move would be taken back though every piece stands where it was told to stand."""
    same = sides(decided.position.contents()) == sides(said.position.contents())
    return decided.verdict is Verdict.UNSURE and not said.is_irregular and same


def as_told_now(
    situations: Sequence[tuple[Situation, float]], before: Sequence[Ruling], amended: Sequence[Ruling]
) -> tuple[tuple[Situation, float], ...]:
    """The situations with a ruling of their own for each press that was told as in `before` until it was `amended`."""
    said = {ruling.seq: ruling for ruling in before}
    kept = list(situations)
    for now in amended:
        kept = [(_told(situation, said[now.seq], now), log_p) for situation, log_p in kept]
    return tuple(kept)


def _decided(carried: Carried, seq: int, said: Ruling) -> Ruling | None:
    """The new ruling of the press, possibly `unsure`; None when no ruling other than the announced one is probable enough.

    It needs `MIN_RULING_P`. A correction that takes back what was `said` of a player needs only `MIN_CORRECTED_P`. The verdict is
    `corrected` only when it has that share of the probability, else `legal`.
    """
    groups: dict[object, list[tuple[Ruling, float]]] = defaultdict(list)
    for situation, log_p in carried:
        own = next((old for old in situation.history if old.seq == seq), None)
        if own is not None and not set(own.contradicted).intersection(situation.now_doubt.unknown):
            groups[_as_told(own)].append((replace(own, contradicted=()), math.exp(log_p)))
    for same in groups.values():
        p = math.fsum(each for _, each in same)
        likeliest, _ = max(same, key=lambda one: one[1])
        takes_back = said.is_irregular and likeliest.verdict is Verdict.CORRECTED
        if p >= (MIN_CORRECTED_P if takes_back else MIN_RULING_P):
            if math.fsum(each for own, each in same if own.verdict is likeliest.verdict) < MIN_CORRECTED_P * p:
                likeliest = next((own for own, _ in same if own.verdict is Verdict.LEGAL), likeliest)
            return replace(likeliest, confidence=min(1.0, p), amends=True)
    return None


def _as_told(ruling: Ruling) -> tuple[object, ...]:
    """The meaning of the ruling, with `corrected` counted as `legal`: the record holds the same move for both."""
    verdict, *rest = ruling.meaning
    return (Verdict.LEGAL if verdict is Verdict.CORRECTED else verdict, *rest)


def _told(situation: Situation, before: Ruling, now: Ruling) -> Situation:
    """The situation after the press is announced as `now`. It keeps a ruling of its own for that press only where the two differ."""
    own = next((old for old in situation.history if old.seq == now.seq), before)
    others = replace(situation, history=tuple(old for old in situation.history if old.seq != now.seq))
    return others if own.meaning == now.meaning else others.with_history(own)
