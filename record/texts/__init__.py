"""Sentences for people in each language that has a catalogue. The key is the English sentence in the source.

A catalogue is a file such as `nl.po` beside this module, and `nl.mo` once it is compiled. English needs none.
"""

import re
import struct
from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from pathlib import Path

from rules.errors import CONTEXT as CONTEXT
from rules.errors import in_context as in_context
from rules.errors import without_context

FOLDER = Path(__file__).parent
ENGLISH = "en"


def _named(suffix: str) -> list[str]:
    """The languages of the files with that suffix: their names are codes of ISO 639, two or three small letters."""
    return sorted(path.stem for path in FOLDER.glob(f"*{suffix}") if re.fullmatch("[a-z]{2,3}", path.stem))


LANGUAGES = (*(_named(".po") or _named(".mo")), ENGLISH)
"""A compiled file counts only where the sources are not installed: one that is left of a deleted source is no language."""
ENGLISH_PLURAL = "n != 1"
LAST_TWO = 100
"""The period of the plural forms: they depend on the last two digits of a number."""

Many = tuple[str, str]
"""The singular and the plural form of a sentence."""


def marked(sentence: str) -> str:
    """The sentence, unchanged. The call marks it for the catalogues where it is said elsewhere."""
    return sentence


def marked_many(one: str, more: str) -> Many:
    """Both forms, unchanged; marks a sentence with a plural form for the catalogues."""
    return one, more


def say(lang: str, sentence: str, **values: object) -> str:
    """The sentence in that language with its `{placeholders}` filled in; English if untranslated. ValueError for an unknown language."""
    return template(lang, sentence).format(**values)


def say_many(lang: str, one: str, more: str, count: int, **values: object) -> str:
    """The form of the sentence for `count`, in that language, with its `{placeholders}` and `{count}` filled in. ValueError as `say`."""
    return template_for(lang, one, more, count).format(count=count, **values)


def template(lang: str, sentence: str) -> str:
    """The sentence in that language with its `{placeholders}` unfilled, for pages; ValueError for an unknown language."""
    return without_context(_catalogue(lang).gettext(sentence))


def template_for(lang: str, one: str, more: str, count: int) -> str:
    """The form of the sentence for `count`, with its `{placeholders}` unfilled."""
    return without_context(_catalogue(lang).ngettext(one, more, count))


def templates(lang: str, one: str, more: str) -> list[str]:
    """All forms of the sentence in that language, in the order of its plural rule (`plural_forms`)."""
    forms = plural_forms(lang)
    return [template_for(lang, one, more, forms.index(str(form))) for form in range(int(max(forms)) + 1)]


@cache
def plural_forms(lang: str) -> str:
    """A text of 200 digits: the plural form of each number below 200. A larger number has the form of 100 plus its last two digits."""
    rule = c2py(_catalogue(lang).info().get("plural-forms", ENGLISH_PLURAL).rpartition("plural=")[2].rstrip("; "))
    return "".join(str(rule(number)) for number in range(2 * LAST_TWO))


def at(lang: str, squares: Sequence[int]) -> str:
    """The squares as part of a sentence in that language, such as `square 7` or `squares 7, 28`."""
    return say_many(lang, "square {squares}", "squares {squares}", len(squares), squares=", ".join(map(str, squares)))


@cache
def _catalogue(lang: str) -> NullTranslations:
    """The catalogue of that language. It is compiled here when the compiled file is missing, damaged, or older than its source.

    Without a usable file the sentences stay English.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no texts in {lang!r}; there are {', '.join(LANGUAGES)}")
    if lang == ENGLISH:
        return NullTranslations()
    source, compiled = FOLDER / f"{lang}.po", FOLDER / f"{lang}.mo"
    if compiled.exists() and not (source.exists() and compiled.stat().st_mtime_ns < source.stat().st_mtime_ns):
        try:
            with compiled.open("rb") as file:
                return GNUTranslations(file)
        except (OSError, ValueError, struct.error) as error:
            import logging  # every start of the command line would pay for it

            logging.getLogger(__name__).error("%s cannot be used: %s", compiled, error)
    if not source.exists():
        return NullTranslations()
    from record.texts.compiling import compiled_catalogue  # Babel takes long to import

    return GNUTranslations(compiled_catalogue(source))
