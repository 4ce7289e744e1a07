"""The command `addresses`: prints where browsers on other machines can open the pages."""

from argparse import ArgumentParser, Namespace

from pi.machine.addresses import urls
from pi.setup.faults import LOOPBACK
from pi.setup.loading import INSTALLED, settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.qr_code import show_code
from rules.errors import DamcamError, Phrase

DESCRIPTION = """Prints the addresses of the page that shows whether the boards are ready, for browsers on other machines: one a line, the
surest first, and that one as a QR code on a terminal. The games are at the same addresses without /before."""
EPILOG = """NAME.local is answered where avahi-daemon runs, as on Raspberry Pi OS. On a Pi: sudo damcam addresses."""


class ReachSays(Phrase):
    """Who can open the pages, and what to do to change it."""

    ONLY_HERE = "only this machine can open the pages"
    LET_OTHERS_LOOK = 'to let others in this network look, set host = "0.0.0.0" in [web] of {file}, then: sudo systemctl restart {service}'
    BEHIND_PROXY = "others open the pages through your own proxy, at its address"
    NO_NETWORK = "this machine is in no network; plug its cable in or join the wireless network"


class NoNetwork(DamcamError, OSError):
    """This machine has no address that another could reach."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("--hub", action="store_true", help="those of damcam hub on this machine")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Print the addresses; NoNetwork where there are none."""
    settings = settings_here(args.settings)
    web = settings.web
    host, port, service = (web.hub_host, settings.hub.port, "damcam-hub") if args.hub else (web.board_host, web.port, "damcam-board")
    found = urls(host, port, "/before")
    if not found:
        raise NoNetwork(ReachSays.NO_NETWORK.said())
    print("\n".join(found), flush=True)
    if host not in LOOPBACK:
        show_code(found[0])
    elif web.trusted_proxies:
        complain(ReachSays.BEHIND_PROXY.said(), args.lang)
    else:
        complain(ReachSays.ONLY_HERE.said(ReachSays.LET_OTHERS_LOOK.said(file=str(INSTALLED), service=service)), args.lang)
    return 0
