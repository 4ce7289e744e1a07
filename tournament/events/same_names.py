"""When two ways of writing are one name, how two of one name are told apart, and where a text holds a name in whatever writing."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable

from rules.pdn.tags import MAX_TAG_LENGTH
from tournament.events.changes import Entrant

APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))
"""The signs that programs write for an apostrophe."""
PREFIXES = frozenset(
    (
        *("aan", "bij", "d'", "da", "de", "den", "der", "des", "di", "dos", "du", "el", "fan", "het", "in", "la", "le", "onder", "op"),
        *("over", "'s", "'t", "te", "ten", "ter", "uit", "van", "vom", "von", "voor", "zu", "zur"),
    )
)
"""The words before a family name that do not count where names are put in order, as Dutch lists have it."""
BEHIND = re.compile(r" \([^()]*\)$")
"""What stands in brackets behind a name."""
MARKS = "\u0300-\u036f"
"""Accents that stand behind a letter as signs of their own."""


def plain(name: str) -> str:
    """A name without differences of spacing, capitals, apostrophes, and how a letter with an accent is written."""
    return " ".join(_letters(unicodedata.normalize("NFC", name)).split())


def alphabetical(name: str) -> tuple[str, str]:
    """The key by which names are put in order: a letter with an accent stands where the letter does, and after it among equals."""
    letters = plain(name)
    return "".join(one for one in unicodedata.normalize("NFD", letters) if not unicodedata.combining(one)), letters


def by_family_name(name: str) -> tuple[str, ...]:
    """The key by which the names of players are put in order for people who look for themselves: `Anne-Marije de Jong` stands under Jong,
    as in a Dutch list, and `Sytske Bakker-de Vries` under Bakker. So does a name that is written with its family name first and a comma.
    What `distinct_names` puts behind a name counts last."""
    family, comma, given = plain(BEHIND.sub("", name)).partition(",")
    words = [*given.split(), *family.split()]
    while len(words) > 1 and words[-1].rstrip(".") in ("jr", "sr"):
        words.pop()
    if not words or words[-1].isdecimal():
        return alphabetical(name)
    begin = len(given.split()) if comma else next((at for at in range(1, len(words)) if _begins_family_name(words[at])), len(words) - 1)
    main = next((at for at in range(begin, len(words)) if words[at] not in PREFIXES), len(words) - 1)
    return (*(alphabetical(" ".join(part))[0] for part in (words[main:], words[:main])), *alphabetical(name))


def _begins_family_name(word: str) -> bool:
    return word.rpartition("-")[2] in PREFIXES


def distinct_names(entrants: Iterable[Entrant]) -> dict[str, str]:
    """Return the names of the entrants by id. Where several have one name, each has the club behind it, as in `Jan de Vries (Drachten)`, or
    the id where no club tells that one from the others. A board takes each as a name."""
    known = list(entrants)
    times, of_club = Counter(plain(one.shown) for one in known), Counter((plain(one.shown), plain(one.club)) for one in known)
    names = {}
    for one in known:
        name = plain(one.shown)
        mark = one.club if one.club and of_club[name, plain(one.club)] == 1 else one.id
        behind = f" ({mark[: MAX_TAG_LENGTH // 2]})" if times[name] > 1 else ""
        names[one.id] = one.shown[: MAX_TAG_LENGTH - len(behind)] + behind
    return names


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
