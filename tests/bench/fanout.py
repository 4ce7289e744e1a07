"""Measures the pages' server with a hall of listeners, beside a bare app that only sends events.

usage: ./damcam bench fanout [--quick] [--wall] [--listeners N] [--events N] [--seed N]

Both run on gunicorn with the settings of the pages, each with its own listeners, and send the same texts in turn. Half of the events go to
readers only; then listeners that never read join the pages. Some listeners are away while an event is told, and return. At the end part of
the hall leaves and as many come, again and again, while the server's memory is watched. A delay runs from the event being on disk to the
last byte of a copy being read. Both servers look for news ten times a second, so the spread from the first copy on is measured too. The
last line is one JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

from tests.bench.listening import bare
from tests.bench.listening.crowd import Crowd
from tests.bench.listening.game import Game
from tests.bench.listening.hall import Hall, measure
from tests.bench.listening.servers import served

LISTENERS, QUICK_LISTENERS = 2000, 300
EVENTS, QUICK_EVENTS = 32, 24
ASKED = {
    "p99_ms": 500,
    "rss_mb": 120,
    "delay_ratio": 1.5,
    "spread_ratio": 1.5,
    "cpu_ratio": 1.5,
    "slowed_ms": 100,
    "missed": 0,
    "growth_mb": 3,
}
"""The upper bounds. The ratios are to the bare app. `slowed_ms` is how much later copies arrive once some listeners never read, minus the
same for the bare app; a server that waited for such a listener would be late by seconds."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_LISTENERS} listeners, {QUICK_EVENTS} events")
    parser.add_argument("--listeners", type=int, help=f"of each server (default: {LISTENERS})")
    parser.add_argument("--events", type=int, help=f"of each server (default: {EVENTS})")
    parser.add_argument("--wall", action="store_true", help="all look at the wall instead of at one game")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    listeners = args.listeners or (QUICK_LISTENERS if args.quick else LISTENERS)
    events = args.events or (QUICK_EVENTS if args.quick else EVENTS)
    with tempfile.TemporaryDirectory(prefix="damcam-fanout-") as scratch:
        journal, newest = Path(scratch) / "journal.jsonl", Path(scratch) / "newest"
        game = Game(journal)
        with served("-m", "hub", "--journal", str(journal), "--port", "0") as ours, served("-m", bare.__name__, str(newest)) as beside:
            crowds = Crowd(ours.port, "/wall/events" if args.wall else "/events"), Crowd(beside.port)
            halls = (Hall(server, crowd, random.Random(args.seed)) for server, crowd in zip((ours, beside), crowds, strict=True))
            figures = measure(game, newest, *halls, listeners, events)
    holds = all(figures[name] <= bound for name, bound in ASKED.items())
    print(json.dumps(figures | {"asked": ASKED, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
