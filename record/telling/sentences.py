"""Sentences as values: their text in the reader's language, and their form in JSON."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from record.texts import template, template_for
from rules.board.squares import SideWord
from rules.errors import Phrase, Sentence, Value, filled


class Listed(Phrase):
    """The pattern for a list of words."""

    BOTH = "{one} and {other}"


def side_word(side: str) -> Sentence:
    """The word for the side "white" or "black"."""
    return (SideWord.WHITE if side == "white" else SideWord.BLACK).said()


def listed(words: Sequence[Sentence]) -> Sentence:
    """The words, at least one, joined by "and"."""
    return words[0] if len(words) == 1 else Listed.BOTH.said(one=words[0], other=listed(words[1:]))


def tell(sentence: Sentence, lang: str) -> str:
    """The sentence in that language, with the remedy after a semicolon; ValueError for a language without texts."""

    def template_of(one: str, more: str, count: int) -> str:
        return template_for(lang, one, more, count) if more else template(lang, one)

    return sentence.told(template_of, _decimal_mark(lang))


def in_figures(number: float | str, lang: str) -> str:
    """A number, or a text that has no other full stop than in one, as that language writes it: 3.5 is `3,5` in Dutch."""
    return str(number).replace(".", _decimal_mark(lang))


def _decimal_mark(lang: str) -> str:
    return "." if lang == "en" else ","


def spoken(sentence: Sentence, lang: str) -> str:
    """The language of the text that `tell` returns: a sentence without a code is English."""
    return lang if sentence.code else "en"


def as_json(sentence: Sentence) -> dict[str, Any]:
    """The sentence as a JSON object that `sentence_in` reads: `code`, `english`, and `plural`, `values` and `remedy` where it has them."""
    told: dict[str, Any] = {"code": sentence.code, "english": sentence.english}
    if sentence.plural:
        told["plural"] = sentence.plural
    if sentence.values:
        told["values"] = {name: _value_as_json(value) for name, value in sentence.values.items()}
    return told | ({"remedy": as_json(sentence.remedy)} if sentence.remedy else {})


MAX_DEPTH = 5
"""How deep sentences and lists may be nested in a value from elsewhere. Ours are three deep."""
MAX_USES = 2
"""How often a template from elsewhere may use one placeholder. With MAX_DEPTH it bounds the length of the filled sentence."""


def sentence_in(told: object, depth: int = 0) -> Sentence:
    """The sentence of a JSON value: an object of `as_json`, or a plain text; ValueError for anything else.

    `depth` is how deep the value is nested; a value below MAX_DEPTH is refused, as is a template that uses a placeholder too often.
    """
    if depth > MAX_DEPTH:
        raise ValueError("the sentence is nested too deeply")
    match told:
        case str():
            return Sentence.plain(told)
        case {"code": str(code), "english": str(english), **more} if english:
            remedy, values, plural = more.get("remedy"), more.get("values", {}), more.get("plural", "")
            if not isinstance(values, Mapping):
                raise ValueError(f"the values of {code} are no object")
            if not isinstance(plural, str) or (plural and type(values.get("count")) is not int):
                raise ValueError(f"the plural of {code} is no text, or has no count")
            found = Sentence(
                code,
                english,
                {str(name): _value_in(value, depth + 1) for name, value in values.items()},
                sentence_in(remedy, depth + 1) if remedy else None,
                plural,
            )
            _check_templates(found)
            return found
    raise ValueError("no sentence")


def _check_templates(sentence: Sentence) -> None:
    """ValueError: a template cannot be filled in with the values, or uses one of them too often."""
    for form in filter(None, (sentence.english, sentence.plural)):
        filled(form, dict.fromkeys(sentence.values, ""))
        if any(form.count(f"{{{name}}}") > MAX_USES for name in sentence.values):
            raise ValueError(f"{sentence.code} uses a placeholder too often")


def _value_as_json(value: Value) -> Any:
    match value:
        case tuple():
            return [_value_as_json(one) for one in value]
        case Sentence():
            return as_json(value)
        case Decimal():
            return float(value)
    return value


def _value_in(value: object, depth: int) -> Value:
    if depth > MAX_DEPTH:
        raise ValueError("the value is nested too deeply")
    match value:
        case list():
            return tuple(_value_in(one, depth + 1) for one in value)
        case dict():
            return sentence_in(value, depth)
        case str() | int() | float():
            return value
    raise ValueError("no value of a sentence")


MAX_TEXT_LENGTH = 500
"""Characters of a text from elsewhere. Our longest sentences have two hundred."""


def shortened(sentence: Sentence, cleared: Callable[[str], str]) -> Sentence:
    """The sentence with each text in it passed through `cleared` and cut to MAX_TEXT_LENGTH; ValueError when the sentence is longer."""
    if max(len(sentence.english), len(sentence.plural)) > MAX_TEXT_LENGTH:
        raise ValueError("no sentence is so long")

    def short(value: Value) -> Value:
        match value:
            case Sentence():
                return shortened(value, cleared)
            case tuple():
                return tuple(map(short, value))
            case str():
                return cleared(value[:MAX_TEXT_LENGTH])
        return value

    values = {name: short(value) for name, value in sentence.values.items()}
    remedy = shortened(sentence.remedy, cleared) if sentence.remedy else None
    return replace(sentence, values=values, remedy=remedy)
