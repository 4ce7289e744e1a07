"""What a checkpoint of the referee's belief saves when the service starts again in a long game.

A game is played by the board's own service, in which every tenth press is not seen. Then its journal is recovered with the checkpoint, and
without.
"""

import statistics
import time
from pathlib import Path

from pi.game.recovery import Recovered, recover
from record.store.journal import Journal
from record.store.latest import belief_of
from tests.support.live.table import Table, calm, ruled

UNSEEN_EVERY = 10
TIMES = 5


def restart_figures(folder: Path, presses: int) -> dict[str, float]:
    """The processor time (s) of recovering a game of so many presses either way, their ratio, and whether the beliefs differ (0 or 1)."""
    path = _played(folder, presses)
    with_s, resumed = _recovery_s(path)
    belief_of(path).unlink()
    without_s, ruled_again = _recovery_s(path)
    return {
        "restart_s": round(with_s, 4),
        "restart_without_checkpoint_s": round(without_s, 4),
        "restart_share": round(with_s / without_s, 4),
        "restart_differing": int(resumed.game.belief != ruled_again.game.belief),
    }


def _played(folder: Path, presses: int) -> Path:
    """Play a game that is cut off after so many presses; return its journal."""
    table = Table(folder)
    world = table.world(calm(presses + 1))
    for number in range(1, presses + 1):
        world.camera_works = number % UNSEEN_EVERY != 0
        world.run(ruled(world, number))
    table.close()
    return world.journal.path


def _recovery_s(path: Path) -> tuple[float, Recovered]:
    """The median processor time (s) of recovering the game of that journal, and the game."""
    taken_s = []
    for _ in range(TIMES):
        with Journal.open(path) as journal:
            began_s = time.process_time()
            recovered = recover(journal)
            taken_s.append(time.process_time() - began_s)
    assert recovered
    return statistics.median(taken_s), recovered
