"""The command line `damcam`. Only the module of the command that is called is imported."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence

from pi.setup.output import complain
from pi.usage.parsing import Parser, UsageError, WrongWords, language_of, parsed
from pi.usage.table import COMMANDS, GROUPS, add_arguments, described, full_parser, module_of, top_parser
from rules.errors import DamcamError, Phrase, Sentence, sentence_of

__all__ = ["full_parser", "main"]

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 plus the number of SIGINT, as in shells."""


OUTPUT_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""How standard output fails where it goes to a disk."""


class NoOutput(Phrase):
    """Why the output is not complete."""

    NOT_WRITTEN = "the output is not complete, because it could not be written: {why}"


class NoCommand(Phrase):
    """Why a command is not run, and what to do."""

    MISSING = "a command is missing"
    UNKNOWN = "there is no command {name}"
    DID_YOU_MEAN = "did you mean {name}?"
    LISTED = "damcam --help lists them"


def main(words: Sequence[str] | None = None) -> int:
    """Run a command. The exit status: 0 done, 1 the input was bad (a sentence says what and where), 2 wrong usage."""
    try:
        status = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_the_rest()
        return 1
    except OSError as error:
        if sys.stdout is None or error.filename is not None or error.errno not in OUTPUT_FAULTS:
            raise
        _drop_the_rest()
        complain(NoOutput.NOT_WRITTEN.said(why=sentence_of(error)), language_of(sys.argv[1:] if words is None else words))
        return 1


def _drop_the_rest() -> None:
    """Drop what is left to write: standard output takes no more, and Python must find something to flush to when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: Sequence[str] | None) -> int:
    top = top_parser()
    top.usage, top.epilog = "damcam [-h] [--version] COMMAND ...", _list_of_commands()
    asked = top.add_argument("command", nargs=argparse.PARSER, metavar="COMMAND", help=argparse.SUPPRESS)
    asked.required = False  # what is wrong with the words before it is told first
    top.lang = language_of(sys.argv[1:] if words is None else words)
    given, unknown = top.parse_known_args(words)
    if unknown:
        top.refuse_with(_misplaced(unknown[0]))
    if not given.command:
        top.refuse_with(NoCommand.MISSING.said(NoCommand.LISTED.said()))
    name, *rest = given.command
    if name not in COMMANDS:
        top.refuse_with(_unknown(name))
    command = COMMANDS[name]
    parser = Parser(f"damcam {name}", description=described(command))
    parser.lang = top.lang
    add_arguments(command, parser)
    args = parsed(parser, rest)
    try:
        return module_of(command).run(args)
    except DamcamError as error:
        complain(error, args.lang)
        return 2 if isinstance(error, UsageError) else 1


def _list_of_commands() -> str:
    """The table as `damcam --help` shows it."""
    width = max(map(len, COMMANDS))
    groups = (
        "\n".join((f"{title}:", *(f"  {command.name:{width}}  {command.help}" for command in group))) for title, group in GROUPS.items()
    )
    return "\n\n".join((*groups, "damcam COMMAND --help explains a command."))


def _misplaced(word: str) -> Sentence:
    return WrongWords.NO_OPTION.said(WrongWords.BEHIND_THE_COMMAND.said(word=word), word=word)


def _unknown(name: str) -> Sentence:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, 1)
    do = NoCommand.DID_YOU_MEAN.said(name=repr(near[0])) if near else NoCommand.LISTED.said()
    return NoCommand.UNKNOWN.said(do, name=repr(name))
