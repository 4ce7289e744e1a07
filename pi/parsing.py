"""Command lines on which moves and options stand in any order."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence


def parsed(parser: ArgumentParser, words: Sequence[str] | None) -> Namespace:
    """What was asked for. Moves that stand behind an option belong to those before it: argparse alone takes them for words too many."""
    args, rest = parser.parse_known_args(words)
    if rest and ("moves" not in args or any(word.startswith("-") for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.moves = [*args.moves, *rest]
    return args
