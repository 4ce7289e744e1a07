"""The two halves of the wire, as the uplink of a board and the mirror of the hub use them: rows go up, and words come down.

The wire stores nothing. It may lose, delay, repeat and reorder packets, and may be cut at any moment; what it loses is sent again by those
who use it, after the last row that the hub has on disk. So an implementation keeps nothing for later: what cannot be sent now is refused.
Nothing here names the protocol; one implementation, `hub.wire.mqtt`, speaks it.
"""

from typing import NamedTuple, Protocol

from link.wire import Packet
from rules.errors import Sentence


class PacketFrom(NamedTuple):
    """A packet, and the key of the board whose topic it came on. The wire vouches for the key, never for what the packet says."""

    key: str
    packet: Packet


class BoardHalf(Protocol):
    """A board's half of the wire. One thread uses it. The implementation connects again by itself, and never raises for a lost network.

    It is given the packet that the wire sends for this board once its connection is lost (the last will).
    """

    @property
    def connection(self) -> int:
        """The number of this connection, from 1, higher than that of every one before; 0 while there is none. All of it starts anew with a
        new number: nothing that was sent before counts as arrived."""

    @property
    def trouble(self) -> Sentence | None:
        """Why there is no connection; None while there is one, or none was tried yet."""

    def send(self, packet: Packet) -> bool:
        """Send the packet to the hub; False, with nothing sent, while there is no connection or too much is on its way."""

    def receive(self, within_s: float) -> Packet | None:
        """The next packet of the hub for this board; None when none comes in time. Waits no longer, also without a connection."""


class HubHalf(Protocol):
    """The hub's half of the wire, with all boards. One thread uses it. It connects again by itself, and never raises for a lost network."""

    @property
    def connection(self) -> int:
        """As `BoardHalf.connection`, of the hub's own connection."""

    @property
    def is_private(self) -> bool:
        """Whether others cannot read what is sent (TLS). Accounts are sent on such a wire alone."""

    def send(self, key: str, packet: Packet) -> bool:
        """Send the packet to the board with that key; False, with nothing sent, as `BoardHalf.send`. True does not mean that it arrives."""

    def receive(self, within_s: float) -> PacketFrom | None:
        """The next packet of any board; None when none comes in time."""
