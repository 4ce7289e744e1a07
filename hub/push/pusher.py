"""Tells the telephones: looks what waits at the boards, and sends what was not told yet. Nothing waits for it."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hub.access.accounts import AccountsError
from hub.access.login import Login
from hub.boards.board import Boards
from hub.push.helper import HelperError, PushAnswer, PushMessage, send
from hub.push.notices import Notice, open_notices, settled_of
from hub.push.push_key import NAME as KEY_NAME
from hub.push.push_key import PushKey, PushKeyError, push_key
from hub.push.subscriptions import Subscription, Subscriptions, ToldAlert

FILE_NAMES = {False: "push.json", True: "push-hub.json"}
"""The file of the subscriptions in the state folder: a hub and the pages of its own board, whose addresses differ, have each their own."""
LOOK_S = 1.0
OLD_S = 300.0
"""An alert that is older is not told: whoever starts the pages after a pause looks at the desk."""
MAX_QUEUE = 64
RETRIES_S = (5.0, 30.0)
"""Seconds before a message is sent again that was not taken."""
REFUSED = range(400, 500)
"""Statuses by which a push service says that trying again is of no use, except TOO_MANY."""
TOO_MANY = 429

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PushSettings:
    """Where the file and the key are, and how it is sent."""

    folder: Path
    contact: str = ""
    """Whom a push service may write to about these pushes, as mailto: or https:; empty: the address of the page."""
    anywhere: bool = False
    """Whether a push may go to this machine, over http too: for tests alone."""
    is_hub: bool = False


@dataclass(slots=True)
class _Waiting:
    """A message that is to be sent from `due_s` on."""

    message: PushMessage
    due_s: float = 0.0
    tried: int = 0


class Pusher:
    """Tells the browsers of the arbiters who are signed in of what waits at the boards. `start` does so in a thread of its own."""

    def __init__(self, boards: Boards, login: Login, settings: PushSettings) -> None:
        self.boards, self.login, self.settings = boards, login, settings
        self.subscriptions = Subscriptions(settings.folder / FILE_NAMES[settings.is_hub])
        self._queue: deque[_Waiting] = deque()
        self._said: dict[str, str] = {}
        self._unwritten: dict[str, ToldAlert] = {}
        self._stopped = threading.Event()

    def key(self) -> PushKey:
        """The key that browsers subscribe to; PushKeyError."""
        return push_key(self.settings.folder / KEY_NAME)

    def start(self) -> None:
        """Make the key where it is missing, and look every second from now on."""
        threading.Thread(target=self._follow, name="push", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def look(self) -> None:
        """Note what is new and what is settled, and send what is due; OSError when the file cannot be written."""
        standing = self._standing()
        if not standing:
            self._queue.clear()
            return
        self.boards.start_desks()
        self._unwritten |= {one.alert: one for one in self._news(standing)}
        endpoints = {one.endpoint for one in standing}
        self._queue = deque(waiting for waiting in self._queue if waiting.message.endpoint in endpoints)
        self._send_due()
        if self._unwritten:
            self.subscriptions.tell(self._unwritten.values())
            self._unwritten = {}

    def _follow(self) -> None:
        self._once(self.key)
        while not self._stopped.wait(LOOK_S):
            self._once(self.look)

    def _once(self, act: Callable[[], object]) -> None:
        try:
            act()
        except (OSError, AccountsError) as error:
            self._complain("", str(error))

    def _complain(self, endpoint: str, why: str) -> None:
        """Log it once, until a message to that browser is taken or something else is wrong."""
        if self._said.get(endpoint) != why:
            self._said[endpoint] = why
            _log.error("a locked telephone is not told: %s", why)

    def _standing(self) -> list[Subscription]:
        """The subscriptions of arbiters who are signed in. The others are removed."""
        held = self.subscriptions.all()
        standing = [one for one in held if self.login.rules_still(one.mark)]
        if ended := [one.endpoint for one in held if one not in standing]:
            self._remove(ended)
        return standing

    def _remove(self, endpoints: list[str]) -> None:
        try:
            self.subscriptions.remove(endpoints)
        except OSError as error:  # the others are told nevertheless
            self._complain("", str(error))

    def _news(self, standing: list[Subscription]) -> list[ToldAlert]:
        """Queue what is to be told now; what is told by that."""
        before, now = self.subscriptions.told() | self._unwritten, {notice.id: notice for notice in open_notices(self.boards)}
        news = []
        for notice in now.values():
            if notice.id not in before and notice.age_s < OLD_S:
                since_s = time.time() - notice.age_s
                to = [one for one in standing if one.at_s <= since_s]
                self._put([notice.message(one, self.settings.contact) for one in to])
                news += [ToldAlert(notice.id, tuple(one.id for one in to))] if to else []
        for one in before.values():
            if not one.settled and (settled := settled_of(self.boards, one.alert, now)):
                news.append(self._settle(one, settled, standing))
        return news

    def _settle(self, told: ToldAlert, notice: Notice, standing: list[Subscription]) -> ToldAlert:
        to = [one for one in standing if one.id in told.to]
        messages = [notice.message(one, self.settings.contact, settled=True) for one in to]
        untold = {(one.message.endpoint, one.message.topic) for one in self._queue}
        self._queue = deque(one for one in self._queue if one.message.topic not in {message.topic for message in messages})
        self._put([message for message in messages if (message.endpoint, message.topic) not in untold])
        return ToldAlert(told.alert, told.to, settled=True)

    def _put(self, messages: list[PushMessage]) -> None:
        for message in messages:
            if len(self._queue) >= MAX_QUEUE:
                self._queue.popleft()
                self._complain("", f"more than {MAX_QUEUE} messages wait, and the oldest is dropped")
            self._queue.append(_Waiting(message))

    def _send_due(self) -> None:
        now_s = time.monotonic()
        due = [one for one in self._queue if one.due_s <= now_s]
        if not due:
            return
        try:
            private = self.key().private
            answers = send([one.message for one in due], private, anywhere=self.settings.anywhere)
        except (HelperError, PushKeyError) as error:
            answers = [PushAnswer(0, str(error))] * len(due)
        self._queue = deque(one for one in self._queue if one not in due)
        for waiting, answer in zip(due, answers, strict=True):
            self._take(waiting, answer)
        if gone := [one.message.endpoint for one, answer in zip(due, answers, strict=True) if answer.is_gone]:
            self._remove(gone)

    def _take(self, waiting: _Waiting, answer: PushAnswer) -> None:
        if answer.is_done:
            self._said.pop(waiting.message.endpoint, None)
        elif not answer.is_gone:
            self._complain(waiting.message.endpoint, answer.why or f"status {answer.status}")
            is_refused = answer.status in REFUSED and answer.status != TOO_MANY
            if waiting.tried < len(RETRIES_S) and not is_refused:
                due_s = time.monotonic() + RETRIES_S[waiting.tried]
                self._queue.append(_Waiting(waiting.message, due_s, waiting.tried + 1))
