"""The task `event export`: files for other programs."""

from argparse import ArgumentParser, Namespace

from pi.commands.events.opening import add_event, opened
from pi.setup import values
from pi.setup.output import complain, print_json, wants_json
from record.files import write_atomically
from record.texts import ENGLISH
from rules.errors import Phrase, sentence_of
from tournament.errors import TournamentError
from tournament.events.event_pdn import left_out
from tournament.events.files import FILES
from tournament.events.published import with_initials


class ExportSays(Phrase):
    """What was written, or why nothing is."""

    WRITTEN = "written: {files}"
    WITHOUT_BOARDS = (
        "{count} match was entered without its boards, and is not in the PDN",
        ("{count} matches were entered without their boards, and are not in the PDN"),
    )
    NO_FOLDER = "{path} cannot be used as a folder: {why}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Writes an event for other programs. csv: results.csv, play-offs.csv and boards.csv where there are any, and
after each round a crosstable and the standings, in UTF-8. trf: TRF16, the report of FIDE, for individuals; trf26: the version of 2026,
also of teams by their boards; H, a half-point bye, is never written, for the regulations have none. pdn: a game for each board with
Event, Round, Board, White, Black and Result, without moves."""
    add_event(parser)
    parser.add_argument("--initials", action="store_true", help="with initials in place of the names")
    parser.add_argument("--as", dest="form", required=True, choices=tuple(FILES), help="in which form")
    parser.add_argument("--out", required=True, type=values.target, metavar="DIR", help="the folder, which is made if it is not there")


def run(args: Namespace) -> int:
    """Write the files; all texts are made before the first is written."""
    state = opened(args).state
    files = [(args.out / name, text) for name, text in FILES[args.form](with_initials(state) if args.initials else state, ENGLISH)]
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TournamentError(ExportSays.NO_FOLDER.said(path=str(args.out), why=sentence_of(error))) from error
    for path, text in files:
        write_atomically(path, text)
    complain(ExportSays.WRITTEN.said(files=tuple(str(path) for path, _ in files)))
    if args.form == "pdn" and (count := left_out(state)):
        complain(ExportSays.WITHOUT_BOARDS.said(count=count))
    if wants_json(args.json):
        for path, _ in files:
            print_json({"file": str(path)})
    return 0
