"""Measures how long the command line takes to start: processor time of a whole process, beside a bare Python.

usage: ./damcam bench startup [--quick]     --quick starts each only 5 times instead of 25.

The last line is one JSON object with the medians in seconds, the bound, and "holds".
"""

import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path

DAMCAM = Path(sys.executable).with_name("damcam")
ASKED_S = 0.15
"""The upper bound in seconds of processor time, user and system together."""
STARTS: dict[str, tuple[list[str], str]] = {
    "bare_python": ([sys.executable, "-P", "-c", "pass"], ""),
    "version": ([str(DAMCAM), "--version"], ""),
    "help": ([str(DAMCAM), "--help"], ""),
    "moves": ([str(DAMCAM), "moves", "--rules", "frisian"], "W:W31-50:B1-20\n"),
}


def processor_s(command: list[str], stdin: str) -> float:
    """Return the processor time of one run in s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=stdin, text=True, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def medians(runs: int) -> dict[str, float]:
    """Return the median of each command. The commands take turns, so that a busy machine slows them all alike."""
    taken: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(runs):
        for name, (command, stdin) in STARTS.items():
            taken[name].append(processor_s(command, stdin))
    return {name: round(statistics.median(values), 4) for name, values in taken.items()}


def main() -> int:
    taken = medians(5 if "--quick" in sys.argv[1:] else 25)
    ratios = {name: round(seconds / taken["bare_python"], 1) for name, seconds in taken.items()}
    for name, seconds in taken.items():
        print(f"{name:11} {seconds:.3f} s, {ratios[name]:.1f} times a bare Python")
    holds = max(taken.values()) <= ASKED_S
    figures = {"processor_s": taken, "ratio_to_bare_python": ratios}
    print(json.dumps({"bench": "startup", "figures": figures, "asked": {"processor_s_at_most": ASKED_S}, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
