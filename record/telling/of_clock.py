"""The sentence of an error of the clock, which knows no sentences itself."""

from clock.errors import CodedError
from rules.errors import Sentence


def clock_sentence(error: CodedError) -> Sentence:
    """What is wrong, with what to do as the remedy."""
    return Sentence.of(error.what, Sentence.of(error.do, **error.values) if error.do else None, **error.values)
