"""Files that nobody but their owner may read, whole or not there."""

import os
import stat
from pathlib import Path

from record.store.files import sync_folder

OTHERS = stat.S_IRWXG | stat.S_IRWXO
ROOT = 0


def write_private(path: Path, text: str) -> None:
    """Put the text there, for its owner alone, whole or not at all; OSError. What root writes belongs to the folder's owner."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        if os.geteuid() == ROOT:
            folder = path.parent.stat()
            os.fchown(file.fileno(), folder.st_uid, folder.st_gid)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    sync_folder(path.parent)


def read_private(path: Path) -> tuple[bytes, int]:
    """What the file holds, and its mode, which the caller is to look at (`OTHERS`); OSError, for a link too."""
    with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW), "rb") as file:
        return file.read(), stat.S_IMODE(os.fstat(file.fileno()).st_mode)
