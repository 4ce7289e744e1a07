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

    CUT_OFF = "{key} is cut off: its password is gone, and the broker has ended its connection"
    NO_BROKER = "{key} is cut off: its password is gone; no broker of this hub runs"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("key", metavar="KEY", help="the board's key, as it was enrolled")
    add_hub(parser)


def run(args: Namespace) -> int:
    """Cut it off; HallError, EnrolmentError."""
    hall = hall_of(args)
    is_told = hall.revoke(args.key)
    complain((RevokeSays.CUT_OFF if is_told else RevokeSays.NO_BROKER).said(key=args.key))
    return 0
