"""The second copy of one game in a folder off the card: finds its file, makes it sound again, and appends the rows that it lacks.

The journal is the authority for what is missing in the copy. A copy with rows that the journal has not is what such a copy is for: the card
has lost them. So it is never shortened nor overwritten, and the copy goes on in another file.
"""

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from record.store.journal_rows import JournalRows, RawRow
from record.store.second_copy_file import Rest, SecondCopyRows, first_line, line_of

END = ".jsonl"
MAX_FILES = 100
"""How many files the copies of one name may have. Each further one is that of another game, or keeps what the card has lost."""
MAX_BOARD = 40
"""Characters of a board's name in the name of a file."""
MAX_BYTES = 2_000_000_000
"""Bytes of a file that is read as a copy; that of a long game has some million."""
_PLAIN = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_MODE = 0o640


@dataclass(frozen=True, slots=True)
class KnowsMore:
    """A copy that knows more of the game than the journal."""

    name: str
    """The name of the file."""
    row: int
    """The first row that the journal lacks, or has otherwise."""
    last: int
    """The last row of the copy."""


@dataclass(frozen=True, slots=True)
class _Written:
    """How far the copy is written."""

    name: str
    row_id: int
    checksum: bytes
    size: int


class SecondCopy:
    """The copy of the game `game` of the board `board`. `moves_on` is called at each step, which may take as long as the disk likes."""

    def __init__(self, board: str, game: str, moves_on: Callable[[], None] = lambda: None) -> None:
        self._base = f"{safe_name(board)}-{safe_name(game)}"
        self._head = first_line(board, game)
        self._moves_on = moves_on
        self._written: _Written | None = None
        self.ahead: KnowsMore | None = None

    def bring_up(self, folder: int, rows: JournalRows) -> None:
        """Append the rows that the copy lacks to its file in the open `folder`; they are on its disk afterwards. OSError, LogError."""
        written, self._written = self._written, None
        if written is None or rows.checksum(written.row_id) != written.checksum or _size(folder, written.name) != written.size:
            written = self._found(folder, rows)
        while lacking := rows.after(written.row_id, written.checksum):
            written = self._append(folder, written, lacking)
            self._moves_on()
        self._written = written

    def _found(self, folder: int, rows: JournalRows) -> _Written:
        """The file that goes on, cut back to its last sound row; a new one where each that is there belongs to another or knows more."""
        for number in range(1, MAX_FILES + 1):
            name = f"{self._base}{END if number == 1 else f'-{number}{END}'}"
            self._moves_on()
            with _read(folder, name) as descriptor:
                if descriptor is None:
                    return self._begun(folder, name)
                if (found := self._checked(descriptor, name, rows)) is not None:
                    return found
        raise OSError(errno.EEXIST, os.strerror(errno.EEXIST), self._base + END)

    def _checked(self, descriptor: int, name: str, rows: JournalRows) -> _Written | None:
        """How far the file is sound, if it is a copy of this game that goes on."""
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
            return None
        with os.fdopen(os.dup(descriptor), "rb") as file:
            copied = SecondCopyRows(file)
            checksums = [row.checksum for row in copied]
        if copied.rest is Rest.DAMAGED:
            return None
        if not checksums:
            is_ours = self._head.startswith(os.pread(descriptor, len(self._head), 0))
            return self._cut(descriptor, _Written(name, 0, b"", 0)) if is_ours else None
        if checksums[0] != rows.checksum(1):
            return None
        if (first := next((row for row, told in enumerate(checksums, 1) if rows.checksum(row) != told), 0)) > 0:
            self.ahead = KnowsMore(name, first, len(checksums))
            return None
        return self._cut(descriptor, _Written(name, copied.last_row, copied.checksum, copied.end))

    def _cut(self, descriptor: int, sound: _Written) -> _Written:
        """The file without a line that was cut off; one without a sound line begins anew."""
        if os.fstat(descriptor).st_size > sound.size:
            os.ftruncate(descriptor, sound.size)
        if sound.size == 0:
            _put(descriptor, self._head)
            return _Written(sound.name, 0, b"", len(self._head))
        return sound

    def _begun(self, folder: int, name: str) -> _Written:
        descriptor = os.open(name, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | _PLAIN, _MODE, dir_fd=folder)
        try:
            _put(descriptor, self._head)
        finally:
            os.close(descriptor)
        with suppress(OSError):  # some file systems cannot do this with a folder
            os.fsync(folder)
        return _Written(name, 0, b"", len(self._head))

    def _append(self, folder: int, written: _Written, lacking: list[RawRow]) -> _Written:
        lines = b"".join(map(line_of, lacking))
        descriptor = os.open(written.name, os.O_WRONLY | os.O_APPEND | _PLAIN, dir_fd=folder)
        try:
            _put(descriptor, lines)
        finally:
            os.close(descriptor)
        return _Written(written.name, lacking[-1].row_id, lacking[-1].checksum, written.size + len(lines))


def safe_name(text: str) -> str:
    """The text as a part of a file name that every file system takes."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text)[:MAX_BOARD].strip("-") or "board"


@contextmanager
def _read(folder: int, name: str) -> Iterator[int | None]:
    """The descriptor of a file that is there; None where there is none. Nothing in its place is waited for."""
    try:
        descriptor = os.open(name, os.O_RDWR | os.O_APPEND | _PLAIN, dir_fd=folder)
    except FileNotFoundError:
        yield None
        return
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.EISDIR, errno.ENXIO):
            raise
        descriptor = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)  # a link, a folder or a pipe: not a copy
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _size(folder: int, name: str) -> int | None:
    """The size of the file; None where there is none."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_size
    except FileNotFoundError:
        return None


def _put(descriptor: int, content: bytes) -> None:
    """Write all of it to disk; OSError where that fails, perhaps in the middle."""
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)
