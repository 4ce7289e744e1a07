"""The service killed at random moments of whole games, started again each time, and compared with games that nobody disturbed.

usage: ./damcam bench crash [--quick] [--kills N] [--presses N] [--seed N]

Bounces, double presses, wrong-side presses, quick replies and irregular moves are among the presses; time is simulated, the disk is real.
Then the latencies of a press are measured in real time, while presses are read from real pictures, and the memory that it takes. The last
line is one JSON object with the figures, what was asked of them, and "holds".
"""

import argparse
import json
import os
import random
import sys
import tempfile
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"
# tests/bench/vision.py must not be found as the package of that name.
sys.path.append(sys.path.pop(0))

import cv2
from live.killing import Outcome, killed_game
from live.latency import latencies

KILLS, QUICK_KILLS = 300, 20
PRESSES = 200
KILLS_A_GAME = 60
ASKED = {"lost": 0, "changed": 0, "differing": 0, "favoured_s": 1.0, "flip_p99_ms": 5.0, "journal_p99_ms": 50.0, "peak_mb": 250}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_KILLS} kills")
    parser.add_argument("--kills", type=int, help=f"default: {KILLS}")
    parser.add_argument("--presses", type=int, default=PRESSES, help="of a game (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-latencies", action="store_true", help="kill only")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    kills = args.kills or (QUICK_KILLS if args.quick else KILLS)
    chance, total = random.Random(args.seed), Outcome()
    with tempfile.TemporaryDirectory(prefix="damcam-crash-") as scratch:
        game = 0
        while total.kills < kills:
            game += 1
            wanted = min(KILLS_A_GAME, kills - total.kills)
            outcome = killed_game(Path(scratch) / str(game), args.presses, args.seed + game, wanted, chance)
            total = total.plus(outcome)
            print(f"game {game}: {outcome}", flush=True)
        figures = total.figures() | ({} if args.no_latencies else latencies(Path(scratch) / "latencies", 100 if args.quick else 300))
    holds = all(figures[name] <= bound for name, bound in ASKED.items() if name in figures)
    print(json.dumps(figures | {"asked": ASKED, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
