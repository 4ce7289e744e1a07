"""Sends notices of what waits at the boards to the telephones of the arbiters. No page, desk or board waits for it."""

import logging
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hub.boards.board import Boards
from hub.events.child_program import answered
from hub.push.addresses import Telephone, Telephones
from hub.push.notices import Notice, open_notices, text_of, trial_text
from hub.push.sender import FAILED, SENT, UNUSABLE
from hub.wire.enrolment import FILE_NAME as ENROLMENT_NAME

FILE_NAMES = {False: "telephones.json", True: "telephones-hub.json"}
"""The file of the addresses in the state folder, which a hub shares with the pages of a board of its machine: each has its own."""
COMMAND = (sys.executable, "-P", "-m", "hub.push.sender")
WITHIN_S = 60.0
"""Seconds for the program that sends: it takes twenty at most once it runs, and starts within ten on a busy Pi Zero."""
LOOK_S = 1.0
OLD_S = 300.0
"""A notice of an older alert is not sent: whoever starts the pages after a pause looks at the desk."""
RETRIES_S = (5.0, 30.0, 120.0)
"""Seconds before a notice that was not sent is tried again."""
KEPT = 400
"""Alerts whose notices are known to be queued already, the latest: more than an evening of a hall has."""

_log = logging.getLogger(__name__)

Send = Callable[[Sequence[Mapping[str, str]]], list[str]]
"""Sends notices {"address", "text"}: for each what became of it, in their order; OSError, ValueError."""


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


def send_in_child(notices: Sequence[Mapping[str, str]]) -> list[str]:
    """Send the notices by a program of its own, at a lower priority; OSError, ValueError where it does not do so."""
    outcomes = answered(COMMAND, {"notices": notices}, WITHIN_S)
    if not isinstance(outcomes, list) or len(outcomes) != len(notices):
        raise ValueError("the program that sends notices gave no outcome for each")
    return [str(outcome) for outcome in outcomes]


class Pusher:
    """Sends a notice for each alert that begins to wait, to all addresses. `start` does so in a thread of its own.

    After a restart the alerts that wait and are not old are told again: a notice twice is better than none.
    """

    def __init__(
        self, boards: Boards, folder: Path, *, is_hub: bool = False, send: Send = send_in_child, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.boards, self.telephones = boards, Telephones(folder / FILE_NAMES[is_hub])
        self.last: dict[str, LastNotice] = {}
        """What became of the last notice to each telephone since the start, by the telephone's id."""
        self._enrolment = None if is_hub else folder / ENROLMENT_NAME
        self._send_notices, self._now_s = send, now_s
        self._waiting: list[_Waiting] = []
        self._queued: dict[str, None] = {}
        self._sending, self._stopped = threading.Lock(), threading.Event()
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
        """Send what is due, and wait until that is done."""
        telephones = {} if self.is_at_hub else {telephone.id: telephone for telephone in self.telephones.all()}
        if not telephones:
            self._waiting.clear()
            return
        self.boards.start_desks()
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
        """Send a trial notice at once; `last` has what became of it."""
        self._send([(telephone, trial_text(telephone.lang))])

    def _follow(self) -> None:
        while not self._stopped.wait(LOOK_S):
            try:
                self.look()
            except OSError as error:
                self._complain(str(error))

    def _send_due(self, telephones: Mapping[str, Telephone]) -> None:
        due: dict[str, list[_Waiting]] = {}
        for waiting in self._waiting:
            if waiting.due_s <= self._now_s():
                due.setdefault(waiting.telephone, []).append(waiting)
        if not due:
            return
        notices = [
            (telephones[id_], text_of((waiting.notice.number for waiting in batch), telephones[id_].lang)) for id_, batch in due.items()
        ]
        outcomes = dict(zip(due, self._send(notices), strict=True))
        rest = [waiting for waiting in self._waiting if waiting not in due.get(waiting.telephone, [])]
        for id_, batch in due.items():
            if outcomes[id_] == FAILED:
                rest += self._again(batch)
        self._waiting = rest

    def _again(self, batch: Sequence[_Waiting]) -> list[_Waiting]:
        """Those of the batch that are tried once more, with the time for it."""
        return [
            replace(waiting, due_s=self._now_s() + RETRIES_S[waiting.tried], tried=waiting.tried + 1)
            for waiting in batch
            if waiting.tried < len(RETRIES_S)
        ]

    def _send(self, notices: Sequence[tuple[Telephone, str]]) -> list[str]:
        """Send the texts, one program at a time; what became of each."""
        questions = [{"address": telephone.address, "text": text} for telephone, text in notices]
        with self._sending:
            try:
                outcomes = self._send_notices(questions)
            except (OSError, ValueError) as error:
                self._complain(f"the program that sends notices failed: {str(error) or type(error).__name__}")
                outcomes = [FAILED] * len(notices)
        for (telephone, _), outcome in zip(notices, outcomes, strict=True):
            self._note(telephone, outcome)
        return outcomes

    def _note(self, telephone: Telephone, outcome: str) -> None:
        """Keep what became of the notice, and log where that changes. The address is a secret, so its kind alone is logged."""
        last = self.last.get(telephone.id)
        self.last[telephone.id] = LastNotice(time.time(), outcome)
        if outcome != SENT and (last is None or last.outcome == SENT):
            _log.error("a notice to an address of %s, set by %s, was not sent: %s", telephone.kind, telephone.name, outcome)

    def _complain(self, why: str) -> None:
        """Log it once, until something else is wrong."""
        if self._complaint != why:
            self._complaint = why
            _log.error("telephones get no notices: %s", why)
