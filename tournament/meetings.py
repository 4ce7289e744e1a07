"""Games and matches of an event with their results, and what of them cannot be."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.errors import Sentence
from tournament.faults import ContestFault, Where
from tournament.fields import QuestionError


@dataclass(frozen=True)
class Meeting:
    """A game (`first` has White) or a match of two teams; `points` in half points or half match points, None while there is no result."""

    round: int
    first: str
    second: str
    points: tuple[int, int] | None = None
    board_points: tuple[int, int] = (0, 0)
    is_default: bool = False

    @property
    def is_played(self) -> bool:
        """Whether it has a result from the board; a game that was booked has not (R4)."""
        return self.points is not None and not self.is_default

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.first, self.second))

    def winner(self) -> str | None:
        """Who won; None after a draw or without a result."""
        if self.points is None or self.points[0] == self.points[1]:
            return None
        return self.first if self.points[0] > self.points[1] else self.second


@dataclass(frozen=True)
class Bye:
    """Somebody who is free in a round."""

    round: int
    id: str


def check_known(ids: Iterable[str], players: Sequence[str], where: Sentence) -> None:
    """QuestionError: one of them is no player of the event."""
    known = set(players)
    for one in ids:
        if one not in known:
            raise QuestionError(ContestFault.UNKNOWN.said(where=where, id=one))


def check_two(meeting: Meeting, players: Sequence[str], where: Sentence) -> None:
    """QuestionError: a game of somebody unknown or against himself."""
    check_known((meeting.first, meeting.second), players, where)
    if meeting.first == meeting.second:
        raise QuestionError(ContestFault.HIMSELF.said(where=where, id=meeting.first))


def check_rounds(meetings: Sequence[Meeting], byes: Sequence[Bye], players: Sequence[str], most: int | None) -> None:
    """QuestionError: a game or bye that cannot be, or somebody twice in a round. `most` is the last round there can be."""
    for meeting in meetings:
        check_two(meeting, players, Where.ROUND.said(round=meeting.round))
    check_known((bye.id for bye in byes), players, Where.BYES.said())
    taken = [(one.round, id) for one in meetings for id in (one.first, one.second)] + [(bye.round, bye.id) for bye in byes]
    for (number, id), times in Counter(taken).items():
        if most is not None and number > most:
            raise QuestionError(ContestFault.LATE_ROUND.said(id=id, round=number, rounds=most))
        if times > 1:
            raise QuestionError(ContestFault.TWICE_IN_ROUND.said(id=id, times=times, round=number))


def check_often(meetings: Sequence[Meeting], most: int | None) -> None:
    """QuestionError: two met more often than the regulation has games for them."""
    for pair, times in Counter(one.pair for one in meetings).items():
        if most is not None and times > most:
            one, other = sorted(pair)
            raise QuestionError(ContestFault.OFTEN.said(id=one, other=other, times=times, most=most))
