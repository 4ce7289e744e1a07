"""Files that are whole or not there, whatever happens to the power."""

import os
from pathlib import Path


def write_atomically(path: Path | str, text: str) -> None:
    """Writes the text as UTF-8 so that `path` holds either what it held or all of it, on disk on return; OSError when it cannot."""
    path = Path(path)
    unfinished = path.with_name(path.name + ".new")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Puts the names in the folder on disk: a new file's bytes alone are not enough after a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
