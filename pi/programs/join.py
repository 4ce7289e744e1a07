"""The command `join`: makes this board one of the boards of a hub."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from link.enrolment import MAX_BYTES, Enrolment
from pi.machine.joining import join, read_enrolment
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.standard_input import input_text
from rules.errors import DamcamError, Phrase, sentence_of

DESCRIPTION = """Joins the hub of a hall, with the file that the page Boards made there for this board; - reads standard input, for the
text of its QR code. The board then sends its games to the hub, and takes rulings and names from there. It goes on recording without it. As
soon as it is connected, the accounts of the arbiters become those of the hub: accounts that the board has of its own are replaced. Where
this machine takes the place of one that is lost, damcam import continues its game from the log that the hub's desk offers."""
EPILOG = """On a Pi: sudo -u damcam damcam join FILE. The service damcam-uplink notices it by itself. When that starts and the board has
joined no hub, it takes a file damcam-*.json from the boot partition or from a stick below /media or /mnt. Delete the file afterwards: it
holds a password."""


class JoinSays(Phrase):
    """What became of joining a hub."""

    JOINED = "this board has joined the hub as {key}"
    AS_BEFORE = "this board has joined that hub already, as {key}; nothing was changed"
    DELETE = "delete {file} now: it holds a password"
    NOT_READ = "the file cannot be read: {why}"


class EnrolmentUnread(DamcamError, OSError):
    """The file of an enrolment cannot be read; the text says why."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("file", type=Path, metavar="FILE", help="the enrolment of this board; - for standard input")
    parser.add_argument("--again", action="store_true", help="leave the hub that the board has joined before")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Join; EnrolmentError, JoinError."""
    state = Path(settings_here(args.settings).board.state)
    told = _read(args.file)
    changed = join(state, told, again=args.again)
    do = JoinSays.DELETE.said(file=str(args.file)) if str(args.file) != "-" else None
    complain((JoinSays.JOINED if changed else JoinSays.AS_BEFORE).said(do, key=told.key))
    return 0


def _read(file: Path) -> Enrolment:
    if str(file) == "-":
        return Enrolment.read(input_text(MAX_BYTES + 1))
    try:
        return read_enrolment(file)
    except OSError as error:
        raise EnrolmentUnread(JoinSays.NOT_READ.said(why=sentence_of(error)), str(file)) from error
