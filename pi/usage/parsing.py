"""Parses a command's words, and refuses wrong ones in sentences of our own. Moves and options may stand in any order."""

import argparse
from argparse import Action, ArgumentError, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, NoReturn

from pi.setup.options import add_language
from pi.setup.output import told
from record.texts import ENGLISH, marked, template
from rules.errors import DamcamError, Phrase, Sentence

WORDINGS = {
    "argument %(argument_name)s: %(message)s": marked("%(argument_name)s: %(message)s"),
    "the following arguments are required: %s": marked("missing here: %s"),
    "one of the arguments %s is required": marked("one of these is missing: %s"),
    "not allowed with argument %s": marked("this does not go together with %s"),
    "expected one argument": marked("a value must follow"),
    "expected at least one argument": marked("a value must follow, or several"),
    "ignored explicit argument %r": marked("this takes no value, and %r was given"),
    "ambiguous option: %(option)s could match %(matches)s": marked("%(option)s may be any of %(matches)s"),
    "invalid %(type)s value: %(value)r": marked("%(value)r cannot be used"),
}
"""What argparse says of wrong words, and what is said instead. It looks each of them up under the name `_` of its module."""
REFUSAL = marked("%(prog)s: %(message)s\n%(prog)s --help explains it\n")
REFUSAL_WITH_REMEDY = "%(prog)s: %(message)s\n"


class WrongWords(Phrase):
    """What is wrong with the words of a command line, and what to do."""

    NOT_ONE_OF = "{value} is not one of {words}"
    NO_OPTION = "there is no option {word}"
    TOO_MANY = (
        "{count} word too many: {words}",
        "{count} words too many: {words}",
    )
    DID_YOU_MEAN = "did you mean {name}?"
    BEHIND_THE_COMMAND = "options stand behind the command: damcam COMMAND {word}"


class UsageError(DamcamError, ValueError):
    """The command line is not valid; the text says what was expected."""


class Parser(ArgumentParser):
    """A parser that refuses words in the language `lang`, with status 2. Its usage and help are English."""

    lang = ENGLISH

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.tasks: dict[str, Parser] = {}
        """The parsers of tasks: where the first word is the name of one, that parser takes the others, and `task` is the name."""
        self.remedies: dict[str, Sentence] = {}
        """What to do where the value of an option is missing, by its name."""

    def add_argument(self, *names: Any, **named: Any) -> Action:
        """Add an argument. A positional one of any number of words may be left out, as in argparse from Python 3.13.1 on."""
        if named.get("nargs") == "*" and not names[0].startswith("-"):
            named.setdefault("default", [])
        return super().add_argument(*names, **named)

    def parse_known_args(  # type: ignore[override]  # argparse's overloads are for other namespaces
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        if args and (own := self.tasks.get(args[0])):
            own.lang, own.prog = self.lang, f"{self.prog} {args[0]}"
            known, rest = own.parse_known_args(args[1:], namespace)
            if rest:
                own.unrecognized(rest)
            known.task = args[0]
            return known, []
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
        option = next((word.partition("=")[0] for word in words if word.startswith("-")), None)
        if option is None:
            self.refuse_with(WrongWords.TOO_MANY.said(count=len(words), words=" ".join(words)))
        near = get_close_matches(option, self._option_string_actions, 1)
        self.refuse_with(WrongWords.NO_OPTION.said(WrongWords.DID_YOU_MEAN.said(name=near[0]) if near else None, word=option))

    def refuse(self, error: ArgumentError) -> NoReturn:
        """End the program with the error, which a function of `pi.setup.values` or `_check_value` may have given its sentence."""
        cause = error.__context__
        if isinstance(cause, DamcamError):
            error.message = told(cause.sentence, self.lang)
        with _wordings_in(self.lang):
            message = str(error)
        if remedy := self.remedies.get(error.argument_name or ""):
            self._end(REFUSAL_WITH_REMEDY, f"{message}; {told(remedy, self.lang)}")
        self.error(message)

    def refuse_with(self, said: Sentence) -> NoReturn:
        """End the program with that sentence."""
        self._end(REFUSAL_WITH_REMEDY if said.remedy else template(self.lang, REFUSAL), told(said, self.lang))

    def error(self, message: str) -> NoReturn:
        self._end(template(self.lang, REFUSAL), message)

    def _end(self, wording: str, message: str) -> NoReturn:
        self.exit(2, wording % {"prog": self.prog, "message": message})

    def _match_arguments_partial(self, actions: Sequence[Action], arg_strings_pattern: str) -> list[int]:
        """Leave an argument that takes any number of words open while options follow that words may follow.

        So does argparse from Python 3.12.8 and 3.13.1 on (CPython issue 59317). Before, the first option left the argument without words.
        """
        counts: list[int] = super()._match_arguments_partial(actions, arg_strings_pattern)
        if arg_strings_pattern[sum(counts) :].startswith("O"):
            while counts and counts[-1] == 0:
                counts.pop()
        return counts

    def _get_values(self, action: Action, arg_strings: list[str]) -> Any:
        """Take the two dashes of `--OPTION=--` as the option's value, as argparse does from Python 3.13 on."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def _check_value(self, action: Action, value: object) -> None:
        """Refuse a value that is none of the action's choices."""
        if action.choices is None or value in action.choices:
            return
        words = tuple(map(str, action.choices))
        near = get_close_matches(str(value), words, 1)
        do = WrongWords.DID_YOU_MEAN.said(name=near[0]) if near else None
        raise ArgumentError(action, told(WrongWords.NOT_ONE_OF.said(do, value=repr(value), words=words), self.lang))


def add_remedy(parser: ArgumentParser, option: str, remedy: Sentence) -> None:
    """Let the parser say what to do where the value of that option is missing."""
    if isinstance(parser, Parser):
        parser.remedies[option] = remedy


@contextmanager
def _wordings_in(lang: str) -> Iterator[None]:
    """Let argparse say `WORDINGS` in that language while the context lasts."""
    before = argparse._  # type: ignore[attr-defined]

    def said(wording: str) -> str:
        return template(lang, WORDINGS.get(wording, wording))

    argparse._ = said  # type: ignore[attr-defined]
    try:
        yield
    finally:
        argparse._ = before  # type: ignore[attr-defined]


def language_of(words: Sequence[str]) -> str:
    """The language that the words ask for with --lang, else that of the locale, before they are parsed."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    add_language(parser)
    try:
        asked = parser.parse_known_args(words)[0].lang
    except (ArgumentError, TypeError):  # refused when the words are parsed; `--lang=--` is a list before Python 3.13
        asked = None
    return asked if isinstance(asked, str) else str(parser.get_default("lang"))


def parsed(parser: Parser, words: Sequence[str] | None) -> Namespace:
    """The parsed words. Moves behind an option are added to those before it: argparse alone calls them unrecognized."""
    args, rest = parser.parse_known_args(words)
    if rest and (not isinstance(getattr(args, "moves", None), list) or any(word.startswith("-") for word in rest)):
        parser.unrecognized(rest)
    if rest:
        args.moves = [*args.moves, *rest]
    return args
