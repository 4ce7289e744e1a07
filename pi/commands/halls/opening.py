"""What the tasks of the broker share: the folder of the hub, and the addresses of this machine."""

from argparse import ArgumentParser
from pathlib import Path

from hub.broker.hall import Hall
from pi.machine.addresses import local_name, numeric_addresses
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.settings import BROKER_PORT
from rules.errors import Phrase


class HallSays(Phrase):
    """What became of the broker's files."""

    SET_UP = "the broker is set up on port {port}: {path}; it runs with: damcam hub broker"
    AS_BEFORE = "the broker is set up already on port {port}; nothing was changed: {path}"


def add_hub(parser: ArgumentParser) -> None:
    """Add --hub and --settings."""
    parser.add_argument("--hub", type=Path, metavar="DIR", help="the folder of the hub (default: [board] state)")
    add_settings(parser)


def set_up(hall: Hall, port: int | None = None) -> None:
    """Set up the broker where it is not, or for another port, and say what was done; HallError."""
    port = port or (hall.own().port if hall.is_set_up() else BROKER_PORT)
    made = hall.init(port)
    complain((HallSays.SET_UP if made else HallSays.AS_BEFORE).said(port=port, path=str(hall.files)))


def own_addresses() -> tuple[str, ...]:
    """The addresses by which boards reach this machine, the surest first."""
    return (*numeric_addresses(), local_name())
