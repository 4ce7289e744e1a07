"""The questions by their names, and the answer to one."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import inspect

from pi.commands.questions.answers import Answer
from pi.commands.questions.fields import Question, QuestionError, quoted, shown
from pi.commands.questions.of_appeals import AppealQuestion, CommitteeQuestion
from pi.commands.questions.of_articles import (
    AgeQuestion,
    ClassesQuestion,
    GroupsQuestion,
    PrizesQuestion,
    ScheduleQuestion,
    SimultaneousQuestion,
)
from pi.commands.questions.of_events import FirstOfGroupsQuestion, MatchQuestion, PairQuestion, StandingsQuestion, TeamStandingsQuestion
from pi.commands.questions.of_seasons import MergedPromotionQuestion, PlayersPromotionQuestion, RankingQuestion, TeamsPromotionQuestion
from rules.errors import sentence_of
from tournament.competitions import BOARDS

QUESTIONS: Final[Mapping[str, type[Question]]] = {
    "groups": GroupsQuestion,
    "schedule": ScheduleQuestion,
    "age": AgeQuestion,
    "classes": ClassesQuestion,
    "match": MatchQuestion,
    "standings": StandingsQuestion,
    "first-of-groups": FirstOfGroupsQuestion,
    "pair": PairQuestion,
    "promotion": PlayersPromotionQuestion,
    "ranking": RankingQuestion,
    "prizes": PrizesQuestion,
    "simultaneous": SimultaneousQuestion,
    "appeal": AppealQuestion,
    "committee": CommitteeQuestion,
}
"""The questions by the name in `ask`."""


def answer(question: Mapping[str, object]) -> Answer:
    """The answer to a question, always with "article". TournamentError: there is none, and why."""
    name = question.get("ask")
    if not isinstance(name, str) or name not in QUESTIONS:
        raise QuestionError("ask is {value}; one of {choices} was expected", value=shown(name), choices=quoted([*QUESTIONS]))
    fields = {key: value for key, value in question.items() if key != "ask"}
    return _question_in(fields, _type_of(name, fields)).answer()


def _type_of(name: str, fields: Mapping[str, object]) -> type[Question]:
    """The question of that name; of teams it has other fields. A `promotion` without `competition` is of teams where it has their order."""
    is_of_teams = fields.get("competition") in list(BOARDS)
    if name == "standings" and is_of_teams:
        return TeamStandingsQuestion
    if name == "promotion" and (is_of_teams or (fields.get("competition") is None and fields.get("order") is not None)):
        return MergedPromotionQuestion if fields.get("merged") is True else TeamsPromotionQuestion
    return QUESTIONS[name]


def _question_in(fields: Mapping[str, object], of_question: type[Question]) -> Question:
    """The question of these fields. QuestionError: a field is missing, not known, or cannot be."""
    known = _of_known_fields(fields, inspect.type_info(of_question), "")
    try:
        return msgspec.convert(known, of_question)
    except msgspec.ValidationError as error:
        raise QuestionError(sentence_of(error)) from error


def _of_known_fields(value: object, type_: inspect.Type, where: str) -> object:
    """The value without what is null in its objects. QuestionError names the first field that is not known, and those that are."""
    if isinstance(type_, inspect.StructType) and isinstance(value, Mapping):
        types = {field.encode_name: field.type for field in type_.fields}
        for name in value:
            if name not in types:
                field, known = shown(f"{where}{name}"), tuple(types)
                raise QuestionError("{field} is not a field of this question; here it has {known}", field=field, known=known)
        there = {name: content for name, content in value.items() if content is not None}
        return {name: _of_known_fields(content, types[name], f"{where}{name}") for name, content in there.items()}
    if isinstance(type_, inspect.ListType | inspect.VarTupleType) and isinstance(value, list):
        return [_of_known_fields(row, type_.item_type, f"{where}[{at}].") for at, row in enumerate(value)]
    return value
