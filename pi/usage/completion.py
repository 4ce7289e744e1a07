"""The command `completion`: prints a script that completes commands, options, choices and file names in a shell."""

import argparse
from argparse import ArgumentParser, Namespace
from pathlib import Path

import shtab

from pi.setup.values import target
from pi.usage.table import full_parser

DESCRIPTION = """Prints the completion script of a shell. systemd/install puts both scripts where the shells look for them; without it:
damcam completion bash > ~/.local/share/bash-completion/completions/damcam, or damcam completion zsh > a file _damcam in a folder of $fpath.
A new version of damcam needs a new script."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("shell", choices=("bash", "zsh"))


def run(args: Namespace) -> int:
    """Print the script of the shell. It is static: completing starts no Python."""
    parser = full_parser()
    _prepare(parser)
    print(shtab.complete(parser, args.shell))
    return 0


def _prepare(parser: ArgumentParser) -> None:
    """Tell shtab which arguments are files. zsh shows the description beside a command, so that becomes the one line of help."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {listed.dest: listed.help for listed in action._get_subactions()}
            for name, own in action.choices.items():
                own.description = helps[name]
                _prepare(own)
        elif _is_file(action):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it


def _is_file(action: argparse.Action) -> bool:
    """Whether the argument is a file or a folder, or may be one."""
    return action.type in (Path, target) or ".pdn" in str(action.metavar)
