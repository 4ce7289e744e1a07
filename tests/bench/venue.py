"""Plays an evening of a venue with a hundred boards: measures it in peace, and then kills whatever can be killed.

usage: ./damcam bench venue [--quick] [--no-kills] [--boards N] [--seed N] [--keep DIR]

The hub is real: a Mosquitto as `damcam hub broker` runs it, `damcam hub mirror` and the pages, each a process. The boards are
state folders with real journals, sockets and recorded games; a few processes write them as the services of many boards do. Their disks are
in memory, for in a hall each board has one of its own. Some boards have a process `damcam uplink` each; the uplinks of the others share a
few processes, because a hundred would take four gigabytes and more processors than a hub has. Boards connect through a proxy, which is the
network that is cut. Viewers listen to the streams of the hub's pages, arbiters to desks, and others rule on random boards at the hub.

First the hall meets an empty hub after a day. Once each listener has had its first event, latencies, processor time and memory are
measured in peace: `to_hub` is a row on the board's disk to the same row on the hub's, `bare` a publish, receive and flushed insert of as
many bytes by the same network and broker in the same time, `viewer` a row to a listener at the hub, `own_page` the same row to a listener
at the board's own page. The first rows of a game are among them: both pages look once a second whether another game has begun, each at a
moment of its own. Then broker, mirror, pages and uplinks are killed at random moments and networks cut, while all go on; one board's Pi
is lost and another goes on from the hub's log (a new enrolment, `damcam join`, `damcam import`), and one is revoked. The last line is one
JSON object with the figures, the bounds, and "holds".
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from tests.bench.venuing.boards_side import memory_folder
from tests.bench.venuing.evening import Evening
from tests.bench.venuing.scale import FULL, LITTLE, QUICK, VenueScale

ASKED = {
    "times_bare_p50": 3.0,
    "times_bare_p99": 3.0,
    "viewer_more_p50_ms": 150.0,
    "viewer_more_p99_ms": 400.0,
    "cores": 1.0,
    "link_cores": 0.5,
    "memory_mb": 300.0,
    "unequal": 0,
    "revoked_rows": 0,
    "rulings_twice": 0,
    "rulings_undecided": 0,
    "rulings_told_wrongly": 0,
    "rulings_late": 0,
    "told_twice": 0,
    "withheld": 0,
    "missed": 0,
    "unheard": 0,
}
"""The upper bounds; those of the kills count where there were any. `link_cores` are those of broker and mirror, without the pages."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK.boards} boards, {QUICK.viewers} viewers, about 90 s")
    parser.add_argument("--little", action="store_true", help=f"{LITTLE.boards} boards: to see whether the bench works")
    parser.add_argument("--no-kills", action="store_true", help="measure only")
    parser.add_argument("--boards", type=int, help=f"how many boards (default: {FULL.boards})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave what was noted and logged there")
    args = parser.parse_args()
    scale = LITTLE if args.little else QUICK if args.quick else FULL
    scale = replace(scale, boards=args.boards or scale.boards, killing_s=0.0 if args.no_kills else scale.killing_s)
    figures = played(scale, args.seed, args.keep)
    holds = all(figures[name] <= bound for name, bound in ASKED.items() if name in figures)
    print(json.dumps(figures | {"asked": ASKED, "holds": holds}))
    return 0 if holds else 1


def played(scale: VenueScale, seed: int, keep: Path | None = None) -> dict[str, float]:
    """Play an evening of that scale, and return its figures."""
    with (
        tempfile.TemporaryDirectory(prefix="damcam-venue-") as scratch,
        tempfile.TemporaryDirectory(prefix="damcam-venue-boards-", dir=memory_folder()) as boards,
    ):
        evening = Evening(Path(scratch), Path(boards), scale, random.Random(seed))
        try:
            return evening.figures()
        finally:
            if keep:
                shutil.copytree(evening.notes, keep, dirs_exist_ok=True)


if __name__ == "__main__":
    sys.exit(main())
