"""The owner of files that root makes in the folders of the service."""

import os
import pwd
from pathlib import Path

SERVICE = "damcam"
"""The user of the service (`systemd/damcam.sysusers.conf`)."""
ROOT = 0


def give(path: Path, beside: Path) -> None:
    """As root, give `path` and everything in it to the owner of `beside`, so that the service can write there; OSError where that fails.

    A symbolic link itself changes its owner, never its target: the service may have made the link, and must not get another user's file.
    """
    if os.geteuid() == 0:
        owner = beside.stat()
        for one in (path, *path.rglob("*")):
            os.chown(one, owner.st_uid, owner.st_gid, follow_symlinks=False)


def become_owner(folder: Path) -> None:
    """As root, become the owner of `folder` for good, so that no more is read or written than the service may; OSError.

    A folder that is not there is made for the service's user, where this machine has one. Of a folder of root's nothing changes.
    """
    if os.geteuid() != ROOT:
        return
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o750)
        try:
            service = pwd.getpwnam(SERVICE)
        except KeyError:
            return
        os.chown(folder, service.pw_uid, service.pw_gid)
    owner = folder.stat()
    if owner.st_uid != ROOT:
        os.setgroups([])
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)
