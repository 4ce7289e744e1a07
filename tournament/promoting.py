"""Who plays in which of the three groups of eight next time: C 8, C 9, C 11 and D 7."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError, first_twice

EIGHT: Final = 8
"""C 2: the players of a group of eight are numbered from 1 to 8."""
STAY: Final = 6
"""C 8: the places from which nobody is relegated. The places behind them are."""
UP: Final = 2
"""C 8: the places that are promoted."""
EIGHTS: Final = ("KK", "HAA", "RHAA")


class PromotionFault(Phrase):
    """Why a promotion is not answered."""

    NOT_EIGHT = (
        "{field} has {count} player, and a final order of a group of eight has 8 (C 2)",
        "{field} has {count} players, and a final order of a group of eight has 8 (C 2)",
    )
    TWO_CLASSES = "{id} stands in two of the orders"
    UNKNOWN_ABSENT = "absent has {id}, who stands in none of the orders"
    NOT_FILLED = "{field} cannot be filled up to 8: C 9 names no more players than {count}; the arbiter decides (C 16)"


@dataclass(frozen=True, slots=True)
class Eights:
    """The three groups of eight by number, and who goes to the HA."""

    kk: tuple[str, ...]
    haa: tuple[str, ...]
    rhaa: tuple[str, ...]
    to_ha: tuple[str, ...]


def promoted(orders: Sequence[Sequence[str]], absent: Collection[str]) -> Eights:
    """The groups of the next championship.

    `orders` are the final orders of KK, HAA, RHAA and HA, `absent` those who do not take part next time. A group is: who was relegated
    into it (C 8), who remains, who was promoted into it, and who fills it up (C 9). QuestionError: a group cannot be filled up.
    """
    taken: set[str] = set(absent)
    groups: list[tuple[str, ...]] = []
    relegated: list[str] = []
    for field, own, below in zip(EIGHTS, orders, orders[1:], strict=False):
        last = below[UP:] if field == "RHAA" else below[UP:STAY]
        group = [one for one in (*relegated, *own[UP if groups else 0 : STAY], *below[:UP]) if one not in taken]
        group += [one for one in (*last, *own[STAY:]) if one not in taken][: EIGHT - len(group)]
        if len(group) < EIGHT:
            raise QuestionError(PromotionFault.NOT_FILLED.said(field=field, count=len(group)))
        taken.update(group)
        groups.append(tuple(group))
        relegated = [one for one in own[STAY:] if one not in group]
    kk, haa, rhaa = groups
    return Eights(kk, haa, rhaa, tuple(relegated))


def eights(question: Fields) -> dict[str, object]:
    """The answer to `promotion` for the groups of eight."""
    question.only("competition", *EIGHTS, "HA", "absent")
    orders = [question.texts(field) for field in (*EIGHTS, "HA")]
    for field, order in zip(EIGHTS, orders, strict=False):
        if len(order) != EIGHT:
            raise QuestionError(PromotionFault.NOT_EIGHT.said(field=field, count=len(order)))
    everybody = [one for order in orders for one in order]
    if (twice := first_twice(everybody)) is not None:
        raise QuestionError(PromotionFault.TWO_CLASSES.said(id=repr(twice)))
    absent = question.texts("absent", ())
    for one in absent:
        if one not in everybody:
            raise QuestionError(PromotionFault.UNKNOWN_ABSENT.said(id=repr(one)))
    new = promoted(orders, absent)
    article = "C 8, C 9, C 11" if absent else "C 8"
    return {"KK": list(new.kk), "HAA": list(new.haa), "RHAA": list(new.rhaa), "to_HA": list(new.to_ha), "article": article}
