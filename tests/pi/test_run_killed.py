"""The service killed at random moments of a game loses and changes nothing that was told, and costs nobody a second."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

CRASH = Path(__file__).resolve().parents[1] / "bench" / "crash.py"


def figures(*words: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, CRASH, "--no-latencies", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_game_goes_on_after_kills() -> None:
    found = figures("--kills", "4", "--presses", "12")
    assert (found["kills"], found["lost"], found["changed"], found["differing"]) == (4, 0, 0, 0)
    assert found["favoured_s"] <= 1.0


@pytest.mark.slow
def test_a_long_game_goes_on_after_twenty() -> None:
    assert figures("--quick")["kills"] == 20
