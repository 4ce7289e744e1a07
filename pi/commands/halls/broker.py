"""The task `hub broker`: runs the broker of a hall, as a service of its own."""

import os
import shutil
import sys
from argparse import ArgumentParser, Namespace

from hub.broker.hall import HallError
from hub.broker.running import PROGRAM, log_kept
from pi.commands.halls.opening import add_hub, set_up
from pi.machine.hall_boards import hall_of
from rules.errors import Phrase

DESCRIPTION = """Runs Mosquitto, the broker of the hall, with the configuration of damcam hub init, which it writes first where it is
missing or the settings name another port. A process of its own passes on what Mosquitto says, without the lines of each message."""
EPILOG = """On a hub this is the service damcam-broker."""
PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
"""Debian puts it where only root's shells look."""


class BrokerSays(Phrase):
    """Why no broker runs, and what to do."""

    MISSING = "there is no mosquitto on this machine, which is the broker"
    INSTALL_IT = "install it: sudo apt install mosquitto"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    add_hub(parser)


def run(args: Namespace) -> int:
    """Become the broker; HallError says why that is impossible."""
    program = shutil.which(PROGRAM, path=PLACES)
    if program is None:
        raise HallError(BrokerSays.MISSING.said(BrokerSays.INSTALL_IT.said()))
    hall = hall_of(args)
    set_up(hall)
    sys.stderr.flush()
    says, _ = log_kept(hall.log)
    os.dup2(says, sys.stderr.fileno())
    return os.execv(program, [program, "-c", str(hall.configuration)])
