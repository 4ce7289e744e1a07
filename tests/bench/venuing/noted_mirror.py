"""`damcam hub mirror`, which notes besides when rows are on its disk, and announces nothing: boards would find a way around the proxy.

usage: python -m tests.bench.venuing.noted_mirror NOTES [OPTIONS OF damcam hub mirror]
"""

import sys
import time
from contextlib import nullcontext
from pathlib import Path

from link import finding
from link.hub_logs import HubLogs
from link.wire import Rows
from pi.cli import main as damcam
from record.store.journal_rows import RawRow
from tests.bench.venuing.noting import Notes


def main(notes_path: str, *words: str) -> int:
    notes, append = Notes(Path(notes_path)), HubLogs.append

    def noting(logs: HubLogs, message: Rows) -> tuple[RawRow, ...]:
        rows = append(logs, message)
        if rows:
            key, game = logs.folder(message.game).parents[1].name, int(message.game)
            notes.note("mirrored", key, game, rows[0].row_id, rows[-1].row_id, time.monotonic_ns())
        return rows

    HubLogs.append = noting
    finding.announced = lambda *_told: nullcontext()
    return damcam(["hub", "mirror", *words])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
