"""The command `completion`: prints a script that completes commands, options, choices and file names in a shell."""

import argparse
from argparse import ArgumentParser, Namespace
from pathlib import Path

import shtab

from pi.setup.values import target
from pi.usage.parsing import Parser
from pi.usage.table import HUB_TASKS, full_parser

WORDS_OF_HUB = "_damcam_words_of_hub"
TASKS_OF_HUB = " ".join(HUB_TASKS)
PREAMBLE = {
    "bash": f'{WORDS_OF_HUB}() {{ compgen -W "{TASKS_OF_HUB}" -- "$1"; _shtab_compgen_files "$1"; }}',
    "zsh": f"{WORDS_OF_HUB}() {{ _alternative 'tasks:task:({TASKS_OF_HUB})' 'files:folder:_files' }}",
}
"""Completes the first word of `damcam hub`: a task, or a folder."""
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
    print(shtab.complete(parser, args.shell, preamble=PREAMBLE[args.shell]))
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
            words_of_hub = dict.fromkeys(PREAMBLE, WORDS_OF_HUB)
            action.complete = words_of_hub if action.dest == "states" else shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it
    if isinstance(parser, Parser) and parser.tasks:
        _show_tasks(parser)


def _show_tasks(parser: Parser) -> None:
    """Give the parser its tasks as subparsers too, which shtab looks for."""
    shown = parser.add_subparsers(metavar="TASK")
    for name, own in parser.tasks.items():
        _prepare(own)
        shown.choices[name] = own
        shown._choices_actions.append(shown._ChoicesPseudoAction(name, [], own.description))


def _is_file(action: argparse.Action) -> bool:
    """Whether the argument is a file or a folder, or may be one."""
    return action.type in (Path, target) or ".pdn" in str(action.metavar)
