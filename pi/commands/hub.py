"""The command `hub`: the web server of a hall, with the boards of this machine and those that joined it."""

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hub.access.accounts import FILE_NAME as ARBITERS_NAME
from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import SecretError, secret_key
from hub.broker.hall import Hall
from hub.logs import on_standard_error
from pi.commands.events.forgetting import finish_forgetting
from pi.machine.addresses import urls
from pi.machine.reach import log_reach, reach_of_hub
from pi.machine.web_server import PAGES, PortFault, ServerError, is_free
from pi.setup import values
from pi.setup.faults import LOOPBACK
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.qr_code import show_code
from pi.setup.settings import Settings
from rules.errors import DamcamError, Phrase

DESCRIPTION = """Serves all boards of a hall: the wall, each board's page, the arbiter's desk with the alerts of all boards, and the
broadcast of the round. A STATE is a folder in which a board's service keeps its games ([board] state). The hub follows the newest game
there, and each game that begins later. The boards that joined this hub (damcam join) are shown too, as they come and go."""
EPILOG = """damcam hub init, enroll and revoke set up the broker to which boards elsewhere send their games; damcam hub init --help
explains. A STATE of such a name is written as ./init. In addresses such as /board/3 a board has its number in the match, else the name of
its folder. Arbiters sign in here with the passwords of this machine (damcam passwd). Everybody in the network can open the pages, except
where [web] host says otherwise; the log says where when the hub starts."""


class HubFault(Phrase):
    """Why the hub cannot be served in this way, and what to do."""

    NO_FOLDER = "there is no such folder"
    NAME_FOLDERS = "name the folders in which boards keep their games ([board] state), or a task that damcam hub --help lists"
    NOBODY = "nobody can sign in to the desk: {why}"


class HubError(DamcamError, ValueError):
    """The hub cannot be served in this way; the text says why."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("states", nargs="*", type=Path, metavar="STATE", help="a board's folder (default: [hub] states)")
    parser.add_argument("--port", type=values.port, metavar="N", help="the port (default: [hub] port)")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Become the web server until told to end; HubError, ServerError or SettingsError says why that is impossible."""
    settings = settings_here(args.settings)
    words = server_words(args, settings)
    _prepare_events(settings.board.events)
    _tell_where(settings, args.port)
    sys.stdout.flush()
    return os.execv(PAGES[0], [*PAGES, *words])  # a new program: what was imported here takes no memory there


def _prepare_events(folder: Path) -> None:
    """Make the folder of events, and go on with a person who was to be forgotten there.

    What stands in the way is told, here or by the page that makes an event, and the pages are served all the same.
    """
    with suppress(OSError):
        folder.mkdir(0o750, exist_ok=True)
    try:
        finish_forgetting(folder)
    except DamcamError as error:
        complain(error)


def _tell_where(settings: Settings, port: int | None) -> None:
    """Log where the pages can be opened, and show it as a QR code to whoever starts the hub at a terminal."""
    reach = reach_of_hub(settings)
    if port is not None:
        reach = replace(reach, port=port)
    with on_standard_error():
        log_reach(reach)
    if reach.host not in LOOPBACK and (addresses := urls(reach.host, reach.port)):
        show_code(addresses[0])


def server_words(args: Namespace, settings: Settings) -> list[str]:
    """The arguments of `python -m damcam.pages`."""
    web, states = settings.web, args.states or [Path(state) for state in settings.hub.states.split()]
    port = settings.hub.port if args.port is None else args.port
    for state in states:
        if not state.is_dir():
            raise HubError(HubFault.NO_FOLDER.said(HubFault.NAME_FOLDERS.said()), str(state))
    if not is_free(web.hub_host, port):
        raise ServerError(PortFault.IN_USE.said(PortFault.CHOOSE_ANOTHER.said(), port=port, host=web.hub_host))
    words = [
        "--outlive",
        "--host",
        web.hub_host,
        f"--port={port}",
        f"--proxies={web.trusted_proxies}",
        *desk_words(Path(settings.board.state)),
    ]
    words += [f"--state={state.absolute()}" for state in states]
    words += [f"--boards={folder}" for folder in _mirrored(Path(settings.board.state))]
    words += [f"--events={settings.board.events}"]
    return [*words, *(["--pictures"] if web.shows_pictures else []), *([f"--delay={web.delay}"] if web.delay else [])]


def _mirrored(state: Path) -> list[Path]:
    """The folder of the boards elsewhere, where the hub with that state folder has any or is set up for them."""
    hall = Hall(state.absolute())
    return [hall.boards] if hall.boards.is_dir() or hall.is_set_up() else []


def desk_words(state: Path) -> list[str]:
    """The arguments that let arbiters sign in; none, with a message, where the key cannot be stored."""
    try:
        secret_key(state / SECRET_NAME)
    except SecretError as error:
        complain(HubFault.NOBODY.said(why=error.sentence))
        return []
    return [f"--secret-key={state / SECRET_NAME}", f"--arbiters={state / ARBITERS_NAME}"]
