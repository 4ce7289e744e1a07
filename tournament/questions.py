"""The questions that the regulations answer, by their names: each reads its fields and returns the answer as JSON objects."""

from collections.abc import Callable, Mapping

from tournament.appeals import appeal
from tournament.committee import committee
from tournament.fields import Fields
from tournament.simultaneous import simultaneous

Answerer = Callable[[Fields], dict[str, object]]
"""Answers a question. QuestionError: a field is wrong, or the regulation gives no answer."""
QUESTIONS: Mapping[str, Answerer] = {
    "simultaneous": simultaneous,
    "appeal": appeal,
    "committee": committee,
}
"""What the regulations answer by themselves. A question that needs a program from elsewhere, such as `pair`, is added by who has it."""


def answer(question: Mapping[str, object], questions: Mapping[str, Answerer] = QUESTIONS) -> dict[str, object]:
    """The answer to a question, by its field "ask"; it always has "article". QuestionError: the question cannot be answered."""
    fields = Fields(question)
    return questions[fields.one_of("ask", questions)](fields)
