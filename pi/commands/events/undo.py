"""The task `event undo`: takes back the last change."""

from argparse import ArgumentParser, Namespace

from hub.events.event_file import KeptEvent
from hub.events.telling import change_said
from hub.events.withdrawing import undone
from pi.commands.events.opening import add_changing, change, opened_any
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Takes back the last change that stands; given again, the one before it, down to the event as it was made. The
log keeps both."""
    add_changing(parser)
    parser.add_argument("--reason", metavar="TEXT", help="why")


def run(args: Namespace) -> int:
    """Take back the last change."""
    event: KeptEvent = opened_any(args)
    made, before = undone(event.rows)
    change(event, made, args, [change_said(before.change)])
    if wants_json(args.json):
        print_json({"undone": before.number, "kind": type(before.change).__name__, "what": str(change_said(before.change))})
    return 0
