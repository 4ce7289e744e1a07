"""The task `event start`: changes the hour at which an event begins."""

from argparse import ArgumentParser, Namespace

from hub.events.starting import start_changed, start_remarks
from pi.commands.events.opening import add_changing, change, opened_any
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Changes the hour at which the event begins, by which lists of players are due (B 6). Where lists of B are in, it
wants --reason, and the lists that come too late for the new hour are told."""
    add_changing(parser)
    parser.add_argument("hour", metavar="HH:MM", help="the hour; an empty text where it is not known any more")
    parser.add_argument("--reason", metavar="TEXT", help="why it is changed")


def run(args: Namespace) -> int:
    """Change the hour."""
    event = opened_any(args)
    made = start_changed(event.state, args.hour, has_reason=args.reason is not None)
    change(event, made, args, start_remarks(event.state, made))
    if wants_json(args.json):
        print_json({"start": made.now or None})
    return 0
