"""The task `hub revoke`: cuts a board off from the hub."""

from argparse import ArgumentParser, Namespace

from pi.commands.halls.opening import add_hub
from pi.machine.hall_boards import hall_of
from pi.setup.output import complain
from rules.errors import Phrase

DESCRIPTION = """Takes away the password of the board KEY, and ends its connection. What the hub has of its games stays. The board goes on
recording. damcam hub enroll KEY lets it, or another machine, in again."""


class RevokeSays(Phrase):
    """What became of a board's enrolment."""

    CUT_OFF = "{key} is cut off: its password is gone, and the broker ends its connection"
    NO_BROKER = "{key} is cut off: its password is gone; no broker runs here with {path}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("key", metavar="KEY", help="the board's key, as it was enrolled")
    add_hub(parser)


def run(args: Namespace) -> int:
    """Cut it off; HallError, EnrolmentError."""
    from hub.wire.mqtt_halves import presence_cleared

    hall = hall_of(args)
    hall.enrolled(args.key)
    with presence_cleared(hall.own(), args.key):
        told = RevokeSays.CUT_OFF.said(key=args.key) if hall.revoke(args.key) else None
    complain(told or RevokeSays.NO_BROKER.said(key=args.key, path=str(hall.configuration)))
    return 0
