"""The task `hub hand-out`: lets another machine take over a board, and go on with its game as the hub has it."""

import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.access.private_file import write_private
from hub.broker.hall import HallError
from pi.commands.halls.enroll import EnrollSays
from pi.commands.halls.opening import add_hub, own_addresses
from pi.machine.hall_boards import hall_of
from pi.setup import values
from pi.setup.output import complain
from rules.errors import Phrase, Sentence, sentence_of

DESCRIPTION = """Hands the board KEY out to another machine, in the place of one that is lost: writes a file with a new enrolment under the
same key, and with the journal of its newest game, as far as the hub has it. The machine before is cut off at once. The new one takes the
file with damcam join, and goes on with the game. Only the file's owner can read it."""
EPILOG = """Rows that the machine before had and the hub had not are not in it: look at moves and clocks before a clock is started. Where
the card of that machine is whole, put it into the new one instead: nothing is lost then."""
QUIET_S, QUIET_WITHIN_S = 0.3, 5.0
"""Once the machine before is cut off, the mirror has written its last rows when nothing is added for QUIET_S."""


class HandOutSays(Phrase):
    """What became of a board that is handed out."""

    GAME = "{key} is handed out with {count} row of game {game}", "{key} is handed out with {count} rows of game {game}"
    NO_GAME = "{key} is handed out; the hub has no game of it"
    JOIN = "at the new board: damcam join {file}; then delete the file, which holds a password"
    ONCE_MORE = "make it once more, in a folder that you can write: damcam hub hand-out {key} --to FILE"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.add_argument("key", metavar="KEY", help="the board's key, as it was enrolled")
    parser.add_argument("--to", type=Path, metavar="FILE", help="the file to write (default: damcam-KEY.json in this folder)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--address", type=values.host, action="append", metavar="ADDRESS", help="how boards reach this hub; may be given again"
    )
    where.add_argument("--by-zeroconf", action="store_true", help="name no address: the board looks for the hub")
    add_hub(parser)


def run(args: Namespace) -> int:
    """Hand it out; HallError, EnrolmentError, LogError."""
    from hub.venue.handing_out import handed_game

    hall = hall_of(args)
    hall.enrolled(args.key)
    file = args.to or Path(f"damcam-{args.key}.json")
    if file.exists():
        raise HallError(EnrollSays.IS_THERE.said(EnrollSays.NAME_OTHER.said()), str(file))
    addresses = () if args.by_zeroconf else args.address or own_addresses()
    made = hall.enroll(args.key, addresses, again=True)
    state = hall.boards / args.key
    _wait_until_quiet(state)
    handed = handed_game(state)
    text = handed.game.added_to(made) if handed else made.written()
    try:
        write_private(file, text)
    except OSError as error:
        do = HandOutSays.ONCE_MORE.said(key=args.key)
        raise HallError(EnrollSays.NOT_WRITTEN.said(do, key=args.key, why=sentence_of(error)), str(file)) from error
    do = HandOutSays.JOIN.said(file=str(file))
    complain(_said(args.key, handed.game.game, handed.rows, do) if handed else HandOutSays.NO_GAME.said(do, key=args.key))
    return 0


def _said(key: str, game: str, rows: int, do: Sentence) -> Sentence:
    return HandOutSays.GAME.said(do, key=key, count=rows, game=game)


def _wait_until_quiet(state: Path) -> None:
    from hub.venue.handing_out import last_row

    last, since_s, began_s = last_row(state), time.monotonic(), time.monotonic()
    while time.monotonic() - since_s < QUIET_S and time.monotonic() - began_s < QUIET_WITHIN_S:
        time.sleep(QUIET_S / 6)
        now = last_row(state)
        if now != last:
            last, since_s = now, time.monotonic()
