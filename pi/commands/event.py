"""The command `event`: the regulations of events, asked by programs."""

from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Any

from pi.setup.options import add_json, add_language
from pi.setup.output import complain, print_json, told, wants_json
from pi.setup.standard_input import input_lines
from pi.usage.parsing import Parser
from record.store.json_text import JsonError, JsonFault, json_in
from rules.errors import DamcamError, Phrase
from rules.tournament.fields import QuestionError
from rules.tournament.questions import QUESTIONS, answer

DESCRIPTION = """Answers what the regulations of events say: groups, promotion, the points ranking, appeals and more."""
ASK_HELP = "answer a JSON object a line, such as the groups for a number of entries"
ASK = """Answers questions on the regulations A to I and their appendices, without any file. Standard input has a JSON object a line, and
each is answered at once, in order, by a JSON object with the "article":
  {"ask": "groups", "competition": "B", "entries": 13}    {"sizes": [4, 4, 5], "article": "B 2"}"""
ASK_EPILOG = """What the regulations cannot answer, or a field that cannot be, is answered by {"error": a sentence}. So is a line that is no
JSON object, and then the status is 1."""
REPLACED = "\ufffd"
"""What stands in a line for bytes that are not UTF-8."""


class AskFault(Phrase):
    """Why a line is not answered."""

    NO_OBJECT = 'a JSON object was expected, with "ask" and the fields of the question'


class NoQuestion(DamcamError, ValueError):
    """A line that holds no question."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    tasks = parser.add_subparsers(metavar="TASK", dest="task", required=True)
    ask = tasks.add_parser("ask", help=ASK_HELP, description=ASK, epilog=ASK_EPILOG, formatter_class=RawDescriptionHelpFormatter)
    add_json(ask)
    add_language(ask)
    ask._option_string_actions["--lang"].default = SUPPRESS  # else it would undo a --lang before the task
    if isinstance(parser, Parser) and isinstance(ask, Parser):
        ask.lang = parser.lang


def run(args: Namespace) -> int:
    """Answer each line of standard input as it comes; status 1 when one was no JSON object."""
    status, as_json = 0, wants_json(args.json)
    for line in input_lines():
        if not line.strip():
            continue
        try:
            print_json(answer(_question(line), QUESTIONS))
        except (NoQuestion, JsonError, QuestionError) as error:
            status = status if isinstance(error, QuestionError) else 1
            if as_json:
                print_json({"error": told(error, args.lang)})
            else:
                complain(error, args.lang)
    return status


def _question(line: str) -> dict[str, Any]:
    """The JSON object of a line; NoQuestion or JsonError without one."""
    if REPLACED in line:
        raise JsonError(JsonFault.NOT_UTF_8.said())
    asked = json_in(line)
    if not isinstance(asked, dict):
        raise NoQuestion(AskFault.NO_OBJECT.said())
    return asked
