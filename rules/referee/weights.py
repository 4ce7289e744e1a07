"""Outcomes of a press and their log-weights."""

import math
from dataclasses import dataclass, field

from rules.board.evidence import Evidence
from rules.board.position import Position, squares_of
from rules.irregularity import Verdict
from rules.referee.belief import Situation
from rules.referee.explanations import Changes
from rules.referee.gains import gain_of, gains

NOTHING_SEEN = Evidence(())


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a press."""

    then: Situation
    """The situation after the press."""
    verdict: Verdict
    move: str | None
    squares: tuple[int, ...]
    """The squares that show the irregularity."""
    log_p: float
    """The log-weight."""
    touched: Changes = ()
    """The squares, with their contents, that must have been seen for the outcome to be announced."""
    hands_back: bool = False
    """The opponent hands the turn back to have a fault put right."""
    shown: Position | None = None
    """The board in the pictures, where it already shows the opponent's answer or his piece in his hand."""
    from_unsettled: bool = False
    """The press before it was not settled."""
    may_be_banned: bool = False
    """The move is a king's, and it is not known whether Art. 17 forbids it."""
    start: Position | None = None
    """The position before the press."""
    evidence: Evidence = field(default=NOTHING_SEEN, repr=False)
    """The evidence as the situation before the press sees it."""


class BoardWeights:
    """The log-weights of boards that differ from a position in a few squares."""

    def __init__(self, position: Position, log_p: float, evidence: Evidence) -> None:
        self.evidence, self.log_p = evidence, log_p
        contents = position.contents()
        self._base = log_p + evidence.log_likelihood(contents)
        self._gains = gains(evidence.log_p, contents)

    def of(self, changes: Changes) -> float:
        """log p(the situation, and the evidence for the board of the position with these changes)."""
        return self._base + gain_of(changes, self._gains)


class Sieve:
    """A threshold: it passes log-weights that are high enough to be kept, and adds up those that are not."""

    def __init__(self, least_log_p: float) -> None:
        self.found: list[Outcome] = []
        self._min_log_p, self._rest = least_log_p, 0.0

    def passes(self, log_p: float) -> bool:
        """Whether the log-weight is at least the threshold; if not, it is added to `rest_log_p`."""
        if log_p < self._min_log_p:
            self.leave_out(log_p)
            return False
        return True

    def leave_out(self, log_p: float) -> None:
        """Add the log-weight of what cannot pass to `rest_log_p`."""
        self._rest += math.exp(log_p - self._min_log_p)

    @property
    def rest_log_p(self) -> float:
        """The log of the summed weights that did not pass; -inf for none."""
        return self._min_log_p + math.log(self._rest) if self._rest else -math.inf


def difference(position: Position, after: Position) -> Changes:
    """The squares on which the two positions differ, with their contents in `after`."""
    differing = (
        (position.white_men ^ after.white_men)
        | (position.white_kings ^ after.white_kings)
        | (position.black_men ^ after.black_men)
        | (position.black_kings ^ after.black_kings)
    )
    return tuple([(square, after.content(square)) for square in squares_of(differing)])


def promotion(position: Position, after: Position) -> int | None:
    """The square on which a man of the side to move became a king by one ply from `position` to `after`; None without a promotion."""
    side, gone, came = position.side, [], []
    for square, content in difference(position, after):
        if position.content(square).side is side is not content.side:
            gone.append(position.content(square))
        elif content.side is side is not position.content(square).side:
            came.append((square, content))
    if len(came) == 1 and came[0][1].is_king and gone and not any(content.is_king for content in gone):
        return came[0][0]
    return None
