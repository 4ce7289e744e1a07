"""What bash and zsh make of a line at the press of TAB, in shells of their own on a terminal of their own."""

import os
import pty
import re
import select
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pi.cli import main
from pi.commands.event import TASKS
from pi.usage.table import COMMANDS
from tests.support.waiting import wait_until

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "damcam", "source ./damcam"),
    "zsh": (["zsh", "-f", "-i"], "_damcam", "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D"),
}
"""How each is started, the name of the script, and how it is taken up."""
RUNS = 'damcam() { echo "ran: $*."; }'
"""What runs in the place of damcam: a line that was completed says what it became."""


class Shell:
    """A shell on a terminal."""

    def __init__(self, terminal: int) -> None:
        self._terminal, self._read = terminal, ""

    def says(self, typed: str, expected: str) -> None:
        """Wait until that comes out after these keys."""
        self._read = ""
        os.write(self._terminal, typed.encode())
        wait_until(lambda: expected in self._shown(), lambda: (typed, self._read))

    def _shown(self) -> str:
        while select.select([self._terminal], [], [], 0)[0]:
            self._read += os.read(self._terminal, 4096).decode(errors="replace")
        return self._read


@contextmanager
def shell(name: str, folder: Path) -> Iterator[Shell]:
    command, _, takes_up = SHELLS[name]
    outer, inner = pty.openpty()
    streams = {"stdin": inner, "stdout": inner, "stderr": inner}
    environment = {"TERM": "xterm", "HOME": str(folder), "PATH": os.environ["PATH"], "INPUTRC": "/dev/null"}
    process = subprocess.Popen(command, **streams, cwd=folder, env=environment, start_new_session=True)
    try:
        made = Shell(outer)
        made.says(f"{takes_up}; {RUNS}; PATH=/nowhere; echo rea''dy\n", "ready\r\n")
        yield made
    finally:
        process.kill()
        process.wait()
        os.close(inner)
        os.close(outer)


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], Path]:
    def write(name: str) -> Path:
        assert main(["completion", name]) == 0
        path = tmp_path / SHELLS[name][1]
        path.write_text(capsys.readouterr().out)
        return path

    return write


@pytest.mark.parametrize("name", SHELLS)
def test_a_shell_completes_commands_options_choices_and_files_without_a_program(system, name, script, tmp_path) -> None:
    script(name)
    (tmp_path / "game.pdn").touch()
    with shell(name, tmp_path) as typing:
        for typed, became in (
            ("per", "perft"),
            ("perft --dep", "perft --depth"),
            ("moves --rules inter", "moves --rules international"),
            ("rule set-", "rule set-times"),
            ("why --lang f", "why --lang fy"),
            ("check ga", "check game.pdn"),
            ("demo --settings ga", "demo --settings game.pdn"),
            ("paper ga", "paper game.pdn"),
            ("event as", "event ask"),
            ("hub ini", "hub init"),
            ("hub ga", "hub game.pdn"),
            ("event ask --js", "event ask --json"),
        ):
            typing.says(f"damcam {typed}\t\n", f"ran: {became}.")


def test_the_scripts_hold_every_command_and_zsh_finds_its_own_by_its_first_line(script) -> None:
    text = script("zsh").read_text()
    assert text.startswith("#compdef damcam\n")
    for command in (*COMMANDS.values(), *TASKS.values()):
        in_quotes = command.help.replace("'", "'\"'\"'")
        assert f"{command.name}:'{in_quotes}'" in text
    (offered,) = re.findall(r"(?m)^_shtab_damcam_subparsers=\((.*)\)$", script("bash").read_text())
    assert set(offered.split()) == set(COMMANDS)
