"""The task `event play-off`: the result of a play-off."""

from argparse import ArgumentParser, Namespace

from hub.events.withdrawing import play_off_played
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = "Enters the result of a play-off that damcam event standings names as the next one."
    add_changing(parser)
    for name, tells in (("white", "who has White; of teams the first named"), ("black", "who has Black"), ("result", "1-0, 0-1 or draw")):
        parser.add_argument(name, metavar=name.upper(), help=tells)


def run(args: Namespace) -> int:
    """Enter the result of a play-off."""
    event = opened(args)
    made = play_off_played(event.state, args.white, args.black, args.result)
    change(event, made, args)
    if wants_json(args.json):
        print_json({"white": made.white, "black": made.black, "result": made.result})
    return 0
