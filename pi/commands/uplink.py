"""The command `uplink`: sends the games of this board to the hub that it has joined, as a service of its own."""

from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from hub.logs import on_standard_error
from pi.machine.joining import enrolment_of, join_by_file
from pi.machine.notify import Notifier
from pi.machine.wired import work_until_told
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from rules.errors import Phrase

DESCRIPTION = """Sends what this board records to the hub that it has joined (damcam join), and brings rulings, names and accounts from
there. The recorder knows nothing of it and never waits for it. What the hub has not on disk is sent again, also after days without a
network. A board that has joined no hub joins by the file damcam-*.json on its boot partition or a stick. Where there is none, this ends at
once."""
EPILOG = """On a Pi this is the service damcam-uplink, which damcam-uplink.path starts once the board has joined. It notices by itself when
damcam join is run again."""


class UplinkCommandSays(Phrase):
    """Why nothing is sent, and what to do."""

    NO_HUB = "this board has joined no hub, and sends its games to none"
    JOIN_ONE = "to join one: damcam join FILE, or start again with the file on a stick"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    add_settings(parser)


def run(args: Namespace) -> int:
    """Send and bring until told to end; JoinError, FileError."""
    state = Path(settings_here(args.settings).board.state)
    with on_standard_error():
        enrolment = enrolment_of(state) or join_by_file(state)
    if enrolment is None:
        nothing = UplinkCommandSays.NO_HUB.said(UplinkCommandSays.JOIN_ONE.said())
        notifier = Notifier()
        notifier.ready()  # that there is nothing to do is no failure of the service
        notifier.status(str(nothing))
        notifier.close()
        complain(nothing)
        return 0
    from pi.uplink.joined import JoinedUplink
    from pi.uplink.uplink import LOOKS_EVERY_S

    with on_standard_error(), closing(JoinedUplink(state, enrolment)) as uplink:
        work_until_told(lambda: uplink.step(LOOKS_EVERY_S), lambda: uplink.connection, lambda: uplink.trouble)
    return 0
