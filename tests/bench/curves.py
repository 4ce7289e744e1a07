"""What each number of the referee costs: the same simulated games with one number changed, and how often it is silent or wrong then.

usage: ./damcam bench curves [--quick] [--presses N] [--seed N] [NAME ...]

A NAME is one of `rules/referee/priors.py`, or FAULTS: the factor on the priors of all irregularities together. Irregular presses and poor
sight are four times and twice as common as in `bench referee`, so that a few thousand presses show something. A line a value; the last line
is one JSON object with all of them.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter

IRREGULAR, WEATHER = 0.08, 2.0
PRESSES, QUICK_PRESSES = 3000, 100
FAULTS = "FAULTS"
VALUES: dict[str, tuple[float, ...]] = {
    "MIN_RULING_P": (0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.9995),
    "MIN_CORRECTED_P": (0.8, 0.9, 0.95, 0.99, 0.995),
    "MIN_BOARD_P": (0.5, 0.8, 0.9, 0.97, 0.99),
    "MIN_COLOUR_P": (0.5, 0.8, 0.95, 0.99, 0.999),
    "MAX_RIVAL_COLOUR_P": (0.75, 0.9, 0.95, 0.99, 0.999),
    "MAX_RIVAL_HEIGHT_P": (0.9, 0.99, 0.999),
    "MAX_BIAS_NATS": (0.01, 4.0, 8.0, 12.0),
    "MAX_SILENT_PRESSES": (2, 3, 5, 1000),
    FAULTS: (0.1, 0.3, 1.0, 3.0, 10.0),
}


def measured(name: str, value: float, presses: int, seed: int) -> dict[str, object]:
    """The figures with that value. The referee must not have been imported: it takes its numbers when it is."""
    from rules.irregularity import Verdict
    from rules.referee import priors

    if name == FAULTS:
        priors.FAMILY_P.update({verdict: p * value for verdict, p in priors.FAMILY_P.items() if verdict is not Verdict.LEGAL})
    else:
        setattr(priors, name, type(getattr(priors, name))(value))
    from tests.bench.refereeing.judging import WRONG
    from tests.bench.refereeing.many import play_games
    from tests.bench.refereeing.noise import Noise
    from tests.bench.refereeing.playing import CRASH, Setting

    done = play_games(Setting(seed, Noise(), IRREGULAR, WEATHER), presses, os.cpu_count() or 1)
    last: Counter[str] = Counter()
    for (row, how, _, _), count in done.counts.items():
        last[how] += count * (row == "last")
    per_1000 = {how.replace(" ", "_"): round(1000 * last[how] / done.presses, 2) for how in ("unsure", *WRONG)}
    crashed = sum(how == CRASH for _, _, how in done.wrong)
    return {"value": value, "presses": done.presses, **per_1000, "streak": done.stuck.streak, CRASH: crashed}


def in_a_process_of_its_own(name: str, value: float, presses: int, seed: int) -> dict[str, object]:
    words = [sys.executable, "-P", "-m", __spec__.name if __spec__ else __name__, "--presses", str(presses), "--seed", str(seed)]
    ran = subprocess.run([*words, "--value", str(value), name], capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"{name} = {value}: {ran.stderr.strip()[-500:]}")
    return dict(json.loads(ran.stdout.splitlines()[-1]))


def main() -> int:
    parser = argparse.ArgumentParser(prog="damcam bench curves", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(VALUES)}")
    parser.add_argument("--quick", action="store_true", help="a few minutes")
    parser.add_argument("--presses", type=int, help="for each value")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--value", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in VALUES]
    if unknown:
        parser.error(f"no such number: {', '.join(unknown)}; there are {', '.join(VALUES)}")
    presses = args.presses or (QUICK_PRESSES if args.quick else PRESSES)
    if args.value is not None:
        print(json.dumps(measured(args.names[0], args.value, presses, args.seed)))
        return 0
    curves: dict[str, list[dict[str, object]]] = {}
    for name in args.names or VALUES:
        for value in VALUES[name]:
            row = in_a_process_of_its_own(name, value, presses, args.seed)
            print(f"{name:>20} {value:<8g}" + "  ".join(f"{what} {count}" for what, count in row.items() if what != "value"), flush=True)
            curves.setdefault(name, []).append(row)
    print(json.dumps({"bench": "curves", "per": 1000, "curves": curves}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
