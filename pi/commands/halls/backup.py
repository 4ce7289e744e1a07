"""The task `hub backup`: copies all that the hub keeps, while it runs."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from pi.commands.halls.opening import add_hub
from pi.setup.loading import settings_here
from pi.setup.options import add_json
from pi.setup.output import complain, print_json, wants_json
from rules.errors import Phrase

DESCRIPTION = """Copies all that the hub keeps into the folder DIR, while it runs: the broker's certificate and passwords, the accounts,
the boards with journals and pictures, and the events. Journals are copied as they are at one moment. DIR appears when it is complete, and
must not be there before, or be empty. It holds passwords and pictures: only its owner can read it."""


class BackupSays(Phrase):
    """What became of a backup."""

    DONE = "{size} MB are in {folder}: {games} games, {files} files"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder for the backup, best on another disk")
    add_json(parser)
    add_hub(parser)


def run(args: Namespace) -> int:
    """Back up; BackupError, SettingsError."""
    from hub.venue.hub_backup import back_up

    made = back_up(args.hub or Path(settings_here(args.settings).board.state), args.folder)
    size = f"{made.size / 1e6:.1f}"
    complain(BackupSays.DONE.said(size=size, folder=str(args.folder), games=made.games, files=made.files))
    if wants_json(args.json):
        print_json({"folder": str(args.folder), "games": made.games, "files": made.files, "bytes": made.size})
    return 0
