"""When two ways of writing are one name, and where a text holds a name, in whatever way it is written."""

import re
import unicodedata
from collections.abc import Callable, Iterable

APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))
"""The signs that programs write for an apostrophe."""
MARKS = "\u0300-\u036f"
"""Accents that stand behind a letter as signs of their own."""


def plain(name: str) -> str:
    """A name without differences of spacing, capitals, apostrophes, and how a letter with an accent is written."""
    return " ".join(_letters(unicodedata.normalize("NFC", name)).split())


def alphabetical(name: str) -> tuple[str, str]:
    """The key by which names are put in order: a letter with an accent stands where the letter does, and after it among equals."""
    letters = plain(name)
    return "".join(one for one in unicodedata.normalize("NFD", letters) if not unicodedata.combining(one)), letters


def pattern_of(names: Iterable[str]) -> re.Pattern[str] | None:
    """Finds these plain names, whole, in texts that `replaced` has made plain but for their spaces; the longest first."""
    spaced = [r"\s+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(spaced)})(?![\w{MARKS}])") if spaced else None


def replaced(text: str, pattern: re.Pattern[str], instead: Callable[[str], str]) -> str:
    """The text with something else for what the pattern finds; `instead` is given it as it stands there."""
    composed = unicodedata.normalize("NFC", text)
    letters = [_letters(one) for one in composed]
    at = [index for index, one in enumerate(letters) for _ in one]
    parts, done = [], 0
    for found in pattern.finditer("".join(letters)):
        begin, end = at[found.start()], at[found.end() - 1] + 1
        parts += [composed[done:begin], instead(composed[begin:end])]
        done = end
    return "".join((*parts, composed[done:])) if parts else text


def _letters(text: str) -> str:
    """The text in small letters, each sign for itself."""
    return "".join(unicodedata.normalize("NFC", one.casefold()) for one in text.translate(APOSTROPHES))
