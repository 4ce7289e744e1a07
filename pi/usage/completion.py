"""The command `completion`: prints a script that completes commands, options, choices and file names in a shell."""

import argparse
from argparse import ArgumentParser, Namespace
from pathlib import Path

import shtab

from pi.setup.values import target
from pi.usage.table import COMMANDS, full_parser

DESCRIPTION = """Prints the completion script of a shell. systemd/install puts both scripts where the shells look for them; without it:
damcam completion bash > ~/.local/share/bash-completion/completions/damcam, or damcam completion zsh > a file _damcam in a folder of $fpath.
A new version of damcam needs a new script."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("shell", choices=("bash", "zsh"))


def run(args: Namespace) -> int:
    """Print the script of the shell. It is static: completing starts no Python."""
    parser = full_parser()
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        command.description = COMMANDS[name].help  # zsh shows the first paragraph beside the command
        for action in command._actions:
            if _is_file(action):
                action.complete = shtab.FILE
    print(shtab.complete(parser, args.shell))
    return 0


def _is_file(action: argparse.Action) -> bool:
    """Whether the argument is a file or a folder, or may be one."""
    return action.type in (Path, target) or ".pdn" in str(action.metavar)
