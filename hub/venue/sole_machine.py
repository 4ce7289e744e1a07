"""Which machine may send under a key: the first that did, until somebody lets another one take over."""

from contextlib import suppress
from pathlib import Path

from hub.wire.fields import ID
from record.store.files import write_atomically

NAME = "machine"
"""The file's name in the board's state folder at the hub."""


class SoleMachine:
    """The machine of the board with that state folder."""

    def __init__(self, state: Path) -> None:
        self._path = state / NAME
        self.machine = self._read()
        """Its id; empty before the first one came."""

    def accepts(self, machine: str) -> bool:
        """Whether that machine may send; the first one may from now on. OSError when that cannot be kept."""
        if machine != self.machine:
            self.machine = self._read()  # somebody may have let go of it
            if not self.machine:
                write_atomically(self._path, machine)
                self.machine = machine
        return machine == self.machine

    def _read(self) -> str:
        with suppress(OSError, ValueError):
            text = self._path.read_text(encoding="ascii").strip()
            return text if ID.fullmatch(text) else ""
        return ""


def let_go(state: Path) -> None:
    """Let the next machine that sends under the key of that state folder take over, also while the mirror runs. OSError."""
    (state / NAME).unlink(missing_ok=True)
