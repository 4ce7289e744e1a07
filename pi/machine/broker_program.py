"""Mosquitto, the program that is the broker of a hall."""

import os
import shutil

from hub.broker.hall import HallError
from hub.broker.running import PROGRAM
from rules.errors import Phrase

PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
"""Debian puts it where only root's shells look."""


class BrokerSays(Phrase):
    """Why no broker runs, and what to do."""

    MISSING = "there is no mosquitto on this machine, which is the broker"
    INSTALL_IT = "install it: sudo apt install mosquitto"


def broker_program() -> str:
    """The path of Mosquitto; HallError where this machine has none."""
    program = shutil.which(PROGRAM, path=PLACES)
    if program is None:
        raise HallError(BrokerSays.MISSING.said(BrokerSays.INSTALL_IT.said()))
    return program
