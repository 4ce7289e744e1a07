"""The task `hub broker`: runs the broker of a hall, as a service of its own."""

import os
import sys
from argparse import ArgumentParser, Namespace

from hub.broker.running import log_kept
from pi.commands.halls.opening import add_hub, set_up
from pi.machine.broker_program import broker_program
from pi.machine.hall_boards import hall_of
from pi.setup import values
from pi.setup.settings import BROKER_PORT

DESCRIPTION = """Runs Mosquitto, the broker of the hall, with the configuration of damcam hub init, which it writes first where it is
missing or for another port. A process of its own passes on what Mosquitto says, without the lines of each message."""
EPILOG = """On a hub this is the service damcam-broker."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("--port", type=values.port, default=BROKER_PORT, metavar="N", help="the port for TLS (default: %(default)s)")
    add_hub(parser)


def run(args: Namespace) -> int:
    """Become the broker; HallError says why that is impossible."""
    program, hall = broker_program(), hall_of(args)
    set_up(hall, args.port)
    sys.stderr.flush()
    says, _ = log_kept(hall.log)
    os.dup2(says, sys.stderr.fileno())
    return os.execv(program, [program, "-c", str(hall.configuration)])
