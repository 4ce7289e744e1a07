"""The command line `damcam`. Only the module of the command that is called is imported."""

import errno
import os
import sys
from collections.abc import Sequence

from pi.setup.output import complain
from pi.usage.errors import UsageError
from pi.usage.parsers import arguments_of, top_parser
from pi.usage.table import command_of, module_of
from rules.errors import DamcamError, Phrase, sentence_of

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 plus the number of SIGINT, as in shells."""


OUTPUT_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""How standard output fails where it goes to a disk."""


class NoOutput(Phrase):
    """Why the output is not complete."""

    NOT_WRITTEN = "the output is not complete, because it could not be written: {why}"


def main(words: Sequence[str] | None = None) -> int:
    """Run a command. The exit status: 0 done, 1 the input was bad (a sentence says what and where), 2 wrong usage."""
    try:
        status = _run(sys.argv[1:] if words is None else words)
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
        complain(NoOutput.NOT_WRITTEN.said(why=sentence_of(error)))
        return 1


def _drop_the_rest() -> None:
    """Drop what is left to write: standard output takes no more, and Python must find something to flush to when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: Sequence[str]) -> int:
    top = top_parser()
    if words and words[0].startswith("-") and words[0] not in ("-h", "--help", "--version"):
        top.error(f"there is no option {words[0]}; options stand behind the command")
    top.parse_args(words[:1])
    command, rest = command_of(words)
    args = arguments_of(command, rest)
    try:
        return module_of(str(command.module)).run(args)  # one of tasks alone has ended in its parser
    except DamcamError as error:
        complain(error)
        return 2 if isinstance(error, UsageError) else 1
