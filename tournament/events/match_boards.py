"""The boards of a match of teams: what is kept of each, and what the match comes to."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import Phrase
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.games import Result
from tournament.match import has_white, team_match

NOT_PLAYED: Final = ""
PLAYED: Final = ("1-0", "draw", "0-1")
BLACK_MISSING, WHITE_MISSING, BOTH_MISSING = "+-", "-+", "--"
EMPTY: Final = (BLACK_MISSING, WHITE_MISSING, BOTH_MISSING)
"""A board where somebody is missing (B 6): Black, White, or both."""
WRITTEN: Final[Mapping[str, str]] = {
    "": NOT_PLAYED,
    "-": NOT_PLAYED,
    ".": NOT_PLAYED,
    "null": NOT_PLAYED,
    "*": NOT_PLAYED,
    "½-½": "draw",
    "1/2-1/2": "draw",
    "remise": "draw",
    **{one: one for one in (*PLAYED, *EMPTY)},
}
"""The ways to write the result of a board, and the one that is kept."""


class MatchBoardFault(Phrase):
    """Why the boards of a match are not as they were given."""

    NO_RESULT = (
        "board {board} is {text}; 1-0, draw or 0-1 was expected, White first, - or . while it is not played, +- or -+ where Black or "
        "White is missing, -- where both are"
    )
    COUNT = (
        "{count} result was given; a match of competition {competition} has {boards} boards",
        ("{count} results were given; a match of competition {competition} has {boards} boards"),
    )


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What a match comes to: the board points of both teams so far, and whether every board is decided."""

    points: tuple[float, float]
    is_over: bool

    @property
    def result(self) -> str:
        """The board points as a result, such as `3.5-4.5`."""
        return "-".join(str(one) for one in self.points)


def boards_in(text: str, competition: str) -> tuple[str, ...]:
    """The results of all boards of a match, between commas, semicolons or blanks; TournamentError where they are not those of a match."""
    parts = re.split(r"\s*[,;]\s*|\s+", text.strip()) if text.strip() else []
    if len(parts) != BOARDS[competition]:
        raise TournamentError(MatchBoardFault.COUNT.said(count=len(parts), competition=competition, boards=BOARDS[competition]))
    return tuple(board_in(part, number) for number, part in enumerate(parts, 1))


def board_in(text: str, number: int) -> str:
    """The result of a board in the form that is kept; TournamentError where it is none."""
    found = WRITTEN.get(text.casefold())
    if found is None:
        raise TournamentError(MatchBoardFault.NO_RESULT.said(board=number, text=repr(text[:20])))
    return found


def score_of(competition: str, boards: Sequence[str]) -> MatchScore:
    """What the match comes to, by the regulations: players stand for those of the line-ups, none where somebody is missing.

    TournamentError where no match of the competition has so many boards.
    """
    expected = BOARDS[competition]
    if len(boards) != expected:
        raise TournamentError(MatchBoardFault.COUNT.said(count=len(boards), competition=competition, boards=expected))
    line_ups: dict[str, list[str | None]] = {"first": [], "second": []}
    for number, board in enumerate(boards, 1):
        white, black = ("first", "second") if has_white(number) else ("second", "first")
        line_ups[white].append(None if board in (WHITE_MISSING, BOTH_MISSING) else f"{white} {number}")
        line_ups[black].append(None if board in (BLACK_MISSING, BOTH_MISSING) else f"{black} {number}")
    results = [Result(board) if board in PLAYED else None for board in boards]
    match = team_match(line_ups["first"], line_ups["second"], results)
    return MatchScore(match.board_points, match.is_over)
