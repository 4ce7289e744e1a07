"""The command `perft`: the size of the move tree."""

from argparse import ArgumentParser, Namespace

from pi.setup import values
from pi.setup.options import add_rules
from pi.setup.output import complain
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import Phrase
from rules.play.perft import perft

MAX_DEPTH = 200
"""The largest depth in plies, which no count reaches in practice; Python allows this many nested calls."""


class PerftFault(Phrase):
    """Why nothing is counted."""

    TOO_DEEP = "a depth of {depth} cannot be counted; {most} is the most"


def add_arguments(parser: ArgumentParser) -> None:
    add_rules(parser)
    parser.add_argument("--depth", type=values.non_negative, required=True, metavar="N", help="plies")
    parser.add_argument("--fen", help="count from this position (default: the start position)")


def run(args: Namespace) -> int:
    """Print the number of leaves of the move tree."""
    if args.depth > MAX_DEPTH:
        complain(PerftFault.TOO_DEEP.said(depth=args.depth, most=MAX_DEPTH))
        return 1
    rules = ruleset(args.rules)
    position = parse_fen(args.fen, rules) if args.fen else Position.start(rules)
    print(perft(position, args.depth))
    return 0
