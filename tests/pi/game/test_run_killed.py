"""The service killed at random moments of a game loses and changes nothing that was told, and costs nobody a second."""

import json
import subprocess
import sys

import pytest

BUSY = pytest.mark.timeout(1800)
"""It is played in real time, and on a machine that does much else besides five minutes are soon over."""


def figures(*words: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.bench.crash", "--no-latencies", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_game_goes_on_after_kills() -> None:
    found = figures("--kills", "2", "--presses", "5")
    assert (found["kills"], found["lost"], found["changed"], found["differing"]) == (2, 0, 0, 0)
    assert found["favoured_s"] <= 1.0


@pytest.mark.slow
@BUSY
def test_a_longer_one_goes_on_after_twenty() -> None:
    assert figures("--quick")["kills"] == 20


@pytest.mark.slow
@BUSY
def test_a_disk_of_which_each_flush_takes_long_costs_nobody_a_second() -> None:
    found = figures("--slow", "0.2", "--kills", "8", "--presses", "16")
    assert found["timed"] > 0
