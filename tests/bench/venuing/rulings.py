"""Arbiters at the hub, who rule on random boards as the desk and `damcam rule` do, and what became of their rulings."""

import json
import random
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hub.boards.handing import RuleError, hand_over
from record.decisions.inbox import OBEYED, TAKEN
from record.decisions.words import AddTimes
from record.store.folder import GAMES, JOURNAL_NAME, numbered
from record.store.inbox_file import inbox_of
from record.store.journal_rows import rows_of_kinds
from rules.errors import DamcamError

RULES_EVERY_S = (0.2, 1.2)
S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A ruling that an arbiter has made: its reason is in no other. `told` is what he was told: done, or not."""

    reason: str
    key: str
    put_ns: int
    told: bool


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
            thread.join(60.0)

    def _rule(self, who: int) -> None:
        chance, number = random.Random(who), 0
        while not self._ended.wait(chance.uniform(*RULES_EVERY_S)):
            key, number = chance.choice(self.keys), number + 1
            games = numbered(self._folder / key / GAMES)
            if not games:
                continue
            reason, put_ns = f"ruling {who}-{number}", time.monotonic_ns()
            try:
                hand_over(games[-1] / JOURNAL_NAME, AddTimes(S, 0, f"arbiter {who}", reason))
                told = True
            except RuleError:
                told = False
            except (DamcamError, OSError):
                continue  # it was not put in
            self.asked.append(Asked(reason, key, put_ns, told))


def answers_in(state: Path) -> dict[str, str | None]:
    """What the inboxes of a mirrored board say of each ruling, by its reason: `obeyed`, why not, or None while that is open."""
    found: dict[str, str | None] = {}
    for folder in numbered(state / GAMES) if (state / GAMES).is_dir() else ():
        path = inbox_of(folder / JOURNAL_NAME)
        if path.exists():
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as rows:
                for reason, answer in rows.execute("SELECT json_extract(json, '$.reason'), answer FROM inbox"):
                    found[reason] = None if answer in (None, TAKEN) else answer
    return found


def rulings_in(state: Path, before: str = "9999") -> list[str]:
    """The reasons of the rulings in all journals of that board, or in those of the games before that one."""
    found: list[str] = []
    for folder in (one for one in numbered(state / GAMES) if one.name < before):
        found += (json.loads(row.text)["reason"] for row in rows_of_kinds(folder / JOURNAL_NAME, ("TimesSet",)))
    return found


def was_obeyed(answer: str | None) -> bool:
    return answer == OBEYED
