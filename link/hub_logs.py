"""The logs of a board's games at its hub. Rows are appended as they stand on the board, after the last one that is on disk here.

    logs = HubLogs(state / GAMES)
    logs.append(Rows(machine, "0001", rows))    # the rows that are new, once they are on disk
    logs.end("0001")                            # how far the game is on disk, which is told to the board

Each checksum is chained on the row before, so a row that follows the last one here is of the same log. Where the board's log has not this
last row, and where the log here is damaged, all that is here of the game stays in a folder of its own, 0001-2, and the game begins anew.

A log that ends before the row that its tail names has lost nothing: the board has its rows and sends them again. The hub's folder was put
back from a copy that cp, tar or rsync made while rows came, or the log has lost its end with the power.
"""

import os
from collections import deque
from contextlib import suppress
from pathlib import Path

import msgspec

from link.log_ends import LogEnds
from link.messages import MessageError
from link.wire import Rows
from record.events.as_json import readable
from record.events.of_record import PicturesDropped
from record.files import make_folder, sync_folder
from record.log.errors import LogDamaged, LogError
from record.log.log import Left, Log
from record.log.tail import TailState, read_tail, tail_of
from record.store.dropping import pictures_in
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal_rows import LastRow, RawRow, chained, event_of, rows_of_kinds
from rules.errors import _, sentence_of

MAX_FOLDERS = 100
"""Folders of one game. A board whose log is another one so often is faulty."""
DROPPED = PicturesDropped.__name__


class HubLogs:
    """The games of one board, in the folder `games` of its state folder at the hub. No file stays open between two calls."""

    def __init__(self, games: Path) -> None:
        self._games, self._ends = games, LogEnds(games)
        self._left: dict[str, Left | None] = {}
        """How each log was left here: it is read whole only where its file is another one by now."""
        self._kept: dict[str, frozenset[str] | None] = {}
        """What `kept_pictures` returned, for a picture comes with each press."""
        self._checked: set[str] = set()
        """The logs that were read whole, so that damage of one is found to which no rows come any more."""

    def folder(self, game: str) -> Path:
        return self._games / game

    def journal(self, game: str) -> Path:
        """The path of that game's journal, which need not exist."""
        return self.folder(game) / JOURNAL_NAME

    def end(self, game: str) -> LastRow:
        """The last row of that game on disk, of a damaged log the last sound one; row 0 where there is none. LogError."""
        if not self.journal(game).exists():
            return LastRow(0, b"")
        if game not in self._checked:
            self._checked.add(game)
            return self._ends.verified(game)
        return self._ends.end(game)

    def size(self, game: str) -> int:
        """The bytes of that game's log; 0 where there is none."""
        journal = self.journal(game)
        return journal.stat().st_size if journal.exists() else 0

    def taken(self) -> tuple[int, int]:
        """How many folders of games there are, and the bytes of their files."""
        folders = [entry for entry in os.scandir(self._games) if entry.is_dir()] if self._games.is_dir() else []
        return len(folders), sum(map(_bytes_in, folders))

    def begin(self, game: str) -> None:
        """Make the log of a game that has no row yet; LogError."""
        if not self.journal(game).exists():
            self._opened(game).close()

    def append(self, message: Rows) -> tuple[RawRow, ...]:
        """Append the rows that are new, and return them; none of them where one before them is lacking.

        MessageError where the first of them does not follow the last one here; LogError where the disk does not take them.
        """
        game, rows = message.game, message.rows
        if message.instead_of is not None and message.instead_of == self.end(game):
            self._keep_apart(game)
        try:
            log = self._opened(game)
        except LogDamaged:
            self._keep_apart(game)
            log = self._opened(game)
        with log:
            last = log.last
            if rows[0].row_id > last.row + 1:
                return ()
            new = rows[last.row + 1 - rows[0].row_id :]
            if new and new[0].checksum != chained(last.checksum, *new[0][:-1]):
                raise MessageError(_("row {row} of game {game} does not follow the row before it here"), row=new[0].row_id, game=game)
            log.extend([msgspec.Raw(event_of(*row[1:-1])) for row in new], after=last.row, flush_tail=False)
            self._left[game] = log.left
        if any(row.kind == DROPPED for row in new):
            self._kept.pop(game, None)
            self.drop_pictures(game)
        return new

    def drop_pictures(self, game: str) -> None:
        """Delete the pictures that the last event of that kind does not keep; OSError."""
        kept = self.kept_pictures(game)
        if kept is not None:
            for folder in (self.folder(game), *self._apart(game)):
                for name, path in pictures_in(folder).items():
                    if name not in kept:
                        path.unlink(missing_ok=True)

    def kept_pictures(self, game: str) -> frozenset[str] | None:
        """The pictures that the board has kept of a game whose others it has deleted; None where it has not said so. LogError."""
        if game not in self._kept:
            self._kept[game] = self._kept_by_log(game)
        return self._kept[game]

    def _kept_by_log(self, game: str) -> frozenset[str] | None:
        if not self.journal(game).exists():
            return None
        for row in deque(rows_of_kinds(self.journal(game), (DROPPED,)), maxlen=1):
            if isinstance(event := readable(row.kind, row.text), PicturesDropped):
                return frozenset(event.kept)
        return None

    def take_up(self) -> None:
        """Have all readers see what there is of the logs, whatever their tails say.

        One that is damaged or cannot be written is left as it is, and told by whoever reads it. Nobody may append to them meanwhile.
        """
        for folder in numbered(self._games) if self._games.is_dir() else ():
            with suppress(OSError):
                if not _is_named(folder / JOURNAL_NAME):
                    self._opened(folder.name).close()

    def _opened(self, game: str) -> Log:
        path = self.journal(game)
        if path.exists():
            return Log.open(path, left=self._left.get(game), may_lack_end=True)
        try:
            make_folder(path.parent)
            tail_of(path).unlink(missing_ok=True)
        except OSError as error:
            raise LogError(_("{path} could not be written: {why}"), path=str(path), why=sentence_of(error)) from error
        return Log.create(path)

    def _keep_apart(self, game: str) -> None:
        """Give the folder of the game another name; LogError."""
        names = (f"{game}-{number}" for number in range(2, MAX_FOLDERS + 1))
        free = next((path for name in names if not (path := self._games / name).exists()), None)
        if free is None:
            raise LogError(_("game {game} has begun anew {count} times: nothing more of it is kept"), game=game, count=MAX_FOLDERS)
        try:
            self.folder(game).rename(free)
            sync_folder(self._games)
        except OSError as error:
            raise LogError(_("{path} could not be written: {why}"), path=str(free), why=sentence_of(error)) from error
        self._left.pop(game, None)
        self._kept.pop(game, None)

    def _apart(self, game: str) -> list[Path]:
        """The folders with what was of that game before it began anew."""
        return sorted(self._games.glob(f"{game}-*"))


def _is_named(journal: Path) -> bool:
    """Whether the tail names the end of the journal; OSError. Nothing of it is read: a hub has thousands of them."""
    tail, named = read_tail(journal)
    size = journal.stat().st_size if journal.exists() else 0
    return size == (named.end if named else 0) and tail is not TailState.DAMAGED


def _bytes_in(folder: os.DirEntry[str]) -> int:
    """The bytes of the files in that folder and those below it."""
    with suppress(OSError), os.scandir(folder) as entries:
        return sum(
            _bytes_in(entry) if entry.is_dir(follow_symlinks=False) else entry.stat(follow_symlinks=False).st_size for entry in entries
        )
    return 0
