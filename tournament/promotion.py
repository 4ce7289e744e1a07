"""Who plays in which group next time: the groups of eight (C 8, C 9, C 11, D 7) and the groups of the club championships (B 2, B 3)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from record.texts import marked_many
from rules.errors import Sentence, _
from tournament.competitions import EIGHT, GROUPS_OF_EIGHT, Competition, PlayerClass
from tournament.errors import RegulationError
from tournament.groups import FOUR, divide

STAY: Final = 6
"""The last place from which nobody is relegated (C 8)."""
UP: Final = 2
"""The last place that is promoted (C 8)."""
ARTICLE_OF_TEAMS: Final = "B 3"
_LARGEST: Final = 7
"""The most teams that the lowest group has (B 2)."""
_SECOND: Final = 1
"""The index of the number two of a final order."""
_NOT_EIGHT: Final = marked_many(
    "{field} has {count} player, and a final order of a group of eight has 8 (C 2)",
    "{field} has {count} players, and a final order of a group of eight has 8 (C 2)",
)
_CLASSES: Final = (*GROUPS_OF_EIGHT, PlayerClass.HA)


@dataclass(frozen=True, slots=True)
class GroupsOfEight:
    """The three groups of eight of the next championship."""

    groups: Mapping[PlayerClass, tuple[str, ...]]
    """The players of KK, HAA and RHAA by number."""
    to_ha: tuple[str, ...]
    """Who is relegated to the HA."""
    article: str


@dataclass(frozen=True, slots=True)
class TeamGroups:
    """The groups of the next club championships."""

    groups: tuple[tuple[str, ...], ...]
    """The teams of each group by number, from group I down."""
    promoted: str = ""
    """Of two merged classes who goes up; empty where none were merged."""
    relegated: str = ""
    """Of two merged classes who goes down; empty where none were merged."""


def promote_players(orders: Mapping[PlayerClass, Sequence[str]], absent: Collection[str] = ()) -> GroupsOfEight:
    """Return the groups of eight of the next championship by the final orders of KK, HAA, RHAA and HA.

    `absent` are those who do not take part next time. A group is: who was relegated into it (C 8), who remains, who was promoted into it,
    and who fills it up (C 9). RegulationError: the orders contradict one another, or a group cannot be filled up.
    """
    _check_orders(orders, absent)
    taken: set[str] = set(absent)
    groups: dict[PlayerClass, tuple[str, ...]] = {}
    relegated: list[str] = []
    for player_class, class_below in pairwise(_CLASSES):
        own, below = orders[player_class], orders[class_below]
        fill = below[UP:] if class_below == PlayerClass.HA else below[UP:STAY]
        group = [id for id in (*relegated, *own[UP if groups else 0 : STAY], *below[:UP]) if id not in taken]
        group += [id for id in (*fill, *own[STAY:]) if id not in taken][: EIGHT - len(group)]
        if len(group) < EIGHT:
            sentence = _("{field} cannot be filled up to 8: C 9 names no more players than {count}; the arbiter decides (C 16)")
            raise RegulationError(sentence, field=player_class, count=len(group))
        taken.update(group)
        groups[player_class] = tuple(group)
        relegated = [id for id in own[STAY:] if id not in group]
    return GroupsOfEight(groups, tuple(relegated), "C 8, C 9, C 11" if absent else "C 8")


def _check_orders(orders: Mapping[PlayerClass, Sequence[str]], absent: Collection[str]) -> None:
    for player_class in GROUPS_OF_EIGHT:
        count = len(orders[player_class])
        if count != EIGHT:
            raise RegulationError(Sentence("", _NOT_EIGHT[0], {"field": player_class, "count": count}, plural=_NOT_EIGHT[1]))
    everybody = [id for player_class in _CLASSES for id in orders[player_class]]
    if (twice := _first_twice(everybody)) is not None:
        raise RegulationError(_("{id} stands in two of the orders"), id=twice)
    for id in absent:
        if id not in everybody:
            raise RegulationError(_("absent has {id}, who stands in none of the orders"), id=id)


def promote_teams(orders: Sequence[Sequence[str]], absent: Collection[str] = ()) -> TeamGroups:
    """Return the groups of the next championship by the final orders from group I down: who came down, who stays, who came up (B 3).

    Where a team does not take part, the number two of the final order below takes the place that fell empty, the number two below that his,
    and so on; the lowest group closes up (R12). With fewer than four teams there the groups are formed anew by B 2. RegulationError: the
    groups are none of B 2, several teams are absent, or fewer than four teams are left.
    """
    _check_groups(orders, absent)
    lowest = len(orders) - 1
    groups = [
        [*([orders[at - 1][-1]] if at > 0 else []), *own[at > 0 : len(own) - (at < lowest)], *([orders[at + 1][0]] if at < lowest else [])]
        for at, own in enumerate(orders)
    ]
    for id in absent:
        groups = _without(id, groups, orders)
    return TeamGroups(tuple(map(tuple, groups)))


def _without(absent: str, groups: list[list[str]], orders: Sequence[Sequence[str]]) -> list[list[str]]:
    """The groups without that team."""
    at = next(at for at, group in enumerate(groups) if absent in group)
    empty = absent
    for own, below in zip(groups[at:], orders[at + 1 :], strict=False):
        own[own.index(empty)] = below[_SECOND]
        empty = below[_SECOND]
    groups[-1].remove(empty)
    if len(groups[-1]) >= FOUR:
        return groups
    teams = iter([team for group in groups for team in group])
    return [[next(teams) for _place in range(size)] for size in divide(Competition.B, sum(map(len, groups))).sizes]


def _check_groups(orders: Sequence[Sequence[str]], absent: Collection[str]) -> None:
    if not orders:
        raise RegulationError(_("order has no group"))
    for number, group in enumerate(orders, 1):
        if len(group) != FOUR and not (number == len(orders) and FOUR < len(group) <= _LARGEST):
            sentence = _("order has {count} teams in group {group}; B 2 wants 4 in a group, and from 4 to 7 in the lowest")
            raise RegulationError(sentence, count=len(group), group=number)
    everybody = [id for group in orders for id in group]
    if (twice := _first_twice(everybody)) is not None:
        raise RegulationError(_("{id} stands in two of the groups"), id=twice)
    for id in absent:
        if id not in everybody:
            raise RegulationError(_("absent has {id}, which stands in none of the groups"), id=id)
    if len(absent) > 1:
        raise RegulationError(_("several teams do not take part; B 3 leaves the groups to the arbiter, who enters them"))


def part_classes(upper: Collection[str], lower: Collection[str], order: Sequence[str], absent: Collection[str] = ()) -> TeamGroups:
    """Return the two lowest classes after a championship that they played as one; `order` is its final order, of all their teams (B 3).

    RegulationError: a class has no team, the order is not of their teams, or a team is absent.
    """
    for field, teams in (("upper", upper), ("lower", lower)):
        if not teams:
            raise RegulationError(_("{field} has no team"), field=field)
    if (twice := _first_twice([*upper, *lower])) is not None:
        raise RegulationError(_("{id} stands in two of the groups"), id=twice)
    for id in (*order, *upper, *lower):
        if (id in order) != (id in upper or id in lower):
            raise RegulationError(_("order must have the teams of upper and lower, each once; {id} is one too many or is missing"), id=id)
    if absent:
        raise RegulationError(
            _("a team does not take part after a championship of merged classes; B 3 leaves the groups to the arbiter, who enters them")
        )
    above, below = [id for id in order if id in upper], [id for id in order if id in lower]
    promoted, relegated = below[0], above[-1]
    return TeamGroups(((*above[:-1], promoted), (relegated, *below[1:])), promoted, relegated)


def _first_twice(ids: Iterable[str]) -> str | None:
    """The first id that stands there a second time; None without one."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            return id
        seen.add(id)
    return None
