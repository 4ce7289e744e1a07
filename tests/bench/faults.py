"""Plays faults on real boards, and tells what was told, lost and changed, and how long until pages and camera were back.

usage: ./damcam bench faults [--quick] [--only WORD]

Some faults meet the service of `damcam run` and its pages in processes of their own, in real time: its camera's driver hangs, its machine
stops, its pages are killed, and strangers attack them. The others are walked through one by one in this process, with real files: damage
to journals and event files (`damage`), and the end of a program at each of its system calls, by a kill or a power cut (`steps`). A row that
was told and is lost or changed counts unless somebody is told of it. The last line is one JSON object: the rows, the bounds, and "holds".
"""

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"

import cv2

from pi.setup.settings import WebSettings
from rules.errors import DamcamError
from tests.bench.faulting import damage, in_play, steps
from tests.bench.faulting.row import Row, summed
from tests.bench.faulting.scale import FULL, QUICK, Scale
from tests.support.live.lives import adopt
from tests.support.live.remote import serve

ASKED = {"lost": 0, "changed": 0, "not_ok": 0, "longest_back_s": 20.0}
"""The upper bounds."""
PARTS: list[Callable[[Path, Scale], Iterator[Row]]] = [
    damage.rows,
    steps.rows,
    in_play.rows,
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="smaller crowds, shorter stops, a sample of bits, kills and power cuts")
    parser.add_argument("--only", default="", metavar="WORD", help="only the parts whose module has this word in its name")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        return _serve(**json.loads(args.serve))
    cv2.setNumThreads(1)
    adopt()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    began_s, found = time.monotonic(), list[Row]()
    with tempfile.TemporaryDirectory(prefix="damcam-faults-") as scratch:
        for part in PARTS:
            if args.only in part.__module__:
                for row in part(Path(scratch), QUICK if args.quick else FULL):
                    found.append(row)
                    print(row, flush=True)
    figures = summed(found) | {"took_s": round(time.monotonic() - began_s)}
    holds = all(figures[name] <= bound for name, bound in ASKED.items())
    print(json.dumps(figures | {"asked": ASKED, "holds": holds}))
    return 0 if holds else 1


def _serve(state: str, web: dict[str, Any], orders: str | None) -> int:
    """Serve as `damcam run` does; a fault is a sentence and status 1."""
    try:
        serve(Path(state), WebSettings(**web), Path(orders) if orders else None)
    except DamcamError as error:
        print(f"damcam: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
