"""A command run with bytes on standard input."""

import io
import json

import pytest

from pi.cli import main


@pytest.fixture
def damcam(capsys, monkeypatch):
    """Runs a command with that on standard input; gives its status, its rows and what it complained of."""

    def run(*words, given=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="ascii"))
        try:
            status = main(words)
        except SystemExit as wrong:
            status = wrong.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, [json.loads(line) for line in out.splitlines()], err

    return run
