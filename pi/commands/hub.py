"""The command `hub`: the web server of a hall, over the boards of this machine and, as far as they are public, those elsewhere."""

import argparse
import os
import sys
from argparse import Namespace
from pathlib import Path

from hub.access.accounts import FILE_NAME as ARBITERS_NAME
from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import SecretError, secret_key
from pi.machine.web_server import PAGES, ServerError, is_free, limits
from pi.setup import values
from pi.setup.faults import is_address
from pi.setup.loading import settings_here
from pi.setup.output import complain
from pi.setup.settings import Settings
from rules.errors import DamcamError

TELLS = (
    "Serves all boards of a hall: the wall, each board's page, the arbiter's desk with the alerts of all, the round's broadcast. A STATE "
    "is a folder in which a board's service keeps its games ([board] state); its newest game is followed, and each that is begun later."
)
EXPLAINS = (
    "A board is called by its number in the match, else by the name of its folder, in addresses such as /board/3. Boards elsewhere are "
    "asked by their addresses, and have their desks where they are. Arbiters sign in here with the passwords of this machine "
    "(damcam passwd). Who asks from other machines is let in by [web] host."
)


class HubError(DamcamError, ValueError):
    """A hub that cannot be served as it was asked for."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command is called with, settings apart."""
    command.add_argument("states", nargs="*", type=Path, metavar="STATE", help="a board's folder (default: [hub] states)")
    command.add_argument("--board", action="append", metavar="URL", help="a board elsewhere; may be given again (default: [web] boards)")
    command.add_argument("--port", type=values.port, metavar="N", help="the port (default: [hub] port)")


def hub(args: Namespace) -> int:
    """Become the web server, until told to end; HubError, ServerError or SettingsError where that cannot be."""
    settings = settings_here(args.settings)
    words = server_words(args, settings)
    sys.stdout.flush()
    os.execv(PAGES[0], [*PAGES, *words])  # so that nothing of what was imported here takes room there


def server_words(args: Namespace, settings: Settings) -> list[str]:
    """What `python -m damcam.pages` is called with."""
    web, states = settings.web, args.states or [Path(state) for state in settings.hub.states.split()]
    port = settings.hub.port if args.port is None else args.port
    for state in states:
        if not state.is_dir():
            raise HubError(f"{state}: there is no such folder; name those in which boards keep their games, as their [board] state does")
    if not is_free(web.host, port):
        raise ServerError(f"port {port} on {web.host} is in use; choose another with --port, or in the settings with [hub] port")
    boards = web.boards.split() if args.board is None else args.board
    for address in boards:
        if not is_address(address):
            raise HubError(f"{address!r} is no address of a board; one such as http://board-2:8000 was expected")
    words = ["--outlive", "--host", web.host, f"--port={port}", *limits(web), *_desk(Path(settings.board.state))]
    words += [f"--state={state.absolute()}" for state in states] + [f"--board={address}" for address in boards]
    return [*words, *(["--pictures"] if web.shows_pictures else []), *([f"--delay={web.delay}"] if web.delay else [])]


def _desk(state: Path) -> list[str]:
    """Who may sign in; nobody, and that is told, where the key cannot be kept."""
    try:
        secret_key(state / SECRET_NAME)
    except SecretError as error:
        complain(f"nobody can sign in to the desk: {error}")
        return []
    return [f"--secret-key={state / SECRET_NAME}", f"--arbiters={state / ARBITERS_NAME}"]
