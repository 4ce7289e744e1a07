"""Mosquitto, the program that is the broker of a hall."""

import os
import shutil

from hub.broker.hall import HallError
from hub.broker.running import PROGRAM

PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
"""Debian puts it where only root's shells look."""


def broker_program() -> str:
    """The path of Mosquitto; HallError where this machine has none."""
    program = shutil.which(PROGRAM, path=PLACES)
    if program is None:
        raise HallError("there is no mosquitto on this machine, which is the broker; install it: sudo apt install mosquitto")
    return program
