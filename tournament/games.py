"""Games, matches of teams and byes, with their results and points."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.errors import Sentence, _
from tournament.errors import RegulationError

WIN: Final = 1.0
DRAW: Final = 0.5
LOSS: Final = 0.0
"""The points of a result (Art. 19). Floats hold multiples of a half, their sums and their products exactly."""


class Result(StrEnum):
    """The result of a game."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "draw"

    @property
    def points(self) -> tuple[float, float]:
        """The points of White and of Black."""
        return {Result.WHITE_WINS: (WIN, LOSS), Result.BLACK_WINS: (LOSS, WIN), Result.DRAW: (DRAW, DRAW)}[self]


class Meeting(ABC):
    """What a game of two players and a match of two teams have in common."""

    __slots__ = ()
    round: int
    by_default: bool
    """Whether the result was booked, not played (R4)."""

    @property
    @abstractmethod
    def sides(self) -> tuple[str, str]:
        """The ids of White and Black, of teams of the one that has White on the odd boards first."""

    @property
    @abstractmethod
    def points(self) -> tuple[float, float] | None:
        """The points of both sides; None without a result."""

    @property
    def board_points(self) -> tuple[float, float] | None:
        """The board points of two teams; None without a result, and of a game."""
        return None

    @property
    def pair(self) -> frozenset[str]:
        return frozenset(self.sides)

    @property
    def is_played(self) -> bool:
        """Whether it has a result from the board."""
        return self.points is not None and not self.by_default

    @property
    def winner(self) -> str | None:
        """Who won; None after a draw and without a result."""
        if self.points is None or self.points[0] == self.points[1]:
            return None
        return self.sides[self.points[0] < self.points[1]]


@dataclass(frozen=True, slots=True)
class Game(Meeting):
    """A game of two players. Without a result and `by_default` neither came, and both lost."""

    round: int
    white: str
    black: str
    result: Result | None = None
    by_default: bool = False

    @property
    def sides(self) -> tuple[str, str]:
        return self.white, self.black

    @property
    def points(self) -> tuple[float, float] | None:
        return self.result.points if self.result else None


@dataclass(frozen=True, slots=True)
class Match(Meeting):
    """A match of two teams; the first has White on the odd boards (B 4)."""

    round: int
    first: str
    second: str
    score: tuple[float, float] | None = None
    """The board points of the first and of the second team."""
    by_default: bool = False

    @property
    def sides(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def points(self) -> tuple[float, float] | None:
        return match_points(self.score) if self.score else None

    @property
    def board_points(self) -> tuple[float, float] | None:
        return self.score


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which a player or a team has no opponent."""

    round: int
    id: str
    points: float = WIN
    """What it gives in a Swiss event (R21)."""


def match_points(board_points: tuple[float, float]) -> tuple[float, float]:
    """Return the match points of two teams by their board points (B 5, G 5)."""
    first, second = board_points
    if first == second:
        return DRAW, DRAW
    return (WIN, LOSS) if first > second else (LOSS, WIN)


def as_number(points: float) -> int | float:
    """Return points as they are shown: whole, or with .5."""
    return int(points) if points == int(points) else points


def check_known(ids: Iterable[str], players: Collection[str], where: Sentence) -> None:
    """RegulationError: one of them is no player of the event. `where` is what names the player."""
    for id in ids:
        if id not in players:
            raise RegulationError(_("{where} names {id}, who is not among the players"), where=where, id=id)


def check_opponents(game: Meeting, players: Collection[str], where: Sentence) -> None:
    """RegulationError: it is a game of somebody unknown, or of a player against himself."""
    check_known(game.sides, players, where)
    if len(game.pair) < 2:
        raise RegulationError(_("{where} is of {id} against himself"), where=where, id=game.sides[0])


def check_once_a_round(games: Iterable[Meeting], byes: Iterable[Bye]) -> None:
    """RegulationError: somebody has two games, or a game and a bye, in a round."""
    seats = Counter([(game.round, id) for game in games for id in game.sides] + [(bye.round, bye.id) for bye in byes])
    for (round_, id), times in seats.items():
        if times > 1:
            sentence = _("{id} stands {times} times in round {round}; a player has one game or one bye a round")
            raise RegulationError(sentence, id=id, times=times, round=round_)
