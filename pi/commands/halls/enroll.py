"""The task `hub enroll`: makes the file with which a board joins the hub."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.broker.hall import HallError
from link.enrolment import Enrolment
from pi.commands.halls.opening import add_hub, own_addresses
from pi.machine.hall_boards import hall_of
from pi.setup import values
from pi.setup.output import complain
from pi.setup.qr_code import show_code, shown_size, terminal_columns
from record.files import write_private
from rules.errors import Phrase, sentence_of

DESCRIPTION = """Enrols the board KEY: makes a password for it, and a file with what it needs to reach this hub: addresses, port,
certificate and password. Only its owner can read the file. On a terminal it is shown as a QR code too. The board takes it with damcam join.
The key stays when the number of the match changes."""
EPILOG = """Whoever has the file can pass for the board: carry it on a stick, and delete it once the board has joined. With --again the
board gets a new password, and whoever has the one before is cut off. A board that finds the hub at none of the addresses looks for it by
zeroconf; --by-zeroconf leaves the addresses out."""


class EnrollSays(Phrase):
    """What became of an enrolment, and why none was made."""

    ENROLLED = "{key} is enrolled; at the board: damcam join {file}"
    DELETE = "the file holds a password: delete it once the board has joined"
    IS_THERE = "there is such a file already"
    NAME_ANOTHER = "name another with --to, or write over it with --again"
    NOT_WRITTEN = "{key} is enrolled, and its file was not written: {why}"
    ONCE_MORE = "make it once more, in a folder that you can write: damcam hub enroll {key} --again --to FILE"
    TOO_NARROW = "the QR code needs a terminal of {columns} columns and {lines} lines, and this one has {now} columns"
    IN_LARGER = "carry the file, or make it once more in a larger window, or with smaller letters: damcam hub enroll {key} --again"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("key", metavar="KEY", help="the board's key, such as 7 or east-2: lower-case letters, digits, hyphens")
    parser.add_argument("--to", type=Path, metavar="FILE", help="the file to write (default: damcam-KEY.json in this folder)")
    parser.add_argument("--again", action="store_true", help="enrol it anew, and end the enrolment that it has")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--address", type=values.host, action="append", metavar="ADDRESS", help="how boards reach this hub; may be given again"
    )
    where.add_argument("--by-zeroconf", action="store_true", help="name no address: the board looks for the hub")
    add_hub(parser)


def run(args: Namespace) -> int:
    """Enrol the board and write its file; HallError, EnrolmentError."""
    file = args.to or Path(f"damcam-{args.key}.json")
    if file.exists() and not args.again:
        raise HallError(EnrollSays.IS_THERE.said(EnrollSays.NAME_ANOTHER.said()), str(file))
    addresses = () if args.by_zeroconf else args.address or own_addresses()
    made = hall_of(args).enroll(args.key, addresses, again=args.again)
    try:
        write_private(file, made.written())
    except OSError as error:
        do = EnrollSays.ONCE_MORE.said(key=args.key)
        raise HallError(EnrollSays.NOT_WRITTEN.said(do, key=args.key, why=sentence_of(error)), str(file)) from error
    complain(EnrollSays.ENROLLED.said(EnrollSays.DELETE.said(), key=args.key, file=str(file)))
    _show(made)
    return 0


def _show(made: Enrolment) -> None:
    """Show the QR code on a terminal that is wide enough for its lines."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    text, columns = made.written().rstrip("\n"), terminal_columns()
    needed, lines = shown_size(text)
    if columns is not None and needed > columns:
        do = EnrollSays.IN_LARGER.said(key=made.key)
        complain(EnrollSays.TOO_NARROW.said(do, columns=needed, lines=lines, now=columns))
    else:
        show_code(text)
