"""What everybody has in half points: points, board points, Sonneborn-Berger, resistance, and the mutual result of some."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from tournament.final_order import PlacedBy
from tournament.halves import WIN
from tournament.meetings import Meeting

Scores = Mapping[str, int]


@dataclass(frozen=True)
class Tally:
    """The scores of an event from its results; `byes` are the ids of those who get a point without an opponent, once a bye (R21)."""

    players: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...] = ()

    @cached_property
    def points(self) -> Scores:
        points = dict.fromkeys(self.players, 0)
        for id, _, own in self._sides():
            points[id] += own
        for id in self.byes:
            points[id] += WIN
        return points

    @cached_property
    def board_points(self) -> Scores:
        points = dict.fromkeys(self.players, 0)
        for meeting in self.meetings:
            points[meeting.first] += meeting.board_points[0]
            points[meeting.second] += meeting.board_points[1]
        return points

    @cached_property
    def sb(self) -> Scores:
        """Twice the points of those beaten, once of those drawn with: as often as one's own half points (appendix 1)."""
        sb = dict.fromkeys(self.players, 0)
        for id, opponent, own in self._sides():
            sb[id] += own * self.points[opponent]
        return sb

    @cached_property
    def resistance(self) -> Scores:
        """The sum of the opponents' points (R21)."""
        resistance = dict.fromkeys(self.players, 0)
        for id, opponent, _ in self._sides():
            resistance[id] += self.points[opponent]
        return resistance

    def mutual(self, equals: Sequence[str]) -> Scores | None:
        """The points of their games with one another; None unless each met each equally often, at least once (R3)."""
        those = set(equals)
        among = [meeting for meeting in self.meetings if meeting.points is not None and meeting.pair <= those]
        met = Counter(meeting.pair for meeting in among)
        if len(met) != comb(len(those), 2) or len(set(met.values())) != 1:
            return None
        return Tally(tuple(equals), tuple(among)).points

    def by(self, criterion: PlacedBy, equals: Sequence[str]) -> Scores | None:
        """The scores by which a criterion orders those equals; None where it says nothing of them."""
        match criterion:
            case PlacedBy.MUTUAL:
                return self.mutual(equals)
            case PlacedBy.BOARD_POINTS:
                return self.board_points
            case PlacedBy.SB:
                return self.sb
            case PlacedBy.RESISTANCE:
                return self.resistance
        return self.points

    def _sides(self) -> list[tuple[str, str, int]]:
        """Everybody's own view of every result: his id, his opponent, his half points."""
        sides = []
        for one in self.meetings:
            if one.points is not None:
                sides += [(one.first, one.second, one.points[0]), (one.second, one.first, one.points[1])]
        return sides
