"""The uplinks of several boards in one process, where a process for each would take too much memory.

usage: python -m tests.bench.venuing.uplinks STATE ...
"""

import sys
import time
from pathlib import Path

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from hub.logs import on_standard_error
from link.mqtt import BoardEnd
from link.wire import Presence, wire_packet
from pi.machine.joining import enrolment_of
from pi.uplink.machine_id import machine_id
from pi.uplink.uplink import LOOKS_EVERY_S, Uplink, wait_for


def main(*states: str) -> None:
    uplinks = [_uplink(Path(state)) for state in states]
    round_s = 0.0
    while True:
        of_each = {descriptor: uplink for uplink in uplinks for descriptor in uplink.descriptors}
        came = wait_for(of_each, max(0.0, round_s - time.monotonic()))
        woken = {of_each[descriptor] for descriptor in came}
        if time.monotonic() >= round_s:
            round_s, woken = time.monotonic() + LOOKS_EVERY_S, set(uplinks)
        for uplink in woken:
            uplink.step(0)


def _uplink(state: Path) -> Uplink:
    enrolment, machine = enrolment_of(state), machine_id(state)
    assert enrolment
    half = BoardEnd(enrolment, machine, wire_packet(Presence(machine, False)))
    return Uplink(state, half, state / ACCOUNTS_NAME)


if __name__ == "__main__":
    with on_standard_error():
        main(*sys.argv[1:])
