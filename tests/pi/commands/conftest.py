"""A command run with bytes on standard input, and the tasks of `damcam event` in a folder."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pi.cli import main
from rules.errors import DamcamError
from tests.support.commands import refusal

Damcam = Callable[..., tuple[object, list, str]]


@pytest.fixture(autouse=True)
def _english(monkeypatch) -> None:
    """Whatever the language of the machine."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def damcam(capsys, monkeypatch) -> Damcam:
    """Runs a command with that on standard input; gives its status, its rows and what it complained of."""

    def run(*words, given=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="ascii"))
        try:
            status = main(list(map(str, words)))
        except SystemExit as wrong:
            status = wrong.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, [json.loads(line) for line in out.splitlines()], err

    return run


@pytest.fixture
def answering(damcam):
    """Makes of a command a function that has lines answered, which are objects, texts or bytes; it gives the status and the rows."""

    def of_command(*command):
        def run(*lines, options=()):
            texts = [line if isinstance(line, str | bytes) else json.dumps(line) for line in lines]
            given = b"\n".join(text.encode() if isinstance(text, str) else text for text in texts)
            status, rows, complaint = damcam(*command, "--json", *options, given=given)
            assert complaint == ""
            return status, rows

        return run

    return of_command


class Event:
    """Calls `damcam event` in a folder, as Jelle."""

    def __init__(self, folder: Path, damcam: Damcam, capsys, monkeypatch) -> None:
        self.folder, self._damcam, self._capsys, self._monkeypatch = folder, damcam, capsys, monkeypatch

    def __call__(self, *words, given=b""):
        return self._damcam("event", *words, given=given)

    def done(self, *words, given=b"") -> list:
        """The rows of a task that succeeds."""
        status, rows, said = self(*words, given=given)
        assert status == 0, said
        return rows

    def refused(self, *words, given=b"") -> DamcamError:
        """The error by which a task ends that prints nothing."""
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="ascii"))
        error = refusal("event", *words)
        assert self._capsys.readouterr().out == ""
        return error

    def shown(self, *words) -> str:
        """What a task prints at a terminal, without its styles."""
        with self._monkeypatch.context() as patch:
            patch.setattr("sys.stdout.isatty", lambda: True)
            assert main(["event", *words]) == 0
        return re.sub(r"\x1b\[[\d;]*m", "", self._capsys.readouterr().out)


@pytest.fixture
def event(tmp_path, damcam, capsys, monkeypatch) -> Event:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGNAME", "jelle")
    monkeypatch.setenv("COLUMNS", "150")
    return Event(tmp_path, damcam, capsys, monkeypatch)
