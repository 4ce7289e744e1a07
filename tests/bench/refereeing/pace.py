"""The processor time of a ruling, compared with one generation of the legal moves of the same position."""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.moves import legal_moves, play
from rules.referee import priors
from rules.referee.belief import Belief
from rules.referee.explanations import frequent_explanations, rare_explanations
from rules.referee.rule import rule
from rules.referee.strange import log_sum
from tests.bench.refereeing.games import Rates, game
from tests.bench.refereeing.noise import Noise, Reader
from tests.bench.refereeing.sightings import FAIR, View, seen

Result = TypeVar("Result")

MANY_SITUATIONS = "W:W31-50:B1-20", "W:WK4,24,K30,K35:BK6,12,K26,44,K49"
"""Positions from which two plies have more lines than most: the start, and an endgame of kings."""
SITUATION_COUNTS = (1, 2, 4, 8, 16, 32, priors.MAX_SITUATIONS)


def ordinary(presses: int, seed: int) -> dict[str, float]:
    """Presses of legal play with clear pictures and measured noise, including kings and crowds; only settled beliefs are timed."""
    ruled, generated = [], []
    number = 0
    while len(ruled) < presses:
        chance = random.Random(f"pace {seed} {number}")
        number += 1
        played = game(chance, False, Rates(irregular=0.0, twice=0.0))
        reader = Reader(chance, played.start.rules.board_size, False, Noise())
        belief = Belief.at(played.start)
        for press, view in zip(*seen(chance, played, FAIR), strict=True):
            evidence = reader.read(view)
            alone = len(belief.situations) == 1
            position = belief.position
            took, (belief, _) = _timed(rule, belief, press.seq, press.side, evidence)
            if alone:
                ruled.append(took)
                generated.append(_timed(legal_moves, position)[0])
    return {
        "ordinary_presses": len(ruled),
        "median_ms": round(1000 * statistics.median(ruled), 2),
        "worst_ms": round(1000 * max(ruled), 1),
        "generation_median_ms": round(1000 * statistics.median(generated), 4),
        "ratio_to_generation": round(statistics.median(a / b for a, b in zip(ruled, generated, strict=True)), 1),
    }


def _timed(of: Callable[..., Result], *given: object) -> tuple[float, Result]:
    """The processor seconds of a call with an empty cache of legal moves, and its result."""
    legal_moves.cache_clear()
    began = time.process_time()
    result = of(*given)
    return time.process_time() - began, result


def unseen(presses: int = 4) -> dict[str, object]:
    """Presses in a row of which nothing was seen, from the start position, with an empty cache."""
    _forget_explanations()
    ms = [round(1000 * seconds, 1) for seconds, _ in _nothing_seen(presses)]
    return {"unseen_ms": ms, "unseen_worst_ms": max(ms)}


def after_unseen(rounds: int) -> dict[str, object]:
    """The time of the ruling of a clear picture after two presses of which nothing was seen, with all situations that were kept.

    It is given as a multiple of the time where the likeliest situation of them is kept alone: the whole cost of the others.
    """
    ratios = []
    for start in MANY_SITUATIONS:
        position = parse_fen(start, ruleset("frisian"))
        *_, (_, belief) = _nothing_seen(2, position)
        (likeliest, _), *_ = belief.situations
        board = play(likeliest.now, legal_moves(likeliest.now)[0])
        evidence = Reader(random.Random(1), position.rules.board_size, False, Noise(0)).read(View(board.contents(), frozenset()))
        alone = replace(belief, situations=((likeliest, 0.0),))
        whole, least = (min(_ruled_anew(each, position.side, evidence) for _ in range(rounds)) for each in (belief, alone))
        ratios.append(round(whole / least, 1))
    return {"after_unseen_of_one_situation": max(ratios)}


def _forget_explanations() -> None:
    for cached in (frequent_explanations, rare_explanations):
        cached.cache_clear()


def _ruled_anew(belief: Belief, side: Side, evidence: Evidence) -> float:
    """The seconds of a ruling of press 3 with empty caches."""
    _forget_explanations()
    return _timed(rule, belief, 3, side, evidence)[0]


def _nothing_seen(presses: int, position: Position | None = None) -> Iterator[tuple[float, Belief]]:
    """The seconds of each ruling, and the belief after it; from the start position unless another is given."""
    position = position or Position.start(ruleset("frisian"))
    belief, side = Belief.at(position), position.side
    for seq in range(1, presses + 1):
        took, (belief, _) = _timed(rule, belief, seq, side, Evidence.none(len(position.contents())))
        side = side.other
        yield took, belief


def carrying(rounds: int) -> dict[str, object]:
    """The time of a ruling by the number of situations in the belief, after three unseen plies from the start."""
    position = Position.start(ruleset("frisian")).with_side(Side.BLACK)
    *_, (_, belief) = _nothing_seen(3)
    ms = {}
    for count in SITUATION_COUNTS:
        kept = belief.situations[:count]
        total = log_sum(log_p for _, log_p in kept)
        some = replace(belief, situations=tuple((situation, log_p - total) for situation, log_p in kept))
        evidence = Reader(random.Random(1), position.rules.board_size, False, Noise(0)).read(View(kept[0][0].now.contents(), frozenset()))
        ms[len(kept)] = round(1000 * min(_timed(rule, some, 4, position.side, evidence)[0] for _ in range(rounds)), 2)
    least, most = min(ms), max(ms)
    print(f"ms of a ruling by situations carried: {ms}", file=sys.stderr)
    growth = (ms[most] - ms[least]) / ((most - least) * ms[least])
    return {"ms_by_situations": ms, "a_situation_more_costs_of_the_first": round(growth, 2)}
