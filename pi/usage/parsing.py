"""Parses a command's words. Moves and options may stand in any order, which argparse alone does not allow."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from rules.errors import DamcamError


class UsageError(DamcamError, ValueError):
    """The command line is not valid; the text says what was expected."""


def parsed(parser: ArgumentParser, words: Sequence[str] | None) -> Namespace:
    """The parsed words. Moves behind an option are added to those before it: argparse alone calls them unrecognized."""
    args, rest = parser.parse_known_args(words)
    if rest and (not isinstance(getattr(args, "moves", None), list) or any(word.startswith("-") for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        args.moves = [*args.moves, *rest]
    return args
