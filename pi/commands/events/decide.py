"""The task `event decide`: the arbiter's order of some who are equal."""

from argparse import ArgumentParser, Namespace

from hub.events.withdrawing import order_decided
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters the order of some who are equal to the end, where the arbiter decides it: by a schedule of his own, or
by lot. All of them are named, the best first."""
    add_changing(parser)
    parser.add_argument("ids", nargs="+", metavar="ID", help="those who are equal, the best first")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="how it was decided")


def run(args: Namespace) -> int:
    """Enter the arbiter's order."""
    event = opened(args)
    made = order_decided(event.state, args.ids)
    change(event, made, args)
    if wants_json(args.json):
        print_json({"decided": list(made.ids), "reason": args.reason})
    return 0
