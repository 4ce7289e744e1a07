"""The command `event ask`: the regulations of events as a pure function, asked by programs."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Any

from pi.commands.questions.asking import answer
from pi.commands.questions.fields import QuestionError
from pi.setup.options import add_json
from pi.setup.output import print_json, wants_json
from pi.setup.standard_input import input_lines
from pi.usage.errors import UsageError
from record.store.json_text import JsonError, JsonFault, JsonPairs, json_in
from rules.errors import DamcamError, Phrase
from tournament.errors import TournamentError

DESCRIPTION = """Answers questions on the regulations A to I and their appendices, without any file. Standard input has a JSON object
a line, and each is answered at once, in order, by a JSON object with the article:
  {"ask": "groups", "competition": "B", "entries": 13}      {"sizes": [4, 4, 5], "article": "B 2"}
  {"ask": "classes", "list": "RHAA", "number": 6}           {"may_play": ["EK", "HA"], "article": "A 2"}"""
EPILOG = """What the regulations cannot answer, or a field that cannot be, is answered by {"error": a sentence}. So is a line that is no
JSON object, and then the status is 1. The questions and their fields are in the documentation: Questions on the regulations."""
REPLACED = "\ufffd"
"""What stands in a line for bytes that are not UTF-8."""


class AskFault(Phrase):
    """Why a line is not answered."""

    NO_OBJECT = 'a JSON object was expected, with "ask" and the fields of the question'
    FOR_PROGRAMS = "questions and answers are JSON, for programs"
    GIVE_JSON = "--json prints them on a terminal too"


class NoQuestion(DamcamError, ValueError):
    """A line that holds no question."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    add_json(parser)


def run(args: Namespace) -> int:
    """Answer each line of standard input as it comes; status 1 when one was no JSON object."""
    if not wants_json(args.json):
        raise UsageError(AskFault.FOR_PROGRAMS.said(AskFault.GIVE_JSON.said()))
    status = 0
    for line in input_lines():
        if not line.strip():
            continue
        try:
            print_json(answer(_question(line)))
        except (NoQuestion, JsonError, TournamentError) as error:
            status = status if isinstance(error, TournamentError) else 1
            print_json({"error": str(error)})
    return status


def _question(line: str) -> dict[str, Any]:
    """The JSON object of a line; NoQuestion or JsonError without one, QuestionError where it has a field twice."""
    if REPLACED in line:
        raise JsonError(JsonFault.NOT_UTF_8.said())
    asked = json_in(line, finite=True, object_of=_once)
    if not isinstance(asked, dict):
        raise NoQuestion(AskFault.NO_OBJECT.said())
    return asked


def _once(pairs: JsonPairs) -> dict[str, Any]:
    """The object of these fields; QuestionError where one is there twice."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise QuestionError("the field {field} is there twice in one object", field=repr(name))
        fields[name] = value
    return fields
