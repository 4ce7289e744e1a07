"""A card that nothing can be written to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody may write there, and this process is somebody who may not even if it could."""
    user, paths = os.geteuid(), (folder, *folder.rglob("*"))
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        if user == 0:
            os.seteuid(NOBODY)
        yield
    finally:
        os.seteuid(user)
        for path in paths:
            path.chmod(0o755)
