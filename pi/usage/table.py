"""The table of the commands of `damcam`. Nothing of a command is imported before it is needed."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import NamedTuple, Protocol


class Command(NamedTuple):
    """One row of the table of commands."""

    name: str
    """The word or words by which it is called."""
    module: str | None
    """The name of the module, which has the interface of `CommandModule`, or `MODULE:NAME`, of which its function `task` returns that of
    the name; None where one of the tasks must be named."""
    help: str
    """What the command does, in one line of at most 66 characters, so that `damcam --help` fits into 80 columns."""
    tasks: Mapping[str, "Command"] = {}
    """What the command does where the word behind its name is one of these."""


class CommandModule(Protocol):
    """The interface of a command's module."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments, and set a longer description or an epilog if the row of the table is not enough."""

    def run(self, args: Namespace) -> int:
        """Run the command and return the exit status. The caller turns a DamcamError into a sentence and status 1, a UsageError into 2."""


def by_name(commands: Iterable[Command]) -> dict[str, Command]:
    """The commands by the last word of their names."""
    return {command.name.split()[-1]: command for command in commands}


HUB_TASKS = by_name(
    (
        Command("hub broker", "pi.commands.halls.broker", "run the broker of the hall, as a service of its own"),
        Command("hub mirror", "pi.commands.halls.mirror", "keep the games of boards elsewhere, as a process of its own"),
    )
)
"""What `damcam hub` does besides serving."""


class LateTasks(Mapping[str, Command]):
    """The tasks of a command, `TASKS` of a module that is imported when they are asked for."""

    def __init__(self, module: str) -> None:
        self._module = module

    @cached_property
    def _tasks(self) -> Mapping[str, Command]:
        tasks: Mapping[str, Command] = import_module(self._module).TASKS
        return tasks

    def __getitem__(self, name: str) -> Command:
        return self._tasks[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tasks)

    def __len__(self) -> int:
        return len(self._tasks)


EVENT_TASKS = LateTasks("pi.commands.events.tasks")
"""What `damcam event` does."""
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
        Command("join", "pi.programs.join", "join the hub of a hall, with the file that it made for this board"),
        Command("uplink", "pi.commands.uplink", "send the games of this board to its hub, as a service of its own"),
        Command("names", "pi.commands.names", "set who plays, and the event, round and board"),
        Command("rule", "pi.commands.rule", "hand a ruling of the arbiter to the running service"),
        Command("tablet", "pi.commands.tablet", "print the link that opens the tablet page of a board"),
        Command("passwd", "pi.commands.passwd", "set who may sign in to the arbiter's desk, and the passwords"),
        Command("import", "pi.programs.import_game", "continue a game from a log or a PDN file"),
        Command("forget", "pi.commands.forget", "delete the pictures of a game, of a person, or of old games"),
    ),
    "in a hall": (
        Command("hub", "pi.commands.hub", "make a hub and serve the boards of its hall", HUB_TASKS),
        Command("event", None, "run an event: entries, pairings, results, standings, by the rules", EVENT_TASKS),
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
COMMANDS = by_name(command for group in GROUPS.values() for command in group)


def command_of(words: Sequence[str]) -> tuple[Command, list[str]]:
    """The command or task that the first words name, and the words behind them; KeyError where there is no such command."""
    command, rest = COMMANDS[words[0]], list(words[1:])
    return (command.tasks[rest[0]], rest[1:]) if rest and rest[0] in command.tasks else (command, rest)


def module_of(name: str) -> CommandModule:
    """Import the module of a command by its name in the table."""
    path, _, task = name.partition(":")
    module = import_module(path)
    command: CommandModule = module.task(task) if task else module
    return command
