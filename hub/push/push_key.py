"""The key that signs pushes (VAPID), in a file that only the service may read. A new one ends all subscriptions."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from hub.access.private_file import OTHERS, read_private, sole_writer, write_private
from hub.push.helper import make_key
from record.store.json_text import json_in
from rules.errors import DamcamError, Phrase, sentence_of

NAME = "push_key"
"""The file's name in the state folder, which survives a power cut."""
PRIVATE, PUBLIC = re.compile(r"[\w-]{43}", re.ASCII), re.compile(r"B[\w-]{86}", re.ASCII)
"""32 bytes, and the 65 of a point that is not compressed, in base64url."""


class PushKeyFault(Phrase):
    """Why no locked telephone can be told, and what to do."""

    NOT_KEPT = "{path}: the key for telling locked telephones cannot be kept there: {why}"
    IS_WRITABLE = "is the folder there, and writable?"
    READ_BY_OTHERS = "{path}: others may read the key for telling locked telephones (mode {mode})"
    DELETE_OR_HIDE = "delete it, and a new one is made and arbiters choose anew, or, where nobody can have read it: chmod 600 {path}"
    NO_KEY = "{path}: this is no key for telling locked telephones"
    DELETE_IT = "delete it, and a new one is made; arbiters then choose anew to be told"


class PushKeyError(DamcamError, OSError):
    """The key cannot be made or read, or others may read it. The message names the file and says what to do."""


@dataclass(frozen=True, slots=True)
class PushKey:
    """The two halves of the key, in base64url."""

    private: str
    public: str


def push_key(path: Path) -> PushKey:
    """The key in that file. A missing file is created, readable by its owner only; any other is left as it is. PushKeyError."""
    try:
        if not path.exists():
            _make(path)
        return read_key(path)
    except OSError as error:
        if isinstance(error, PushKeyError):
            raise
        raise PushKeyError(PushKeyFault.NOT_KEPT.said(PushKeyFault.IS_WRITABLE.said(), path=str(path), why=sentence_of(error))) from error


def _make(path: Path) -> None:
    """Write a new key, unless another process of this machine did meanwhile. Whatever takes time is done before the lock."""
    made = json.dumps(make_key()) + "\n"
    with sole_writer(path.parent):
        if not path.exists():
            write_private(path, made)


def read_key(path: Path) -> PushKey:
    """The key in that file, which is there; PushKeyError, or another OSError when it cannot be read."""
    held, mode = read_private(path)
    if mode & OTHERS:
        do = PushKeyFault.DELETE_OR_HIDE.said(path=str(path))
        raise PushKeyError(PushKeyFault.READ_BY_OTHERS.said(do, path=str(path), mode=f"{mode:04o}"))
    try:
        told = json_in(held)
        found = PushKey(str(told["private"]), str(told["public"]))
    except (ValueError, KeyError, TypeError):
        found = PushKey("", "")
    if not PRIVATE.fullmatch(found.private) or not PUBLIC.fullmatch(found.public):
        raise PushKeyError(PushKeyFault.NO_KEY.said(PushKeyFault.DELETE_IT.said(), path=str(path)))
    return found
