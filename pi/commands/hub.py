"""The command `hub`: the web server of a hall, with the boards of this machine and those that joined it."""

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from hub.access.accounts import FILE_NAME as ARBITERS_NAME
from hub.access.accounts import Accounts
from hub.access.first_sign_in import FirstSignIn
from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import SecretError, secret_key
from hub.broker.hall import Hall, HallError
from hub.broker.serving import MOSQUITTO, program
from hub.logs import on_standard_error
from pi.commands.events.forgetting import finish_forgetting
from pi.commands.halls.opening import set_up
from pi.machine.addresses import url, urls
from pi.machine.reach import Reach, log_reach, reach_of_hub
from pi.machine.services import Service, keep_up
from pi.machine.web_server import PAGES, PortFault, ServerError, is_free
from pi.setup import values
from pi.setup.faults import LOOPBACK
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.qr_code import show_code
from pi.setup.settings import Settings
from record.files import make_folder
from rules.errors import DamcamError, Phrase, sentence_of

DESCRIPTION = """Serves all boards of a hall: the wall, each board's page, the arbiter's desk with the alerts of all boards, and the
broadcast of the round. It makes what is missing: its folder ([board] state), the files of the broker to which boards elsewhere send their
games, and a code with which the first arbiter signs in. It runs the broker, the mirror of the boards that joined (damcam join) and the
pages until it is told to end; each is a process, and is started again when it dies or hangs. With a STATE it shows the boards of these
folders, in which a board's service keeps its games, and runs the pages alone."""
EPILOG = """The page Boards at the hub makes the file with which a board joins. In addresses such as /board/3 a board has its number in the
match, else the name of its folder. Everybody in the network can open the pages, except where [web] host says otherwise; the log says where
when the hub starts."""


BROKER, MIRROR = "broker", "mirror"
OOM_SCORES, PAGES_OOM_SCORE = {BROKER: 200, MIRROR: 400}, 500
"""Where memory is short the pages are ended first: browsers come again by themselves."""


class HubFault(Phrase):
    """Why the hub cannot be served in this way, and what to do."""

    NO_FOLDER = "there is no such folder"
    NAME_FOLDERS = "name the folders in which boards keep their games ([board] state), or a task that damcam hub --help lists"
    NOBODY = "nobody can sign in to the desk: {why}"
    NOT_MADE = "the folder of the hub cannot be made: {why}"
    NAME_IT = "name another in the settings with [board] state"


class HubSays(Phrase):
    """What the hub made at its start."""

    FOLDER = "the folder of the hub is new: {path}"
    NO_BROKER = "boards elsewhere cannot join: {why}"
    CODE = "there is no arbiter yet; the first one signs in at {url}, once and within an hour, with the code {code}"
    CODE_IN_FILE = "there is no arbiter yet; the first one signs in at {url}, once and within an hour, with the code in {path}"


class HubError(DamcamError, ValueError):
    """The hub cannot be served in this way; the text says why."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("states", nargs="*", type=Path, metavar="STATE", help="a board's folder (default: [hub] states)")
    parser.add_argument("--port", type=values.port, metavar="N", help="the port (default: [hub] port)")
    parser.add_argument("--no-broker", action="store_true", help="run no broker: damcam hub broker is a service of its own")
    parser.add_argument("--no-mirror", action="store_true", help="run no mirror: damcam hub mirror is a service of its own")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Serve until told to end; HubError, ServerError, HallError or SettingsError says why that is impossible."""
    settings = settings_here(args.settings)
    hall = Hall(Path(settings.board.state).absolute())
    has_broker = not args.states and _set_up(hall)
    words = server_words(args, settings)
    _prepare_events(settings.board.events)
    _tell_where(settings, args.port)
    _tell_code(hall.folder, settings, args.port)
    sys.stdout.flush()
    others = []
    if has_broker and not args.no_broker and not hall.has_broker():
        others.append(_service(BROKER, args, hall.files / "log"))  # Mosquitto tells of each connection
    if has_broker and not args.no_mirror:
        others.append(_service(MIRROR, args))
        _take_up(hall.boards)
    if not others:
        return os.execv(PAGES[0], [*PAGES, *words])  # a new program: what was imported here takes no memory there
    return keep_up(others, Service("pages", ("damcam.pages", *words), oom_score=PAGES_OOM_SCORE))


def _service(name: str, args: Namespace, log: Path | None = None) -> Service:
    options = [f"--settings={args.settings}"] if args.settings else []
    return Service(name, ("damcam", "hub", name, *options), log, oom_score=OOM_SCORES[name])


def _take_up(boards: Path) -> None:
    """Have the pages see all that a folder has which was put back, as the mirror does: they may be there before it."""
    from link.hub import MirrorError, sole_mirror

    with suppress(MirrorError), sole_mirror(boards):  # where a mirror runs already, it has done so
        pass


def _set_up(hall: Hall) -> bool:
    """Make what the hub lacks, and tell it; whether boards elsewhere can join. HubError, HallError."""
    if not hall.folder.is_dir():
        try:
            make_folder(hall.folder)
        except OSError as error:
            raise HubError(HubFault.NOT_MADE.said(HubFault.NAME_IT.said(), why=sentence_of(error)), str(hall.folder)) from error
        hall.folder.chmod(0o750)
        complain(HubSays.FOLDER.said(path=str(hall.folder)))
    try:
        program(MOSQUITTO)
    except HallError as error:
        complain(HubSays.NO_BROKER.said(why=error.sentence))
        return False
    set_up(hall)
    return True


def _tell_code(folder: Path, settings: Settings, port: int | None) -> None:
    """Make the code of the first arbiter where there is none yet, and show it at a terminal, else where it lies."""
    first, reach = FirstSignIn(accounts := Accounts(folder / ARBITERS_NAME)), _reach(settings, port)
    try:
        if accounts.all():
            return
        code = first.make()
    except (DamcamError, OSError) as error:
        complain(HubFault.NOBODY.said(why=sentence_of(error)))
        return
    address = (urls(reach.host, reach.port, "/login") or [url("localhost", reach.port, "/login")])[0]
    if sys.stderr is not None and sys.stderr.isatty():
        complain(HubSays.CODE.said(url=address, code=code))
    else:
        complain(HubSays.CODE_IN_FILE.said(url=address, path=str(first.path)))


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
    reach = _reach(settings, port)
    with on_standard_error():
        log_reach(reach)
    if reach.host not in LOOPBACK and (addresses := urls(reach.host, reach.port)):
        show_code(addresses[0])


def _reach(settings: Settings, port: int | None) -> Reach:
    reach = reach_of_hub(settings)
    return reach if port is None else replace(reach, port=port)


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
