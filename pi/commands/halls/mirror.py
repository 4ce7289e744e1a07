"""The task `hub mirror`: keeps the state folders of the boards elsewhere, as a process of its own."""

import logging
import socket
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from hub.broker.hall import Hall
from hub.logs import on_standard_error
from hub.open_files import room_for_files
from link.enrolment import Enrolment
from pi.commands.halls.opening import add_hub
from pi.machine.hall_boards import hall_of
from pi.machine.wired import work_until_told
from pi.reading import heap

DESCRIPTION = """Keeps a copy of the state folder of each board that has joined this hub, in DIR/boards/KEY: journals row by row, readiness,
pictures of alerts. The pages of damcam hub follow these folders as they follow those of this machine. It carries rulings and names to the
boards, sends them the accounts, and announces the hub by zeroconf."""
EPILOG = """damcam hub runs it beside the pages, and starts it again when it dies or hangs."""
_log = logging.getLogger(__name__)
LOOKS_EVERY_S, GIVES_BACK_EVERY_S = 0.05, 60.0
MAX_FILES = 8192
"""Those of a board are some ten: two journals, each with the file beside it, its socket, and the commands that wait there."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    add_hub(parser)


def run(args: Namespace) -> int:
    """Mirror until told to end; HallError, MirrorError."""
    hall = hall_of(args)
    room_for_files(MAX_FILES)
    heap.set_up()  # a hall that has caught up with a day leaves much that is freed
    with on_standard_error():
        while _mirrored(hall, hall.own()):
            _log.info("the broker serves at another port: the mirror connects there")
    return 0


class _Moved(Exception):
    """The broker serves at another port, or there is another hub in the folder."""


def _mirrored(hall: Hall, own: Enrolment) -> bool:
    """Mirror until told to end, or until the enrolment of the hub itself is another than `own`; whether it is."""
    from link.finding import announced
    from link.hub import Mirror, sole_mirror
    from link.mqtt import HubEnd

    name = socket.gethostname().partition(".")[0]
    with (
        sole_mirror(hall.boards),
        announced(name, own.port, own.fingerprint),
        closing(HubEnd(own, "mirror")) as end,
        closing(Mirror(hall.boards, end, hall.folder / ACCOUNTS_NAME, hall=hall)) as mirror,
    ):
        given_back_s = time.monotonic()

        def step() -> None:
            nonlocal given_back_s
            mirror.step(LOOKS_EVERY_S)
            if not end.connection and hall.own() != own:
                raise _Moved
            if time.monotonic() - given_back_s >= GIVES_BACK_EVERY_S:
                given_back_s = time.monotonic()
                heap.give_back()

        try:
            work_until_told(step, lambda: end.connection, lambda: end.trouble)
        except _Moved:
            return True
    return False
