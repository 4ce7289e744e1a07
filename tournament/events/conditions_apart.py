"""The conditions of a problem, found by a process of its own.

As a program it reads a position as a FEN in JSON on standard input, and answers what was found.
"""

import json
import sys

from msgspec import structs

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.errors import Phrase
from tournament.errors import TournamentError
from tournament.events.child_program import answered
from tournament.events.contest_changes import ConditionFound
from tournament.events.problem_conditions import conditions_found

COMMAND = (sys.executable, "-P", "-m", "tournament.events.conditions_apart")
NODES = 20_000
"""Positions that the search looks at: some seconds on a computer of 2026. `damcam event problem` searches for longer."""
WITHIN_S = 60.0


class ConditionsFault(Phrase):
    """Why the problem is not entered."""

    FAILED = "the program that searches for the win ended without an answer: {why}"
    TOO_LONG = "the search for the win took longer than {seconds} s and was ended"
    TRY_AGAIN = "nothing was changed; try again"


def conditions_apart(fen: str) -> tuple[ConditionFound, ...]:
    """What was found of the conditions of that position; TournamentError where the search did not end."""
    try:
        found = answered(COMMAND, fen, WITHIN_S)
    except TimeoutError:
        raise TournamentError(ConditionsFault.TOO_LONG.said(ConditionsFault.TRY_AGAIN.said(), seconds=round(WITHIN_S))) from None
    except (OSError, ValueError) as error:
        raise TournamentError(ConditionsFault.FAILED.said(ConditionsFault.TRY_AGAIN.said(), why=str(error))) from error
    return tuple(ConditionFound(**{**one, "squares": tuple(one["squares"])}) for one in found)


def main() -> int:
    """Answer what was found of the position."""
    found = conditions_found(parse_fen(json.load(sys.stdin), ruleset("frisian")), NODES)
    print(json.dumps([structs.asdict(one) for one in found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
