"""Sends notices of what waits at the boards to the telephones of the arbiters. No page, desk or board waits for it."""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hub.boards.board import Boards
from hub.push.addresses import Telephone, Telephones
from hub.push.notices import Notice, open_notices, text_of, trial_text
from hub.push.sender import FAILED, SENT, UNUSABLE
from hub.push.sending import Send, Sending, SendingProgram
from link.enrolment import FILE_NAME as ENROLMENT_NAME
from tournament.events.child_program import POLL_S

FILE_NAMES = {False: "telephones.json", True: "telephones-hub.json"}
"""The file of the addresses in the state folder, which a hub shares with the pages of a board of its machine: each has its own."""
LOOK_S = 1.0
OLD_S = 300.0
"""A notice of an older alert is not sent: whoever starts the pages after a pause looks at the desk."""
RETRIES_S = (5.0, 30.0, 120.0)
"""Seconds before a notice that was not sent is tried again."""
MOST_UNDER_WAY = 2
"""Notices to one address at the same time: the next alert does not wait for a server that hangs, and few programs of 38 MB run."""
KEPT = 400
"""Alerts whose notices are known to be queued already, the latest: more than an evening of a hall has."""
PROGRAM_FAILED = "the program that sends notices failed: {why}"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LastNotice:
    """What became of the last notice to an address."""

    at_s: float
    """The time of day."""
    outcome: str


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A notice that is to be sent to a telephone from `due_s` on."""

    telephone: str
    """The id of the telephone."""
    notice: Notice
    due_s: float
    tried: int = 0


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A batch that is being sent."""

    sending: Sending
    telephones: tuple[Telephone, ...]
    """Those of the batch, in the order of its outcomes."""
    notices: dict[Telephone, list[_Waiting]]
    """The alerts in the notice of each telephone whose outcome is not known yet."""


class Pusher:
    """Sends a notice for each alert that begins to wait, to all addresses. `start` does so in a thread of its own.

    After a restart the alerts that wait and are not old are told again: a notice twice is better than none.
    """

    def __init__(
        self,
        boards: Boards,
        folder: Path,
        *,
        is_hub: bool = False,
        send: Send = SendingProgram,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.boards, self.telephones = boards, Telephones(folder / FILE_NAMES[is_hub])
        self.last: dict[str, LastNotice] = {}
        """What became of the last notice to each telephone since the start, by the telephone's id."""
        self._enrolment = None if is_hub else folder / ENROLMENT_NAME
        self._send, self._now_s = send, now_s
        self._waiting: list[_Waiting] = []
        self._under_way: list[_UnderWay] = []
        self._queued: dict[str, None] = {}
        self._trying, self._stopped = threading.Lock(), threading.Event()
        self._complaint = ""

    @property
    def is_at_hub(self) -> bool:
        """Whether this board has joined a hub. The hub sends then, and nothing is sent here."""
        return self._enrolment is not None and self._enrolment.exists()

    def start(self) -> None:
        """Look every second from now on."""
        threading.Thread(target=self._follow, name="notices", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def look(self) -> None:
        """Note what became of the notices under way, and begin to send what is due. Waits for no server."""
        self._under_way = [batch for batch in self._under_way if self._is_under_way(batch)]
        telephones = {} if self.is_at_hub else {telephone.id: telephone for telephone in self.telephones.all()}
        if not telephones:
            self._waiting.clear()
            return
        notices = {notice.id: notice for notice in open_notices(self.boards) if notice.age_s < OLD_S}
        self._waiting = [waiting for waiting in self._waiting if waiting.notice.id in notices and waiting.telephone in telephones]
        for notice in notices.values():
            if notice.id not in self._queued:
                self._queued[notice.id] = None
                self._waiting += [_Waiting(id_, notice, self._now_s()) for id_ in telephones]
        for id_ in list(self._queued)[: max(0, len(self._queued) - max(KEPT, len(notices)))]:
            del self._queued[id_]
        self._send_due(telephones)

    def add(self, address: str, lang: str, name: str) -> Telephone:
        """Send a trial notice to that address at once, and keep the address unless it is unusable, also where the notice did not arrive.

        `last` has what became of the notice. AddressError where the address is not taken, OSError where it cannot be kept.
        """
        telephone = self.telephones.make(address, lang, name)
        self.try_now(telephone)
        if self.last[telephone.id].outcome != UNUSABLE:
            self.telephones.add(telephone)
        return telephone

    def try_now(self, telephone: Telephone) -> None:
        """Send a trial notice, and wait until `last` has what became of it. It waits for another trial, and no notice waits for it."""
        outcomes: list[str | None] = [FAILED]
        with self._trying:
            try:
                sending = self._send([{"address": telephone.address, "text": trial_text(telephone.lang)}])
                while None in (outcomes := sending.outcomes()):
                    time.sleep(POLL_S)
                self._complain_of(sending)
            except OSError as error:
                self._complain(PROGRAM_FAILED.format(why=error))
        self._note(telephone, outcomes[0] or FAILED)

    def _follow(self) -> None:
        while not self._stopped.wait(LOOK_S):
            try:
                self.look()
            except OSError as error:
                self._complain(str(error))

    def _send_due(self, telephones: Mapping[str, Telephone]) -> None:
        due: dict[Telephone, list[_Waiting]] = {}
        for waiting in self._waiting:
            telephone = telephones[waiting.telephone]
            if waiting.due_s <= self._now_s() and self._count_under_way(telephone) < MOST_UNDER_WAY:
                due.setdefault(telephone, []).append(waiting)
        if not due:
            return
        self._waiting = [waiting for waiting in self._waiting if waiting not in due.get(telephones[waiting.telephone], [])]
        try:
            sending = self._send(
                [
                    {"address": telephone.address, "text": text_of((waiting.notice.number for waiting in batch), telephone.lang)}
                    for telephone, batch in due.items()
                ]
            )
        except OSError as error:
            self._complain(PROGRAM_FAILED.format(why=error))
            for telephone, batch in due.items():
                self._finish(telephone, batch, FAILED)
        else:
            self._under_way.append(_UnderWay(sending, tuple(due), due))

    def _is_under_way(self, batch: _UnderWay) -> bool:
        """Take the notices whose outcome is known out of the batch; whether any is left."""
        for telephone, outcome in zip(batch.telephones, batch.sending.outcomes(), strict=True):
            if outcome is not None and telephone in batch.notices:
                self._finish(telephone, batch.notices.pop(telephone), outcome)
        self._complain_of(batch.sending)
        return bool(batch.notices)

    def _count_under_way(self, telephone: Telephone) -> int:
        return sum(telephone in batch.notices for batch in self._under_way)

    def _finish(self, telephone: Telephone, batch: Sequence[_Waiting], outcome: str) -> None:
        """Note what became of the notice of the batch; those that did not arrive are tried again after a pause, a few times."""
        self._note(telephone, outcome)
        if outcome == FAILED:
            self._waiting += [
                replace(waiting, due_s=self._now_s() + RETRIES_S[waiting.tried], tried=waiting.tried + 1)
                for waiting in batch
                if waiting.tried < len(RETRIES_S)
            ]

    def _note(self, telephone: Telephone, outcome: str) -> None:
        """Keep what became of the notice, and log where that changes. The address is a secret, so its kind alone is logged."""
        last = self.last.get(telephone.id)
        self.last[telephone.id] = LastNotice(time.time(), outcome)
        if outcome != SENT and (last is None or last.outcome == SENT):
            _log.error("a notice to an address of %s, set by %s, was not sent: %s", telephone.kind, telephone.name, outcome)

    def _complain_of(self, sending: Sending) -> None:
        if sending.complaint:
            self._complain(PROGRAM_FAILED.format(why=sending.complaint))

    def _complain(self, why: str) -> None:
        """Log it once, until something else is wrong."""
        if self._complaint != why:
            self._complaint = why
            _log.error("telephones get no notices: %s", why)
