"""The table of commands, and what is imported to run one."""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from pi.cli import full_parser, main
from pi.usage.parsing import language_of
from pi.usage.table import COMMANDS, GROUPS

HEAVY = ["numpy", "cv2", "flask", "gevent", "babel", "rich", "sqlite3", "gpiozero", "jinja2", "werkzeug", "cryptography"]
START = "W:W31-50:B1-20"


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_has_a_module_with_the_face(command) -> None:
    module = import_module(command.module)
    assert list(signature(module.add_arguments).parameters) == ["parser"]
    assert list(signature(module.run).parameters) == ["args"]
    assert signature(module.run).return_annotation is int


def subparsers(parser: argparse.ArgumentParser) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    return next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def test_the_full_parser_holds_every_command_with_the_help_of_the_table(capsys) -> None:
    commands = subparsers(full_parser())
    assert {action.dest: action.help for action in commands._get_subactions()} == {one.name: one.help for one in COMMANDS.values()}
    for name, parser in commands.choices.items():
        with pytest.raises(SystemExit):
            main([name, "--help"])
        assert capsys.readouterr().out == parser.format_help()


def test_the_help_lists_every_command_under_its_heading_in_80_columns(capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert ended.value.code == 0
    for title, group in GROUPS.items():
        at = lines.index(f"{title}:")
        assert [line.split(maxsplit=1) for line in lines[at + 1 : at + 1 + len(group)]] == [[one.name, one.help] for one in group]
    assert max(map(len, lines[:1] + lines[4:])) <= 80


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "damcam: a command is missing; damcam --help lists them"),
        (["mvoes"], "there is no command 'mvoes'; did you mean 'moves'?"),
        (["zzz"], "there is no command 'zzz'; damcam --help lists them"),
        (["--vresion"], "there is no option --vresion"),
        (["moves", "--rules", "chess"], "--rules: 'chess' is not one of"),
        (["perft"], "missing here: --depth"),
        (["perft", "--depth", "-1"], "--depth: '-1' is not a whole number"),
        (["perft", "--depth", "many"], "--depth: 'many' is not a whole number"),
        (["perft", "--depth", "9" * 5000], "--depth: '9999"),
        (["check"], "missing here: GAME.pdn"),
    ],
)
def test_wrong_usage_is_a_sentence_and_status_2(words, sentence, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err


def imported(*words: str, stdin: str = "") -> set[str]:
    """The modules that a process has imported when the command line with these words has ended."""
    program = (
        "import atexit, json, sys; atexit.register(lambda: json.dump(sorted(sys.modules), sys.stderr));"
        "from pi.cli import main; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-P", "-c", program, *words], input=stdin, capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr))


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (["--version"], ""),
        (["--help"], ""),
        (["moves"], START),
        (["perft", "--depth", "2"], ""),
        (["why", START, "32-28", "--lang", "en"], ""),
    ],
)
def test_heavy_packages_are_not_imported_where_they_are_not_needed(words, stdin) -> None:
    assert imported(*words, stdin=stdin).isdisjoint(HEAVY)


def test_a_game_is_checked_without_heavy_packages(tmp_path) -> None:
    (tmp_path / "game.pdn").write_text('[GameType "40"]\n\n1. 32-28 19-23 *\n')
    assert imported("check", str(tmp_path / "game.pdn")).isdisjoint(HEAVY)


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["moves", "--help"], ["problem", "--help"]])
def test_only_the_module_of_the_command_is_imported(words) -> None:
    modules = {command.module for command in COMMANDS.values()}
    called = {COMMANDS[words[0]].module} if words[0] in COMMANDS else set()
    assert imported(*words) & modules == called


def test_every_kind_of_end_has_its_status(capsys, monkeypatch) -> None:
    def ending(error: BaseException) -> Callable[[object], int]:
        def run(_: object) -> int:
            raise error

        return run

    module = import_module(COMMANDS["perft"].module)
    monkeypatch.setattr(module, "run", ending(KeyboardInterrupt()))
    assert main(["perft", "--depth", "1"]) == 130
    assert main(["names", "--game", "nowhere"]) == 2
    assert main(["why", "nonsense"]) == 1
    assert capsys.readouterr().err.startswith("damcam: nothing is set;")


def test_a_fault_is_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "zz", "--lang", "nl"]) == 1
    assert "damcam: wie er aan zet is, is onbekend" in capsys.readouterr().err
    assert main(["why", "zz", "--lang", "en"]) == 1
    assert "the side to move is unknown" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["perft", "--depth", "2"], ["completion", "bash"]])
def test_output_that_cannot_be_written_is_a_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-P", "-m", "pi", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "damcam: the output is not complete, because it could not be written: No space left on device\n"


@pytest.mark.parametrize("words", [["moves"], ["perft", "--depth", "2"], ["why", "W:W31:B20"]])
def test_a_closed_standard_output_is_nobody_to_tell(words: list[str]) -> None:
    command = " ".join([shlex.quote(sys.executable), "-P", "-m", "pi", *words, ">&-"])
    done = subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_language_is_that_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    assert language_of(["moves"]) == "nl"
