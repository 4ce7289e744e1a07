"""The task `event sheets`: the pairings of a round, to read or to print."""

from argparse import ArgumentParser, Namespace

from hub.events.anonymous import in_language
from hub.events.printing import PRINTS, print_html
from hub.events.published import with_initials
from hub.events.sheets import sheet, shown_result
from pi.commands.events.opening import add_event, opened
from pi.setup import values
from pi.setup.options import add_language
from pi.setup.output import complain, print_json, print_table, wants_json
from record.files import write_atomically
from record.texts import ENGLISH
from rules.errors import Phrase


class SheetHeads(Phrase):
    """The headings of a round, and what was written."""

    BOARD = "Board"
    GROUP = "Group"
    WHITE = "White"
    BLACK = "Black"
    RESULT = "Result"
    FREE = "free"
    WRITTEN = "written: {files}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Shows the pairings of a round. With --out it writes them as an HTML file that a browser prints on A4: a line
for each board, with room for the result and both signatures, and for what is known already. --what has other things to print: a card
for each board, slips for the results with both signatures, those of the play-offs that are to be played now, the crosstable and the
standings."""
    add_event(parser)
    parser.add_argument("--round", type=values.positive, metavar="N", help="the round (default: the one that was paired last)")
    parser.add_argument("--what", choices=tuple(PRINTS), default="pairings", help="what is written with --out (default: %(default)s)")
    parser.add_argument("--initials", action="store_true", help="with initials in place of the names")
    parser.add_argument("--out", type=values.target, metavar="FILE.html", help="write the sheet to print there")
    add_language(parser)


def run(args: Namespace) -> int:
    """Show the pairings of a round, or write the sheet; as JSON one object a board."""
    state = opened(args).state
    state = with_initials(state) if args.initials else state
    if args.out is not None:
        write_atomically(args.out, print_html(state, args.what, args.round, args.lang))
        complain(SheetHeads.WRITTEN.said(files=(str(args.out),)))
        return 0
    if wants_json(args.json):
        for row in sheet(state, args.round):
            print_json(row)
        return 0
    says = SheetHeads
    free = str(says.FREE.said())
    rows = sheet(in_language(state, ENGLISH), args.round)
    cells = [(row["board"], row["group"], row["white_name"], row["black_name"] or free, shown_result(row)) for row in rows]
    print_table([str(head.said()) for head in (says.BOARD, says.GROUP, says.WHITE, says.BLACK, says.RESULT)], cells)
    return 0
