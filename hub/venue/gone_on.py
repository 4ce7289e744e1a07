"""A board whose card has lost the end of a journal goes on from an earlier row, once a person there has decided so. The mirror follows.

What the mirror had beyond that row is kept: it lies in a folder of its own in that of the game, as on the board.
"""

import os
import shutil
from itertools import count, takewhile
from pathlib import Path

from record.events.as_json import readable
from record.events.of_record import RowsLost
from record.files import sync_folder
from record.log.tail import tail_of
from record.store.folder import ASIDE, JOURNAL_NAME
from record.store.going_on import exchange, move, pictures_after
from record.store.journal import Journal
from record.store.journal_rows import JournalRows, RawRow, chained

KIND = RowsLost.__name__
_NEW = "going-on"


def follows(journal: Path, row: RawRow) -> bool:
    """Whether that row tells that the board goes on from a row that the mirror has, and follows on it; LogError."""
    if row.kind != KIND:
        return False
    with JournalRows(journal) as rows:
        before = rows.checksum(row.row_id - 1)
    return before is not None and chained(before, *row[:-1]) == row.checksum


def go_back(journal: Path, told: RawRow) -> None:
    """Keep the journal as it is in a folder of its own, and leave in its place the rows before `told`. Nobody writes to it meanwhile.

    After a power cut in the middle the journal is the old one, or the new one. OSError, LogError.
    """
    game = journal.parent
    aside = next(path for number in count(1) if not (path := game / ASIDE.format(f"hub-{number}")).exists())
    made = aside / _NEW / JOURNAL_NAME
    made.parent.mkdir(parents=True)
    with JournalRows(journal) as rows:
        Journal.made_of(made, takewhile(lambda row: row.row_id < told.row_id, rows.since(0)))
    for path in filter(Path.exists, (journal, tail_of(journal))):
        shutil.copy2(path, aside / path.name)
        with (aside / path.name).open("rb") as file:
            os.fsync(file.fileno())
    sync_folder(aside)
    exchange(journal, made, aside)
    event = readable(told.kind, told.text)
    if isinstance(event, RowsLost):
        move(pictures_after(game, event.seq), game, aside)
    made.parent.rmdir()
