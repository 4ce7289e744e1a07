"""What can be found of the conditions of regulation H, Art. 2, for a problem: by its position, and by searching for the win.

As a program it reads a position as a FEN in JSON on standard input, and answers what was found.
"""

import json
import sys

from msgspec import structs

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import Phrase
from rules.study.problem import conditions
from rules.study.solution import Proof, Solution
from rules.study.solver import solve
from tournament.errors import TournamentError
from tournament.events.changes import ConditionFound
from tournament.events.child_program import answered

HOLDS, BROKEN, JURY, UNKNOWN = "holds", "broken", "jury", "unknown"
OF_THE_JURY = (("2 D", "purpose-of-pieces"), ("2 F", "ending-place"), ("2 G", "clear-ending"))
"""The conditions that the jury judges."""
COMMAND = (sys.executable, "-P", "-m", "tournament.events.problem_conditions")
NODES = 20_000
"""Positions that the search looks at: some seconds on a computer of 2026. `damcam event problem` searches for longer."""
WITHIN_S = 60.0


class ConditionsFault(Phrase):
    """Why the problem is not entered."""

    FAILED = "the program that searches for the win ended without an answer: {why}"
    TOO_LONG = "the search for the win took longer than {seconds} s and was ended"
    TRY_AGAIN = "nothing was changed; try again"


def conditions_found(position: Position, nodes: int) -> tuple[ConditionFound, ...]:
    """The conditions in the order of the article; the search looks at `nodes` positions at most."""
    first, *others = (
        ConditionFound(one.article, str(one.demand), {True: HOLDS, False: BROKEN, None: JURY}[one.holds], one.squares)
        for one in conditions(position)
    )
    found = (first, *_of_solution(position, solve(position, nodes=nodes)), *others)
    jurys = (ConditionFound(article, demand, JURY) for article, demand in OF_THE_JURY)
    return tuple(sorted((*found, *jurys), key=lambda one: one.article))


def conditions_apart(fen: str) -> tuple[ConditionFound, ...]:
    """The conditions of that position, found by a process of its own; TournamentError where the search did not end."""
    try:
        found = answered(COMMAND, fen, WITHIN_S)
    except TimeoutError:
        raise TournamentError(ConditionsFault.TOO_LONG.said(ConditionsFault.TRY_AGAIN.said(), seconds=round(WITHIN_S))) from None
    except (OSError, ValueError) as error:
        raise TournamentError(ConditionsFault.FAILED.said(ConditionsFault.TRY_AGAIN.said(), why=str(error))) from error
    return tuple(ConditionFound(**{**one, "squares": tuple(one["squares"])}) for one in found)


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


def main() -> int:
    """Answer what was found of the position."""
    found = conditions_found(parse_fen(json.load(sys.stdin), ruleset("frisian")), NODES)
    print(json.dumps([structs.asdict(one) for one in found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
