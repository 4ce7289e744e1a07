"""Which machine may send under a key: the first that did, until somebody lets another one take over.

The id of a machine begins with that of its card, up to the first hyphen (`pi.uplink.machine_id`). A card that is put into another machine
may go on there once the machine before is away. A copy of a card is refused as long as the first one is heard.
"""

from contextlib import suppress
from pathlib import Path

from link.wire import ID
from record.files import write_atomically

NAME = "machine"
"""The file's name in the board's state folder at the hub."""


class SoleMachine:
    """The machine of the board with that state folder."""

    def __init__(self, state: Path) -> None:
        self._path = state / NAME
        self.machine = self._read()
        """Its id; empty before the first one came."""

    def accepts(self, machine: str, *, first_is_away: bool = False) -> bool:
        """Whether that machine may send; the first one may from now on. OSError when that cannot be kept.

        `first_is_away` says that the machine that may send was not heard for long.
        """
        if machine != self.machine:
            self.machine = self._read()  # somebody may have let go of it
            if not self.machine or (first_is_away and self.has_card_of(machine)):
                write_atomically(self._path, machine)
                self.machine = machine
        return machine == self.machine

    def has_card_of(self, machine: str) -> bool:
        """Whether the machine that may send has the same card as that one, or a copy of it."""
        return machine.partition("-")[0] == self.machine.partition("-")[0]

    def _read(self) -> str:
        with suppress(OSError, ValueError):
            text = self._path.read_text(encoding="ascii").strip()
            return text if ID.fullmatch(text) else ""
        return ""


def let_go(state: Path) -> None:
    """Let the next machine that sends under the key of that state folder take over, also while the mirror runs. OSError."""
    (state / NAME).unlink(missing_ok=True)
