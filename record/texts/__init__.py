"""Sentences for people in Dutch, Frisian and English, from gettext catalogues; the English sentence is the key."""

from collections.abc import Sequence
from functools import cache

LANGUAGES = ("nl", "fy", "en")
ONE_SQUARE, MORE_SQUARES = "square {squares}", "squares {squares}"


@cache
def _catalogue(lang: str) -> dict[str, str]:
    if lang == "en":
        return {}
    from importlib.resources import files  # here, because both take long to import and English needs neither

    from babel.messages.pofile import read_po

    with (files(__package__) / f"{lang}.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale=lang) if message.id and message.string}


def say(lang: str, sentence: str, **values: object) -> str:
    """The sentence in that language, its `{placeholders}` filled in; English where a language lacks it. ValueError for other languages."""
    return template(lang, sentence).format(**values)


def template(lang: str, sentence: str) -> str:
    """The sentence in that language with its `{placeholders}`, for a page that fills them in; ValueError for other languages."""
    if lang not in LANGUAGES:
        raise ValueError(f"no texts in {lang!r}; there are {', '.join(LANGUAGES)}")
    return _catalogue(lang).get(sentence, sentence)


def at(lang: str, squares: Sequence[int]) -> str:
    """The squares as they stand in a sentence of that language: `square 7`, `squares 7, 28`."""
    return say(lang, ONE_SQUARE if len(squares) == 1 else MORE_SQUARES, squares=", ".join(map(str, squares)))
