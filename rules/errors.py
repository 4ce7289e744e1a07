"""Sentences as values, which are put into the reader's language at the edge, and the tree of errors that carry them.

Each error is also a subclass of the built-in error that fits it, so that callers can catch either.
"""

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from string import Formatter
from typing import Self, Union

CONTEXT = "\x04"
"""The separator between a context and its sentence, as in gettext's compiled catalogues."""

Value = Union[str, int, float, Decimal, "Sentence", tuple["Value", ...]]
"""The value of a placeholder. A word that differs by language, such as a side, is a Sentence; a Decimal keeps its last zeros."""


def in_context(context: str, sentence: str) -> str:
    """The key of an English sentence with several translations; `context` tells the translator which one is meant."""
    return f"{context}{CONTEXT}{sentence}"


def without_context(sentence: str) -> str:
    """The English sentence of a key."""
    return sentence.rpartition(CONTEXT)[2]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for people as a value. `str` of it is English; `record.telling.sentences.tell` has the other languages."""

    code: str
    """The name of the sentence where a program reads it; else empty."""
    english: str
    """The sentence in English with its `{placeholders}`: the key of the catalogues of other languages."""
    values: Mapping[str, Value] = field(default_factory=dict)
    remedy: "Sentence | None" = None
    """What to do about it."""
    plural: str = ""
    """The plural form in English. The value `count`, a whole number, chooses the form by the rule of the language."""

    @classmethod
    def of(cls, phrase: StrEnum, remedy: "Sentence | None" = None, /, **values: Value) -> Self:
        """The sentence of a member of a family. Its code is made of the family and the name; its value is the English text."""
        plural = phrase.plural if isinstance(phrase, Phrase) else ""
        return cls(f"{type(phrase).__name__}.{phrase.name.lower().replace('_', '-')}", phrase.value, values, remedy, plural)

    @classmethod
    def plain(cls, text: str) -> Self:
        """A text from elsewhere, in any language, that is shown unchanged."""
        return cls("", "{text}", {"text": text})

    def without_remedy(self) -> "Sentence":
        return replace(self, remedy=None)

    def told(self, template_of: "TemplateOf | None" = None, decimal: str = ".") -> str:
        """The text, with the remedy after a semicolon. `template_of` returns the template of a language; without it the text is English."""
        template_of = template_of or _english
        count = self.values.get("count") if self.plural else None
        values = {name: _text_of(value, template_of, decimal) for name, value in self.values.items()}
        text = filled(template_of(self.english, self.plural, count if isinstance(count, int) else 0), values)
        return f"{text}; {self.remedy.told(template_of, decimal)}" if self.remedy else text

    def __str__(self) -> str:
        return self.told()


class Phrase(StrEnum):
    """The base of the families of sentences. The value of each member is English, with `{placeholders}`.

    A member may have two forms, `ONE = "{count} game", "{count} games"`: the value `count` chooses between them.
    """

    plural: str
    """The plural form; "" where the sentence has one form."""

    def __new__(cls, english: str, plural: str = "") -> Self:
        member = str.__new__(cls, english)
        member._value_, member.plural = english, plural
        return member

    def said(self, remedy: Sentence | None = None, /, **values: Value) -> Sentence:
        return Sentence.of(self, remedy, **values)


TemplateOf = Callable[[str, str, int], str]
"""Returns the template of a language for an English sentence, its plural form ("" where it has none) and the count that chooses."""


def _english(one: str, more: str, count: int) -> str:
    return without_context(more if more and count != 1 else one)


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders filled in. ValueError: a placeholder is not the plain name of a value."""
    parts = []
    for text, name, spec, conversion in Formatter().parse(template):
        if spec or conversion or (name is not None and name not in values):
            raise ValueError(f"{template!r} is no plain template")
        parts += [text, "" if name is None else values[name]]
    return "".join(parts)


def _text_of(value: Value, template_of: TemplateOf, decimal: str) -> str:
    """A value as text. The values of a tuple are separated by commas, whole sentences by semicolons."""
    match value:
        case Sentence():
            return value.told(template_of, decimal)
        case tuple():
            is_of_sentences = any(isinstance(one, Sentence) and one.values for one in value)
            return ("; " if is_of_sentences else ", ").join(_text_of(one, template_of, decimal) for one in value)
        case float() | Decimal():
            return str(value).replace(".", decimal)
    return str(value)


def _(english: str) -> str:
    """The English sentence, unchanged. The call marks it for the catalogues; whoever shows the sentence translates and formats it."""
    return english


class DamcamError(Exception):
    """The root of all errors that damcam raises on purpose: `sentence` says what is wrong, `about` names the file or picture.

    It is raised with the English sentence and the values of its placeholders: `FenError(_("square {square} is given twice"), square=3)`.
    A Sentence stands for what has a code, because a program reads it, and for older code.
    """

    def __init__(self, sentence: str | Sentence, /, about: str = "", **values: Value) -> None:
        if isinstance(sentence, Sentence) and values:
            raise TypeError(f"the sentence has values of its own, and {', '.join(values)} are given")
        self.sentence = Sentence("", sentence, values) if isinstance(sentence, str) else sentence
        super().__init__(self.sentence)
        self.about = about

    def __str__(self) -> str:
        return f"{self.about}: {self.sentence}" if self.about else str(self.sentence)


class SystemFault(Phrase):
    """The common errors of the system, in its own English words."""

    MISSING = "No such file or directory"
    DENIED = "Permission denied"
    FULL = "No space left on device"
    READ_ONLY = "Read-only file system"
    IS_FOLDER = "Is a directory"
    NO_FOLDER = "Not a directory"
    EXISTS = "File exists"
    BROKEN = "Input/output error"
    LONG_NAME = "File name too long"
    IN_USE = "Address already in use"


SYSTEM_FAULTS = {
    errno.ENOENT: SystemFault.MISSING,
    errno.EACCES: SystemFault.DENIED,
    errno.ENOSPC: SystemFault.FULL,
    errno.EROFS: SystemFault.READ_ONLY,
    errno.EISDIR: SystemFault.IS_FOLDER,
    errno.ENOTDIR: SystemFault.NO_FOLDER,
    errno.EEXIST: SystemFault.EXISTS,
    errno.EIO: SystemFault.BROKEN,
    errno.ENAMETOOLONG: SystemFault.LONG_NAME,
    errno.EADDRINUSE: SystemFault.IN_USE,
}


def sentence_of(error: Exception) -> Sentence:
    """What the error says: its sentence, the sentence of a common error of the system, or the text of another error from elsewhere."""
    if isinstance(error, DamcamError):
        return error.sentence
    if isinstance(error, OSError) and error.errno in SYSTEM_FAULTS:
        return SYSTEM_FAULTS[error.errno].said()
    return Sentence.plain(str((isinstance(error, OSError) and error.strerror) or error))


def where_denied(error: OSError, remedy: Sentence) -> Sentence | None:
    """The remedy where the system denied access; None for other errors, such as a full disk, of which the system's words are all that is
    known."""
    return remedy if isinstance(error, PermissionError) else None


class UnknownRules(DamcamError, LookupError):
    """No rule set has this name."""


class FenError(DamcamError, ValueError):
    """The FEN does not describe a position. The text says what is wrong and where."""


class MoveError(DamcamError, ValueError):
    """The root of the three errors of a written move."""


class MalformedMove(MoveError):
    """The text is not the notation of a move."""


class IllegalMove(MoveError):
    """The text names a move that the rules do not allow here."""


class AmbiguousMove(MoveError):
    """The text fits more than one legal move."""


class EvidenceError(DamcamError, ValueError):
    """The evidence has the wrong shape, or a value that is not a log-likelihood."""


class PressError(DamcamError, ValueError):
    """The press is out of order, or was ruled before."""
