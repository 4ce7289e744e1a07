"""What the tasks of the broker share: the folder of the hub, and the addresses of this machine."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.broker.hall import Hall
from pi.machine.addresses import local_name, numeric_addresses
from pi.setup.loading import settings_here
from pi.setup.options import add_settings


def add_hub(parser: ArgumentParser) -> None:
    """Add --hub and --settings."""
    parser.add_argument("--hub", type=Path, metavar="DIR", help="the folder of the hub (default: [board] state)")
    add_settings(parser)


def hall_of(args: Namespace) -> Hall:
    """The hall that the words name; SettingsError."""
    return Hall(args.hub or Path(settings_here(args.settings).board.state))


def own_addresses() -> tuple[str, ...]:
    """The addresses by which boards reach this machine, the surest first."""
    return (*numeric_addresses(), local_name())
