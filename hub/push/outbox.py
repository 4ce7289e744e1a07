"""Messages on their way to the push services. Each service has a sender of its own, so a slow one delays no other."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from urllib.parse import urlsplit

from hub.push.helper import PushAnswer, PushMessage

MAX_WAITING = 64
MAX_SENDERS = 4
"""Senders at once, of 48 MB each: as many as there are makers of browsers with a push service."""
RETRIES_S = (5.0, 30.0)
"""Seconds before a message is sent again that was not taken."""
REFUSED = range(400, 500)
"""Statuses by which a push service says that trying again is of no use, except TOO_MANY."""
TOO_MANY = 429

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Waiting:
    """A message that is to be sent from `due_s` on."""

    message: PushMessage
    due_s: float = 0.0
    tried: int = 0


class Outbox:
    """The messages that wait and those that are being sent. `send` sends some to one service; OSError. Only one thread may use this."""

    def __init__(self, send: Callable[[Sequence[PushMessage]], list[PushAnswer]]) -> None:
        self._send = send
        self._queue: deque[_Waiting] = deque()
        self._sending: dict[str, list[_Waiting]] = {}
        self._done: SimpleQueue[tuple[str, list[PushAnswer]]] = SimpleQueue()
        self._said: dict[str, str] = {}

    def put(self, message: PushMessage) -> None:
        """Have it sent. Where too many wait the oldest is dropped."""
        if len(self._queue) >= MAX_WAITING:
            self._queue.popleft()
            self.complain("", f"more than {MAX_WAITING} messages wait, and the oldest is dropped")
        self._queue.append(_Waiting(message))

    def keep(self, endpoints: Container[str]) -> None:
        """Drop what waits for any other browser."""
        self._queue = deque(one for one in self._queue if one.message.endpoint in endpoints)

    def recall(self, topic: str) -> set[str]:
        """Drop what waits on that topic; the endpoints that it waited for."""
        waited = {one.message.endpoint for one in self._queue if one.message.topic == topic}
        self._queue = deque(one for one in self._queue if one.message.topic != topic)
        return waited

    def untried(self) -> set[str]:
        """The topics of the messages that no push service was asked to take yet."""
        waits = {one.message.topic for one in self._queue if not one.tried}
        return waits.union(one.message.topic for batch in self._sending.values() for one in batch if not one.tried)

    def send_due(self) -> None:
        """Begin to send what is due to services that nothing is being sent to."""
        due: dict[str, list[_Waiting]] = {}
        for one in self._queue:
            service = urlsplit(one.message.endpoint).netloc
            if one.due_s <= time.monotonic() and service not in self._sending:
                due.setdefault(service, []).append(one)
        for service, batch in list(due.items())[: MAX_SENDERS - len(self._sending)]:
            self._queue = deque(one for one in self._queue if one not in batch)
            self._sending[service] = batch
            threading.Thread(target=self._run, args=(service, [one.message for one in batch]), name="push sender", daemon=True).start()

    def gone(self) -> list[str]:
        """Take up what the services answered since; the endpoints of browsers that ended their subscription."""
        found = []
        while not self._done.empty():
            service, answers = self._done.get()
            for waiting, answer in zip(self._sending.pop(service), answers, strict=True):
                if answer.is_gone:
                    found.append(waiting.message.endpoint)
                self._take(waiting, answer)
        return found

    def complain(self, endpoint: str, why: str) -> None:
        """Log it once, until a message to that browser is taken or something else is wrong."""
        if self._said.get(endpoint) != why:
            self._said[endpoint] = why
            _log.error("a locked telephone is not told: %s", why)

    def _run(self, service: str, messages: list[PushMessage]) -> None:
        try:
            answers = self._send(messages)
        except OSError as error:
            answers = [PushAnswer(0, str(error))] * len(messages)
        self._done.put((service, answers))

    def _take(self, waiting: _Waiting, answer: PushAnswer) -> None:
        message = waiting.message
        if answer.is_done or answer.is_gone:
            self._said.pop(message.endpoint, None)
            return
        self.complain(message.endpoint, answer.why or f"status {answer.status}")
        is_refused = answer.status in REFUSED and answer.status != TOO_MANY
        is_replaced = any((one.message.endpoint, one.message.topic) == (message.endpoint, message.topic) for one in self._queue)
        if waiting.tried < len(RETRIES_S) and not is_refused and not is_replaced:
            self._queue.append(_Waiting(message, time.monotonic() + RETRIES_S[waiting.tried], waiting.tried + 1))
