"""Messages as packets, and back. What is refused is refused with a WireError, whatever somebody sent."""

from collections.abc import Mapping
from typing import get_args

from hub.wire.carriage import DOWNWARD, UPWARD, Carriage
from hub.wire.downward import Downward
from hub.wire.fields import PayloadFields, WireError, WireFault, dumped, shown
from hub.wire.halves import Packet
from hub.wire.upward import PictureSent, Upward, ViewSent

_UP = {kind.KIND: kind for kind in get_args(Upward)}
_DOWN = {kind.KIND: kind for kind in get_args(Downward)}
_WITH_DATA: Mapping[str, type[PictureSent | ViewSent]] = {kind.KIND: kind for kind in (PictureSent, ViewSent)}
_HEAD_ENDS = b"\n"
"""What stands between the JSON object of a picture's payload and the picture."""


def packet_of(message: Upward | Downward) -> Packet:
    """The message as a packet; WireError where it is longer than the wire takes."""
    payload = dumped(message.fields())
    if isinstance(message, PictureSent | ViewSent) and message.data is not None:
        payload += _HEAD_ENDS + message.data
    kind = message.KIND
    _refuse_long(kind, payload, UPWARD if kind in UPWARD else DOWNWARD)
    return Packet(kind, payload)


def upward_in(packet: Packet) -> Upward:
    """The message of a board in the packet; WireError says what is wrong with it."""
    kind = _kind_of(packet, UPWARD)
    if kind in _WITH_DATA:
        head, _, data = packet.payload.partition(_HEAD_ENDS)
        return _WITH_DATA[kind].of(PayloadFields(kind, head), data)
    message: Upward = _UP[kind].of(PayloadFields(kind, packet.payload))
    return message


def downward_in(packet: Packet) -> Downward:
    """The message of the hub in the packet; WireError says what is wrong with it."""
    kind = _kind_of(packet, DOWNWARD)
    message: Downward = _DOWN[kind].of(PayloadFields(kind, packet.payload))
    return message


def _kind_of(packet: Packet, carried: Mapping[str, Carriage]) -> str:
    if packet.kind not in carried:
        raise WireError(WireFault.NO_SUCH_KIND.said(kind=shown(packet.kind)))
    _refuse_long(packet.kind, packet.payload, carried)
    return packet.kind


def _refuse_long(kind: str, payload: bytes, carried: Mapping[str, Carriage]) -> None:
    if len(payload) > carried[kind].most_bytes:
        raise WireError(WireFault.TOO_LONG.said(kind=kind, size=len(payload), most=carried[kind].most_bytes))
