"""The file beside a journal that names its last row, held against the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from record.store.tail import BLOCK, ToldLast, copies_in, tail_of
from record.verifying.findings import Differs, Findings
from record.verifying.told import JournalTold
from rules.errors import Phrase, sentence_of


class TailFault(Phrase):
    """Why the file that names the last row is not read."""

    NOT_PLAIN = "it is no plain file"


@dataclass(frozen=True, slots=True)
class TailRead:
    """The copies in the file by their numbers, None for a damaged one; `is_there` is False where there is no file."""

    copies: Mapping[int, ToldLast | None] = field(default_factory=dict)
    is_there: bool = True

    @property
    def rows(self) -> dict[int, bytes]:
        """The checksums of the rows that it names."""
        return {copy.row_id: copy.checksum for copy in self.copies.values() if copy}


def read_tail(journal: Path, found: Findings) -> TailRead:
    """What the file says. It is read before the journal, which is then never behind it."""
    path = tail_of(journal)
    try:
        if not path.is_file():  # a pipe would be waited for
            if path.exists():
                found.differs(Differs.FILE_UNREADABLE, path.name, why=TailFault.NOT_PLAIN.said())
            return TailRead(is_there=False)
        with path.open("rb") as file:
            return TailRead(copies_in(file.read(2 * BLOCK)))
    except OSError as error:
        found.differs(Differs.FILE_UNREADABLE, path.name, why=sentence_of(error))
        return TailRead(is_there=False)


def compare_tail(tail: TailRead, journal: Path, told: JournalTold, found: Findings) -> None:
    """Tell a missing file, damaged copies, rows that the journal lacks, and an end of a closed game of which the file knows nothing."""
    name = tail_of(journal).name
    if not tail.is_there and not tail_of(journal).exists():
        found.differs(Differs.TAIL_MISSING, name)
    for number, copy in tail.copies.items():
        if copy is None:
            found.differs(Differs.TAIL_DAMAGED, name, copy=number)
        elif copy.row_id > told.last_row:
            found.differs(Differs.TAIL_AHEAD, name, row=copy.row_id, last=told.last_row)
    last = max(tail.rows, default=0)
    is_empty = tail.is_there and not tail.copies
    if is_empty or (tail.is_there and told.state.closed and all(tail.copies.values())):
        _refuse_behind(name, last, told, found)


def _refuse_behind(name: str, last: int, told: JournalTold, found: Findings) -> None:
    if last < told.last_row:
        found.differs(Differs.TAIL_BEHIND, name, row=last, last=told.last_row)
