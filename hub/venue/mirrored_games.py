"""The games of a board elsewhere, as the hub has them on disk: rows are added as they came, and nothing else is ever changed in them."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import takewhile
from pathlib import Path

from record.events.as_json import readable
from record.events.of_record import PicturesDropped, RowsLost
from record.log.errors import LogChanged
from record.store.dropping import pictures_in
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal_rows import JournalRows, LastRow, RawRow, chained
from record.store.latest import ClockRow, Latest
from record.store.mirrored import MirroredJournal, RowRefused
from record.store.salvage import exchange, free_aside, set_pictures_aside

MAX_OPEN = 2
"""Journals of a board that are open at once: the newest game's, and that of one that is filled up."""
LATEST = 2
"""The newest games of a board, which are looked at."""
DROPPED = PicturesDropped.__name__


class OtherJournal(Exception):
    """The row of that number is on disk with another checksum."""


class MirroredGames:
    """The games in the state folder `state` at the hub."""

    def __init__(self, state: Path) -> None:
        self._games = state / GAMES
        self._open: OrderedDict[str, MirroredJournal] = OrderedDict()
        self._listed: tuple[int, list[str]] = (0, [])
        self._ends: dict[str, LastRow] = {}
        self._rested: dict[str, LastRow] = {}
        """The last row of each open journal when this was looked at."""
        self._files: dict[str, tuple[int, int] | None] = {}
        """Which file each journal is of which something is known here."""

    def folder(self, game: str) -> Path:
        return self._games / game

    def journal(self, game: str) -> Path:
        """The path of that game's journal, which need not exist."""
        return self.folder(game) / JOURNAL_NAME

    def latest(self) -> list[str]:
        """The newest games that are there, the newest first."""
        try:
            made_ns = self._games.stat().st_mtime_ns
            if made_ns != self._listed[0]:
                there = [path.name for path in numbered(self._games)[-LATEST:] if (path / JOURNAL_NAME).exists()]
                self._listed = (made_ns if len(there) == LATEST else 0), there[::-1]
        except FileNotFoundError:
            self._listed = 0, []
        except OSError:
            pass
        return self._listed[1]

    def end(self, game: str) -> LastRow:
        """The last row of that game on disk, row 0 where there is none; LogError."""
        self._see_file(game)
        if game not in self._ends:
            if not self.journal(game).exists():
                return LastRow(0, b"")
            with JournalRows(self.journal(game)) as rows:
                self._ends[game] = rows.last
        return self._ends[game]

    def begin(self, game: str) -> None:
        """Make the journal of a game that has no row yet; LogError."""
        if not self.journal(game).exists():
            self._opened(game)

    def add(self, game: str, rows: Sequence[RawRow]) -> list[RawRow]:
        """Write the rows that are new to disk, and return them; those after a gap are left out.

        Where the board tells that it goes on from an earlier row, the rows after that are set aside. OtherJournal where a row is there
        already and is another; RowRefused for one that does not follow, with those before it written;
        LogError when the disk does not take them.
        """
        end = self.end(game)
        if rows[0].row_id > end.row_id + 1:
            return []
        known = [row for row in rows if row.row_id <= end.row_id]
        if known and not self._has(game, known[-1]):
            known = self._cut_back(game, known)
        new = list(rows[len(known) :])
        if not new:
            return []
        journal = self._opened(game)
        try:
            journal.add(new)
        except RowRefused as refused:
            if refused.rows_before:
                journal.add(new[: refused.rows_before])
                self._ends[game] = journal.last
            raise
        except LogChanged:
            self._forget(game)  # it is read anew with the next rows, and filled again or found to be damaged
            raise
        self._ends[game] = journal.last
        if any(row.kind == DROPPED for row in new):
            self.drop_pictures(game)
        return new

    def _cut_back(self, game: str, known: list[RawRow]) -> list[RawRow]:
        """Go back to where the board goes on; those of the rows `known` that are on disk then. OtherJournal where it does not say so.

        It says so where an arbiter there has confirmed that rows are lost. What the mirror had instead is kept in a folder of its own.
        """
        number = next(number for number, row in enumerate(known) if not self._has(game, row))
        row, folder = known[number], self.folder(game)
        event = readable(row.kind, row.text)
        with JournalRows(self.journal(game)) as rows:
            previous = rows.checksum(row.row_id - 1)
            if not isinstance(event, RowsLost) or previous is None or chained(previous, *row[:-1]) != row.checksum:
                raise OtherJournal
            self._forget(game)
            aside = free_aside(folder, "hub-")
            exchange(folder, takewhile(lambda one: one.row_id < row.row_id, rows.since(0)), aside)
        set_pictures_aside(folder, event.seq, aside)
        return known[:number]

    def drop_pictures(self, game: str) -> None:
        """Delete the pictures that the last event of that kind does not keep; OSError."""
        kept = self.kept_pictures(game)
        if kept is not None:
            for name, path in pictures_in(self.folder(game)).items():
                if name not in kept:
                    path.unlink(missing_ok=True)

    def kept_pictures(self, game: str) -> frozenset[str] | None:
        """The pictures that the board has kept of a game whose others it has deleted; None where it has not said so. LogError."""
        if not self.journal(game).exists():
            return None
        row = self._opened(game).last_of_kind(DROPPED)
        event = readable(row.kind, row.text) if row else None
        return frozenset(event.kept) if isinstance(event, PicturesDropped) else None

    def unknown_kind(self, game: str) -> tuple[int, str] | None:
        """The first row of that game whose kind this version does not know, and the kind; LogError."""
        return self._opened(game).unknown_kind if self.journal(game).exists() else None

    def batches(self, game: str) -> Iterator[list[RawRow]]:
        """All rows of that game in order, some at a time; LogError."""
        last = LastRow(0, b"")
        with JournalRows(self.journal(game)) as rows:
            while found := rows.after(*last):
                yield found
                last = LastRow(found[-1].row_id, found[-1].checksum)

    def write_clock(self, game: str, row: ClockRow) -> None:
        """Write the readings of the running clock beside the rows; LogError."""
        if self.journal(game).exists():
            with closing(Latest(self.journal(game))) as latest:
                latest.write_clock(row, flush=False)  # a board sends newer ones soon

    def rest(self) -> None:
        """Close the journals to which no more rows come, but for the last one: a hundred boards would keep as many open twice."""
        newest = max(self._open, key=int, default=None)
        for game, journal in list(self._open.items()):
            if self._rested.get(game) == journal.last and game != newest:
                self._open.pop(game).close()
            self._rested[game] = journal.last

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()

    def _has(self, game: str, row: RawRow) -> bool:
        """Whether the row of that number, which is there, is this one. The journal is open to be written: rows are repeated often."""
        return self._opened(game).checksum(row.row_id) == row.checksum.hex()

    def _see_file(self, game: str) -> None:
        """Forget what is known of a journal whose file somebody has deleted, or put another in its place."""
        if (now := _file_of(self.journal(game))) != self._files.setdefault(game, now):
            self._forget(game)

    def _forget(self, game: str) -> None:
        if game in self._open:
            self._open.pop(game).close()
        for known in (self._ends, self._files, self._rested):
            known.pop(game, None)

    def _opened(self, game: str) -> MirroredJournal:
        self._see_file(game)
        if game not in self._open:
            while len(self._open) >= MAX_OPEN:
                self._open.popitem(last=False)[1].close()
            self._open[game] = MirroredJournal.opened(self.journal(game))
            self._files[game] = _file_of(self.journal(game))
        self._open.move_to_end(game)
        return self._open[game]


def _file_of(path: Path) -> tuple[int, int] | None:
    """Which file that is: another one has another number. None where there is none."""
    with suppress(OSError):
        about = path.stat()
        return about.st_dev, about.st_ino
    return None
