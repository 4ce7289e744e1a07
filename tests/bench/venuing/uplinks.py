"""The uplinks of several boards in one process, where a process for each would take too much memory.

usage: python -m tests.bench.venuing.uplinks STATE ...
"""

import sys
import threading
import time
from pathlib import Path

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from hub.logs import on_standard_error
from hub.wire.mqtt_halves import MqttBoardHalf
from link.wire import Presence, wire_packet
from pi.machine.joining import enrolment_of
from pi.uplink.machine_id import machine_id
from pi.uplink.uplink import LOOKS_EVERY_S, Uplink

ROUND_S = LOOKS_EVERY_S
"""Between two looks at all boards; one with a new row is looked at at once."""


class SharingHalf(MqttBoardHalf):
    """A half whose uplink waits together with others."""

    woken = threading.Event()

    def wake(self) -> None:
        self.is_woken = True
        self.woken.set()


def main(*states: str) -> None:
    uplinks = [_uplink(Path(state)) for state in states]
    round_s = 0.0
    while True:
        SharingHalf.woken.wait(max(0.0, round_s - time.monotonic()))
        SharingHalf.woken.clear()
        is_round = time.monotonic() >= round_s
        if is_round:
            round_s = time.monotonic() + ROUND_S
        for half, uplink in uplinks:
            if is_round or half.is_woken:
                half.is_woken = False
                uplink.step(0)


def _uplink(state: Path) -> tuple[SharingHalf, Uplink]:
    enrolment, machine = enrolment_of(state), machine_id(state)
    assert enrolment
    half = SharingHalf(enrolment, machine, wire_packet(Presence(machine, False)))
    half.is_woken = False
    return half, Uplink(state, half, state / ACCOUNTS_NAME)


if __name__ == "__main__":
    with on_standard_error():
        main(*sys.argv[1:])
