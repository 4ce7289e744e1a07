"""The command `event`: events in files, and what the regulations say. Each task is a module of its own, with the interface of a command."""

from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import Final

from pi.setup.options import add_language
from pi.usage.parsing import Parser
from pi.usage.table import Command, described, module_of

DESCRIPTION = """Runs the events of the regulations A to H, each in a file of its own: entries, the lot, pairings, results, standings and
what is printed. Every change is kept with who made it, when and why, and can be taken back. The task ask answers what the regulations
say, without any file."""
TASKS: Final = {
    task.name: task
    for task in (
        Command("new", "pi.commands.events.new", "make the file of an event"),
        Command("enter", "pi.commands.events.enter", "enter players or teams, by ids or a list"),
        Command("correct", "pi.commands.events.correct", "correct the entry of somebody"),
        Command("line-up", "pi.commands.events.line_up", "enter the list of players of a team"),
        Command("draw", "pi.commands.events.draw", "draw the lot for numbers and groups"),
        Command("pair", "pi.commands.events.pair", "pair the next round"),
        Command("result", "pi.commands.events.result", "enter a result, or correct it with a reason"),
        Command("withdraw", "pi.commands.events.withdraw", "withdraw a player or team for good"),
        Command("start", "pi.commands.events.start", "change the hour at which an event begins"),
        Command("play-off", "pi.commands.events.play_off", "enter the result of a play-off"),
        Command("decide", "pi.commands.events.decide", "enter the arbiter's order of some who are equal"),
        Command("appeal", "pi.commands.events.appeal", "enter an appeal against a ruling, or show the appeals"),
        Command("commission", "pi.commands.events.commission", "enter who sits on an appeal"),
        Command("verdict", "pi.commands.events.verdict", "enter the votes of the commission on an appeal"),
        Command("problem", "pi.commands.events.problem", "enter a problem of a contest (H), or show them"),
        Command("mark", "pi.commands.events.mark", "enter the mark of a juror for a problem"),
        Command("order", "pi.commands.events.order", "enter the jury's order of the problems"),
        Command("undo", "pi.commands.events.undo", "take back the last change"),
        Command("log", "pi.commands.events.log", "show every change, with who, when and why"),
        Command("publish", "pi.commands.events.publish", "say who sees the event on the pages of the hub"),
        Command("standings", "pi.commands.events.standings", "show the standings, and why each has his place"),
        Command("crosstable", "pi.commands.events.crosstable", "show the crosstable"),
        Command("sheets", "pi.commands.events.sheets", "show the pairings of a round, or write them to print"),
        Command("export", "pi.commands.events.export", "write CSV, TRF or PDN for other programs"),
        Command("season", "pi.commands.events.season", "propose promotion, relegation and ranking, and confirm them"),
        Command("demo", "pi.commands.events.demo", "run a made-up championship from entry to print"),
        Command("simultaneous", "pi.commands.events.simultaneous", "make the list of a simultaneous exhibition (I)"),
        Command("ask", "pi.commands.event_ask", "answer questions on the regulations, a JSON object a line"),
    )
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
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
