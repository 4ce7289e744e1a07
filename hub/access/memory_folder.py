"""A folder in memory that is this user's alone. No failing disk touches it, a restart of the programs keeps it, and a boot empties it."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from record.files import OTHERS

RUNTIME_FOLDER = "XDG_RUNTIME_DIR"
"""The variable that names such a folder, in the services' units and in a user's session."""
SHARED_MEMORY = Path("/dev/shm")
"""Where the folder is made when the variable names none."""


def memory_folder() -> Path | None:
    """The folder; None where there is none that this user owns and others may not enter."""
    named = Path(os.environ.get(RUNTIME_FOLDER, ""))
    if named.is_absolute() and _is_private(named):
        return named
    folder = SHARED_MEMORY / f"damcam-{os.geteuid()}"
    with suppress(OSError):
        folder.mkdir(mode=0o700)
    return folder if _is_private(folder) else None


def _is_private(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & OTHERS
