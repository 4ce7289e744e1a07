"""`damcam run --replay` keeps its pages after the end of the recorded game, until it is told to end."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.free_port import free_port

GIVES_UP_S = 120.0
LONGER_S = 8.0
"""Longer than a service may be silent before it counts as gone."""

Start = Callable[..., "subprocess.Popen[str]"]


def told(port: int, path: str) -> dict[str, Any]:
    try:
        with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=10) as answer:
            view: dict[str, Any] = json.load(answer)
            return view
    except OSError:
        return {}


@pytest.fixture
def start(copied: Callable[..., Path], tmp_path: Path) -> Iterator[Start]:
    """Starts `damcam run --replay` with a session of one press, played fast."""
    made = []
    session = copied(presses=1)

    def run(port: int, *words: str) -> "subprocess.Popen[str]":
        environment = os.environ | {"DAMCAM_WEB_PORT": str(port), "DAMCAM_WEB_DESK_PORT": "0", "DAMCAM_SETTINGS": "", "LC_ALL": "C"}
        fast = ["--replay", str(session), "--speed", "50", "--out", str(tmp_path / "out")]
        command = [sys.executable, "-P", "-m", "damcam", "run", *fast, *words]
        made.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment))
        return made[-1]

    yield run
    for process in made:
        if process.poll() is None:
            process.kill()
        process.communicate()


def its_line(process: "subprocess.Popen[str]") -> str:
    assert process.stderr
    return next(line for line in process.stderr if "its pages stay" in line)


def test_the_pages_stay_until_it_is_told_to_end(start: Start, tmp_path: Path) -> None:
    port = free_port()
    process = start(port)
    assert its_line(process) == f"damcam: the recorded game is over; its pages stay at http://localhost:{port} until Ctrl-C\n"
    time.sleep(LONGER_S)
    assert process.poll() is None
    assert told(port, "state")["moves"]
    assert told(port, "ready.json")["phase"] == "over", "it is alive"
    process.send_signal(signal.SIGINT)
    assert process.wait(GIVES_UP_S) == 0
    assert told(port, "state") == {}
    assert not list((tmp_path / "out").rglob("*-wal"))


@pytest.mark.slow
def test_what_stops_a_service_ends_it_too(start: Start, tmp_path: Path) -> None:
    process = start(free_port())
    its_line(process)
    process.terminate()
    assert process.wait(GIVES_UP_S) == 0
    assert not list((tmp_path / "out").rglob("*-wal"))


@pytest.mark.slow
@pytest.mark.parametrize("word", ["--no-stay", "--no-web"])
def test_it_ends_with_the_game_where_that_is_asked(word: str, start: Start) -> None:
    process = start(free_port(), word)
    assert process.wait(GIVES_UP_S) == 0
    assert process.stderr
    assert "stay" not in process.stderr.read()
