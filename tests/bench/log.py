"""Measures the log: a row beside a bare write and flush of as many bytes, and a long log opened, read and verified.

usage: ./damcam bench log [--quick] [--folder FOLDER]

Rows and bare writes take turns in one run, on the same disk. The folder is a temporary one beside the checkout unless it is named; in
memory, as /tmp may be, a flush costs nothing. Each of the other figures is of a process of its own, and reading is from the kernel's
memory. The last line is one JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from record.log.log import Log
from record.log.reading import read, verify

ROWS, QUICK_ROWS = 2_000, 300
LONG_ROWS, QUICK_LONG_ROWS = 100_000, 10_000
EVENT = {"kind": "Ruled", "t_ns": 1_234_567_890_123, "verdict": "legal", "move": "32-28", "text": "x" * 310}
"""With number and checksum some 500 bytes, as a row of a game."""
ASKED = {"median_ratio": 2.0, "p99_ratio": 2.0}
"""The upper bounds, to the bare write and flush."""


def _open(path: Path) -> None:
    Log.open(path).close()


def _read(path: Path) -> None:
    for _row in read(path):
        pass


def _verify(path: Path) -> None:
    assert verify(path).damage is None


TASKS: dict[str, Callable[[Path], None]] = {"open": _open, "read": _read, "verify": _verify}


def row_beside_bare(folder: Path, rows: int) -> dict[str, float]:
    """Times in ms."""
    bare = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT)
    bare_s, row_s = list[float](), list[float]()
    with Log.create(folder / "row") as log:
        for number in range(rows):
            began = time.perf_counter()
            start = log.last.end
            row = log.append(EVENT, after=number)
            between = time.perf_counter()
            line = b"x" * (row.end - start)
            begun = time.perf_counter()
            os.write(bare, line)
            os.fdatasync(bare)
            bare_s.append(time.perf_counter() - begun)
            row_s.append(between - began)
    os.close(bare)
    figures = {}
    for name, of_all in (("bare", bare_s), ("row", row_s)):
        figures[f"{name}_median_ms"] = round(statistics.median(of_all) * 1000, 3)
        figures[f"{name}_p99_ms"] = round(statistics.quantiles(of_all, n=100)[-1] * 1000, 3)
    for name in ("median", "p99"):
        figures[f"{name}_ratio"] = round(figures[f"row_{name}_ms"] / figures[f"bare_{name}_ms"], 2)
    return figures


def long_log(folder: Path, rows: int) -> dict[str, float]:
    """Seconds and MB of each task over a log with so many rows."""
    path = folder / "long"
    with Log.create(path) as log:
        while log.last.row < rows:
            log.extend([EVENT] * 1000, after=log.last.row)
    figures: dict[str, float] = {"long_mb": round(path.stat().st_size / 1e6, 1)}
    for name in TASKS:
        command = [sys.executable, "-P", "-m", "tests.bench.log", "--task", name, str(path)]
        figures |= json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return figures


def one_task(name: str, path: Path) -> dict[str, float]:
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    TASKS[name](path)
    taken_s = time.perf_counter() - began
    more_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb) / 1024
    return {f"{name}_s": round(taken_s, 2), f"{name}_more_mb": round(more_mb, 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_ROWS} rows, and a long log of {QUICK_LONG_ROWS}")
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk to be measured")
    parser.add_argument("--task", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.task:
        print(json.dumps(one_task(args.task[0], Path(args.task[1]))))
        return 0
    with tempfile.TemporaryDirectory(prefix="damcam-log-", dir=args.folder) as scratch:
        figures = row_beside_bare(Path(scratch), QUICK_ROWS if args.quick else ROWS)
        figures |= long_log(Path(scratch), QUICK_LONG_ROWS if args.quick else LONG_ROWS)
    holds = all(figures[name] <= bound for name, bound in ASKED.items())
    print(json.dumps(figures | {"asked": ASKED, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
