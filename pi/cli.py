"""The command line `damcam`. Only the module of the command that is called is imported."""

import argparse
import os
import sys
from collections.abc import Sequence

from pi.setup.output import complain
from pi.usage.parsing import UsageError, parsed
from pi.usage.table import COMMANDS, GROUPS, described, full_parser, module_of, top_parser
from rules.errors import DamcamError

__all__ = ["full_parser", "main"]

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 plus the number of SIGINT, as in shells."""


def main(words: Sequence[str] | None = None) -> int:
    """Run a command. The exit status: 0 done, 1 the input was bad (a sentence says what and where), 2 wrong usage."""
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except UsageError as error:
        complain(error)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of standard output has gone. Python must find something to flush to when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(words: Sequence[str] | None) -> int:
    top = top_parser()
    top.usage, top.epilog = "damcam [-h] [--version] COMMAND ...", _list_of_commands()
    top.add_argument("command", nargs=argparse.PARSER, metavar="COMMAND", help=argparse.SUPPRESS)
    name, *rest = top.parse_args(words).command
    if name not in COMMANDS:
        top.error(_unknown(name))
    command = COMMANDS[name]
    module = module_of(command)
    parser = argparse.ArgumentParser(f"damcam {name}", description=described(command))
    module.add_arguments(parser)
    args = parsed(parser, rest)
    try:
        return module.run(args)
    except UsageError:
        raise
    except DamcamError as error:
        complain(_in_language(error, getattr(args, "lang", "en")))
        return 1


def _in_language(error: DamcamError, lang: str) -> str:
    """The error as a sentence in that language, behind the file or picture that it is about."""
    if lang == "en":
        return str(error)
    from record.telling.sentences import tell  # English needs no catalogue

    text = tell(error.sentence, lang)
    return f"{error.about}: {text}" if error.about else text


def _list_of_commands() -> str:
    """The table as `damcam --help` shows it."""
    width = max(map(len, COMMANDS))
    groups = (
        "\n".join((f"{title}:", *(f"  {command.name:{width}}  {command.help}" for command in group))) for title, group in GROUPS.items()
    )
    return "\n\n".join((*groups, "damcam COMMAND --help explains a command."))


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, 1)
    return f"there is no command {name!r}; " + (f"did you mean {near[0]!r}?" if near else "damcam --help lists them")
