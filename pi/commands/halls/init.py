"""The task `hub init`: sets up the broker of a hall."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from pi.commands.halls.opening import set_up
from pi.machine.hall_boards import hall_of
from pi.setup.options import add_settings

DESCRIPTION = """Sets up the broker of a hall below DIR: a certificate, a password for the hub, and one port for TLS, 8883. Run again it
changes nothing. Certificate and passwords are made once."""
EPILOG = """The service damcam-broker does it when it starts. On a hub that systemd/install set up: sudo -u damcam damcam hub init."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("hub", nargs="?", type=Path, metavar="DIR", help="the folder of the hub (default: [board] state)")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Write what is missing; HallError."""
    set_up(hall_of(args))
    return 0
