"""Whether files may hold something new, by their sizes and times: a look at these takes a tenth of the time of reading the files."""

import os
from collections.abc import Iterable
from pathlib import Path

Stamp = tuple[int, int]
"""The size of a file in bytes, and when it was written (ns)."""


class WrittenLately:
    """Tells when these files, which need not be there, are to be read. Times are of a monotonic clock (ns).

    An equal stamp proves nothing at once: two writes may come within one step of the file system's clock, and a row counts only once the
    disk has it. So files are read at each look until `changing_ns` after a change, and each `again_ns` in any case.
    """

    def __init__(self, files: Iterable[Path | str], changing_ns: int, again_ns: int) -> None:
        self._files, self._changing_ns, self._again_ns = tuple(map(str, files)), changing_ns, again_ns
        self._stamps: tuple[Stamp | None, ...] = ()
        self._changed_ns = self._read_ns = 0

    def is_to_be_read(self, now_ns: int) -> bool:
        """Whether to read the files now; who is told so reads them."""
        stamps = tuple(map(stamp_of, self._files))
        if stamps != self._stamps:
            self._stamps, self._changed_ns = stamps, now_ns
        if now_ns - self._changed_ns > self._changing_ns and now_ns - self._read_ns < self._again_ns:
            return False
        self._read_ns = now_ns
        return True


def stamp_of(file: str) -> Stamp | None:
    """The stamp of a file; None where there is none."""
    try:
        about = os.stat(file)
    except OSError:
        return None
    return about.st_size, about.st_mtime_ns
