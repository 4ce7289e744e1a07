"""What the tasks on an event share: which file is meant, who changes it, and what is told of a change."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from pi.setup.loading import settings_here
from pi.setup.options import add_by, add_json, add_settings
from tournament.events.changes import Who
from tournament.events.contest import check_games
from tournament.events.event_file import KeptEvent, read_event
from tournament.events.texts_given import line_in


def add_event(parser: ArgumentParser) -> None:
    """Add EVENT, --json and --settings, which every task has."""
    parser.add_argument("event", metavar="EVENT", help="the file of the event, or its name in the folder events of [board] state")
    add_json(parser)
    add_settings(parser)


def add_changing(parser: ArgumentParser) -> None:
    """Add --by and what `add_event` adds."""
    add_event(parser)
    add_by(parser, "who changes it")


def path_of(args: Namespace) -> Path:
    """The file of the event: a path, or the name of a file in the folder of events, which goes before one in the current folder."""
    return named(args.event, settings_here(args.settings).board.events)


def named(name: str, folder: Path) -> Path:
    """The path, or the file of that name in the folder, where that is there; it goes before one in the current folder."""
    path = Path(name)
    if path.name != name or not os.path.isdir(folder):
        return path
    kept = folder / path
    return path if path.is_file() and not kept.exists() else kept


def opened(args: Namespace) -> KeptEvent:
    """An event with games; TournamentError says why it cannot be read, or that it is a problem contest."""
    event = opened_any(args)
    check_games(event.state)
    return event


def opened_any(args: Namespace) -> KeptEvent:
    """The event; TournamentError says why it cannot be read."""
    return read_event(path_of(args))


def who(args: Namespace) -> Who:
    """Who makes the change."""
    return Who(line_in(args.by, "--by"))


def place_said(place: Sequence[int]) -> str:
    """A place, or the places that are shared, such as `1-2`."""
    return str(place[0]) if place[0] == place[1] else f"{place[0]}-{place[1]}"
