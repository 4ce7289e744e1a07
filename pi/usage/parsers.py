"""The parser of each command. It knows no subparsers: the words of the command choose it first."""

from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence

from pi.usage.table import COMMANDS, GROUPS, Command, module_of
from pi.usage.version import TellVersion

EVENT = """Runs the events of the regulations A to H, each in a file of its own: entries, the
lot, pairings, results, standings and what is printed. Every change is kept with
who made it, when and why, and can be taken back. The task ask answers what the
regulations say, without any file."""

NO_LANGUAGE = " here: what this command says is in English alone"


def top_parser() -> ArgumentParser:
    """The parser of the first word, the `command`. Its help lists all commands."""
    width = max(map(len, COMMANDS))
    groups = (
        "\n".join((f"{title}:", *(f"  {command.name:{width}}  {command.help}" for command in group))) for title, group in GROUPS.items()
    )
    parser = ArgumentParser(
        "damcam",
        usage="damcam [-h] [--version] COMMAND ...",
        description="Records draughts games played on a real board, from pictures taken at each press of the clock.",
        epilog="\n\n".join((*groups, "damcam COMMAND --help explains a command.")),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=TellVersion)
    parser.add_argument("command", metavar="COMMAND", choices=tuple(COMMANDS), help=SUPPRESS)
    return parser


def arguments_of(command: Command, words: Sequence[str]) -> Namespace:
    """The arguments of the command, from the words behind its name. Wrong words end the program with status 2 and what is wrong.

    Options may stand before, between and behind the other words. Behind `--` no word is an option.
    """
    parser = parser_of(command)
    if command.module is None and words and words[0].startswith("-") and words[0] not in ("-h", "--help"):
        parser.error(f"the task must be the first word, not {words[0]}")
    # parse_known_intermixed_args forgets where the dashes stood
    args, unknown = parser.parse_known_args(words) if "--" in words else parser.parse_known_intermixed_args(words)
    if option := next((word.partition("=")[0] for word in unknown if word.startswith("-")), None):
        parser.error(f"there is no option {option}{NO_LANGUAGE if option == '--lang' else ''}")
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return args


def parser_of(command: Command) -> ArgumentParser:
    """The parser of the words behind the command's name."""
    parser = ArgumentParser(f"damcam {command.name}", description=f"{command.help[0].upper()}{command.help[1:]}.", allow_abbrev=False)
    if command.module is None:
        width = max(map(len, command.tasks))
        lines = (f"  {name:{width}}  {task.help}" for name, task in command.tasks.items())
        parser.formatter_class, parser.description = RawDescriptionHelpFormatter, EVENT
        parser.epilog = "\n".join(("tasks:", *lines, "", f"damcam {command.name} TASK --help explains a task."))
        parser.usage = f"damcam {command.name} [-h] TASK ..."
        parser.add_argument("task", metavar="TASK", choices=tuple(command.tasks), help=SUPPRESS)
        return parser
    module_of(command.module).add_arguments(parser)
    if command.tasks:
        tasks = "; ".join(f"{name}: {task.help}" for name, task in command.tasks.items())
        parser.epilog = f"{parser.epilog or ''} Tasks, each with its own --help: {tasks}."
    return parser
