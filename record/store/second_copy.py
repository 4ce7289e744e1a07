"""The second copy of one game in a folder off the card: the folder of a game with its journal and no more, which a follower appends to.

    COPY_TO/board-1/0007/journal.jsonl

The journal is the authority for what is missing in the copy. A copy with rows that the journal has not is what such a copy is for: the card
has lost them. So a copy whose rows differ, or that is damaged, is only read, and the game goes on in another folder, `0007-2`.

The copy is read whole when this process opens it first, each `REREAD_EVERY`th time after that, and whenever its file is not as this process
left it: another file, another size or time, another last row, another tail. So what others change in it is noticed with the next row. Only
a change that leaves all of these as they were, such as a bit that flips on the stick, is noticed when the copy is read whole again.

Nothing is asked of the file system but files that can be flushed: FAT, exFAT and shares will do. Whoever has the stick can put anything
there: what is no plain file or folder is left alone.
"""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import msgspec

from record.files import sync_folder
from record.log.disk import Disk, DiskWithoutLocks
from record.log.errors import LogDamaged, LogError, RowsDiffer
from record.log.follower import Follower, first_difference
from record.log.lines import FIRST_ROW, Row
from record.log.log import Left, Log
from record.log.reading import verify
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME

MAX_FOLDERS = 100
"""How many copies one game may have. Each further one is that of another game, or keeps what the card has lost."""
MAX_BOARD = 40
"""Characters of a board's name in the name of a folder."""
REREAD_EVERY = 100
_MODE = 0o750


@dataclass(frozen=True, slots=True)
class KnowsMore:
    """A copy that knows more of the game than the journal."""

    name: str
    """The path of its journal below the folder of the copies."""
    row: int
    """The first row that the journal lacks, or has otherwise."""
    last: int
    """The last row of the copy."""


class SecondCopy:
    """The copy of the game `game` of the board `board`. `moves_on` is called at each step, which may take as long as the disk likes."""

    def __init__(self, board: str, game: str, moves_on: Callable[[], None] = lambda: None, disk: Disk | None = None) -> None:
        self._board, self._game = safe_name(board), safe_name(game)
        self._moves_on = moves_on
        self._disk = disk or DiskWithoutLocks()
        self._name = ""
        self._left: Left | None = None
        self._appended = 0
        self.ahead: KnowsMore | None = None
        """The copy that knows more, once one was seen."""

    def bring_up(self, folder: int, follower: Follower) -> None:
        """Appends the rows that the copy lacks below the open `folder`; they are on its disk afterwards.

        OSError where the folder does not take them; LogError where the log that is followed cannot be read.
        """
        with _folder_in(folder, self._board) as board:
            if board is None:
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), self._board)
            further = (f"{self._game}-{number}" for number in range(2, MAX_FOLDERS + 1))
            for name in chain([self._name] if self._name else [], [self._game], further):
                self._moves_on()
                with _folder_in(board, name) as place:
                    # What is done through the descriptor concerns this folder, whatever is mounted or unmounted over it meanwhile.
                    if place is not None and self._is_appended(Path(f"/proc/self/fd/{place}", JOURNAL_NAME), name, follower):
                        return
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), self._game)

    def _is_appended(self, path: Path, name: str, follower: Follower) -> bool:
        """Whether the journal at `path` has all rows now; False where it is damaged, differs or belongs to others."""
        if not (_is_plain(path) and _is_plain(tail_of(path))) or not (name == self._name or self._goes_on(path, name, follower)):
            return False
        left, self._left, self._name = self._left if name == self._name else None, None, ""
        try:
            with _errors_of_system():
                log = Log.open(path, left=left, disk=self._disk) if path.exists() else Log.create(path, disk=self._disk)
        except LogDamaged:
            return False
        with log:
            try:
                follower.append_to(_Appended(log), self._moves_on)
            except RowsDiffer:
                return False
            self._appended += 1
            self._left = log.left if self._appended % REREAD_EVERY else None
        self._name = name
        return True

    def _goes_on(self, path: Path, name: str, follower: Follower) -> bool:
        """Whether the journal at `path` can be appended to, which is not changed to find that out."""
        if not path.exists():
            return True
        with _errors_of_system():
            copy = verify(path)
        is_log = copy.last.row > 0 or FIRST_ROW.startswith(_begin_of(path))  # else it is no half line of ours
        if is_log and copy.damage is None:
            try:
                follower.go_to(copy.last)
            except RowsDiffer:
                pass
            else:
                return True
        if (row := first_difference(path, follower.source)) > 1:  # a copy that differs in its first row is that of another game
            self.ahead = KnowsMore(f"{self._board}/{name}/{JOURNAL_NAME}", row, copy.last.row)
        return False


class _Appended:
    """The journal of a copy, whose errors are those of its disk."""

    def __init__(self, log: Log) -> None:
        self._log = log

    @property
    def last(self) -> Row:
        return self._log.last

    def extend(self, events: Iterable[msgspec.Raw], *, after: int) -> Row:
        with _errors_of_system():
            return self._log.extend(events, after=after)


def safe_name(text: str) -> str:
    """The text as the name of a folder that every file system takes."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text)[:MAX_BOARD].strip("-") or "board"


@contextmanager
def _errors_of_system() -> Iterator[None]:
    """A context in which errors of a copy's log are the OSErrors that led to them, but for damage: its path says nothing to anybody."""
    try:
        yield
    except LogDamaged:
        raise
    except LogError as error:
        cause = error.__cause__
        raise cause if isinstance(cause, OSError) else OSError(errno.EBUSY, os.strerror(errno.EBUSY)) from error


@contextmanager
def _folder_in(parent: int, name: str) -> Iterator[int | None]:
    """A context with the open folder of that name, which is made where there is none; None where something else has the name. OSError."""
    try:
        os.mkdir(name, _MODE, dir_fd=parent)
        sync_folder(Path(f"/proc/self/fd/{parent}"))
    except FileExistsError:
        pass
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            raise
        yield None
        return
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _is_plain(path: Path) -> bool:
    """Whether a plain file is there, or nothing."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return True


def _begin_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(FIRST_ROW))
