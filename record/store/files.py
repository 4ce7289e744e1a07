"""Files that are whole or not there, whatever happens to the power."""

import os
from contextlib import suppress
from pathlib import Path

from rules.errors import DamcamError, Phrase


class FileFault(Phrase):
    """Why a file is not written, and what to look at."""

    NOT_WRITTEN = "{path} could not be written: {why}"
    IS_FOLDER_FULL = "is the folder there, writable, and the disk not full?"


class FileError(DamcamError, OSError):
    """A file that cannot be written; names it and says why."""


def write_atomically(path: Path | str, text: str | bytes) -> None:
    """Writes the text as UTF-8, or bytes, so that `path` holds what it held or all of it, on disk on return; FileError when it cannot."""
    path, content = Path(path), text.encode() if isinstance(text, str) else text
    unfinished = path.with_name(path.name + ".new")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise FileError(FileFault.NOT_WRITTEN.said(FileFault.IS_FOLDER_FULL.said(), path=str(path), why=str(error.strerror))) from error


def sync_folder(folder: Path) -> None:
    """Puts the names in the folder on disk: a new file's bytes alone are not enough after a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
