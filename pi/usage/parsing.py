"""Parses a command's words. Moves and options may stand in any order, which argparse alone does not allow."""

import argparse
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from pi.setup.options import add_language
from record.texts import ENGLISH, marked, template
from rules.errors import DamcamError

WORDINGS = (
    marked("%(prog)s: error: %(message)s\n"),
    marked("argument %(argument_name)s: %(message)s"),
    marked("the following arguments are required: %s"),
    marked("one of the arguments %s is required"),
    marked("unrecognized arguments: %s"),
    marked("not allowed with argument %s"),
    marked("expected one argument"),
    marked("expected at least one argument"),
    marked("ignored explicit argument %r"),
    marked("ambiguous option: %(option)s could match %(matches)s"),
    marked("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""What argparse says of wrong words; it looks each of them up under the name `_` of its module. A wording of another Python is English."""


class UsageError(DamcamError, ValueError):
    """The command line is not valid; the text says what was expected."""


class Parser(ArgumentParser):
    """A parser that refuses words in the language `lang`, with status 2. Its usage and help are English."""

    lang = ENGLISH

    def parse_known_args(  # type: ignore[override]  # argparse's overloads are for other namespaces
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        self.exit_on_error = False
        with _wordings_in(self.lang):
            try:
                return super().parse_known_args(args, namespace)
            except ArgumentError as error:
                self.refuse(error)

    def parse_args(  # type: ignore[override]  # as above
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> Namespace:
        known, rest = self.parse_known_args(args, namespace)
        if rest:
            self.unrecognized(rest)
        return known

    def unrecognized(self, words: Sequence[str]) -> NoReturn:
        """End the program because of words that no argument takes."""
        self.error(template(self.lang, marked("unrecognized arguments: %s")) % " ".join(words))

    def refuse(self, error: ArgumentError) -> NoReturn:
        """End the program with the error, which a function of `pi.setup.values` may have given its sentence."""
        cause = error.__context__
        if isinstance(cause, DamcamError) and self.lang != ENGLISH:
            from record.telling.sentences import tell  # English needs no catalogue

            error.message = tell(cause.sentence, self.lang)
        with _wordings_in(self.lang):
            self.error(str(error))

    def error(self, message: str) -> NoReturn:
        with _wordings_in(self.lang):
            super().error(message)


@contextmanager
def _wordings_in(lang: str) -> Iterator[None]:
    """Let argparse's wordings be those of the catalogue while the context lasts."""
    before = argparse._  # type: ignore[attr-defined]
    argparse._ = lambda wording: template(lang, wording)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        argparse._ = before  # type: ignore[attr-defined]


def language_of(words: Sequence[str]) -> str:
    """The language that the words ask for with --lang, else that of the locale, before they are parsed."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    add_language(parser)
    try:
        asked: str = parser.parse_known_args(words)[0].lang
    except ArgumentError:  # refused when the words are parsed
        asked = parser.get_default("lang")
    return asked


def parsed(parser: Parser, words: Sequence[str] | None) -> Namespace:
    """The parsed words. Moves behind an option are added to those before it: argparse alone calls them unrecognized."""
    args, rest = parser.parse_known_args(words)
    if rest and (not isinstance(getattr(args, "moves", None), list) or any(word.startswith("-") for word in rest)):
        parser.unrecognized(rest)
    if rest:
        args.moves = [*args.moves, *rest]
    return args
