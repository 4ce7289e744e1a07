"""Reads the fields of one JSON object, and refuses what is missing or cannot be in a sentence that names the field."""

import json
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, NoReturn

from rules.errors import Phrase, Sentence
from tournament.errors import TournamentError

MANY: Final = 10_000
"""More players, teams or rounds than this are a slip, and would only cost time."""
SHOWN: Final = 60
"""Characters of a wrong value that are shown."""


class FieldFault(Phrase):
    """What is wrong with a field."""

    MISSING = "{field} is missing; {expected} was expected"
    WRONG = "{field} is {value}; {expected} was expected"
    TWICE = "{field} has {id} twice"
    UNKNOWN = "{field} is not a field of this question; here it has {known}"


class Expected(Phrase):
    """What a field should hold."""

    TEXT = "a text"
    ID = "a text that is not empty"
    WHOLE = "a whole number from {least} to {most}"
    TWO_WHOLES = "a list of two whole numbers from {least} to {most}"
    FLAG = "true or false"
    TEXTS = "a list of texts that are not empty"
    SLOTS = "a list of texts that are not empty, or null"
    LISTS = "a list of lists of ids"
    OBJECTS = "a list of objects"
    PAIRS = "an object of texts"
    POINTS = "a number of points, whole or with .5"
    ONE_OF = "one of {choices}"


class QuestionError(TournamentError):
    """The question cannot be answered: a field is wrong, or the regulation gives no answer."""


class Fields:
    """The fields of one JSON object. Each method reads one and raises QuestionError where it cannot be; null is as good as missing.

    A method with a `default` returns it where the field is missing. `where` is written before the names of the fields, such as "games[2].".
    """

    def __init__(self, values: Mapping[str, object], where: str = "") -> None:
        self._values = values
        self._where = where

    def only(self, *names: str) -> "Fields":
        """These fields, checked to be none but `names`. QuestionError: there is another one, which may be a slip in an optional field."""
        known = names if self._where else ("ask", *names)
        if (unknown := next((name for name in self._values if name not in known), None)) is not None:
            raise QuestionError(FieldFault.UNKNOWN.said(field=shown(self.path(unknown)), known=names))
        return self

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._values.get(name) is not None

    def path(self, name: str) -> str:
        """The name of the field as sentences tell it."""
        return f"{self._where}{name}"

    def value(self, name: str) -> object:
        """The value as it stands, None where it is missing: for what is looked at only in part."""
        return self._values.get(name)

    def text(self, name: str, default: str | None = None) -> str:
        """A text, which may be empty."""
        value = self._value(name, Expected.TEXT.said(), default)
        return value if isinstance(value, str) else self._refuse(name, value, Expected.TEXT.said())

    def ident(self, name: str, default: str | None = None) -> str:
        """The id of a player, team or club: a text that is not empty."""
        value = self._value(name, Expected.ID.said(), default)
        return value if isinstance(value, str) and (_is_id(value) or value == default) else self._refuse(name, value, Expected.ID.said())

    def one_of(self, name: str, choices: Collection[str], default: str | None = None) -> str:
        """A text out of the choices."""
        expected = Expected.ONE_OF.said(choices=tuple(repr(one) for one in choices))
        value = self._value(name, expected, default)
        return value if isinstance(value, str) and (value in choices or value == default) else self._refuse(name, value, expected)

    def whole(self, name: str, default: int | None = None, *, least: int = 0, most: int = MANY) -> int:
        """A whole number within the limits."""
        expected = Expected.WHOLE.said(least=least, most=most)
        value = self._value(name, expected, default)
        return value if type(value) is int and least <= value <= most else self._refuse(name, value, expected)

    def two_wholes(self, name: str, *, least: int = 0, most: int = MANY) -> tuple[int, int]:
        """A list of two whole numbers within the limits."""
        expected = Expected.TWO_WHOLES.said(least=least, most=most)
        value = self._value(name, expected)
        if not isinstance(value, list) or len(value) != 2 or not all(type(one) is int and least <= one <= most for one in value):
            self._refuse(name, value, expected)
        return value[0], value[1]

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self._value(name, Expected.FLAG.said(), default)
        return value if isinstance(value, bool) else self._refuse(name, value, Expected.FLAG.said())

    def points(self, name: str, default: Fraction | None = None) -> Fraction:
        """A number of points from 0 on, exact: whole or with .5."""
        value = self._value(name, Expected.POINTS.said(), default)
        if isinstance(value, Fraction):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MANY and value * 2 % 1 == 0:
            return Fraction(value)
        return self._refuse(name, value, Expected.POINTS.said())

    def texts(self, name: str, default: Sequence[str] | None = None) -> list[str]:
        """A list of ids, none twice."""
        value = self._value(name, Expected.TEXTS.said(), default)
        return self._ids(name, value, Expected.TEXTS.said())

    def one_or_more(self, name: str, default: Sequence[str] | None = None) -> list[str]:
        """A list of ids, none twice; one id alone is read as a list of one."""
        value = self._values.get(name)
        return [self.ident(name)] if isinstance(value, str) else self.texts(name, default)

    def slots(self, name: str) -> list[str | None]:
        """A list of ids, none twice, with null where a place is empty."""
        expected = Expected.SLOTS.said()
        value = self._value(name, expected)
        if not isinstance(value, list) or not all(one is None or _is_id(one) for one in value):
            return self._refuse(name, value, expected)
        self.once(name, [one for one in value if one is not None])
        return value

    def lists(self, name: str, default: Sequence[Sequence[str]] | None = None) -> list[list[str]]:
        """A list of lists of ids, none twice in one list."""
        value = self._value(name, Expected.LISTS.said(), default)
        if not isinstance(value, Sequence) or isinstance(value, str):
            return self._refuse(name, value, Expected.LISTS.said())
        return [self._ids(f"{name}[{at}]", one, Expected.TEXTS.said()) for at, one in enumerate(value)]

    def pairs(self, name: str, default: Mapping[str, str] | None = None) -> dict[str, str]:
        """An object whose keys and values are texts; no key is empty."""
        value = self._value(name, Expected.PAIRS.said(), default)
        if isinstance(value, Mapping) and all(_is_id(key) and isinstance(one, str) for key, one in value.items()):
            return dict(value)
        return self._refuse(name, value, Expected.PAIRS.said())

    def rows(self, name: str, default: Sequence[Mapping[str, object]] | None = None) -> list["Fields"]:
        """A list of objects, each as fields of its own."""
        value = self._value(name, Expected.OBJECTS.said(), default)
        if not isinstance(value, Sequence) or not all(isinstance(one, Mapping) for one in value):
            return self._refuse(name, value, Expected.OBJECTS.said())
        return [Fields(one, f"{self.path(name)}[{at}].") for at, one in enumerate(value)]

    def once(self, name: str, ids: Sequence[str]) -> None:
        """Refuse an id that stands twice in what was read from the field."""
        if (twice := first_twice(ids)) is not None:
            raise QuestionError(FieldFault.TWICE.said(field=self.path(name), id=repr(twice)))

    def _value(self, name: str, expected: Sentence, default: object = None) -> object:
        value = self._values.get(name)
        if value is not None:
            return value
        if default is None:
            raise QuestionError(FieldFault.MISSING.said(field=self.path(name), expected=expected))
        return default

    def _ids(self, name: str, value: object, expected: Sentence) -> list[str]:
        if not isinstance(value, Sequence) or isinstance(value, str) or not all(map(_is_id, value)):
            return self._refuse(name, value, expected)
        self.once(name, value)
        return list(value)

    def _refuse(self, name: str, value: object, expected: Sentence) -> NoReturn:
        raise QuestionError(FieldFault.WRONG.said(field=self.path(name), value=shown(value), expected=expected))


def first_twice(ids: Sequence[str]) -> str | None:
    """The first id that stands there a second time; None without one."""
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            return one
        seen.add(one)
    return None


def shown(value: object) -> str:
    """A wrong value as JSON writes it, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def number(points: Fraction) -> int | float:
    """Points as a JSON number: whole, or with .5."""
    return int(points) if points.denominator == 1 else float(points)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
