"""The task `event simultaneous`: the list of a simultaneous exhibition."""

import secrets
from argparse import ArgumentParser, Namespace

from pi.commands.events.sheets import SheetHeads
from pi.setup import values
from pi.setup.output import complain, print_json, print_table, wants_json
from record.files import write_atomically
from rules.errors import Phrase
from tournament.events.drawing import SEEDS
from tournament.events.exhibition import as_list, exhibition, first_by_lot
from tournament.events.texts_given import line_in
from tournament.simultaneous import Colour


class ExhibitionSays(Phrase):
    """What is told of the colours."""

    LOT = "the lot with seed {seed} gives {name} {colour}; the colours change from board to board (I 4)"
    WHITE = "White"
    BLACK = "Black"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Makes the list of a simultaneous exhibition (regulation I), from board 1 on: the colour of the first player is
drawn by lot and changes from board to board, or the giver has one colour at all of them. With --out it is written as a list that the page
"The evening" and damcam names --round take. The boards play it in the time control simultaan, which has no clock."""
    parser.add_argument("giver", metavar="GIVER", help="who plays against all the others")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="the players in the order of the boards")
    colours = parser.add_mutually_exclusive_group()
    colours.add_argument("--giver-has", choices=[*Colour], help="the giver has that colour at every board")
    colours.add_argument("--first", choices=[*Colour], help="the first player's colour, where the lot was drawn already")
    colours.add_argument("--seed", type=values.non_negative, metavar="N", help="the seed of the lot (default: one by chance)")
    parser.add_argument("--event", default="", metavar="TEXT", help="the name of the event")
    parser.add_argument("--round", default="1", metavar="TEXT", help="the round (default: %(default)s)")
    parser.add_argument("--out", type=values.target, metavar="FILE.csv", help="write the list there")
    parser.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")


def run(args: Namespace) -> int:
    """Show the games, or write the list; as JSON one object a board."""
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    by_lot = not (args.giver_has or args.first)
    first = Colour(args.first) if args.first else first_by_lot(seed)
    games = exhibition(args.giver, args.players, first=first, giver_has=Colour(args.giver_has) if args.giver_has else None)
    listed = as_list(games, line_in(args.event, "event"), line_in(args.round, "round"))
    if by_lot:
        colour = ExhibitionSays.WHITE if first is Colour.WHITE else ExhibitionSays.BLACK
        complain(ExhibitionSays.LOT.said(seed=seed, name=args.players[0], colour=colour.said()))
    if args.out is not None:
        write_atomically(args.out, listed)
        complain(SheetHeads.WRITTEN.said(files=(str(args.out),)))
        return 0
    if wants_json(args.json):
        for game in games:
            print_json(game._asdict() | ({"seed": seed} if by_lot else {}))
        return 0
    heads = (SheetHeads.BOARD, SheetHeads.WHITE, SheetHeads.BLACK)
    print_table([str(one.said()) for one in heads], [game[:3] for game in games])
    return 0
