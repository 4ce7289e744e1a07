"""What a search for a forced win has found: its verdict, the line, the other ways to win, and what it cost."""

from dataclasses import dataclass
from enum import StrEnum

from rules.play.moves import Move


class Verdict(StrEnum):
    """What was proved about the side that begins."""

    WINS_OUTRIGHT = "wins-outright"
    """Against every defence the other side is left without pieces or without a legal move."""
    WINS_MATERIAL = "wins-material"
    """Against every defence outright or with plainly more material (see `rules.study.solver`)."""
    NO_WIN = "no-win"
    """No play wins, however long; all of it was seen."""
    NO_WIN_WITHIN = "no-win-within-depth"
    """No play within the depth wins; all of that was seen. (Counted endings against a lone king: none was found in time.)"""
    UNKNOWN = "unknown"
    """The budget was spent before anything was proved."""

    @property
    def is_win(self) -> bool:
        return self in (Verdict.WINS_OUTRIGHT, Verdict.WINS_MATERIAL)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another move than the line's, in the position after `ply` plies of the line (0: the first move).

    `interchange`: the line plays the same move later, so that moves may change places (regulation H, Art. 2 E).
    """

    ply: int
    move: Move
    interchange: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """The outcome of a search.

    `line` is the play against the longest defence found; empty when there is no win. `depth` was searched whole; the win was found there.
    `alternatives` are the other moves that win too along that line within `alternatives_depth`, counted from where each is played;
    `undecided` are those that the budget was not enough for. What is in neither does not win within that depth, and may further on.
    `nodes` of `budget` positions were looked at; `spent`: the budget stopped the search.
    """

    verdict: Verdict
    line: tuple[Move, ...]
    alternatives: tuple[Alternative, ...]
    undecided: tuple[Alternative, ...]
    depth: int
    alternatives_depth: int | None
    """None without a win."""
    nodes: int
    budget: int
    spent: bool

    @property
    def first_moves(self) -> tuple[Move, ...]:
        """The first moves that win, the line's in front."""
        return self.line[:1] + tuple(other.move for other in self.alternatives if other.ply == 0)

    @property
    def has_second_solution(self) -> bool | None:
        """Whether another first move wins too within `alternatives_depth` (Art. 2 C); None when not decided."""
        if any(other.ply == 0 for other in self.alternatives):
            return True
        settled = self.verdict.is_win and not any(other.ply == 0 for other in self.undecided)
        return False if settled else None

    @property
    def has_later_alternative(self) -> bool | None:
        """Whether another move wins too after the first, within `alternatives_depth`; None when not decided."""
        if any(other.ply for other in self.alternatives):
            return True
        return False if self.verdict.is_win and not any(other.ply for other in self.undecided) else None
