"""The task `hub init`: sets up the broker of a hall."""

import socket
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.broker.hall import Hall
from pi.commands.halls.opening import own_addresses
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from rules.errors import Phrase

DESCRIPTION = """Sets up the broker of a hall below DIR: a configuration of Mosquitto with one port for TLS ([hub] broker_port), a
certificate authority of the hall's own, a password for the hub, and an access list by which a board writes and reads its own topics alone.
Run again it changes nothing; after another port in the settings it writes the configuration anew. Certificates and passwords are made
once."""
EPILOG = (
    """On a hub that systemd/install set up: sudo -u damcam damcam hub init, then sudo systemctl restart damcam-broker damcam-mirror."""
)


class HallSays(Phrase):
    """What became of the broker's files."""

    SET_UP = "the broker is set up on port {port}: mosquitto -c {path}"
    AS_BEFORE = "the broker is set up already on port {port}; nothing was changed: {path}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="the folder of the hub (default: [board] state)")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Write what is missing; HallError."""
    settings = settings_here(args.settings)
    hall, port = Hall(args.folder or Path(settings.board.state)), settings.hub.broker_port
    made = hall.init(socket.gethostname().partition(".")[0], own_addresses(), port)
    complain((HallSays.SET_UP if made else HallSays.AS_BEFORE).said(port=port, path=str(hall.configuration)), args.lang)
    return 0
