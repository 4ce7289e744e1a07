"""Whether the hub's disk takes something again."""

from contextlib import suppress
from pathlib import Path

TRIED, TRIED_BYTES = "tried.new", 300_000
"""The file that is written, and its size: that of a message."""


def takes_again(folder: Path) -> bool:
    """Whether a file of the size of a message can be written to that folder. Nothing stays there."""
    tried = folder / TRIED
    with suppress(OSError):
        tried.write_bytes(bytes(TRIED_BYTES))
        tried.unlink()
        return True
    return False
