"""One connection to the broker after another, each with a client of its own; the module `mqtt` makes the clients."""

import logging
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol

from hub.wire.line_phrases import WireLineSays
from link.enrolment import HUB_USER, Enrolment
from link.finding import BrokerPlace, find
from rules.errors import DamcamError, Sentence, sentence_of

_log = logging.getLogger(__name__)

SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.25, 8.0
"""Between two attempts: twice as long after each, and by chance up to half shorter, so that a hall's boards do not come all at once."""
FIND_WITHIN_S = 3.0


class Session(Protocol):
    """One connection, from its beginning to its end."""

    def run(self, stopped: threading.Event) -> bool:
        """Connect, and serve the connection until it is lost or `stopped` is set. Whether it ever stood; LineError says why it ended."""


class LineError(DamcamError, ConnectionError):
    """There is no connection, or no more; the text says why."""


class Line:
    """Keeps up a connection in a thread of its own, until it is closed. Nothing waits for the network here but that thread."""

    def __init__(self, enrolment: Enrolment, session: Callable[[BrokerPlace], Session]) -> None:
        self._enrolment, self._session = enrolment, session
        self._stopped, self._chance = threading.Event(), Random()
        self._told: set[str] = set()
        self.trouble: Sentence | None = None
        """Why there is no connection; None while there is one."""
        self._thread = threading.Thread(target=self._run, name="wire", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Have the thread end, as soon as it wakes."""
        self._stopped.set()

    def join(self, within_s: float = 5.0) -> None:
        """Wait for the end of the thread."""
        self._thread.join(within_s)

    def is_up(self, found: BrokerPlace) -> None:
        """Note that the connection to that place stands: what was wrong is told again the next time."""
        self.trouble = None
        self._told.clear()
        _log.info("%s", WireLineSays.CONNECTED.said(address=found.address, port=found.port))

    def tell(self, said: Sentence) -> None:
        """Log it, once until the next connection."""
        if said.code + str(said) not in self._told:
            self._told.add(said.code + str(said))
            _log.warning("%s", said)

    def _run(self) -> None:
        wait_s = SHORTEST_WAIT_S
        while not self._stopped.is_set():
            for found in self._places():
                try:
                    if self._session(found).run(self._stopped):
                        wait_s = SHORTEST_WAIT_S
                except LineError as error:
                    self._failed(error.sentence)
                except Exception as error:  # whatever it is, the line must not end
                    _log.exception("the wire")
                    self._failed(sentence_of(error) if isinstance(error, DamcamError | OSError) else Sentence.plain(repr(error)))
                if self._stopped.is_set():
                    return
            self._stopped.wait(wait_s * self._chance.uniform(0.5, 1.0))
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _places(self) -> Iterator[BrokerPlace]:
        """Where the hub may be: its addresses, then, while there is no connection, where zeroconf finds it."""
        for address in self._enrolment.addresses:
            yield BrokerPlace(address, self._enrolment.port)
        reached = self.trouble is None or self.trouble.code == WireLineSays.NOT_LET_IN.said().code
        if self._enrolment.key == HUB_USER or (self._enrolment.addresses and reached):
            return
        found = find(self._enrolment.fingerprint, FIND_WITHIN_S, self._stopped)
        if not found and not self._enrolment.addresses:
            self._failed(WireLineSays.NOT_FOUND.said(WireLineSays.SAME_NETWORK.said()))
        yield from found

    def _failed(self, said: Sentence) -> None:
        self.trouble = said
        self.tell(said)
