"""Which machine may send under a key: the first that did, until somebody lets another one take over.

The broker lets in no other (`hub.broker.hall`). The id of a machine begins with that of its card, up to the first hyphen
(`pi.uplink.machine_id`). A card that is put into another machine may go on there once the machine before is away: the broker then lets in
whoever has the enrolment, and the card alone is accepted here. A copy of a card is refused as long as the first one is heard.
"""

from contextlib import suppress
from pathlib import Path

from link.wire import ID
from record.files import write_atomically

NAME = "machine"
"""The file's name in the board's state folder at the hub. It has the machine's id, or only the card's and a hyphen where that may move."""


class SoleMachine:
    """The machine of the board with that state folder."""

    def __init__(self, state: Path) -> None:
        self._path = state / NAME
        self.machine = _read(self._path)
        """Its id; empty before the first one came."""

    def accepts(self, machine: str) -> bool:
        """Whether that machine may send; the first one may from now on. OSError when that cannot be kept."""
        if machine != self.machine:
            self.machine = _read(self._path)  # somebody may have let go of it
            if not self.machine or (_is_card(self.machine) and self.has_card_of(machine)):
                write_atomically(self._path, machine)
                self.machine = machine
        return machine == self.machine

    def connects(self) -> None:
        """Note that its connection begins anew: it is the first one again, where somebody has let go of it before."""
        self.machine = _read(self._path)

    def let_card_move(self) -> None:
        """Let the card go on in another machine, for this one was not heard for long. OSError."""
        self.machine = _read(self._path)
        if self.machine and not _is_card(self.machine):
            self.machine = f"{self.machine.partition('-')[0]}-"
            write_atomically(self._path, self.machine)

    def has_card_of(self, machine: str) -> bool:
        """Whether the machine that may send has the same card as that one, or a copy of it."""
        return machine.partition("-")[0] == self.machine.partition("-")[0]


def sole_machine(state: Path) -> str:
    """The id of the machine that alone may send under the key of that state folder; empty where another one may take over."""
    return "" if _is_card(machine := _read(state / NAME)) else machine


def was_heard(state: Path) -> bool:
    """Whether a machine sent under the key of that state folder, since another one was let take over."""
    return (state / NAME).exists()


def let_go(state: Path) -> None:
    """Let the next machine that sends under the key of that state folder take over, also while the mirror runs. OSError."""
    (state / NAME).unlink(missing_ok=True)


def _is_card(machine: str) -> bool:
    return machine.endswith("-")


def _read(path: Path) -> str:
    with suppress(OSError, ValueError):
        text = path.read_text(encoding="ascii").strip()
        return text if ID.fullmatch(text) else ""
    return ""
