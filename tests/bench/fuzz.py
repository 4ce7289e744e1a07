"""Sends whatever somebody may send over the link between boards and hub, both ways, and looks whether anybody else is hurt.

usage: ./damcam bench fuzz [--quick] [--messages N] [--seed N]

Three enrolled boards send to the hub, and somebody sends to a board what no hub of ours does: messages of all kinds by the fields that they
have, with values at the ends of their types and beyond them, names that break lines and pages, rows of any events that repeat, reorder,
have gaps or wrong checksums, answers to what was not asked, pictures that are none; and bytes that are cut, changed, joined and random.
Two boards play beside them. Now and then the hub's end is killed and started again, each time after some hundred messages the logs of both
are held to those at the hub, a command for each must be carried out, and every page of the hub is opened as the public, as a player and as
an arbiter. The last line is one JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from hub.feeds import server_sent, watched
from link import board_socket
from tests.bench.fuzzing.hall import FAULTY, FuzzedHall
from tests.bench.fuzzing.looking import Pages
from tests.hub.conftest import ABOUT

MESSAGES, QUICK_MESSAGES = 50_000, 3_000
BATCH, LOOKS = 250, 20
"""Messages between two commands, and how often the pages are looked at."""
SHOWN = 20
ASKED = {"faults": 0, "more_threads": 0, "more_files": 8, "more_mb": 60, "disk_mb": 100}
"""The upper bounds."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_MESSAGES} messages")
    parser.add_argument("--messages", type=int, help=f"how many (default: {MESSAGES})")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    board_socket.STATUS_WITHIN_S = server_sent.KEEP_ALIVE_S = watched.LOOK_S = 0.0  # nobody waits: all is in this thread
    messages = args.messages or (QUICK_MESSAGES if args.quick else MESSAGES)
    with tempfile.TemporaryDirectory(prefix="damcam-fuzz-") as scratch:
        figures = fuzzed(Path(scratch), messages, args.seed)
    holds = all(figures[name] <= bound for name, bound in ASKED.items())
    print(json.dumps({"bench": "fuzz", "figures": figures, "asked": ASKED, "holds": holds}))
    return 0 if holds else 1


def fuzzed(folder: Path, messages: int, seed: int) -> dict[str, Any]:
    """Send so many messages, and return the figures."""
    began_s, faults, asked, looks = time.monotonic(), list[str](), 0, 0
    first: dict[str, int] = {}
    with closing(FuzzedHall(folder, Random(seed))) as hall:
        while hall.up + hall.down < messages and len(faults) < SHOWN:
            hall.latest.clear()
            while len(hall.latest) < BATCH:
                hall.send()
            hall.play()
            found = hall.faults()
            if hall.up + hall.down >= looks * messages / LOOKS:
                looks += 1
                with closing(Pages(folder, hall.simulated.venue)) as pages:
                    found += pages.faults(dict.fromkeys(hall.honest, ABOUT["white"]))
                    asked += pages.asked
                first = first or taken()
                if looks % 3 == 0:
                    hall.restart_mirror()
            for fault in found:
                print(fault)
            if found:
                print(
                    "after:", *(f"{key} {packet.kind} {packet.payload[:2000]!r}" for key, packet in hall.latest), sep="\n", file=sys.stderr
                )
            faults += found
        last, disk = (
            taken(),
            sum(path.stat().st_size for key in FAULTY for path in (hall.simulated.venue / key).rglob("*") if path.is_file()),
        )
        counts = {"up": hall.up, "down": hall.down}
    more = {f"more_{name}": last[name] - first[name] for name in last}
    return {
        **counts,
        "faults": len(faults),
        "pages": asked,
        **more,
        "disk_mb": disk // 1_000_000,
        "took_s": round(time.monotonic() - began_s),
    }


def taken() -> dict[str, int]:
    """What this process takes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "threads": threading.active_count(),
        "files": len(os.listdir("/proc/self/fd")),
        "mb": pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000,
    }


if __name__ == "__main__":
    sys.exit(main())
