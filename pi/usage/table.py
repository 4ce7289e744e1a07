"""The table of the commands of `damcam`, and the parser of all of them. Nothing of a command is imported before it is needed."""

import argparse
from importlib import import_module
from typing import NamedTuple, Protocol

from pi.setup.options import add_language
from pi.usage.parsing import Parser
from pi.usage.version import TellVersion


class Command(NamedTuple):
    """One row of the table of commands."""

    name: str
    module: str
    """The name of the module, which has the interface of `CommandModule`."""
    help: str
    """What the command does, in one line of at most 66 characters, so that `damcam --help` fits into 80 columns."""


class CommandModule(Protocol):
    """The interface of a command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments, and set a longer description or an epilog if the row of the table is not enough."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command and return the exit status. The caller turns a DamcamError into a sentence and status 1, a UsageError into 2."""


GROUPS: dict[str, tuple[Command, ...]] = {
    "rules": (
        Command("moves", "pi.commands.moves", "legal moves of each FEN on standard input"),
        Command("perft", "pi.commands.perft", "count the leaves of the move tree"),
        Command("check", "pi.commands.check", "replay the games of a PDN file and name their faults"),
        Command("problem", "pi.commands.problem", "judge and solve the problem of each FEN on standard input"),
        Command("judge", "pi.commands.judge", "rule the presses that other eyes read, a JSON object a line"),
    ),
    "pictures": (
        Command("read", "pi.commands.read", "read the position in photographs, each located by itself"),
        Command("locate", "pi.commands.locate", "find the board in pictures, and which way round it lies"),
    ),
    "at a board": (
        Command("run", "pi.programs.run", "record the games at a board, until told to end"),
        Command("pages", "pi.commands.pages", "serve the pages of this board as a service of its own"),
        Command("copy", "pi.commands.copy", "keep the second copy off the card as a service of its own"),
        Command("selftest", "pi.checks.selftest", "try every part of a board, and say what to do about each"),
        Command("addresses", "pi.commands.addresses", "print where others in this network can open the pages"),
        Command("join", "pi.programs.join", "join the hub of a hall, with the file that it made for this board"),
        Command("uplink", "pi.commands.uplink", "send the games of this board to its hub, as a service of its own"),
        Command("names", "pi.commands.names", "set who plays, and the event, round and board"),
        Command("rule", "pi.commands.rule", "hand a ruling of the arbiter to the running service"),
        Command("tablet", "pi.commands.tablet", "print the link that opens the tablet page of a board"),
        Command("passwd", "pi.commands.passwd", "set who may sign in to the arbiter's desk, and the passwords"),
        Command("take-over", "pi.programs.take_over", "continue a game that another recorder began"),
        Command("go-on", "pi.programs.go_on", "go on with what is left of a game whose journal lost something"),
        Command("forget", "pi.commands.forget", "delete the pictures of a game, of a person, or of old games"),
    ),
    "in a hall": (
        Command("hub", "pi.commands.hub", "serve the boards of a hall from the folders of their games"),
        Command("event", "pi.commands.event", "run an event: entries, pairings, results, standings, by the rules"),
    ),
    "recorded games": (
        Command("demo", "pi.programs.demo", "play a shipped session through the whole pipeline and show it"),
        Command("replay", "pi.programs.replay", "read and rule a recorded session again"),
        Command("record", "pi.commands.record", "show what is on the record of a game, ply by ply"),
        Command("verify", "pi.commands.verify", "check the journals and pictures of games, and say what differs"),
        Command("dossier", "pi.commands.dossier", "write a dispute as one file, for the commission of appeal"),
        Command("paper", "pi.commands.paper", "enter the moves of a game that was continued on paper"),
    ),
}
"""The commands, by the headings under which `damcam --help` lists them."""
COMMANDS: dict[str, Command] = {command.name: command for group in GROUPS.values() for command in group}
HUB_TASKS: dict[str, Command] = {
    task.name: task
    for task in (
        Command("init", "pi.commands.halls.init", "set up the broker of a hall, with certificates of its own"),
        Command("enroll", "pi.commands.halls.enroll", "make the file with which a board joins the hub"),
        Command("revoke", "pi.commands.halls.revoke", "cut a board off from the hub at once"),
        Command("broker", "pi.commands.halls.broker", "run the broker of the hall, as a service of its own"),
        Command("mirror", "pi.commands.halls.mirror", "keep the games of boards elsewhere, as a service of its own"),
        Command("results", "pi.commands.halls.results", "show the results of all boards, and what is missing"),
        Command("hand-out", "pi.commands.halls.hand_out", "let another machine take over a board, with its game"),
        Command("backup", "pi.commands.halls.backup", "copy all that the hub keeps, while it runs"),
        Command("restore", "pi.commands.halls.restore", "put a backup of a hub into an empty folder"),
        Command("export", "pi.commands.halls.export", "write an event: games by round, dossiers, standings"),
    )
}
"""What `damcam hub` does besides serving, when its first word is one of these."""


def full_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line, for documentation. It imports the modules of all commands."""
    parser = top_parser()
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)
    for command in COMMANDS.values():
        add_arguments(command, commands.add_parser(command.name, help=command.help, description=described(command)))
    return parser


def top_parser() -> Parser:
    """The parser of what stands before the command."""
    parser = Parser(
        "damcam",
        description="Records draughts games played on a real board, from pictures taken at each press of the clock.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=TellVersion)
    return parser


def add_arguments(command: Command, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command, and --lang, which every command has."""
    module_of(command).add_arguments(parser)
    add_language(parser)


def task_parser(task: Command) -> Parser:
    """The parser of a task of a command, which `Parser.tasks` gives its words to."""
    parser = Parser(task.name, description=described(task))
    add_arguments(task, parser)
    return parser


def module_of(command: Command) -> CommandModule:
    """Import the module of the command."""
    module: CommandModule = import_module(command.module)
    return module


def described(command: Command) -> str:
    """The description of a command that sets no longer one."""
    return f"{command.help[0].upper()}{command.help[1:]}."
