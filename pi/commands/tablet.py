"""The command `tablet`: prints the link that opens the tablet page of a board."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import secret_key
from hub.access.tablet_access import FILE_NAME, Tablets
from hub.boards.board import KEY, LONE
from hub.boards.key_of_state import key_of
from hub.boards.mirrored_folder import mirrored_states
from hub.broker.hall import BOARDS
from link.addresses import local_name
from pi.machine.addresses import url, urls
from pi.setup import values
from pi.setup.faults import LOOPBACK
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.qr_code import show_code
from pi.setup.settings import Settings
from rules.errors import DamcamError, Phrase, sentence_of, where_denied

DESCRIPTION = """Prints the link that opens the tablet page of a board: once for each address of this machine, and on a terminal as a QR
code. The page shows both clocks and, where the camera was not sure, asks for the last move; the players can also agree a draw, resign and
call the arbiter there. Open one of the links in the tablet's browser, which then stays signed in for a week after each day of use."""
EPILOG = """Whoever has the link can enter moves and resign at that board: give it to the tablet alone. Where another may have seen it,
--new ends it at once. To cancel all links and sign everybody out, delete secret_key in the state folder and restart the service. On a Pi:
sudo -u damcam damcam tablet."""


class LinkFault(Phrase):
    """Why there is no link, or why it may not work, and what to do."""

    NO_KEY = "{text} is not the key of a board, which has small letters, digits and hyphens, as in the address of its page"
    NO_BOARD = "there is no board {text} here: its key is {key}"
    ADD_HUB = "for a board of a hub add --hub"
    ONLY_HERE = "only this machine can open the link"
    LET_IN = 'host = "0.0.0.0" in [web] lets a tablet in'
    RENEWED = "board {board} has another link now; the one before, and its tablets, are let in no more"
    NOT_RENEWED = "the link is as before, because another cannot be kept: {why}"
    AS_SERVICE = "run it as the service's user: sudo -u damcam damcam tablet --new"
    NOT_OF_A_HUB = "a hub that is started now has no board {text}; by [hub] states it has {keys}"


class TabletError(DamcamError, ValueError):
    """There is no board with this key, or its link cannot be renewed."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("board", nargs="?", default=LONE, metavar="KEY", help=f"the board, as in the address of its page (default: {LONE})")
    parser.add_argument(
        "--new", action="store_true", help="give the board another link; the one before, and its tablets, are let in no more"
    )
    parser.add_argument("--hub", action="store_true", help="link to the pages of damcam hub on this machine")
    parser.add_argument(
        "--host",
        type=values.host,
        metavar="NAME",
        help="the name or address at which the tablet reaches this machine (default: all that it has)",
    )
    add_settings(parser)


def run(args: Namespace) -> int:
    """Print the link; TabletError, or SecretError of `hub.access.secret_key`."""
    if not KEY.fullmatch(args.board):
        raise TabletError(LinkFault.NO_KEY.said(text=repr(args.board)))
    settings = settings_here(args.settings)
    elsewhere = mirrored_states(Path(settings.board.state) / BOARDS) if args.hub else {}
    _check_board(args.board, settings.hub.states.split() if args.hub else None, elsewhere)
    tablets = Tablets(secret_key(Path(settings.board.state) / SECRET_NAME), Path(settings.board.state) / FILE_NAME)
    if args.new:
        try:
            tablets.renew(args.board)
        except OSError as error:
            do = where_denied(error, LinkFault.AS_SERVICE.said())
            raise TabletError(LinkFault.NOT_RENEWED.said(do, why=sentence_of(error))) from error
        complain(LinkFault.RENEWED.said(board=args.board))
    _show(settings, args, f"/tablet/{args.board}?key={tablets.key(args.board)}")
    return 0


def _show(settings: Settings, args: Namespace, path: str) -> None:
    """Print the link once for each address of this machine, the surest first, and that one as a QR code."""
    host = settings.web.hub_host if args.hub else settings.web.board_host
    port = settings.hub.port if args.hub else settings.web.port
    links = [url(args.host, port, path)] if args.host else urls(host, port, path) or [url(local_name(), port, path)]
    print("\n".join(links), flush=True)
    if host in LOOPBACK and not settings.web.trusted_proxies:
        complain(LinkFault.ONLY_HERE.said(LinkFault.LET_IN.said()))
    else:
        show_code(links[0])


def _check_board(board: str, states: Sequence[str] | None, elsewhere: Iterable[str]) -> None:
    """TabletError for a board that does not exist. Of a hub only a warning: a running one may have given its boards other keys.

    `states` are the folders of a hub's boards on this machine, and `elsewhere` the keys of its other boards.
    """
    if states is None:
        if board != LONE:
            raise TabletError(LinkFault.NO_BOARD.said(LinkFault.ADD_HUB.said(), text=repr(board), key=LONE))
        return
    keys = list(elsewhere)
    for state in states:
        keys.append(key_of(Path(state), keys))
    if keys and board not in keys:
        complain(LinkFault.NOT_OF_A_HUB.said(text=repr(board), keys=tuple(keys)))
