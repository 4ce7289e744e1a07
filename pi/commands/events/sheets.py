"""The task `event sheets`: the pairings of a round, to read or to print."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from msgspec import to_builtins

from hub.tournament.printing import BY_NAME, PRINTS, print_html
from pi.commands.events.opening import add_event, opened
from pi.setup import values
from pi.setup.options import add_language
from pi.setup.output import complain, print_json, print_table, wants_json
from record.files import write_atomically
from record.texts import ENGLISH
from rules.errors import Phrase
from tournament.events.anonymous import in_language
from tournament.events.published import with_initials
from tournament.events.sheets import NameRow, SheetRow, sheet, sheet_by_name


class SheetHeads(Phrase):
    """The headings of a round, and what was written."""

    BOARD = "Board"
    GROUP = "Group"
    WHITE = "White"
    BLACK = "Black"
    RESULT = "Result"
    FREE = "free"
    NAME = "Name"
    COLOUR = "Colour"
    OPPONENT = "Opponent"
    NOT_PLAYED = "not played"
    WRITTEN = "written: {files}"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Shows the pairings of a round. With --out it writes them as an HTML file that a browser prints on A4: a line
for each board, with room for the result and both signatures, and for what is known already. --what has other things to print: a card
for each board, slips for the results with both signatures, those of the play-offs that are to be played now, the crosstable and the
standings; and by-name the pairings in the order of the family names, to hang up in a large hall, which is shown without --out too."""
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
        for row in (sheet_by_name if args.what == BY_NAME else sheet)(state, args.round):
            print_json(to_builtins(row))
    elif args.what == BY_NAME:
        _print_by_name(sheet_by_name(in_language(state, ENGLISH), args.round))
    else:
        _print(sheet(in_language(state, ENGLISH), args.round))
    return 0


def _print(rows: Sequence[SheetRow]) -> None:
    says = SheetHeads
    free = str(says.FREE.said())
    cells = [(row.board, row.group, row.white_name, row.black_name or free, row.shown_result) for row in rows]
    print_table([str(head.said()) for head in (says.BOARD, says.GROUP, says.WHITE, says.BLACK, says.RESULT)], cells)


def _print_by_name(rows: Sequence[NameRow]) -> None:
    says = SheetHeads
    cells = [
        (
            row.name,
            row.group,
            row.board,
            str(says[row.colour.upper()].said()) if row.colour else "",
            row.opponent_name or str(says.FREE.said()),
            str(says.NOT_PLAYED.said()) if row.withdrawn else None,
        )
        for row in rows
    ]
    heads = (says.NAME, says.GROUP, says.BOARD, says.COLOUR, says.OPPONENT, says.RESULT)
    print_table([str(head.said()) for head in heads], cells)
