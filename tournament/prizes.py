"""The prizes of the open championship in three categories: F 5."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from rules.errors import Phrase
from tournament.fields import Fields, QuestionError

CATEGORY: Final[Mapping[str, str]] = {"KK": "A", "HAA": "A", "RHAA": "B", "HA": "B", "1": "C", "2": "C", "3": "C", "": "C"}
"""The category of each class; "" is for those who are no members."""
CATEGORIES: Final = ("A", "B", "C")


class PrizeFault(Phrase):
    """Why no prizes are told."""

    BACKWARDS = "{field} is {first} to {last}; the first of the places stands before the last"
    TOO_MANY = "{count} players share the places {first} to {last}"
    OVERLAP = "the places {first} to {last} overlap the places {other_first} to {other_last}"


class Places(NamedTuple):
    """Places that are shared, or one place twice."""

    first: int
    last: int


def prizes(question: Fields) -> dict[str, object]:
    """The answer to `prizes`: each category in the order of the list; who shares a place shares it here too."""
    question.only("standing")
    order: dict[Places, list[tuple[str, str]]] = {}
    for row in question.rows("standing"):
        row.only("id", "place", "class")
        first, last = row.two_wholes("place", least=1)
        if last < first:
            raise QuestionError(PrizeFault.BACKWARDS.said(field=row.path("place"), first=first, last=last))
        order.setdefault(Places(first, last), []).append((row.ident("id"), row.one_of("class", CATEGORY)))
    question.once("standing", [player for shared in order.values() for player, _ in shared])
    _check(order)
    return {**{category: _of(category, order) for category in CATEGORIES}, "article": "F 5"}


def _check(order: Mapping[Places, list[tuple[str, str]]]) -> None:
    for places, shared in order.items():
        if len(shared) > places.last - places.first + 1:
            raise QuestionError(PrizeFault.TOO_MANY.said(count=len(shared), first=places.first, last=places.last))
    for one, other in pairwise(sorted(order)):
        if other.first <= one.last:
            said = PrizeFault.OVERLAP.said(first=one.first, last=one.last, other_first=other.first, other_last=other.last)
            raise QuestionError(said)


def _of(category: str, order: Mapping[Places, list[tuple[str, str]]]) -> list[dict[str, object]]:
    found = []
    for places in sorted(order):
        ids = [player for player, level in order[places] if CATEGORY[level] == category]
        if ids:
            found.append({"place": places.first, "ids": ids})
    return found
