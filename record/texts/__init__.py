"""Sentences for people in each language that has a catalogue; the English sentence, which stands in the source, is the key.

A catalogue is `nl.po` beside this file, and `nl.mo` once it is compiled. English needs none.
"""

from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations, c2py
from pathlib import Path

from rules.errors import CONTEXT as CONTEXT
from rules.errors import in_context as in_context
from rules.errors import without_context

FOLDER = Path(__file__).parent
ENGLISH = "en"
LANGUAGES = (*sorted({path.stem for path in FOLDER.iterdir() if path.suffix in (".po", ".mo")}), ENGLISH)
ENGLISH_PLURAL = "n != 1"
LAST_TWO = 100
"""The plural forms of every language repeat with the last two digits of a number."""

Many = tuple[str, str]
"""A sentence for one and for more."""


def marked(sentence: str) -> str:
    """The sentence itself, which is said elsewhere: so the catalogues get it."""
    return sentence


def marked_many(one: str, more: str) -> Many:
    """The same of a sentence that has a form for each number."""
    return one, more


def say(lang: str, sentence: str, **values: object) -> str:
    """The sentence in that language, its `{placeholders}` filled in; English where a language lacks it. ValueError for other languages."""
    return template(lang, sentence).format(**values)


def say_many(lang: str, one: str, more: str, count: int, **values: object) -> str:
    """The same of a sentence that has a form for each number; `{count}` is filled in too."""
    return template_for(lang, one, more, count).format(count=count, **values)


def template(lang: str, sentence: str) -> str:
    """The sentence in that language with its `{placeholders}`, for a page that fills them in; ValueError for other languages."""
    return without_context(_catalogue(lang).gettext(sentence))


def template_for(lang: str, one: str, more: str, count: int) -> str:
    """The form of the sentence for that number, with its `{placeholders}`."""
    return _catalogue(lang).ngettext(one, more, count)


def templates(lang: str, one: str, more: str) -> list[str]:
    """All forms of the sentence in that language, in the order of its plural rule (`plural_forms`)."""
    forms = plural_forms(lang)
    return [template_for(lang, one, more, forms.index(str(form))) for form in range(int(max(forms)) + 1)]


@cache
def plural_forms(lang: str) -> str:
    """For each number below 200 the digit of the form that it takes; others take the form of their last two digits and 100."""
    rule = c2py(_catalogue(lang).info().get("plural-forms", ENGLISH_PLURAL).rpartition("plural=")[2].rstrip("; "))
    return "".join(str(rule(number)) for number in range(2 * LAST_TWO))


def at(lang: str, squares: Sequence[int]) -> str:
    """The squares as they stand in a sentence of that language: `square 7`, `squares 7, 28`."""
    return say_many(lang, "square {squares}", "squares {squares}", len(squares), squares=", ".join(map(str, squares)))


@cache
def _catalogue(lang: str) -> NullTranslations:
    """Of that language: as it was compiled, or compiled here where that was not done since it was last edited."""
    if lang not in LANGUAGES:
        raise ValueError(f"no texts in {lang!r}; there are {', '.join(LANGUAGES)}")
    if lang == ENGLISH:
        return NullTranslations()
    source, compiled = FOLDER / f"{lang}.po", FOLDER / f"{lang}.mo"
    if source.exists() and (not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns):
        from record.texts.compiling import compiled_catalogue  # Babel takes long to import

        return GNUTranslations(compiled_catalogue(source))
    with compiled.open("rb") as file:
        return GNUTranslations(file)
