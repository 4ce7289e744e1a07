"""Whose the files are that root makes among those of the service."""

import os
from pathlib import Path


def give(path: Path, beside: Path) -> None:
    """As root: `path`, with all that is in it, to whose `beside` is, so that the service can write there. OSError where that cannot be.

    A link is given itself, never what it leads to: the service may have made it, and must not get another's file that way.
    """
    if os.geteuid() == 0:
        owner = beside.stat()
        for one in (path, *path.rglob("*")):
            os.chown(one, owner.st_uid, owner.st_gid, follow_symlinks=False)
