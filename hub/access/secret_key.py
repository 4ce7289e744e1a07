"""The key by which the pages know again what they gave to a browser: a file that nobody but the service may read."""

import secrets
from pathlib import Path

from hub.access.private_file import OTHERS, read_private, write_private
from rules.errors import DamcamError

NAME = "secret_key"
"""Of the file, in the folder that stays when the power goes."""
BYTES = 32
"""As long as the digests that are made with it; nobody guesses it."""


class SecretError(DamcamError, OSError):
    """A secret that cannot be had, or that others may read; names the file and says what to do."""


def secret_key(path: Path) -> bytes:
    """The key in that file, which is made when it is missing, for its owner alone; SecretError."""
    try:
        if not path.exists():
            write_private(path, secrets.token_hex(BYTES) + "\n")
        return _read(path)
    except OSError as error:
        if isinstance(error, SecretError):
            raise
        raise SecretError(
            f"{path}: the key of the pages cannot be kept there: {error.strerror}; is the folder there, and writable?"
        ) from error


def _read(path: Path) -> bytes:
    held, mode = read_private(path)
    if mode & OTHERS:
        raise SecretError(
            f"{path}: others may read this key (mode {mode:04o}), and could pass for anybody who signed in;"
            f" delete it, and a new one is made, or, where nobody can have read it: chmod 600 {path}"
        )
    key = held.strip()
    if len(key) < 2 * BYTES:
        raise SecretError(f"{path}: this is no key, for it has {len(key)} characters; delete it, and a new one is made")
    return key
