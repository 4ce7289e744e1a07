"""The command tablet: the link that opens the tablet page of a board, for the tablet beside it."""

import socket
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from hub.access.secret_key import NAME as SECRET_NAME
from hub.access.secret_key import secret_key
from hub.access.tablet_access import tablet_key
from hub.boards.board import KEY, LONE, key_of
from pi.setup.faults import LOOPBACK
from pi.setup.loading import settings_here
from pi.setup.output import complain
from rules.errors import DamcamError

TELLS = """Prints the link that opens the tablet page of a board: both clocks as the display, the last move where the camera was not sure,
draw, resignation, a call for the arbiter. Open it once in the tablet's browser, which then stays in for a week after each day of use."""
EXPLAINS = """Whoever has the link can enter moves and resign at that board: give it to the tablet alone. To make all links void, with
all who are signed in, delete secret_key in the state folder and start the service again. On a Pi: sudo -u damcam damcam tablet."""
ANYWHERE = ("0.0.0.0", "::")


class TabletError(DamcamError, ValueError):
    """A board that cannot be called so."""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command is called with, and what its help says."""
    parser.description, parser.epilog = TELLS, EXPLAINS
    parser.add_argument("board", nargs="?", default=LONE, metavar="KEY", help=f"the board, as its address has it (default: {LONE})")
    parser.add_argument("--hub", action="store_true", help="the link to the pages of damcam hub on this machine")
    parser.add_argument("--host", metavar="NAME", help="how the tablet reaches this machine (default: its name)")


def tablet(args: Namespace) -> int:
    """Print the link; TabletError, or SecretError of `hub.access.secret_key`."""
    if not KEY.fullmatch(args.board):
        raise TabletError(f"{args.board!r} is no board: small letters, digits and hyphens are, as in the address of its page")
    settings = settings_here(args.settings)
    _see_to(args.board, settings.hub.states.split() if args.hub else None)
    key = tablet_key(secret_key(Path(settings.board.state) / SECRET_NAME), args.board)
    if settings.web.host in LOOPBACK:
        complain('only this machine can open it: a tablet is let in by host = "0.0.0.0" in [web]')
    host = args.host or (socket.gethostname() if settings.web.host in ANYWHERE else settings.web.host)
    named = f"[{host}]" if ":" in host else host
    print(f"http://{named}:{settings.hub.port if args.hub else settings.web.port}/tablet/{args.board}?key={key}")
    return 0


def _see_to(board: str, states: Sequence[str] | None) -> None:
    """TabletError for another board than the one there is; a hub over these folders may have called its boards otherwise when it began."""
    if states is None:
        if board != LONE:
            raise TabletError(f"there is no board {board!r} here: its own pages call it {LONE}; for one of a hub's boards add --hub")
        return
    keys: list[str] = []
    for state in states:
        keys.append(key_of(Path(state), keys))
    if keys and board not in keys:
        complain(f"a hub that is started now has no board {board!r}; by [hub] states there are {', '.join(keys)}")
