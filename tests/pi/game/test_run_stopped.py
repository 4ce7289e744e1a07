"""A machine that stops in the middle of a game: its pages, which run on, say that there is no news, the clock they show stands, and
the page before the round counts it as not ready."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hub.feeds.silence import SILENT_AFTER_S

GIVES_UP_S = 90.0


def state_at(port: int, path: str = "state") -> dict[str, Any]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=5) as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except OSError:
        return {}


def told_when(port: int, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    ends_s = time.monotonic() + GIVES_UP_S
    while not holds(told := state_at(port)):
        assert time.monotonic() < ends_s, told
        time.sleep(0.1)
    return told


def test_the_pages_of_a_stopped_service_show_no_news_and_a_clock_that_stands(shipped: Path, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[web]\nhost = "127.0.0.1"\nport = {port}\n')
    command = [sys.executable, "-P", "-m", "damcam", "run", "--replay", str(shipped), "--settings", str(settings)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as service:
        try:
            running = told_when(port, lambda told: bool(told.get("fen")) and told["clock"]["running"] is not None)
            assert not running["no_news"]
            assert state_at(port, "ready.json")["phase"] == "playing"
            os.kill(service.pid, signal.SIGSTOP)
            stopped_s = time.monotonic()
            silent = told_when(port, lambda told: bool(told.get("no_news")))
            assert time.monotonic() - stopped_s < SILENT_AFTER_S + 3.0
            ready = state_at(port, "ready.json")
            assert (ready["phase"], ready["checks"]) == ("silent", []), "what it last told counts no more before the round"
            time.sleep(1.0)
            later = state_at(port)
            assert (later["clock"], later["clock"]["running"]) == (silent["clock"], None)
            assert later["age_ms"] > silent["age_ms"] > 1000 * SILENT_AFTER_S
            os.kill(service.pid, signal.SIGCONT)
            assert told_when(port, lambda told: not told.get("no_news", True))["clock"]["running"] is not None
        finally:
            os.kill(service.pid, signal.SIGCONT)
            service.terminate()
            assert service.stderr
            service.stderr.read()
