"""What was done, until the page that follows shows it: once, to whoever did it."""

import threading
from collections import OrderedDict

from rules.errors import Sentence

MAX_KEPT = 200
"""Pages that were never loaded after a form leave their notes behind."""


class Notes:
    """The sentences that wait for the next page of each sign-in. Any thread may use it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[list[Sentence], list[Sentence]]] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, sign_in: str, key: str, done: list[Sentence], failed: list[Sentence]) -> None:
        """Keep what was done, and what was not, in the event of that key."""
        with self._lock:
            before = self._kept.pop((sign_in, key), ([], []))
            self._kept[sign_in, key] = [*before[0], *done], [*before[1], *failed]
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)

    def take(self, sign_in: str, key: str) -> tuple[list[Sentence], list[Sentence]]:
        """What was done and what was not since the last page."""
        with self._lock:
            return self._kept.pop((sign_in, key), ([], []))
