"""The changes of an event without the names of somebody: a neutral id stands in place of his ids and names."""

import re
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from tournament.events.changes import ChangePart, ChangeRow, Entrant, PersonForgotten, Who
from tournament.events.same_names import pattern_of, plain, replaced

IDS = frozenset({"id", "ids", "white", "black", "groups", "free", "absent", "party"})
"""The fields of changes that hold ids of entrants."""
PERSONS = frozenset({"players", "author", "juror", "member", "chair", "vice", "sit", "stand_back", "casting"})
"""The fields of changes that hold names of people who are no entrants."""
TEXTS = frozenset({"name", "against", "grounds", "said", "solution"})
"""The fields of changes that hold free text; with the reason and who made the change."""
SHORTEST_PART = 3
"""A part of a name of fewer signs, such as an initial, is looked for in no text; nor is one in small letters, such as "de"."""
SHORTEST_TOLD = 3
"""An id of fewer signs that has no letter is a number like others in a reason, and is left there."""
_PARTS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Neutral:
    """What stands in one event for the ids and the names of somebody, and for further ways in which texts write the name."""

    ids: Mapping[str, str]
    names: Mapping[str, str]


def neutral_rows(rows: Sequence[ChangeRow], neutral: Neutral, who: Who) -> Iterator[ChangeRow]:
    """The rows with what is neutral, and one more that tells of it, unless it is told already."""
    entrants = list(entrants_in(rows))
    writer = _Writer(neutral, [*(one.name for one in entrants), *persons_in(rows)], [one.id for one in entrants])
    told = PersonForgotten(tuple(dict.fromkeys([*neutral.ids.values(), *neutral.names.values()])))
    for row in rows:
        by, why = writer.text(row.who.by, with_ids=False), writer.text(row.who.why, with_ids=True)
        yield replace(row, who=Who(by, why), change=writer.value("", row.change))
    if not any(row.change == told for row in rows):
        yield ChangeRow(len(rows) + 1, time.time_ns(), who, told)


def texts_left(rows: Sequence[ChangeRow], neutral: Neutral) -> dict[str, int]:
    """The free texts in which a part of the names of somebody is left, once what is neutral stands in them, with the first row of each.

    The whole names of others do not count.
    """
    words = {plain(part) for name in neutral.names for part in _PARTS.split(name) if len(part) >= SHORTEST_PART and part[0].isupper()}
    if (pattern := pattern_of(words)) is None:
        return {}
    others = pattern_of({plain(one.name) for one in entrants_in(rows) if one.name} - {plain(name) for name in neutral.names})
    left: dict[str, int] = {}
    for row in neutral_rows(rows, neutral, Who("")):
        for text in (row.who.by, row.who.why, *_texts("", row.change)):
            without = replaced(text, others, lambda _: "") if others else text
            if replaced(without, pattern, lambda _: "") != without:
                left.setdefault(text, row.number)
    return left


def entrants_in(rows: Iterable[ChangeRow]) -> Iterator[Entrant]:
    """Every entrant as he was ever written down, also where that was taken back."""
    for row in rows:
        yield from _entrants(row.change)


def persons_in(rows: Iterable[ChangeRow]) -> Iterator[str]:
    """The name of everybody who is no entrant: in the list of a team, of a commission, as the author of a problem, or as a juror."""
    for row in rows:
        yield from filter(None, _persons("", row.change))


def _entrants(value: Any) -> Iterator[Entrant]:
    if isinstance(value, Entrant):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _entrants(one)
    elif isinstance(value, ChangePart):
        for one in structs.fields(value):
            yield from _entrants(getattr(value, one.name))


def _persons(field: str, value: Any) -> Iterator[str]:
    return _in_fields(PERSONS, field, value)


def _texts(field: str, value: Any) -> Iterator[str]:
    return _in_fields(TEXTS | PERSONS, field, value)


def _in_fields(fields: Collection[str], field: str, value: Any) -> Iterator[str]:
    """The values of the fields of these names in the value of a field, apart from entrants."""
    if isinstance(value, tuple):
        for one in value:
            yield from _in_fields(fields, field, one)
    elif isinstance(value, ChangePart):
        if not isinstance(value, Entrant):
            for of_it in structs.fields(value):
                yield from _in_fields(fields, of_it.name, getattr(value, of_it.name))
    elif field in fields:
        yield value


class _Writer:
    """Writes changes anew. The names of others are left, also where they hold a name that goes."""

    def __init__(self, neutral: Neutral, names: Iterable[str], ids: Iterable[str]) -> None:
        self._ids = neutral.ids
        self._names = {plain(name): new for name, new in neutral.names.items()}
        words = {plain(name) for name in names if name} | set(self._names)
        told = [id for id in self._ids if len(id) >= SHORTEST_TOLD or any(letter.isalpha() for letter in id)]
        self._told = {plain(id): self._ids[id] for id in told}
        self._of_others = {plain(id) for id in ids if id not in self._ids} | (words - set(self._names))
        self._pattern = pattern_of(words)
        self._with_ids = pattern_of({*words, *self._told})

    def text(self, text: str, *, with_ids: bool) -> str:
        """A free text without the names, and without the ids where they may stand in it."""
        pattern = self._with_ids if with_ids else self._pattern
        return replaced(text, pattern, self._instead) if pattern else text

    def _instead(self, found: str) -> str:
        """What stands for a name or an id of that text: itself where it is that of somebody else."""
        word = plain(found)
        if found in self._ids:
            return self._ids[found]
        return self._names.get(word) or (found if word in self._of_others else self._told.get(word, found))

    def value(self, field: str, value: Any) -> Any:
        """The value of that field of a change."""
        if isinstance(value, Entrant):
            return self._entrant(value)
        if isinstance(value, tuple):
            return tuple(self.value(field, one) for one in value)
        if isinstance(value, ChangePart):
            return structs.replace(value, **{one.name: self.value(one.name, getattr(value, one.name)) for one in structs.fields(value)})
        if field in IDS:
            return self._ids.get(value, value)
        if field in PERSONS:
            return self._names.get(plain(value), value)
        return self.text(value, with_ids=field != "name") if field in TEXTS else value

    def _entrant(self, one: Entrant) -> Entrant:
        if one.id in self._ids or plain(one.name) in self._names:
            return structs.replace(one, id=self._ids.get(one.id, one.id), name="", club="", born="")
        return one
