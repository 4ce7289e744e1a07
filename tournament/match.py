"""A match of two teams: colours by odd and even boards, empty boards, board points and match points (B 4, 5, 6; G 4, 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import _
from tournament.competitions import Competition
from tournament.errors import RegulationError
from tournament.games import Result, as_number, match_points

ARTICLES: Final[Mapping[Competition, str]] = {Competition.B: "B 4, B 5, B 6", Competition.G: "G 4, G 5, B 6"}


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match."""

    number: int
    white: str | None
    """None where nobody sits there."""
    black: str | None
    result: Result | None
    """None while it is not played, and where nobody sits on either side (R19)."""
    by_default: bool
    """Whether somebody is missing, who loses (B 6)."""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams by its boards."""

    boards: tuple[MatchBoard, ...]
    board_points: tuple[float, float]
    """Those of the first and of the second team so far; whole, or with .5."""

    @property
    def match_points(self) -> tuple[float, float]:
        first, second = match_points(self.board_points)
        return as_number(first), as_number(second)

    @property
    def is_over(self) -> bool:
        """Whether no board waits for its result."""
        return all(board.result is not None or board.by_default for board in self.boards)


def team_match(first: Sequence[str | None], second: Sequence[str | None], results: Sequence[Result | None]) -> TeamMatch:
    """Return the match of two line-ups with the result of each board; that of an empty board is not looked at.

    RegulationError: a player stands twice in the line-ups.
    """
    seen: set[str] = set()
    for id in (*first, *second):
        if id is not None and id in seen:
            raise RegulationError(_("{id} stands twice in the line-ups; a player has one board"), id=id)
        seen |= {id} if id is not None else set()
    boards = tuple(_board(number, *places) for number, places in enumerate(zip(first, second, results, strict=True), 1))
    of_first = of_second = 0.0
    for board in boards:
        if board.result is not None:
            points = board.result.points
            own, other = points if has_white(board.number) else points[::-1]
            of_first += own
            of_second += other
    return TeamMatch(boards, (as_number(of_first), as_number(of_second)))


def has_white(board: int) -> bool:
    """Return whether the first named team has White on that board, from 1 on (B 4, G 4)."""
    return board % 2 == 1


def _board(number: int, first: str | None, second: str | None, result: Result | None) -> MatchBoard:
    """The board of two places, of which an empty one loses (B 6)."""
    white, black = (first, second) if has_white(number) else (second, first)
    if white is not None and black is not None:
        return MatchBoard(number, white, black, result, by_default=False)
    booked = None if white is None and black is None else Result.BLACK_WINS if white is None else Result.WHITE_WINS
    return MatchBoard(number, white, black, booked, by_default=True)
