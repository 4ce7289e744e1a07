"""The points ranking (appendix 4): season points, promotion by points, and the best season. `rank_seasons` is the place to begin."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import _
from tournament.competitions import PlayerClass
from tournament.errors import RegulationError

ARTICLE: Final = "appendix 4"
WP: Final[Mapping[int, tuple[int, ...]]] = {0: (), 1: (), 2: (2,), 3: (2,)}
"""The points of the places in a group of so many players; paragraph 1 begins with two (R16)."""
WP_OF_FOUR: Final = (2, 1)
"""The points of the places in a group of four or more (paragraph 1)."""
KP: Final = (4, 3, 2, 1)
"""The points of the places in a championship, in every class (paragraph 2)."""
LIMITS: Final[Mapping[PlayerClass, int]] = {PlayerClass.THIRD: 10, PlayerClass.SECOND: 14, PlayerClass.FIRST: 18}
"""The season points of the last four years that must be exceeded (R14)."""
ABOVE: Final[Mapping[PlayerClass, PlayerClass]] = {
    PlayerClass.THIRD: PlayerClass.SECOND,
    PlayerClass.SECOND: PlayerClass.FIRST,
    PlayerClass.FIRST: PlayerClass.HA,
}
YEARS: Final = 4
"""The seasons that the limits look at."""
WITHOUT_POINTS: Final = 5
"""So many seasons in a row without a point allow a class lower."""
MAY_GO_DOWN: Final = (PlayerClass.HA, PlayerClass.FIRST, PlayerClass.SECOND)
OF_EK: Final = (PlayerClass.KK, PlayerClass.HAA)
"""The classes whose players play in the EK at events of clubs (A 2)."""


@dataclass(frozen=True, slots=True)
class Season:
    """The final orders of a season, each the ids by place."""

    year: int
    club: Sequence[Sequence[str]] = ()
    """The groups of the events of clubs."""
    swiss: Sequence[Sequence[str]] = ()
    """The events of clubs by the Swiss system, each as one order."""
    championship: Sequence[Sequence[str]] = ()
    """The classes of the championship."""


@dataclass(frozen=True, slots=True)
class RankingRow:
    """The points of a player after a season, before a promotion by it."""

    id: str
    player_class: PlayerClass
    wp: int
    """The points of the events of clubs."""
    kp: int
    """The points of the championship."""
    tp: int
    """The season points since the last promotion (R13)."""
    last_four: int
    """Those of the last four seasons."""

    @property
    def sp(self) -> int:
        """The season points."""
        return self.wp + self.kp


@dataclass(frozen=True, slots=True)
class SeasonRanking:
    """The ranking after a season; the players stand in the order of their ids."""

    year: int
    rows: tuple[RankingRow, ...]
    promoted: tuple[str, ...]
    may_go_down: tuple[str, ...]
    best: tuple[str, ...]
    """Who has the most season points; nobody where nobody has a point."""


@dataclass(frozen=True, slots=True)
class PointsRanking:
    """The ranking after each season, the oldest first."""

    seasons: tuple[SeasonRanking, ...]
    classes: Mapping[str, PlayerClass]
    """The class of each player after the last one."""


def rank_seasons(classes: Mapping[str, PlayerClass], seasons: Sequence[Season]) -> PointsRanking:
    """Return the points ranking over the seasons, the oldest first.

    `classes` has the class of everybody at the beginning, and has everybody who stands in a season. RegulationError: a season cannot be.
    """
    _check_seasons(classes, seasons)
    now = dict(sorted(classes.items()))
    since: dict[str, list[int]] = {id: [] for id in now}  # the season points since the last promotion
    idle = dict.fromkeys(now, 0)  # the seasons in a row without a point
    ranked = []
    for season in seasons:
        wp, kp = _club_points(season, now), _points((order, KP) for order in season.championship)
        for id in now:
            since[id].append(wp[id] + kp[id])
            idle[id] = 0 if since[id][-1] else idle[id] + 1
        rows = tuple(RankingRow(id, now[id], wp[id], kp[id], sum(since[id]), sum(since[id][-YEARS:])) for id in now)
        most = max((row.sp for row in rows), default=0)
        promoted = tuple(row.id for row in rows if row.player_class in LIMITS and row.last_four > LIMITS[row.player_class])
        may_go_down = tuple(row.id for row in rows if row.player_class in MAY_GO_DOWN and idle[row.id] >= WITHOUT_POINTS)
        ranked.append(SeasonRanking(season.year, rows, promoted, may_go_down, tuple(row.id for row in rows if most and row.sp == most)))
        for id in promoted:
            now[id], since[id] = ABOVE[now[id]], []
    return PointsRanking(tuple(ranked), now)


def _club_points(season: Season, classes: Mapping[str, PlayerClass]) -> Mapping[str, int]:
    """The WP of a season."""
    groups = [*season.club, *(group for order in season.swiss for group in _by_class(order, classes, season.year))]
    return _points((group, WP.get(len(group), WP_OF_FOUR)) for group in groups)


def _by_class(order: Sequence[str], classes: Mapping[str, PlayerClass], year: int) -> Iterable[Sequence[str]]:
    """The players of a Swiss event grouped by their classes at events of clubs (paragraph 3)."""
    groups: defaultdict[PlayerClass, list[str]] = defaultdict(list)
    for id in order:
        player_class = classes[id]
        if player_class == PlayerClass.RHAA:
            sentence = _("{id} is of the RHAA and stands in a Swiss event of {year}; his class there, EK or HA, is wanted in classes (A 2)")
            raise RegulationError(sentence, id=id, year=str(year))
        groups[PlayerClass.EK if player_class in OF_EK else player_class].append(id)
    return groups.values()


def _points(orders: Iterable[tuple[Sequence[str], Sequence[int]]]) -> Mapping[str, int]:
    points: Counter[str] = Counter()
    for order, of_places in orders:
        points.update(dict(zip(order, of_places, strict=False)))
    return points


def _check_seasons(classes: Mapping[str, PlayerClass], seasons: Sequence[Season]) -> None:
    """RegulationError: a season is not later than the one before it, or a player has no class or stands somewhere twice."""
    previous: int | None = None
    for season in seasons:
        if previous is not None and season.year <= previous:
            sentence = _("the season of {year} comes after that of {previous}; the oldest season stands first")
            raise RegulationError(sentence, year=str(season.year), previous=str(previous))
        previous = season.year
        for order in (*season.club, *season.swiss, *season.championship):
            for id, times in Counter(order).items():
                if id not in classes:
                    sentence = _("{id} stands in an order of season {year}, and has no class")
                    raise RegulationError(sentence, id=id, year=str(season.year))
                if times > 1:
                    raise RegulationError(_("{id} stands twice in an order of season {year}"), id=id, year=str(season.year))
        for id, times in Counter(id for order in season.championship for id in order).items():
            if times > 1:
                raise RegulationError(_("{id} stands in two classes of the championship of {year}"), id=id, year=str(season.year))
