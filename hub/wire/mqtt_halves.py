"""The wire over MQTT: the two halves of `hub.wire.halves`, whose docstrings hold for these."""

import time
from secrets import token_hex

from hub.wire.halves import PacketFrom
from hub.wire.mqtt import MqttLine, MqttLogin
from link.enrolment import HUB_USER, Enrolment, client_of
from link.wire import DOWN, PREFIX, TOPICS, UP, Packet
from rules.errors import Sentence


class MqttBoardHalf:
    """A board's half of the wire (`hub.wire.halves.BoardHalf`). `machine` tells it from another with the same key."""

    def __init__(self, enrolment: Enrolment, machine: str, will: Packet) -> None:
        key = enrolment.key
        self._up = f"{PREFIX}/{key}/{UP}/"
        login = MqttLogin(enrolment, client_of(key, machine), (f"{PREFIX}/{key}/{DOWN}/#",), (self._up + will.kind, will.payload))
        self._line = MqttLine(login)

    @property
    def connection(self) -> int:
        return self._line.connection

    @property
    def trouble(self) -> Sentence | None:
        """Why there is no connection; None while there is one."""
        return self._line.trouble

    def send(self, packet: Packet) -> bool:
        return self._line.send(self._up + packet.kind, packet.payload, TOPICS[packet.kind])

    def receive(self, within_s: float) -> Packet | None:
        got = self._line.receive(within_s)
        return Packet(got[0].rpartition("/")[2], got[1]) if got else None

    def close(self) -> None:
        """End the connection; the broker sends the will."""
        self._line.close()


class MqttHubHalf:
    """The hub's half of the wire (`hub.wire.halves.HubHalf`). `name` tells processes of the hub apart."""

    is_private = True

    def __init__(self, enrolment: Enrolment, name: str) -> None:
        self._line = MqttLine(MqttLogin(enrolment, _client_of_hub(name), (f"{PREFIX}/+/{UP}/#",)))

    @property
    def connection(self) -> int:
        return self._line.connection

    @property
    def trouble(self) -> Sentence | None:
        """Why there is no connection; None while there is one."""
        return self._line.trouble

    def send(self, key: str, packet: Packet) -> bool:
        return self._line.send(f"{PREFIX}/{key}/{DOWN}/{packet.kind}", packet.payload, TOPICS[packet.kind])

    def receive(self, within_s: float) -> PacketFrom | None:
        until = time.monotonic() + within_s
        while got := self._line.receive(max(0.0, until - time.monotonic())):
            topic, payload = got
            parts = topic.split("/")
            if len(parts) == 4:
                return PacketFrom(parts[1], Packet(parts[3], payload))
        return None

    def close(self) -> None:
        self._line.close()


def _client_of_hub(name: str) -> str:
    """The name of a client that nobody can guess: the broker ends its connection when another comes with it, whoever that is."""
    return f"{HUB_USER}.{name}.{token_hex(8)}"
