"""The table of faults that a whole board withstands: of its card, its disk, its camera, its machine and its network."""

import json
import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_fault_loses_or_changes_what_was_told() -> None:
    done = subprocess.run([sys.executable, "-P", "-m", "tests.bench.faults", "--quick"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert [row for row in found["rows"] if row["played"] and not row["ok"]] == []
    assert (found["faults"] - found["not_played"] > 40, found["lost"], found["changed"]) == (True, 0, 0)
