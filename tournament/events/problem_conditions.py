"""What can be found of the conditions of regulation H, Art. 2, for a problem: by its position, and by searching for the win."""

from rules.board.position import Position
from rules.board.squares import Side
from rules.study.problem import conditions
from rules.study.solution import Proof, Solution
from rules.study.solver import solve
from tournament.events.contest_changes import ConditionFound

HOLDS, BROKEN, JURY, UNKNOWN = "holds", "broken", "jury", "unknown"
OF_THE_JURY = (("2 D", "purpose-of-pieces"), ("2 F", "ending-place"), ("2 G", "clear-ending"))
"""The conditions that the jury judges."""


def conditions_found(position: Position, nodes: int) -> tuple[ConditionFound, ...]:
    """The conditions in the order of the article; the search looks at `nodes` positions at most."""
    first, *others = (
        ConditionFound(one.article, str(one.demand), {True: HOLDS, False: BROKEN, None: JURY}[one.holds], one.squares)
        for one in conditions(position)
    )
    found = (first, *_of_solution(position, solve(position, nodes=nodes)), *others)
    jurys = (ConditionFound(article, demand, JURY) for article, demand in OF_THE_JURY)
    return tuple(sorted((*found, *jurys), key=lambda one: one.article))


def _of_solution(position: Position, solution: Solution) -> tuple[ConditionFound, ...]:
    """2 A, 2 C and 2 E; nothing is known of White's win where White does not begin."""
    is_whites = position.side is Side.WHITE
    second = solution.has_second_solution
    interchanged = any(one.interchange for one in solution.alternatives)
    is_settled = solution.verdict.is_win and not solution.undecided
    wins = HOLDS if solution.verdict.is_win else BROKEN if solution.verdict is Proof.NO_WIN else UNKNOWN
    told = (
        ("2 A", "white-wins", wins),
        ("2 C", "no-second-solution", {True: BROKEN, False: HOLDS, None: UNKNOWN}[second]),
        ("2 E", "no-interchange", BROKEN if interchanged else HOLDS if is_settled else UNKNOWN),
    )
    return tuple(ConditionFound(article, demand, found if is_whites else UNKNOWN) for article, demand, found in told)
