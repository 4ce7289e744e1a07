"""Command lines on which moves and options stand in any order, and what is wrong with one that argparse alone lets pass."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from rules.errors import DamcamError


class UsageError(DamcamError, ValueError):
    """A command that is called in a way that says nothing, whatever there is to be done; says what was expected."""


def parsed(parser: ArgumentParser, words: Sequence[str] | None) -> Namespace:
    """What was asked for. Moves that stand behind an option belong to those before it: argparse alone takes them for words too many."""
    args, rest = parser.parse_known_args(words)
    if rest and ("moves" not in args or any(word.startswith("-") for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.moves = [*args.moves, *rest]
    return args
