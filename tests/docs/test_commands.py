"""Every command that README, hardware page and documentation show does what it should, or is one that cannot run in a test."""

import io
import re
import shlex
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from docs.extensions.from_code import command_parsers as parsers_made
from pi.cli import main
from pi.usage.table import COMMANDS, command_of
from tests.docs.commands import LOOKS_LIKE_A_COMMAND, NOT_OURS, PAGES, PARSED, ROOT, Shown, blocks, call_of, row_of, shown
from tests.docs.conftest import PASSWORD

ALL = [command for page in PAGES for command in shown(page)]
WITH_COMMANDS = [page for page in PAGES if any(shown(page))]
INLINE = re.compile(r"`(?:sudo (?:-u damcam )?)?(?:\./)?damcam ([^`]+)`")
UNFINISHED = re.compile(r"\.\.\.|[|\[]")
"""A command in a sentence that leaves something open is not parsed."""
BENCHES = ROOT / "tests" / "bench"


command_parsers = cache(parsers_made)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def accepted(words: list[str], where: str) -> None:
    """The real parser takes these words."""
    assert words[0] in COMMANDS, f"{where}: there is no command {words[0]}"
    command, rest = command_of(words)
    try:
        command_parsers()[command.name].parse_intermixed_args(rest)
    except SystemExit:
        pytest.fail(f"{where}: the parser refuses it")


def is_run(command: Shown) -> bool:
    return row_of(PARSED, command.own) is None and row_of(NOT_OURS, command.own) is None


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_the_commands_of_a_page_run_one_after_another(
    page: Path, at_the_desk: Callable[[], Path], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    run = [command for command in shown(page) if is_run(command)]
    if run:
        at_the_desk()
    for command in run:
        call = call_of(command.own)
        assert call, f"{command.where}: no command of damcam; put it into NOT_OURS with the reason why it is not run"
        monkeypatch.setattr(sys, "stdin", io.StringIO(call.typed or f"{PASSWORD}\n"))
        with monkeypatch.context() as patch:
            for name, value in call.variables.items():
                patch.setenv(name, value.replace("$PWD", str(Path.cwd())))
            status = main(list(call.words))
        told = capfd.readouterr()
        assert status == 0, f"{command.where}: ended with {status}: {told.err}"
        for line in command.output:
            assert line in told.out + told.err, f"{command.where}: the page shows {line!r}, and it says {told.out}{told.err}"


@pytest.mark.parametrize("command", [command for command in ALL if row_of(PARSED, command.own)], ids=lambda command: command.where)
def test_what_is_not_run_is_taken_by_the_real_parser(command: Shown) -> None:
    call = call_of(command.own)
    assert call
    accepted(list(call.words), command.where)


@pytest.mark.parametrize("key", [*PARSED, *NOT_OURS])
def test_each_row_of_the_tables_is_there_for_a_command(key: str) -> None:
    assert any(key in (row_of(PARSED, command.own), row_of(NOT_OURS, command.own)) for command in ALL)


def test_the_reference_has_a_task_for_every_command() -> None:
    tasks = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8").partition("## By task")[2].partition("## Examples")[0]
    assert set(re.findall(r"`([\w-]+)`", tasks)) == set(COMMANDS)


def test_each_benchmark_that_is_shown_is_there_with_its_options() -> None:
    benches = [shlex.split(command.own)[2:] for command in ALL if command.own.startswith("./damcam bench")]
    assert benches
    for name, *options in benches:
        text = (BENCHES / f"{name}.py").read_text(encoding="utf-8")
        assert all(option in text for option in options if option.startswith("--")), f"{name} has not all of {options}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_holds_and_commands_stand_in_console_blocks(page: Path) -> None:
    for block in blocks(page):
        assert block.kind, f"{name_of(page)}:{block.line}: the block does not say what it holds"
        if block.kind != "console":
            wrong = [line for line in block.lines if LOOKS_LIKE_A_COMMAND.match(line)]
            assert not wrong, f"{name_of(page)}:{block.line}: a command in a block that is not marked console: {wrong}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_in_sentences_are_commands(page: Path) -> None:
    for told in INLINE.findall(page.read_text(encoding="utf-8")):
        words = [] if UNFINISHED.search(told) else shlex.split(told)
        if words and words[0] in ("test", "bench", "texts"):
            continue
        if len(words) == 1 and not words[0].startswith("-"):
            assert words[0] in command_parsers(), f"{name_of(page)}: there is no command {words[0]}"
        elif words and not words[0].startswith("-"):
            accepted(words, f"{name_of(page)}: damcam {told}")


def test_the_tests_that_pages_name_are_there() -> None:
    named = {(name_of(page), name) for page in PAGES for name in re.findall(r"`(tests/[\w./-]+)`", page.read_text(encoding="utf-8"))}
    assert {(page, name) for page, name in named if not (ROOT / name).exists()} == set()
