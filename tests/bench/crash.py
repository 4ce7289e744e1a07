"""Kills the service at random moments of whole games, starts it again each time, and compares the record with what was played.

usage: ./damcam bench crash [--quick] [--kills N] [--presses N] [--seed N] [--slow S] [--no-latencies]

The service of `damcam run` is real and runs in real time: its threads, its disk, the arbiter's words, and its pages, which are killed with
it. The hands are scripted, with presses stamped as the kernel stamps them, and so is the camera, whose plain pictures a stand-in reads.
Players and arbiter go on with their game after each kill, with about a press a second: bounces, double presses, wrong-side presses, quick
replies, hands and irregular moves occur. With `--slow` each flush to the disk takes so many seconds longer.

After that the latencies of a press are measured while presses are read from real pictures, and the peak memory. Latencies count from the
scripted edge of a contact, without the milliseconds of kernel and lgpio. At the end a long game is recovered with the checkpoint of the
referee's belief, and without. The last line is one JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

import cv2

from pi.setup.settings import WebSettings
from tests.bench.live.killing import Outcome, killed_game
from tests.bench.live.latency import latencies
from tests.bench.live.slow_disk import slow_down
from tests.bench.live.starting_again import restart_figures
from tests.support.live.lives import adopt
from tests.support.live.remote import PORT, serve
from tests.support.live.turns import hurried, turns

KILLS, QUICK_KILLS = 300, 20
PRESSES, QUICK_PRESSES = 200, 40
KILLS_A_GAME = 150
LATE, QUICK_LATE = 300, 100
"""How many presses the latencies are measured over."""
RESTART, QUICK_RESTART = 150, 40
"""The presses of the game that is recovered."""
ASKED = {
    "lost": 0,
    "changed": 0,
    "differing": 0,
    "favoured_s": 1.0,
    "charged_s": 0.05,
    "flip_p99_ms": 5.0,
    "journal_p99_ms": 50.0,
    "peak_mb": 250,
    "restart_share": 0.1,
    "restart_differing": 0,
}
"""The upper bounds. `restart_share` is the time to
recover a game with the checkpoint, as a share of that without."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_KILLS} kills in games of {QUICK_PRESSES} presses")
    parser.add_argument("--kills", type=int, help=f"default: {KILLS}")
    parser.add_argument("--presses", type=int, help=f"of a game (default: {PRESSES})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=0.0, help="seconds that each flush to the disk takes longer")
    parser.add_argument("--no-latencies", action="store_true", help="kill only")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        if args.slow:
            slow_down(args.slow)
        serve(args.serve, WebSettings(port=PORT))
        return 0
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory(prefix="damcam-crash-") as scratch:
        figures = _killed(args, Path(scratch)).figures()
        if not args.no_latencies:
            figures |= latencies(Path(scratch) / "latencies", QUICK_LATE if args.quick else LATE)
            figures |= restart_figures(Path(scratch) / "restart", QUICK_RESTART if args.quick else RESTART)
    holds = all(figures[name] <= bound for name, bound in ASKED.items() if name in figures)
    print(json.dumps(figures | {"asked": ASKED, "holds": holds}))
    return 0 if holds else 1


def _killed(args: argparse.Namespace, scratch: Path) -> Outcome:
    kills = args.kills or (QUICK_KILLS if args.quick else KILLS)
    presses = args.presses or (QUICK_PRESSES if args.quick else PRESSES)
    command = [sys.executable, "-P", "-m", "tests.bench.crash", "--slow", str(args.slow), "--serve"]
    chance, total, began = random.Random(args.seed), Outcome(), time.monotonic()
    adopt()
    while total.kills < kills:
        game = total.games + 1
        folder = scratch / str(game)
        folder.mkdir()
        script = hurried(turns(presses, args.seed + game))
        outcome = killed_game(folder, script, min(KILLS_A_GAME, kills - total.kills), chance, command)
        total = total.plus(outcome)
        print(f"game {game}, {time.monotonic() - began:.0f} s: {outcome}", flush=True)
    return total


if __name__ == "__main__":
    sys.exit(main())
