"""The points ranking (appendix 4): season points, promotion by points, and the best season."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import Phrase
from tournament.fields import QuestionError

WP: Final[Mapping[int, tuple[int, ...]]] = {0: (), 1: (), 2: (2,), 3: (2,)}
"""Paragraph 1: the points of the places in a group of so many players. It begins with two."""
WP_OF_FOUR: Final = (2, 1)
"""Paragraph 1: the points of the places in a group of four or more."""
KP: Final = (4, 3, 2, 1)
"""Paragraph 2: the points of the places in a championship, in every class."""
LIMITS: Final[Mapping[str, int]] = {"3": 10, "2": 14, "1": 18}
"""The season points of the last four years that must be exceeded."""
ABOVE: Final[Mapping[str, str]] = {"3": "2", "2": "1", "1": "HA"}
YEARS: Final = 4
"""The seasons that the limits look at."""
WITHOUT_POINTS: Final = 5
"""Who has so many seasons in a row without a point may play a class lower."""
MAY_GO_DOWN: Final = ("HA", "1", "2")
EK: Final = "EK"
OF_EK: Final = ("KK", "HAA")
"""A 2: the classes whose players play in the EK at events of clubs."""
RHAA: Final = "RHAA"
CLASSES: Final = (EK, *OF_EK, RHAA, *MAY_GO_DOWN, "3")


class RankingFault(Phrase):
    """Why no ranking is made."""

    BY_CHOICE = "{id} is of the RHAA and stands in a Swiss event of {year}; his class there, EK or HA, is wanted in classes (A 2)"


@dataclass(frozen=True, slots=True)
class Season:
    """The final orders of one season, each the players by their places."""

    year: int
    club: Sequence[Sequence[str]] = ()
    """The groups of the events of clubs."""
    swiss: Sequence[Sequence[str]] = ()
    """The events of clubs by the Swiss system, each as one order."""
    championship: Sequence[Sequence[str]] = ()
    """The classes of the championship."""


@dataclass(frozen=True, slots=True)
class RankingRow:
    """What a player has after a season, before a promotion by it."""

    player: str
    level: str
    wp: int
    kp: int
    tp: int
    """The season points since the last promotion."""
    last_four: int
    """Those of the last four seasons."""

    @property
    def sp(self) -> int:
        return self.wp + self.kp


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking after a season; the players stand in the order of their ids."""

    year: int
    rows: tuple[RankingRow, ...]
    promoted: tuple[str, ...]
    may_go_down: tuple[str, ...]
    best: tuple[str, ...]
    """Who has the most season points; nobody where nobody has a point."""


def club_points(size: int) -> tuple[int, ...]:
    """The WP of the first places in a group of so many players."""
    return WP.get(size, WP_OF_FOUR)


def rankings(classes: Mapping[str, str], seasons: Iterable[Season]) -> tuple[list[Ranking], dict[str, str]]:
    """The ranking after each season, the oldest first, and the classes afterwards. `classes` has everybody who stands in a season."""
    now = dict(sorted(classes.items()))
    since: dict[str, list[int]] = {player: [] for player in now}
    """The season points since the last promotion."""
    idle = dict.fromkeys(now, 0)
    """The seasons in a row without a point."""
    found = []
    for season in seasons:
        wp, kp = _wp(season, now), _of_places((group, KP) for group in season.championship)
        for player in now:
            since[player].append(wp[player] + kp[player])
            idle[player] = 0 if since[player][-1] else idle[player] + 1
        rows = tuple(RankingRow(one, now[one], wp[one], kp[one], sum(since[one]), sum(since[one][-YEARS:])) for one in now)
        most = max((row.sp for row in rows), default=0)
        up = tuple(row.player for row in rows if row.level in LIMITS and row.last_four > LIMITS[row.level])
        down = tuple(row.player for row in rows if row.level in MAY_GO_DOWN and idle[row.player] >= WITHOUT_POINTS)
        found.append(Ranking(season.year, rows, up, down, tuple(row.player for row in rows if most and row.sp == most)))
        for player in up:
            now[player], since[player] = ABOVE[now[player]], []
    return found, now


def _wp(season: Season, classes: Mapping[str, str]) -> Mapping[str, int]:
    groups = [*season.club, *(group for event in season.swiss for group in _by_class(event, classes, season.year))]
    return _of_places((group, club_points(len(group))) for group in groups)


def _by_class(event: Sequence[str], classes: Mapping[str, str], year: int) -> Iterable[list[str]]:
    """Paragraph 3: the players of a Swiss event grouped by their classes at events of clubs."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for player in event:
        level = classes[player]
        if level == RHAA:
            raise QuestionError(RankingFault.BY_CHOICE.said(id=repr(player), year=year))
        groups[EK if level in OF_EK else level].append(player)
    return groups.values()


def _of_places(groups: Iterable[tuple[Sequence[str], Sequence[int]]]) -> Mapping[str, int]:
    points: defaultdict[str, int] = defaultdict(int)
    for group, of_places in groups:
        for player, more in zip(group, of_places, strict=False):
            points[player] += more
    return points
