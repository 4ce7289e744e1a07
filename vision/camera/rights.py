"""Whether this process may use the devices of a camera. Rights are named as the cause only where the system denies them."""

import glob
import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from rules.errors import Sentence
from vision.camera.trouble import RightsTrouble

FOR_GROUP = stat.S_IRGRP | stat.S_IWGRP
"""The bits of a mode with which the group may read and write."""


def may_use(path: str) -> bool:
    """Whether this process may read and write the device."""
    return os.access(path, os.R_OK | os.W_OK, effective_ids=True)


def first_denied(patterns: Iterable[str]) -> str | None:
    """The first existing device of those that match the glob patterns that this process may not read and write."""
    return next((path for pattern in patterns for path in sorted(glob.glob(pattern)) if not may_use(path)), None)


def how_to_get_access(path: str) -> Sentence:
    """The remedy for a device that `may_use` denies: the group that may use it, or its owner where the group may not."""
    status = os.stat(path)
    if status.st_mode & FOR_GROUP == FOR_GROUP:
        return RightsTrouble.ADD_TO_GROUP.said(group=_name(Path(path).group, status.st_gid))
    return RightsTrouble.OWNER_ONLY.said(path=path, owner=_name(Path(path).owner, status.st_uid))


def _name(look_up: Callable[[], str], number: int) -> str:
    """The name of a user or group, or the number of one without a name."""
    try:
        return look_up()
    except KeyError:
        return str(number)
