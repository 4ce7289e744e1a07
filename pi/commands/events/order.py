"""The task `event order`: the jury's order of the problems of a contest."""

from argparse import ArgumentParser, Namespace

from hub.events.contest import jury_ordered
from pi.commands.events.contest import print_contest
from pi.commands.events.opening import add_changing, change, opened_any


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters the order of a problem contest as its jury decided it (H 3). All problems are named, the best first;
those that share a place are joined by =, such as p3=p7."""
    add_changing(parser)
    parser.add_argument("ids", nargs="+", metavar="ID", help="the problems, the best first")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="how the jury decided")


def run(args: Namespace) -> int:
    """Enter the jury's order, and show it."""
    event = opened_any(args)
    print_contest(change(event, jury_ordered(event.state, args.ids), args).state, args)
    return 0
