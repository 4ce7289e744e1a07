"""The key by which the pages know again what they gave to a browser: a file that nobody but the service may read."""

import os
import secrets
import stat
from pathlib import Path

from record.files import sync_folder
from rules.errors import DamcamError

NAME = "secret_key"
"""Of the file, in the folder that stays when the power goes."""
BYTES = 32
"""As long as the digests that are made with it; nobody guesses it."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class SecretError(DamcamError, OSError):
    """A secret that cannot be had, or that others may read; names the file and says what to do."""


def secret_key(path: Path) -> bytes:
    """The key in that file, which is made when it is missing, for its owner alone; SecretError."""
    try:
        if not path.exists():
            _make(path)
        return _read(path)
    except OSError as error:
        if isinstance(error, SecretError):
            raise
        raise SecretError(
            f"{path}: the key of the pages cannot be kept there: {error.strerror}; is the folder there, and writable?"
        ) from error


def _make(path: Path) -> None:
    """Whole or not at all, and never for others to read."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    sync_folder(path.parent)


def _read(path: Path) -> bytes:
    with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW), "rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if mode & OTHERS:
            raise SecretError(
                f"{path}: others may read this key (mode {stat.S_IMODE(mode):04o}), and could pass for anybody who signed in;"
                f" delete it, and a new one is made, or, where nobody can have read it: chmod 600 {path}"
            )
        key = file.read().strip()
    if len(key) < 2 * BYTES:
        raise SecretError(f"{path}: this is no key, for it has {len(key)} characters; delete it, and a new one is made")
    return key
