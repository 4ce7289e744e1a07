"""The task `hub restore`: puts a backup of a hub back."""

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from pathlib import Path

from pi.commands.halls.opening import add_hub
from pi.setup.loading import settings_here
from pi.setup.output import complain
from rules.errors import Phrase

DESCRIPTION = """Puts a backup that damcam hub backup made into the folder of the hub, which must be empty, on this machine or another. The
boards stay enrolled. What they recorded after the backup they send by themselves."""
EPILOG = """On a hub that systemd/install set up: sudo systemctl stop damcam-hub damcam-mirror damcam-broker, then sudo damcam hub restore
DIR --aside, then sudo systemctl start damcam-hub."""


class RestoreSays(Phrase):
    """What became of a backup that was put back."""

    DONE = "{games} games, {files} files are back in {folder}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("folder", type=Path, metavar="DIR", help="the backup")
    parser.add_argument("--aside", action="store_true", help="move what is in the hub's folder into one of its own there")
    add_hub(parser)


def run(args: Namespace) -> int:
    """Put it back; BackupError, SettingsError, and VenueError while the mirror of this hub runs."""
    from hub.broker.hall import Hall
    from hub.venue.hub_backup import restore
    from link.hub import LOCK_NAME, sole_mirror

    hub = args.hub or Path(settings_here(args.settings).board.state)
    boards = Hall(hub).boards
    with sole_mirror(boards) if (boards / LOCK_NAME).exists() else nullcontext():
        made = restore(args.folder, hub, aside=args.aside)
    complain(RestoreSays.DONE.said(games=made.games, files=made.files, folder=str(hub)))
    return 0
