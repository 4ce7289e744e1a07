"""What a way to have come to a press is weighed as, and what follows from it."""

import math
from dataclasses import dataclass

from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.irregularity import Verdict
from rules.referee.belief import Situation
from rules.referee.explanations import Changes


@dataclass(frozen=True, slots=True)
class Outcome:
    """`touched` are the squares that must have been seen for it to be said, with what stands on them.

    `shown` is the board of the pictures where they show what `then` does not hold yet, the opponent's answer or his piece in his hand;
    `from_unsettled` tells that it starts from what a press left that was not settled.
    """

    then: Situation
    verdict: Verdict
    move: str | None
    squares: tuple[int, ...]
    log_p: float
    touched: Changes = ()
    hands_back: bool = False
    shown: Position | None = None
    from_unsettled: bool = False
    may_be_banned: bool = False
    """A legal move of a king, unless it is one too many in a row (Art. 17), which is not known."""
    start: Position | None = None
    """The position that it is explained from."""


class Weights:
    """Log-weights of boards that differ from a position in few squares."""

    def __init__(self, position: Position, log_p: float, evidence: Evidence) -> None:
        self.evidence, self.log_p = evidence, log_p
        self._contents = position.contents()
        self._base = log_p + evidence.log_likelihood(self._contents)

    def of(self, changes: Changes) -> float:
        """log p(the situation, and the evidence when these squares hold that and the others what they held)."""
        rows, contents = self.evidence.log_p, self._contents
        return self._base + sum(rows[s - 1][c] - rows[s - 1][contents[s - 1]] for s, c in changes)


class Sieve:
    """Lets through what is likely enough to be carried along, and adds up the rest."""

    def __init__(self, least_log_p: float) -> None:
        self.found: list[Outcome] = []
        self._least, self._rest = least_log_p, 0.0

    def passes(self, log_p: float) -> bool:
        """Whether something of that log-weight is worth being made an outcome."""
        if log_p < self._least:
            self._rest += math.exp(log_p - self._least)
            return False
        return True

    @property
    def rest_log_p(self) -> float:
        """The log-weight of all that did not pass."""
        return self._least + math.log(self._rest) if self._rest else -math.inf


def difference(position: Position, after: Position) -> Changes:
    """What stands otherwise in the second position."""
    pairs = enumerate(zip(position.contents(), after.contents(), strict=True), 1)
    return tuple((square, there) for square, (here, there) in pairs if here is not there)
