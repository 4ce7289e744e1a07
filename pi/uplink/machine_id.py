"""The id of this machine on the wire: at the hub, one machine alone sends under a board's key.

It has two parts: the card's, a random file in the state folder, and that of the Pi in which the card is. The copy of a card in another Pi
is thereby another machine, and the hub sees that it is the same card.
"""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from link.wire import ID
from pi.machine.ownership import give
from record.files import write_atomically

NAME = "machine-id"
"""The name of the card's file, in the state folder."""
SERIAL = Path("/sys/firmware/devicetree/base/serial-number")
"""The serial number of a Raspberry Pi. Other machines have none that everybody may read: their id is the card's alone."""


def machine_id(state: Path) -> str:
    """The id of the machine with that state folder, whose file is made where there is none; FileError."""
    card = _card(state)
    with suppress(OSError):
        if serial := SERIAL.read_bytes().strip(b"\0 \n"):
            return f"{card}-{sha256(serial).hexdigest()[:32]}"
    return card


def _card(state: Path) -> str:
    path = state / NAME
    with suppress(OSError, ValueError):
        if ID.fullmatch(text := path.read_text(encoding="ascii").strip()):
            return text
    made = token_hex(16)
    write_atomically(path, made)
    with suppress(OSError):
        give(path, state)
    return made
