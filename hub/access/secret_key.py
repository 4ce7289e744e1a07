"""The key that signs sessions and tokens, in a file that only the service may read."""

import secrets
from pathlib import Path

from record.files import OTHERS, read_private, write_private
from rules.errors import DamcamError, Phrase, sentence_of

NAME = "secret_key"
"""The file's name in the state folder, which survives a power cut."""
BYTES = 32
"""The key's length: as long as the digests that are made with it."""


class SecretFault(Phrase):
    """Why the key cannot be used, and what to do."""

    NOT_KEPT = "{path}: the key of the pages cannot be kept there: {why}"
    IS_WRITABLE = "is the folder there, and writable?"
    READ_BY_OTHERS = "{path}: others may read this key (mode {mode}), and could pass for anybody who signed in"
    DELETE_OR_HIDE = "delete it, and a new one is made, or, where nobody can have read it: chmod 600 {path}"
    NO_KEY = "{path}: this is no key, for it has {count} character", "{path}: this is no key, for it has {count} characters"
    DELETE_IT = "delete it, and a new one is made"


class SecretError(DamcamError, OSError):
    """The key cannot be read or written, or others may read it. The message names the file and says what to do."""


def secret_key(path: Path) -> bytes:
    """The key in that file. A missing file is created, readable by its owner only. SecretError when the key cannot be used."""
    try:
        if not path.exists():
            write_private(path, secrets.token_hex(BYTES) + "\n")
        return _read(path)
    except OSError as error:
        if isinstance(error, SecretError):
            raise
        raise SecretError(SecretFault.NOT_KEPT.said(SecretFault.IS_WRITABLE.said(), path=str(path), why=sentence_of(error))) from error


def _read(path: Path) -> bytes:
    held, mode = read_private(path)
    if mode & OTHERS:
        do = SecretFault.DELETE_OR_HIDE.said(path=str(path))
        raise SecretError(SecretFault.READ_BY_OTHERS.said(do, path=str(path), mode=f"{mode:04o}"))
    key = held.strip()
    if len(key) < 2 * BYTES:
        raise SecretError(SecretFault.NO_KEY.said(SecretFault.DELETE_IT.said(), path=str(path), count=len(key)))
    return key
