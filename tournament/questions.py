"""The questions that the regulations answer, by their names: each reads its fields and returns the answer as JSON objects."""

from collections.abc import Callable, Mapping

from tournament.age import age
from tournament.appeals import appeal
from tournament.club_classes import classes
from tournament.committee import committee
from tournament.dividing import groups
from tournament.event_answers import match_answer, schedule_answer, standings_answer
from tournament.fields import Fields
from tournament.group_winners import first_of_groups
from tournament.prizes import prizes
from tournament.promotion import promotion
from tournament.ranking_question import ranking
from tournament.simultaneous import simultaneous

Answerer = Callable[[Fields], dict[str, object]]
"""Answers a question. QuestionError: a field is wrong, or the regulation gives no answer."""
QUESTIONS: Mapping[str, Answerer] = {
    "groups": groups,
    "schedule": schedule_answer,
    "match": match_answer,
    "standings": standings_answer,
    "promotion": promotion,
    "ranking": ranking,
    "age": age,
    "classes": classes,
    "prizes": prizes,
    "first-of-groups": first_of_groups,
    "simultaneous": simultaneous,
    "appeal": appeal,
    "committee": committee,
}
"""What the regulations answer by themselves. A question that needs a program from elsewhere, such as `pair`, is added by who has it."""


def answer(question: Mapping[str, object], questions: Mapping[str, Answerer] = QUESTIONS) -> dict[str, object]:
    """The answer to a question, by its field "ask"; it always has "article". QuestionError: the question cannot be answered."""
    fields = Fields(question)
    return questions[fields.one_of("ask", questions)](fields)
