"""Measures how much of each folder its own tests reach, lines and branches, and holds it against the floors in pyproject.toml.

    ./damcam test --coverage            each folder in turn: tests/rules for rules/, and so on; some fifteen minutes
    ./damcam test --coverage rules hub  these alone

The long tests are left out. Programs that the tests start count too, save what a program had not written when it was killed.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COVERAGE = (sys.executable, "-P", "-m", "coverage")
PYTEST = ("-m", "pytest", "-q", "--tiers", "unit,system", "-n", "auto", "--dist", "loadfile", "--timeout=1800", "--hypothesis-seed=0")
"""The seed: examples drawn anew each time would reach now a branch more, now a branch less."""
GREENLETS = {"hub": ("--concurrency=thread,gevent",)}
"""The pages' process switches between greenlets, which coverage.py follows where it is told so. It loads gevent for that into each process,
and a test in tests/pi refuses that for the commands."""


class NotMeasured(Exception):
    """Tests failed, so what they reach says nothing."""


def main(names: Sequence[str]) -> int:
    """0 when every folder reaches its floor; 1 when one does not, or a test failed; 2 for a folder without a floor."""
    floors = floors_of(ROOT / "pyproject.toml")
    unknown = [name for name in names if name not in floors]
    if unknown:
        print(f"damcam test: no floor is set for {', '.join(unknown)}; there are {', '.join(floors)}", file=sys.stderr)
        return 2
    try:
        reached = {name: measured(name) for name in names or floors}
    except NotMeasured as error:
        print(f"damcam test: {error}", file=sys.stderr)
        return 1
    for name, percent in reached.items():
        print(f"{name:8}{percent:6.2f} %, floor {floors[name]} %")
    lacking = too_little(reached, floors)
    if lacking:
        print(f"damcam test: too little of {', '.join(lacking)} is reached", file=sys.stderr)
    return int(bool(lacking))


def floors_of(file: Path) -> dict[str, int]:
    """The percentage that each folder must reach."""
    floors: dict[str, int] = tomllib.loads(file.read_text(encoding="utf-8"))["tool"]["damcam"]["coverage"]
    return floors


def too_little(reached: Mapping[str, float], floors: Mapping[str, int]) -> list[str]:
    """The folders that stay below their floors."""
    return [name for name, percent in reached.items() if percent < floors[name]]


def measured(name: str) -> float:
    """The percentage of a folder's lines and branches that its own tests reach; NotMeasured when one of them fails."""
    with tempfile.TemporaryDirectory(prefix="damcam-") as scratch:
        environment = os.environ | {"COVERAGE_FILE": f"{scratch}/data"}
        run = [*COVERAGE, "run", f"--source={ROOT / name}", *GREENLETS.get(name, ()), *PYTEST, f"tests/{name}"]
        if subprocess.run(run, cwd=ROOT, env=environment, stdout=sys.stderr, check=False).returncode:
            raise NotMeasured(f"a test in tests/{name} failed")
        subprocess.run([*COVERAGE, "combine", "-q"], cwd=ROOT, env=environment, check=True)
        report = [*COVERAGE, "report", "--format=total", "--precision=2"]
        return float(subprocess.run(report, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
