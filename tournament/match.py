"""A match of two teams: colours by odd and even boards, empty boards, board points and match points (B 4, 5, 6; G 4, 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.faults import ContestFault
from tournament.fields import QuestionError
from tournament.halves import LOSS, RESULTS, match_points

BOARDS = {"B": 8, "G": 4}
ARTICLES = {"B": "B 4, B 5, B 6", "G": "G 4, G 5, B 6"}


@dataclass(frozen=True)
class MatchBoard:
    """A board of a match; None is an empty place, or a game without a result. `result` is in White's view."""

    number: int
    white: str | None
    black: str | None
    result: str | None
    is_default: bool


@dataclass(frozen=True)
class TeamMatch:
    """The boards of a match with the half points of the first and the second team. `is_over`: no board waits for its result."""

    boards: tuple[MatchBoard, ...]
    board_points: tuple[int, int]
    match_points: tuple[int, int]
    is_over: bool


def _board(number: int, first: str | None, second: str | None, result: str | None) -> MatchBoard:
    """The board of two places: the first named team has White on the odd ones (B 4), an empty place loses (B 6)."""
    white, black = (first, second) if number % 2 else (second, first)
    if white is not None and black is not None:
        return MatchBoard(number, white, black, result, False)
    booked = None if white is None and black is None else "0-1" if white is None else "1-0"
    return MatchBoard(number, white, black, booked, True)


def team_match(first: Sequence[str | None], second: Sequence[str | None], results: Sequence[str | None]) -> TeamMatch:
    """The match of two line-ups with the result of each board in White's view; that of an empty board is not looked at.

    QuestionError: a player stands twice in the line-ups.
    """
    seen: set[str] = set()
    for id in (*first, *second):
        if id in seen:
            raise QuestionError(ContestFault.TWO_BOARDS.said(id=id))
        seen |= {id} if id is not None else set()
    boards = tuple(_board(number, *places) for number, places in enumerate(zip(first, second, results, strict=True), 1))
    of_first = of_second = LOSS
    for board in boards:
        if board.result is not None:
            points = RESULTS[board.result]
            own, other = points if board.number % 2 else points[::-1]
            of_first += own
            of_second += other
    is_over = all(board.result is not None or board.is_default for board in boards)
    return TeamMatch(boards, (of_first, of_second), match_points((of_first, of_second)), is_over)
