"""The parser of each command. It knows no subparsers: the words of the command choose it first."""

from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter

from pi.usage.table import COMMANDS, GROUPS, Command, module_of
from pi.usage.version import TellVersion

EVENT = """Runs the events of the regulations A to H, each in a file of its own: entries, the
lot, pairings, results, standings and what is printed. Every change is kept with
who made it, when and why, and can be taken back. The task ask answers what the
regulations say, without any file."""


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


def parser_of(command: Command) -> ArgumentParser:
    """The parser of the words behind the command's name. Options may stand before, between and behind the others
    (`parse_intermixed_args`)."""
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
    return parser
