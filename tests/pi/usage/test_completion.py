"""What bash and zsh make of a line at the press of TAB, in shells of their own on a terminal of their own."""

import os
import pty
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pi.cli import main
from pi.commands.event import TASKS
from pi.usage.table import COMMANDS

WITHIN_S = 60.0
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

    def says(self, typed: str, expected: str) -> bool:
        """Whether that comes out after these keys."""
        self._read = ""
        os.write(self._terminal, typed.encode())
        ends = time.monotonic() + WITHIN_S
        while expected not in self._read and time.monotonic() < ends:
            if select.select([self._terminal], [], [], 0.1)[0]:
                self._read += os.read(self._terminal, 4096).decode(errors="replace")
        return expected in self._read


@contextmanager
def shell(name: str, folder: Path) -> Iterator[Shell]:
    command, _, takes_up = SHELLS[name]
    outer, inner = pty.openpty()
    streams = {"stdin": inner, "stdout": inner, "stderr": inner}
    environment = {"TERM": "xterm", "HOME": str(folder), "PATH": os.environ["PATH"], "INPUTRC": "/dev/null"}
    process = subprocess.Popen(command, **streams, cwd=folder, env=environment, start_new_session=True)
    try:
        made = Shell(outer)
        assert made.says(f"{takes_up}; {RUNS}; PATH=/nowhere; echo rea''dy\n", "ready\r\n")
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
def test_a_shell_completes_commands_options_choices_and_files_without_a_program(name, script, tmp_path) -> None:
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
            assert typing.says(f"damcam {typed}\t\n", f"ran: {became}."), (typed, typing._read)


def test_bash_offers_every_command(script) -> None:
    ask = 'source "$1"; COMP_WORDS=(damcam ""); COMP_CWORD=1; _shtab_damcam; echo "${COMPREPLY[@]}"; complete -p damcam'
    done = subprocess.run(["bash", "-c", ask, "bash", script("bash")], capture_output=True, text=True, check=True)
    offered, registered = done.stdout.splitlines()
    assert set(offered.split()) == set(COMMANDS)
    assert registered.endswith("-F _shtab_damcam damcam")


def test_zsh_finds_the_script_by_its_first_line_and_shows_the_help_of_the_table(script) -> None:
    text = script("zsh").read_text()
    assert text.startswith("#compdef damcam\n")
    for command in (*COMMANDS.values(), *TASKS.values()):
        in_quotes = command.help.replace("'", "'\"'\"'")
        assert f"{command.name}:'{in_quotes}'" in text
