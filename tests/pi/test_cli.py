"""The table of commands, and what is imported to run one."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from pi.cli import NoOutput, main
from pi.usage.parsers import parser_of
from pi.usage.table import COMMANDS, GROUPS, module_of
from rules.errors import SystemFault

HEAVY = ["numpy", "cv2", "flask", "gevent", "babel", "rich", "sqlite3", "gpiozero", "jinja2", "werkzeug", "cryptography", "msgspec"]
START = "W:W31-50:B1-20"
EVERY = [one for command in COMMANDS.values() for one in (command, *command.tasks.values())]


def test_every_command_has_a_module_with_the_face() -> None:
    for name in filter(None, (command.module for command in EVERY)):
        module = module_of(name)
        assert list(signature(module.add_arguments).parameters) == ["parser"]
        assert list(signature(module.run).parameters) == ["args"]
        assert signature(module.run).return_annotation is int


def test_the_help_of_every_command_and_task_begins_with_the_line_of_the_table(capsys) -> None:
    for command in EVERY:
        with pytest.raises(SystemExit) as ended:
            main([*command.name.split(), "--help"])
        shown = capsys.readouterr().out
        assert (ended.value.code, shown.split("\n")[0].startswith(f"usage: damcam {command.name} ")) == (0, True)
        assert all(task.help in shown for task in command.tasks.values()) or command.module


def test_the_help_lists_every_command_under_its_heading_in_80_columns(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert ended.value.code == 0
    for title, group in GROUPS.items():
        at = lines.index(f"{title}:")
        assert [line.split(maxsplit=1) for line in lines[at + 1 : at + 1 + len(group)]] == [[one.name, one.help] for one in group]
    assert max(map(len, lines[:1] + lines[4:])) <= 80


IMPORTED = """
import contextlib, io, json, sys
at_start = set(sys.modules)  # coverage.py, which may measure this, imports sqlite3
from pi.cli import main
from pi.usage.table import COMMANDS

told = []
for words, given in json.loads(sys.argv[1]):
    sys.stdin = io.StringIO(given)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main(words)
    told.append(sorted(one.name for one in COMMANDS.values() if one.module in sys.modules))
print(json.dumps([told, sorted(set(sys.modules) - at_start)]))
"""
"""Runs commands one after another, and tells after each which modules of commands are imported, and at the end all that were since."""


def test_only_the_module_of_a_command_is_imported_and_no_heavy_package_where_none_is_needed(system, tmp_path) -> None:
    (tmp_path / "game.pdn").write_text('[GameType "40"]\n\n1. 32-28 19-23 *\n')
    after = {
        "--version": [],
        "--help": [],
        "moves": ["moves"],
        "perft --depth 2": ["moves", "perft"],
        "problem --help": ["moves", "perft", "problem"],
        f"check {tmp_path / 'game.pdn'}": ["check", "moves", "perft", "problem"],
    }
    words = json.dumps([[line.split(), START] for line in after])
    done = subprocess.run([sys.executable, "-P", "-c", IMPORTED, words], capture_output=True, text=True, check=True)
    told, modules = json.loads(done.stdout)
    assert told == list(after.values())
    assert set(HEAVY).isdisjoint(modules)


def test_every_kind_of_end_has_its_status(capsys, monkeypatch) -> None:
    def ending(error: BaseException) -> Callable[[object], int]:
        def run(_: object) -> int:
            raise error

        return run

    module = import_module("pi.commands.perft")
    monkeypatch.setattr(module, "run", ending(KeyboardInterrupt()))
    assert main(["perft", "--depth", "1"]) == 130
    assert main(["names", "--game", "nowhere"]) == 2
    assert main(["check", "nowhere.pdn"]) == 1
    assert capsys.readouterr().err.count("damcam: ") == 2


def test_output_that_cannot_be_written_is_a_sentence(system: None, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    says = f"damcam: {NoOutput.NOT_WRITTEN.said(why=SystemFault.FULL.said())}\n"
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-P", "-m", "pi", "perft", "--depth", "2"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (done.returncode, done.stderr) == (1, says)
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["perft", "--depth", "2"]) == 1
    assert capsys.readouterr().err == says


def test_a_closed_standard_output_is_nobody_to_tell(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    for words in (["moves"], ["perft", "--depth", "2"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO(START))
        assert (main(words), capsys.readouterr().err) == (0, "")


@pytest.mark.parametrize("asked", [[], ["--lang", "fy"]])
def test_the_language_is_that_of_messages_or_the_one_asked_for(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    assert parser_of(COMMANDS["judge"]).parse_intermixed_args(asked).lang == (asked[1] if asked else "nl")
