"""What an error says, by its code, or the English sentence that is its key, and its values."""

from collections.abc import Callable, Iterator

from clock.errors import CodedError
from rules.errors import DamcamError, Sentence, Value

Refusal = Callable[[BaseException], bool]
"""What an error must say, for `pytest.raises(..., check=...)`."""


def says(code: str, /, **values: Value) -> Refusal:
    """For `pytest.raises(..., check=says("PlayOffFault.has-white", id="p3"))`: the sentence with that code has these values, among others.

    A sentence without a code is named by its template in English, and so is a sentence among the values. An error of the clock has a code
    and values, and no sentence.
    """

    def check(error: BaseException) -> bool:
        if isinstance(error, CodedError):
            told = f"{type(error.what).__name__}.{error.what.name.lower().replace('_', '-')}"
            said: dict[str, object] = {name: error.values.get(name) for name in values}
        else:
            assert isinstance(error, DamcamError), repr(error)
            told, said = _key(error.sentence), dict(_said(error.sentence, values))
        assert (told, said) == (code, values), f"{told}: {error}"
        return True

    return check


def within(code: str, /, **values: Value) -> Refusal:
    """As `says`, of the sentence or one within it: such as why a line is no ruling, and not that it is none."""

    def check(error: BaseException) -> bool:
        assert isinstance(error, DamcamError), repr(error)
        assert [_said(one, values) for one in parts(error.sentence) if _key(one) == code] == [values], f"{error.sentence}"
        return True

    return check


def parts(sentence: Sentence) -> Iterator[Sentence]:
    """The sentence with its remedy and the sentences among its values, at any depth."""
    yield sentence
    for value in (sentence.remedy, *sentence.values.values()):
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Sentence):
                yield from parts(one)


def _said(sentence: Sentence, values: dict[str, Value]) -> dict[str, Value | None]:
    """The values of these names, a nested sentence by its code."""
    said = {name: sentence.values.get(name) for name in values}
    return {name: _key(value) if isinstance(value, Sentence) else value for name, value in said.items()}


def _key(sentence: Sentence) -> str:
    return sentence.code or sentence.english
