"""The result of a search for a forced win: what was proved, the line, the other ways to win, and the cost."""

from dataclasses import dataclass
from enum import StrEnum

from rules.play.moves import Move


class Proof(StrEnum):
    """What the search proved about the side that begins."""

    WINS_OUTRIGHT = "wins-outright"
    """It wins against every defence: the other side is left without pieces or without a legal move."""
    WINS_MATERIAL = "wins-material"
    """It wins against every defence, outright or by a clear lead in material (see `rules.study.solver`)."""
    NO_WIN = "no-win"
    """No play of any length wins; the search was complete."""
    NO_WIN_WITHIN = "no-win-within-depth"
    """No play within the depth wins; the search to that depth was complete. A counted ending against a lone king may hold a quicker win."""
    UNKNOWN = "unknown"
    """The budget was used up before anything was proved."""

    @property
    def is_win(self) -> bool:
        return self in (Proof.WINS_OUTRIGHT, Proof.WINS_MATERIAL)


@dataclass(frozen=True, slots=True)
class Alternative:
    """A move that could replace one of the line."""

    ply: int
    """The number of plies of the line before it; 0 for a first move."""
    move: Move
    interchange: bool
    """Whether the line plays the same move later: an interchange of moves (regulation H, Art. 2 E)."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search."""

    verdict: Proof
    line: tuple[Move, ...]
    """The play against the longest defence that was found; empty without a win."""
    alternatives: tuple[Alternative, ...]
    """The other moves along the line that win within `alternatives_depth`."""
    undecided: tuple[Alternative, ...]
    """The moves that the budget did not suffice for. A move that is in neither tuple does not win within `alternatives_depth`."""
    depth: int
    """The depth, in free choices, of the last complete search, and that of the win."""
    alternatives_depth: int | None
    """The depth, in free choices, of the search for alternatives, from the position of each; None without a win."""
    nodes: int
    """The number of positions that were looked at."""
    budget: int
    """The largest number of positions that could be looked at."""
    spent: bool
    """Whether the budget stopped the search."""

    @property
    def first_moves(self) -> tuple[Move, ...]:
        """The first moves that win, that of the line first."""
        return self.line[:1] + tuple(other.move for other in self.alternatives if other.ply == 0)

    @property
    def has_second_solution(self) -> bool | None:
        """Whether another first move also wins within `alternatives_depth` (Art. 2 C); None if undecided."""
        if any(other.ply == 0 for other in self.alternatives):
            return True
        settled = self.verdict.is_win and not any(other.ply == 0 for other in self.undecided)
        return False if settled else None

    @property
    def has_later_alternative(self) -> bool | None:
        """Whether another move after the first ply also wins within `alternatives_depth`; None if undecided."""
        if any(other.ply for other in self.alternatives):
            return True
        return False if self.verdict.is_win and not any(other.ply for other in self.undecided) else None
