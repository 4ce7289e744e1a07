"""Runs game after game through the whole service, and measures its memory, files, threads, disk and records.

usage: ./damcam bench soak [--quick] [--presses N] [--a-game N] [--read-every N] [--seed N]

The service of `damcam run` runs in its own process, with its pages. Players, arbiter and camera are scripted; bounces, double presses,
wrong-side presses, quick replies, hands and irregular moves occur. Time runs as fast as the service keeps up. In every `--read-every`th
game the reader reads drawn pictures of 1280 x 960 px; in the others a stand-in reads simpler ones. Each game is compared with what was
played. The last line is one JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

from pi.reading import heap
from tests.bench.live.soaking import Plan, play
from tests.bench.live.watching import Kept, Watched, watched

FULL = Plan(presses=10_000, a_game=200, read_every=10, budget_mb=150)
QUICK = Plan(presses=500, a_game=100, read_every=3, budget_mb=45)
ASKED = {
    "wrong": 0,
    "unsure_percent": 1,
    "peak_whole_mb": 250,
    "growth_mb": 10,
    "more_files": 0,
    "more_threads": 0,
    "over_budget_mb": 0,
    "alerts_unshown": 0,
}
"""The upper bounds. `peak_whole_mb` counts the service, the processes of its pages, and the scripted camera's pictures. `growth_mb` is from
the first quarter of the games to the last: a leak of a kilobyte a press would show."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK.presses} presses")
    parser.add_argument("--presses", type=int, help=f"default: {FULL.presses}")
    parser.add_argument("--a-game", type=int, help=f"presses of a game (default: {FULL.a_game})")
    parser.add_argument("--read-every", type=int, help=f"so many games have one that the reader reads (default: {FULL.read_every})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    plan = (QUICK if args.quick else FULL).changed(presses=args.presses, a_game=args.a_game, read_every=args.read_every, seed=args.seed)
    if args.serve:
        heap.set_up()  # as damcam run does
        play(plan, args.serve)
        return 0
    with tempfile.TemporaryDirectory(prefix="damcam-soak-") as scratch:
        began = time.monotonic()
        seen = watched([sys.executable, "-P", "-m", "tests.bench.soak", *sys.argv[1:], "--serve", scratch], plan)
        figures = _figures(plan, seen, time.monotonic() - began) | Kept.of(Path(scratch), plan).figures()
    holds = all(figures[name] <= bound for name, bound in ASKED.items()) and figures["presses"] == plan.presses
    print(json.dumps(figures | {"asked": ASKED, "holds": holds}))
    return 0 if holds else 1


def _figures(plan: Plan, seen: Watched, took_s: float) -> dict[str, float]:
    return {"took_s": round(took_s), "presses_a_second": round(plan.presses / took_s, 1)} | seen.figures()


if __name__ == "__main__":
    sys.exit(main())
