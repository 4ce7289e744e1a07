"""The task `event publish`: who sees the event on the hub's pages."""

from argparse import ArgumentParser, Namespace

from hub.events.published import publishing_remarks, settled
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Says who sees the pairings and the standings on the pages of the hub: everybody with names, everybody with
initials, or nobody who is not signed in, as with a new event. With initials the boards are given initials too."""
    add_changing(parser)
    parser.add_argument("who", choices=("names", "initials", "nobody"), help="how the event is shown")


def run(args: Namespace) -> int:
    """Set how the event is published."""
    event = opened(args)
    made = settled(event.state.settled, args.who)
    change(event, made, args, publishing_remarks(event.state, made))
    if wants_json(args.json):
        print_json({"public": made.public or None, "at_once": made.at_once})
    return 0
