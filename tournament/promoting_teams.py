"""The groups of the club championships next time: B 2 and B 3."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import Phrase
from tournament.competitions import Competition
from tournament.fields import Fields, QuestionError, first_twice
from tournament.groups import divide

FOUR: Final = 4
"""B 2: the size of each group but the lowest."""
LARGEST: Final = 7
"""B 2: the most teams that the lowest group has."""
SECOND: Final = 1
"""Where the number two of a final order stands."""


class TeamsFault(Phrase):
    """Why a promotion of teams is not answered."""

    SIZE = "order has {count} teams in group {group}; B 2 wants 4 in a group, and from 4 to 7 in the lowest"
    NO_GROUP = "order has no group"
    TWO_GROUPS = "{id} stands in two of the groups"
    UNKNOWN_ABSENT = "absent has {id}, which stands in none of the groups"
    SEVERAL_ABSENT = "several teams do not take part; B 3 leaves the groups to the arbiter, who enters them"
    NOT_ALL = "order must have the teams of upper and lower, each once; {id} is one too many or is missing"
    EMPTY = "{field} has no team"
    MERGED_ABSENT = (
        "a team does not take part after a championship of merged classes; B 3 leaves the groups to the arbiter, who enters them"
    )


@dataclass(frozen=True, slots=True)
class Parted:
    """Two merged classes after they were parted."""

    promoted: str
    relegated: str
    upper: tuple[str, ...]
    lower: tuple[str, ...]


def next_groups(order: Sequence[Sequence[str]]) -> list[list[str]]:
    """The groups of the next championship by the final orders from group I down: who came down, who stays, who came up."""
    lowest = len(order) - 1
    return [
        [*([order[at - 1][-1]] if at > 0 else []), *own[at > 0 : len(own) - (at < lowest)], *([order[at + 1][0]] if at < lowest else [])]
        for at, own in enumerate(order)
    ]


def without(order: Sequence[Sequence[str]], absent: str) -> list[list[str]]:
    """The groups of the next championship when one team does not take part.

    The number two of the final order below takes the place that fell empty, and the number two below that his, and so on; the lowest
    group closes up. With fewer than four teams there the groups are formed anew by B 2. QuestionError: fewer than four teams are left.
    """
    groups = next_groups(order)
    at = next(at for at, group in enumerate(groups) if absent in group)
    empty = absent
    for own, below in zip(groups[at:], order[at + 1 :], strict=False):
        own[own.index(empty)] = below[SECOND]
        empty = below[SECOND]
    groups[-1].remove(empty)
    if len(groups[-1]) >= FOUR:
        return groups
    teams = iter([team for group in groups for team in group])
    return [[next(teams) for _ in range(size)] for size in divide(Competition.B, sum(map(len, groups))).sizes]


def parted(upper: Sequence[str], lower: Sequence[str], order: Sequence[str]) -> Parted:
    """The two lowest classes after a championship that they played as one; `order` is its final order, of all their teams."""
    above, below = [one for one in order if one in upper], [one for one in order if one in lower]
    return Parted(below[0], above[-1], (*above[:-1], below[0]), (above[-1], *below[1:]))


def teams(question: Fields) -> dict[str, object]:
    """The answer to `promotion` for the club championships."""
    question.only("competition", "order", "absent", "merged", "upper", "lower")
    if question.flag("merged", False):
        return _of_merged(question)
    order = question.lists("order")
    if not order:
        raise QuestionError(TeamsFault.NO_GROUP.said())
    for at, group in enumerate(order, 1):
        if len(group) != FOUR and not (at == len(order) and FOUR < len(group) <= LARGEST):
            raise QuestionError(TeamsFault.SIZE.said(count=len(group), group=at))
    everybody = [one for group in order for one in group]
    if (twice := first_twice(everybody)) is not None:
        raise QuestionError(TeamsFault.TWO_GROUPS.said(id=repr(twice)))
    absent = question.one_or_more("absent", ())
    if not absent:
        return {"groups": next_groups(order), "article": "B 3"}
    for one in absent:
        if one not in everybody:
            raise QuestionError(TeamsFault.UNKNOWN_ABSENT.said(id=repr(one)))
    if len(absent) > 1:
        raise QuestionError(TeamsFault.SEVERAL_ABSENT.said())
    return {"groups": without(order, absent[0]), "article": "B 3"}


def _of_merged(question: Fields) -> dict[str, object]:
    upper, lower, order = question.texts("upper"), question.texts("lower"), question.texts("order")
    for field, several in (("upper", upper), ("lower", lower)):
        if not several:
            raise QuestionError(TeamsFault.EMPTY.said(field=field))
    if (twice := first_twice([*upper, *lower])) is not None:
        raise QuestionError(TeamsFault.TWO_GROUPS.said(id=repr(twice)))
    for one in (*order, *upper, *lower):
        if (one in order) != (one in upper or one in lower):
            raise QuestionError(TeamsFault.NOT_ALL.said(id=repr(one)))
    if question.one_or_more("absent", ()):
        raise QuestionError(TeamsFault.MERGED_ABSENT.said())
    new = parted(upper, lower, order)
    return {
        "promoted": new.promoted,
        "relegated": new.relegated,
        "upper": list(new.upper),
        "lower": list(new.lower),
        "article": "B 3",
    }
