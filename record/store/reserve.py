"""The reserve: room on the disk that is kept for the record, and given up when the disk is full.

It is a file in the state folder of a board. While a game is recorded the service makes it where it is missing and there is room for twice
its size. When the disk has no room for a row it is deleted, and the row is written into what it held.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path

NAME = "reserve"
RESERVE_BYTES = 4_000_000
"""The rows of four games of 200 presses."""


class Reserve:
    """The reserve in that state folder. One thread may make it while another gives it up."""

    def __init__(self, state: Path, size: int = RESERVE_BYTES) -> None:
        self.path, self._size = state / NAME, size

    def make(self) -> None:
        """Makes the file where it is missing and there is room; OSError."""
        if self.path.exists() or shutil.disk_usage(self.path.parent).free < 2 * self._size:
            return
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(descriptor, 0, self._size)
        except OSError:
            self.give_up()
            raise
        finally:
            os.close(descriptor)

    def give_up(self) -> bool:
        """Deletes the file; whether there was one that could be deleted."""
        with suppress(OSError):
            self.path.unlink()
            return True
        return False
