"""Tells the telephones: looks what waits at the boards, and sends what was not told yet. Nothing waits for it."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hub.access.accounts import AccountsError
from hub.access.login import Login
from hub.boards.board import Boards
from hub.push.helper import PushAnswer, PushMessage, send
from hub.push.notices import Notice, open_notices, settled_of, topic_of
from hub.push.outbox import Outbox
from hub.push.push_key import NAME as KEY_NAME
from hub.push.push_key import PushKey, push_key
from hub.push.subscriptions import Subscription, Subscriptions, ToldAlert

FILE_NAMES = {False: "push.json", True: "push-hub.json"}
"""The file of the subscriptions in the state folder: a hub and the pages of its own board, whose addresses differ, have each their own."""
LOOK_S = 1.0
OLD_S = 300.0
"""An alert that is older is not told: whoever starts the pages after a pause looks at the desk."""
ROUGHLY_S = 1.0
"""How exactly it is known when an alert was told."""


@dataclass(frozen=True, slots=True)
class PushSettings:
    """Where the file and the key are, and how it is sent."""

    folder: Path
    contact: str = ""
    """Whom a push service may write to about these pushes, as mailto: or https:; empty: the address of the page."""
    anywhere: bool = False
    """Whether a push may go to this machine, over http too: for tests alone."""
    is_hub: bool = False


class Pusher:
    """Tells the browsers of the arbiters who are signed in of what waits at the boards. `start` does so in a thread of its own."""

    def __init__(self, boards: Boards, login: Login, settings: PushSettings) -> None:
        self.boards, self.login, self.settings = boards, login, settings
        self.subscriptions = Subscriptions(settings.folder / FILE_NAMES[settings.is_hub])
        self.outbox = Outbox(self._send)
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
        """Note what is new and what is settled, and begin to send what is due; OSError when the file cannot be written."""
        if gone := self.outbox.gone():
            self._remove(gone)
        standing = self._standing()
        self.outbox.keep({one.endpoint for one in standing})
        if not standing:
            return
        self.boards.start_desks()
        self._unwritten |= {one.alert: one for one in self._news(standing)}
        self.outbox.send_due()
        self._write()

    def _follow(self) -> None:
        self._once(self.key)
        while not self._stopped.wait(LOOK_S):
            self._once(self.look)

    def _once(self, act: Callable[[], object]) -> None:
        try:
            act()
        except (OSError, AccountsError) as error:
            self.outbox.complain("", str(error))

    def _send(self, messages: Sequence[PushMessage]) -> list[PushAnswer]:
        return send(messages, self.key().private, anywhere=self.settings.anywhere)

    def _write(self) -> None:
        """Note what was told, once it was tried: what a restart interrupts is told after it."""
        untried = self.outbox.untried()
        if tried := [one for one in self._unwritten.values() if topic_of(one.alert) not in untried]:
            self.subscriptions.tell(tried)
            self._unwritten = {one.alert: one for one in self._unwritten.values() if one not in tried}

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
            self.outbox.complain("", str(error))

    def _news(self, standing: list[Subscription]) -> list[ToldAlert]:
        """Queue what is to be told now; what is told by that."""
        before, now = self.subscriptions.told() | self._unwritten, {notice.id: notice for notice in open_notices(self.boards)}
        news = []
        for notice in now.values():
            if notice.id not in before and notice.age_s < OLD_S:
                since_s = time.time() - notice.age_s
                to = [one for one in standing if one.at_s <= since_s + ROUGHLY_S]
                for one in to:
                    self.outbox.put(notice.message(one, self.settings.contact))
                news += [ToldAlert(notice.id, tuple(one.id for one in to))] if to else []
        for told in before.values():
            if not told.settled and (settled := settled_of(self.boards, told.alert, now)):
                news.append(self._settle(told, settled, standing))
        return news

    def _settle(self, told: ToldAlert, notice: Notice, standing: list[Subscription]) -> ToldAlert:
        """Queue that it is settled, for whoever was told; who was to be told yet hears neither."""
        untold = self.outbox.recall(topic_of(told.alert))
        for one in standing:
            if one.id in told.to and one.endpoint not in untold:
                self.outbox.put(notice.message(one, self.settings.contact, settled=True))
        return ToldAlert(told.alert, told.to, settled=True)
