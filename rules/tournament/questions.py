"""The questions that the regulations answer, by their names: each reads its fields and returns the answer as JSON objects."""

from collections.abc import Callable, Mapping

from rules.tournament.age import age
from rules.tournament.appeals import appeal
from rules.tournament.club_classes import classes
from rules.tournament.committee import committee
from rules.tournament.dividing import groups
from rules.tournament.event_answers import match_answer, schedule_answer, standings_answer
from rules.tournament.fields import Fields
from rules.tournament.group_winners import first_of_groups
from rules.tournament.prizes import prizes
from rules.tournament.promotion import promotion
from rules.tournament.ranking_question import ranking
from rules.tournament.simultaneous import simultaneous

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
