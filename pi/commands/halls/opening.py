"""What the tasks of a hub share: its folder, and the files of its broker."""

from argparse import ArgumentParser
from pathlib import Path

from hub.broker.hall import Hall
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.settings import BROKER_PORT
from rules.errors import Phrase


class HallSays(Phrase):
    """What became of the broker's files."""

    SET_UP = "the broker's files for port {port} are written: {path}"


def add_hub(parser: ArgumentParser) -> None:
    """Add --hub and --settings."""
    parser.add_argument("--hub", type=Path, metavar="DIR", help="the folder of the hub (default: [board] state)")
    add_settings(parser)


def set_up(hall: Hall, port: int | None = None) -> None:
    """Set up the broker where it is not, or for another port, and say what was written; HallError."""
    port = port or (hall.own().port if hall.is_set_up() else BROKER_PORT)
    if hall.init(port):
        complain(HallSays.SET_UP.said(port=port, path=str(hall.files)))
