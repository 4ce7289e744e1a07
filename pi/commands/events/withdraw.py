"""The task `event withdraw`: somebody leaves for good."""

from argparse import ArgumentParser, Namespace

from hub.events.played import LAPSE, WON
from hub.events.withdrawing import withdrawn
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Withdraws somebody for good. Competition C says what becomes of the games (C 14), and in the Swiss system they
stand. Elsewhere the arbiter says it: they lapse, or those that are left are won by the opponents."""
    add_changing(parser)
    parser.add_argument("id", metavar="ID", help="who withdraws")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why")
    parser.add_argument("--games", choices=(LAPSE, WON), default="", help="what becomes of the games, where the regulation does not say it")


def run(args: Namespace) -> int:
    """Withdraw somebody."""
    event = opened(args)
    made = withdrawn(event.state, args.id, args.games)
    change(event, made, args)
    if wants_json(args.json):
        print_json({"withdrawn": made.id, "games": made.games or None, "reason": args.reason})
    return 0
