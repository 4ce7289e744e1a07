"""Measures what a checkpoint of the referee's belief saves when the service starts again in a long game.

usage: ./damcam bench resume [--quick]     --quick: a shorter game.

A game is played by the board's own service, in which every tenth press was not seen. Then its journal is recovered with the checkpoint, and
without. The last line is one JSON object with the figures, what is asked of them, and "holds".
"""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from pi.game.recovery import Recovered, recover
from record.store.checkpoint import Checkpoint, freeze, thaw
from record.store.journal import Journal
from tests.support.live.table import Table, calm, ruled

PRESSES, QUICK_PRESSES, UNSEEN_EVERY = 150, 40, 10
TIMES = 5
MIN_RATIO = 10.0
"""So many times longer it takes at least without the checkpoint."""


def played(folder: Path, presses: int) -> Path:
    """Play a game that is cut off after so many presses; return its journal."""
    table = Table(folder)
    world = table.world(calm(presses + 1))
    for number in range(1, presses + 1):
        world.camera_works = number % UNSEEN_EVERY != 0
        world.run(ruled(world, number))
    table.close()
    return world.journal.path


def processor_s(path: Path) -> tuple[float, Recovered]:
    """Return the median processor time (s) of recovering the game of that journal, and the game."""
    taken_s = []
    for _ in range(TIMES):
        with Journal.open(path) as journal:
            began_s = time.process_time()
            recovered = recover(journal)
            taken_s.append(time.process_time() - began_s)
    assert recovered
    return statistics.median(taken_s), recovered


def main() -> int:
    presses = QUICK_PRESSES if "--quick" in sys.argv[1:] else PRESSES
    with tempfile.TemporaryDirectory() as folder:
        path = played(Path(folder), presses)
        with_s, resumed = processor_s(path)
        with Journal.open(path) as journal:
            journal.write_checkpoint(Checkpoint(1, b""))
        without_s, ruled_again = processor_s(path)
    data = freeze(resumed.game.belief)
    began_s = time.process_time()
    for _ in range(TIMES):
        assert freeze(thaw(data)) == data
    both_ms = (time.process_time() - began_s) / TIMES * 1000
    same = resumed.game.belief == ruled_again.game.belief
    ratio = round(without_s / with_s, 1)
    print(f"{presses} presses: {with_s:.3f} s with the checkpoint, {without_s:.3f} s without, {ratio} times; the same belief: {same}")
    print(f"checkpoint: {len(data)} bytes; written and read in {both_ms:.1f} ms")
    figures = {
        "presses": presses,
        "with_s": round(with_s, 4),
        "without_s": round(without_s, 4),
        "ratio": ratio,
        "bytes": len(data),
        "written_and_read_ms": round(both_ms, 2),
        "same_belief": same,
    }
    holds = ratio >= MIN_RATIO and same
    print(json.dumps({"bench": "resume", "figures": figures, "asked": {"ratio_at_least": MIN_RATIO, "same_belief": True}, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
