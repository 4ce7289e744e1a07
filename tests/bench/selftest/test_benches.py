"""Benches of the service, played to their ends: nothing is lost or changed, and nothing more is taken than they allow."""

import json
import subprocess
import sys

import pytest

NO_LOSS = "lost changed differing"
BENCHES = [
    ("wrong more_files more_threads over_budget_mb alerts_unshown", "soak --quick", {"presses": 500}),
    (NO_LOSS, "crash --no-latencies --quick", {"kills": 20}),
    (NO_LOSS, "crash --no-latencies --slow 0.2 --kills 8 --presses 16", {}),
    ("status lost changed", "faults --quick", {}),
]


@pytest.mark.usefixtures("long")
@pytest.mark.timeout(1800)  # they play in real time, or as fast as a machine draws that does much else besides
@pytest.mark.parametrize(("nothing", "bench", "counted"), BENCHES, ids=["soak", "kills", "slow-disk", "faults"])
def test_a_bench_finds_nothing_lost_or_changed_and_nothing_more_taken(nothing: str, bench: str, counted: dict[str, int]) -> None:
    """Memory and thinking time the bench itself asks."""
    done = subprocess.run([sys.executable, "-P", "-m", *f"tests.bench.{bench}".split()], capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    found = json.loads(done.stdout.splitlines()[-1]) | {"status": done.returncode}
    assert [name for name in nothing.split() if found[name] != 0] == [], done.stdout + done.stderr
    assert {name: found[name] for name in counted} == counted
    assert found.get("unsure_percent", 0) <= 1
    assert found.get("timed") or "--slow" not in bench
    assert [row for row in found.get("rows", []) if not row["ok"]] == []
