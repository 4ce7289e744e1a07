"""The command `event`: events of the regulations in files, and the regulations themselves, asked by programs."""

from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Any

from pi.commands.events import entries, rounds, shown
from pi.setup.options import add_json, add_language
from pi.setup.output import complain, print_json, told, wants_json
from pi.setup.standard_input import input_lines
from pi.usage.parsing import Parser
from record.store.json_text import JsonError, JsonFault, json_in
from rules.errors import DamcamError, Phrase
from rules.tournament.fields import QuestionError
from rules.tournament.questions import QUESTIONS, answer

DESCRIPTION = """Runs the events of the regulations A to G, each in a file: entries, the lot, pairings, results, standings and what is
printed of them. Every change is kept with who made it, when and why, and can be taken back. damcam event TASK --help explains a task. The
task ask answers what the regulations say, without any file."""
ASK_HELP = "answer a JSON object a line, such as the groups for a number of entries"
ASK = """Answers questions on the regulations A to I and their appendices, without any file. Standard input has a JSON object a line, and
each is answered at once, in order, by a JSON object with the "article":
  {"ask": "groups", "competition": "B", "entries": 13}    {"sizes": [4, 4, 5], "article": "B 2"}"""
ASK_EPILOG = """What the regulations cannot answer, or a field that cannot be, is answered by {"error": a sentence}. So is a line that is no
JSON object, and then the status is 1."""
TASKS = entries.TASKS | rounds.TASKS | shown.TASKS
"""The tasks on the file of an event."""
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
    for name, task in TASKS.items():
        made = tasks.add_parser(name, help=task.help)
        task.add_arguments(made)
        _add_language(parser, made)
    ask = tasks.add_parser("ask", help=ASK_HELP, description=ASK, epilog=ASK_EPILOG, formatter_class=RawDescriptionHelpFormatter)
    add_json(ask)
    _add_language(parser, ask)


def _add_language(parser: ArgumentParser, task: ArgumentParser) -> None:
    """Add --lang to the task, and refuse its words in the language of the command."""
    add_language(task)
    task._option_string_actions["--lang"].default = SUPPRESS  # else it would undo a --lang before the task
    if isinstance(parser, Parser) and isinstance(task, Parser):
        task.lang = parser.lang


def run(args: Namespace) -> int:
    """Do the task on an event's file, or answer questions; see each task for the status."""
    return TASKS[args.task].run(args) if args.task in TASKS else _ask(args)


def _ask(args: Namespace) -> int:
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
