"""The uplink to the hub that the board has joined, and to another one once `damcam join` was run anew: nobody has to start it again."""

import logging
import time
from contextlib import closing
from pathlib import Path

from hub.access.accounts import FILE_NAME as ACCOUNTS_NAME
from link.enrolment import FILE_NAME, Enrolment
from link.mqtt import BoardEnd
from link.wire import Presence, wire_packet
from pi.machine.joining import enrolment_of
from pi.uplink.machine_id import machine_id
from pi.uplink.uplink import Uplink
from rules.errors import DamcamError, Sentence

_log = logging.getLogger(__name__)
LOOKS_EVERY_S = 1.0


class JoinedUplink:
    """The uplink of the board with that state folder, which has that enrolment; JoinError where it has left none to read."""

    def __init__(self, state: Path, enrolment: Enrolment) -> None:
        self._state, self._enrolment = state, enrolment
        self._stamp, self._looked_s = _stamp(state), time.monotonic()
        self._begin()

    def step(self, within_s: float) -> None:
        """As `Uplink.step`; where the enrolment is another one, connect anew first."""
        if time.monotonic() - self._looked_s >= LOOKS_EVERY_S:
            self._looked_s = time.monotonic()
            self._look()
        self._uplink.step(within_s)

    @property
    def connection(self) -> int:
        """As `link.mqtt.Line.connection`."""
        return self._end.connection

    @property
    def trouble(self) -> Sentence | None:
        """Why there is no connection; None while there is one."""
        return self._end.trouble

    def close(self) -> None:
        """End the connection, and close all files."""
        with closing(self._end):
            self._uplink.close()

    def _begin(self) -> None:
        machine = machine_id(self._state)
        self._end = BoardEnd(self._enrolment, machine, wire_packet(Presence(machine, False)))
        self._uplink = Uplink(self._state, self._end, self._state / ACCOUNTS_NAME)

    def _look(self) -> None:
        stamp = _stamp(self._state)
        if stamp is None or stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            found = enrolment_of(self._state)
        except DamcamError as error:
            _log.error("%s", error)
            return
        if found and found != self._enrolment:
            self.close()
            self._enrolment = found
            self._begin()


def _stamp(state: Path) -> tuple[int, int] | None:
    """What changes when the enrolment is written; None while there is none."""
    try:
        about = (state / FILE_NAME).stat()
    except OSError:
        return None
    return about.st_ino, about.st_mtime_ns
