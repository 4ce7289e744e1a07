"""A board whose card has lost the end of a journal goes on from an earlier row, once a person there has decided so. The mirror follows.

What the mirror had beyond that row is kept: it lies in a folder of its own in that of the game, as on the board.
"""

import os
import shutil
from itertools import count
from pathlib import Path

from hub.venue.fields_of import fields_of
from record.events.of_record import RowsLost
from record.files import sync_folder
from record.store.folder import ASIDE, JOURNAL_NAME
from record.store.going_on import move, pictures_after
from record.store.journal_rows import JournalRows, RawRow
from record.store.mirrored import MirroredJournal
from record.store.tail import tail_of
from record.store.versions import chained

KIND = RowsLost.__name__
_NEW = "going-on"


def follows(journal: Path, row: RawRow) -> bool:
    """Whether that row tells that the board goes on from a row that the mirror has, and follows on it; JournalError."""
    if row.kind != KIND:
        return False
    with JournalRows(journal) as rows:
        before = rows.checksum(row.row_id - 1)
    return before is not None and chained(before, *row[:-1]) == row.checksum


def go_back(journal: Path, told: RawRow) -> None:
    """Keep the journal as it is in a folder of its own, and leave in its place the rows before `told`. Nobody writes to it meanwhile.

    After a power cut in the middle the journal is the old one, or the new one. OSError, JournalError.
    """
    game = journal.parent
    aside = next(path for number in count(1) if not (path := game / ASIDE.format(f"hub-{number}")).exists())
    made = aside / _NEW / JOURNAL_NAME
    made.parent.mkdir(parents=True)
    with JournalRows(journal) as rows, MirroredJournal.create(made) as new:
        row_id, checksum = 0, b""
        while found := [row for row in rows.after(row_id, checksum) if row.row_id < told.row_id]:
            new.add(found)
            row_id, checksum = found[-1].row_id, found[-1].checksum
    for path in filter(Path.exists, (journal, tail_of(journal))):
        shutil.copy2(path, aside / path.name)
        with (aside / path.name).open("rb") as file:
            os.fsync(file.fileno())
    sync_folder(aside)
    _exchange(journal, made, aside)
    seq = fields_of(told.text).get("seq")
    if isinstance(seq, int):
        move(pictures_after(game, seq), game, aside)
    made.parent.rmdir()


def _exchange(journal: Path, made: Path, aside: Path) -> None:
    """Put the new journal in the place of the old one. The file that names the old one's last row goes first, and the log before it."""
    log, index = (journal.with_name(journal.name + end) for end in ("-wal", "-shm"))
    tail_of(journal).unlink(missing_ok=True)
    if log.exists():
        log.rename(aside / log.name)
    index.unlink(missing_ok=True)
    sync_folder(journal.parent)
    made.replace(journal)
    if tail_of(made).exists():
        tail_of(made).replace(tail_of(journal))
    sync_folder(journal.parent)
