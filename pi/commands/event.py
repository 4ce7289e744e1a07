"""The command `event`: what the regulations say of events. Each task is a module of its own, with the interface of a command."""

from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import Final

from pi.setup.options import add_language
from pi.usage.parsing import Parser
from pi.usage.table import Command, described, module_of

TASKS: Final = {
    task.name: task for task in (Command("ask", "pi.commands.event_ask", "answer questions on the regulations, a JSON object a line"),)
}


def add_arguments(parser: ArgumentParser) -> None:
    tasks = parser.add_subparsers(metavar="TASK", dest="task", required=True, help="damcam event TASK --help explains it")
    for name, task in TASKS.items():
        own = tasks.add_parser(name, help=task.help, description=described(task))
        module_of(task).add_arguments(own)
        add_language(own)
        own._option_string_actions["--lang"].default = SUPPRESS  # else it would undo a --lang before the task
        if isinstance(parser, Parser) and isinstance(own, Parser):
            own.lang = parser.lang


def run(args: Namespace) -> int:
    """Run the task."""
    return module_of(TASKS[args.task]).run(args)
