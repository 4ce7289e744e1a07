"""The owner of files that root makes in the folders of the service."""

import os
from pathlib import Path


def give(path: Path, beside: Path) -> None:
    """As root, give `path` and everything in it to the owner of `beside`, so that the service can write there; OSError where that fails.

    A symbolic link itself changes its owner, never its target: the service may have made the link, and must not get another user's file.
    """
    if os.geteuid() == 0:
        owner = beside.stat()
        for one in (path, *path.rglob("*")):
            os.chown(one, owner.st_uid, owner.st_gid, follow_symlinks=False)
