"""The command `join`: makes this board one of the boards of a hub."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.wire.enrolment import EnrolmentError
from hub.wire.handed_out import MAX_FILE, HandedGame, read_handed
from pi.machine.joining import check, join
from pi.setup.loading import settings_here
from pi.setup.options import add_settings
from pi.setup.output import complain
from pi.setup.standard_input import input_text
from rules.errors import DamcamError, Phrase, sentence_of

DESCRIPTION = """Joins the hub of a hall, with the file that damcam hub enroll made there for this board; - reads standard input, for the
text of its QR code. The board then sends its games to the hub, and takes rulings and names from there. It goes on recording without it. The
accounts of the arbiters become those of the hub; accounts that the board has of its own are replaced. A file of damcam hub hand-out has a
game too, with which this board then goes on: no recorder may run here meanwhile, and no game may have begun here."""
EPILOG = """On a Pi: sudo -u damcam damcam join FILE. The service damcam-uplink notices it by itself. Delete the file afterwards: it holds
a password."""


class JoinSays(Phrase):
    """What became of joining a hub."""

    JOINED = "this board has joined the hub as {key}"
    AS_BEFORE = "this board has joined that hub already, as {key}; nothing was changed"
    DELETE = "delete {file} now: it holds a password"
    TAKEN_OVER = "game {game} of {key} is here as the hub has it, and goes on when damcam run is started"
    LOOK = "look at moves and clocks before you start a clock"
    NOT_READ = "the file cannot be read: {why}"


class EnrolmentUnread(DamcamError, OSError):
    """The file of an enrolment cannot be read; the text says why."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("file", type=Path, metavar="FILE", help="the enrolment of this board; - for standard input")
    parser.add_argument("--again", action="store_true", help="leave the hub that the board has joined before")
    add_settings(parser)


def run(args: Namespace) -> int:
    """Join; EnrolmentError, JoinError, AccountsError; with a game that was handed out also HandedError, StateError, LogError."""
    settings = settings_here(args.settings)
    state = Path(settings.board.state)
    try:
        told, handed = read_handed(_read(args.file))
    except EnrolmentError as error:
        raise EnrolmentError(error.sentence, str(args.file)) from error
    if handed:
        check(told, state, again=args.again)
        _take_over(handed, state, settings.board.rules, told.key)
    changed = join(state, told, again=args.again)
    do = JoinSays.DELETE.said(file=str(args.file)) if str(args.file) != "-" else None
    complain((JoinSays.JOINED if changed else JoinSays.AS_BEFORE).said(do, key=told.key))
    return 0


def _take_over(handed: HandedGame, state: Path, rules: str, key: str) -> None:
    from pi.programs.handed_over import put_in

    if put_in(handed, state, rules):
        complain(JoinSays.TAKEN_OVER.said(JoinSays.LOOK.said(), game=handed.game, key=key))


def _read(file: Path) -> bytes | str:
    if str(file) == "-":
        return input_text(MAX_FILE + 1)
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_FILE + 1)
    except OSError as error:
        raise EnrolmentUnread(JoinSays.NOT_READ.said(why=sentence_of(error)), str(file)) from error
