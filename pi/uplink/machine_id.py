"""The id of this machine on the wire: at the hub, one machine alone sends under a board's key."""

from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from hub.wire.fields import ID
from pi.machine.ownership import give
from record.store.files import write_atomically

NAME = "machine-id"
"""The file's name, in the state folder."""


def machine_id(state: Path) -> str:
    """The id of the machine with that state folder, which is made where there is none; FileError."""
    path = state / NAME
    with suppress(OSError, ValueError):
        if ID.fullmatch(text := path.read_text(encoding="ascii").strip()):
            return text
    made = token_hex(16)
    write_atomically(path, made)
    with suppress(OSError):
        give(path, state)
    return made
