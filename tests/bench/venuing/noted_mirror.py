"""`damcam hub mirror`, which notes besides when rows are on its disk, and announces nothing: boards would find a way around the proxy.

usage: python -m tests.bench.venuing.noted_mirror NOTES [OPTIONS OF damcam hub mirror]
"""

import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from link import finding
from pi.cli import main as damcam
from record.store.journal_rows import RawRow
from record.store.mirrored import MirroredJournal
from tests.bench.venuing.noting import Notes


def main(notes_path: str, *words: str) -> int:
    notes, add = Notes(Path(notes_path)), MirroredJournal.add

    def noting(journal: MirroredJournal, rows: Sequence[RawRow]) -> None:
        add(journal, rows)
        game = journal.path.parent
        notes.note("mirrored", game.parents[1].name, int(game.name), rows[0].row_id, rows[-1].row_id, time.monotonic_ns())

    MirroredJournal.add = noting
    finding.announced = lambda *_told: nullcontext()
    return damcam(["hub", "mirror", *words])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
