"""The task `hub export`: writes the games of an event by round, with dossiers, standings and an index."""

from argparse import ArgumentParser, Namespace
from importlib.metadata import version
from pathlib import Path

from pi.commands.halls.opening import add_hub
from pi.machine.hall_boards import hall_boards
from pi.setup.loading import settings_here
from pi.setup.options import add_language
from pi.setup.output import complain
from rules.errors import Phrase

DESCRIPTION = """Writes an event, or all of them, into the folder DIR: the games of each round as PDN, results and standings where the file
of the event is at this hub, the dossiers of games with alerts, and index.html. Games that are still played are left out, and named
there: the public's delay holds for the pages alone, and no file here tells more of them. The PDN has no remarks on irregularities
(Art. 24); the dossiers, in a folder of their own, are not for the public."""


class HallExportSays(Phrase):
    """What was exported."""

    DONE = "{count} game of {events} is in {folder}/index.html", "{count} games of {events} are in {folder}/index.html"
    LEFT_OUT = "left out: board {board}, {why}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder, which is not there, or empty")
    parser.add_argument("--event", metavar="NAME", help="this event alone")
    add_hub(parser)
    add_language(parser)


def run(args: Namespace) -> int:
    """Export; ExportError, NewFolderError, HallBoardsError, SettingsError."""
    from hub.venue.event_export import ExportSource, export

    source = ExportSource(hall_boards(args), settings_here(args.settings).board.events, version("damcam"))
    made = export(source, args.folder, args.event, args.lang)
    names = tuple(one.title for one in made.events)
    complain(HallExportSays.DONE.said(count=made.games, events=names, folder=str(args.folder)))
    for one, why in made.left_out:
        complain(HallExportSays.LEFT_OUT.said(board=one.board, why=why))
    return 0
