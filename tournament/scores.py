"""What everybody has: points, board points, Sonneborn-Berger, resistance; and how these part those who are equal."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from tournament.final_order import FinalOrder, PlacedBy
from tournament.games import Bye, Meeting

Figures = Mapping[str, float]
"""A figure of each player, by his id."""


@dataclass(frozen=True)
class Scores:
    """The scores of an event from its results. `byes` are those that give points (R21)."""

    players: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...] = ()

    @cached_property
    def points(self) -> Figures:
        """Of players the points of games and byes, of teams the match points."""
        points = self._sum(lambda own, _: own)
        for bye in self.byes:
            points[bye.id] += bye.points
        return points

    @cached_property
    def board_points(self) -> Figures:
        points = dict.fromkeys(self.players, 0.0)
        for meeting in self.meetings:
            for id, own in zip(meeting.sides, meeting.board_points or (0, 0), strict=True):
                points[id] += own
        return points

    @cached_property
    def sb(self) -> Figures:
        """Sonneborn-Berger: twice the points of those beaten, once of those drawn with (appendix 1)."""
        return self._sum(lambda own, opponent: 2 * own * self.points[opponent])

    @cached_property
    def resistance(self) -> Figures:
        """The sum of the opponents' points (R21)."""
        return self._sum(lambda _, opponent: self.points[opponent])

    def mutual(self, equals: Sequence[str]) -> Figures | None:
        """The points of their games with one another; None unless each met each equally often, at least once (R3)."""
        among = tuple(one for one in self.meetings if one.points is not None and one.pair <= set(equals))
        met = Counter(one.pair for one in among)
        if len(met) != comb(len(equals), 2) or len(set(met.values())) != 1:
            return None
        return Scores(tuple(equals), among).points

    def places(self, order: FinalOrder) -> Iterator["Equals"]:
        """All players by the order's criteria. Those who share the first place are parted by its own criteria alone."""
        criteria = [by for by, _ in order.criteria]
        first, *others = self._parted(self.players, criteria[: order.for_first], criteria[0])
        yield first
        for equals in others:
            yield from self._parted(equals.ids, criteria, equals.by)

    def _parted(self, equals: Sequence[str], criteria: Sequence[PlacedBy], by: PlacedBy) -> Iterator["Equals"]:
        """Those equals in order. Each smaller set begins anew: so the mutual result is taken among them again (R3)."""
        if len(equals) == 1:
            yield Equals(tuple(equals), by)
            return
        for criterion in criteria:
            figures = self._figures(criterion, equals)
            if figures is not None and len({figures[id] for id in equals}) > 1:
                for figure in sorted({figures[id] for id in equals}, reverse=True):
                    yield from self._parted([id for id in equals if figures[id] == figure], criteria, criterion)
                return
        yield Equals(tuple(equals), PlacedBy.OPEN)

    def _figures(self, criterion: PlacedBy, equals: Sequence[str]) -> Figures | None:
        """The figures by which a criterion orders those equals; None where it says nothing of them."""
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

    def _sum(self, gained: Callable[[float, str], float]) -> dict[str, float]:
        """The sum of what each gained from each result, by his own points in it and his opponent."""
        figures = dict.fromkeys(self.players, 0.0)
        for meeting in self.meetings:
            if meeting.points is not None:
                one, other = meeting.sides
                figures[one] += gained(meeting.points[0], other)
                figures[other] += gained(meeting.points[1], one)
        return figures


@dataclass(frozen=True, slots=True)
class Equals:
    """One who has his place alone, with what set him apart; or several who are equal to the end (`OPEN`), in the order of the players."""

    ids: tuple[str, ...]
    by: PlacedBy
