"""Arbiters at the hub, who rule on random boards, and ask for the outcome as long as the desk does; and what became of their rulings."""

import json
import random
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hub.boards.commands import ASKS_ON_S
from link.messages import Accepted, Command, new_id
from link.sending import ANSWERED_WITHIN_S, NoService, outcome_of
from record.decisions.commands import AddTimes
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.journal_rows import rows_of_kinds

RULES_EVERY_S = (0.2, 1.2)
LIVES_MS = round(1000 * ANSWERED_WITHIN_S)
S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A ruling that an arbiter has made: its reason is in no other. `told` is what he was told: done, not done, or None: not known yet."""

    reason: str
    key: str
    put_ns: int
    told: bool | None


class Arbiters:
    """They rule on the boards `keys`, mirrored below `folder`, until `end`."""

    def __init__(self, folder: Path, keys: list[str], count: int) -> None:
        self._folder, self.keys = folder, keys
        self.asked: list[Asked] = []
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._rule, args=(number,), daemon=True) for number in range(count)]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(ASKS_ON_S + ANSWERED_WITHIN_S)

    def _rule(self, who: int) -> None:
        chance, number = random.Random(who), 0
        while not self._ended.wait(chance.uniform(*RULES_EVERY_S)):
            key, number = chance.choice(self.keys), number + 1
            games = numbered(self._folder / key / GAMES)
            if not games:
                continue
            reason, put_ns = f"ruling {who}-{number}", time.monotonic_ns()
            command = Command(new_id(), games[-1].name, AddTimes(S, 0, f"arbiter {who}", reason), LIVES_MS)
            told: bool | None = False
            with suppress(NoService):
                outcome = outcome_of(self._folder / key, command, ASKS_ON_S)
                told = None if outcome is None else isinstance(outcome, Accepted)
            self.asked.append(Asked(reason, key, put_ns, told))


def rulings_in(state: Path, before: str = "9999") -> list[str]:
    """The reasons of the rulings in all journals of that board, or in those of the games before that one."""
    found: list[str] = []
    for folder in (one for one in numbered(state / GAMES) if one.name < before):
        found += (json.loads(row.text)["reason"] for row in rows_of_kinds(folder / JOURNAL_NAME, ("TimesSet",)))
    return found
