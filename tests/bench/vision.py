"""Measures how well, how honestly and how fast the board is read: every square against the truth, on good and on degraded pictures.

usage: ./damcam bench vision [--quick] [--out FOLDER] [FOLDER ...]     FOLDER: a recorded session with its truth, or a folder of them.

Without a folder the session shipped with the tests is read. Prints a table for each part; --out keeps the reliability plots as PNG. The
last line is one JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import os
import sys
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

import cv2

from tests.bench.seeing.honesty import breaking_points, on_clear_pictures, on_spoiled_pictures
from tests.bench.seeing.labelled import sessions
from tests.bench.seeing.pace import locating_s, pace, peak_mb
from tests.bench.seeing.reliability import Claims, draw

SHIPPED = Path(__file__).resolve().parents[1] / "data" / "sessions" / "first_light"
ASKED = {
    "wrong": 0,
    "unread": 0,
    "hidden_claimed_wrongly": 0,
    "surely_wrong_share": 0.001,
    "ratio": 1.5,
    "peak_mb": 200.0,
    "locating_s": 3.0,
}
"""The upper bounds."""


def _calibration(colours: Claims, contents: Claims) -> dict[str, object]:
    """Return, over all spoiled pictures, the expected calibration errors and the share of wrong ones among the sure claims."""
    wrong, sure = colours.surely_wrong()
    for name, claims in (("empty, white, black", colours), ("the five contents", contents)):
        print(f"claims of {name}: expected calibration error {claims.expected_error():.5f}")
        for row in claims.table():
            shares = f"{row['said']:.5f} said, {row['right']:.5f} right"
            print(f"  {row['from']:.4f} to {row['to']:.4f}: {row['claims']} claims, {shares}, {row['wrong']} wrong")
    return {
        "claims": sum(len(p) for p in colours.sure),
        "calibration_error": round(colours.expected_error(), 5),
        "calibration_error_contents": round(contents.expected_error(), 5),
        "surely_wrong": wrong,
        "surely_wrong_share": round(wrong / max(sure, 1), 6),
        "surely_wrong_share_contents": round(contents.surely_wrong()[0] / max(contents.surely_wrong()[1], 1), 6),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="damcam bench vision", description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", default=[str(SHIPPED)])
    parser.add_argument("--quick", action="store_true", help="fewer pictures, under a minute")
    parser.add_argument("--out", type=Path, help="a folder for the reliability plots")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found = sessions(args.folders)
    if not found:
        parser.error(f"no session with a truth.jsonl in {', '.join(args.folders)}")
    clear = on_clear_pictures(found)
    spoiled, colours, contents = on_spoiled_pictures(found, args.quick)
    figures = clear | breaking_points(spoiled) | _calibration(colours, contents)
    figures |= pace(found, rounds=2 if args.quick else 5) | {"locating_s": locating_s(found, args.quick), "peak_mb": peak_mb(found)}
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(args.out / "reliability_colours.png"), draw(colours.table(), "empty, white, black"))
        cv2.imwrite(str(args.out / "reliability_contents.png"), draw(contents.table(), "the five contents"))
    holds = all(figures[name] <= most for name, most in ASKED.items())
    print(json.dumps({"bench": "vision", "figures": figures, "asked_at_most": ASKED, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
