"""The task `hub broker`: runs the broker of a hall, as a service of its own."""

from argparse import ArgumentParser, Namespace
from contextlib import closing

from hub.logs import on_standard_error
from pi.commands.halls.opening import add_hub, set_up
from pi.machine.hall_boards import hall_of
from pi.machine.wired import work_until_told
from pi.setup import values

DESCRIPTION = """Runs Mosquitto, the broker of the hall, whose files are made first where they are missing. At each start Mosquitto is
told who is enrolled, and again as soon as that changes."""
EPILOG = """On a hub this is the service damcam-broker."""
LOOKS_EVERY_S = 0.25
"""How often it is looked whether somebody was enrolled or revoked."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("--port", type=values.port, metavar="N", help="the port for TLS (default: as it was set up, 8883)")
    add_hub(parser)


def run(args: Namespace) -> int:
    """Run it until told to end; HallError says why that is impossible, or why it ended."""
    from hub.broker.serving import ServedBroker

    hall = hall_of(args)
    set_up(hall, args.port)
    with on_standard_error(), closing(ServedBroker(hall)) as broker:
        work_until_told(lambda: broker.step(LOOKS_EVERY_S), lambda: 1, lambda: None)
    return 0
