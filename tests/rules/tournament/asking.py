"""Asks a question as a program does: the answer, or the sentence of the refusal."""

import pytest

from rules.tournament.fields import QuestionError
from rules.tournament.questions import answer


def ask(name, /, **fields):
    """The answer without its article."""
    found = answer({"ask": name, **{key.replace("klass", "class"): value for key, value in fields.items()}})
    assert isinstance(found.pop("article"), str)
    return found


def refused(name, /, **fields):
    """The sentence of the refusal."""
    with pytest.raises(QuestionError) as refusal:
        ask(name, **fields)
    return str(refusal.value)
