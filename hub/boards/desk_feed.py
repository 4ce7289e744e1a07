"""What the arbiter sees of a game, at once and whole: a follower of the journal of its own, for the public's may be held back."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hub.boards.desk_view import Told
from hub.boards.journals import Complaints, written_ago_s
from hub.boards.stream import KEEP_ALIVE_S, RETRY_MS
from record.session.step import State, step
from record.store.journal import Journal

POLL_S = 0.1
"""Half of what the tablet's clocks, which are the display, may differ from the board's."""


class DeskFeed:
    """Follows the journal at `path`, which need not be there yet. `look` takes one look; `start` looks from then on, in the background.

    Who sets `path` to another has that followed from the next look on.
    """

    def __init__(self, path: Path, now_s: Callable[[], float] = time.monotonic) -> None:
        self.path, self._now_s = path, now_s
        self.row, self.told, self.state = 0, Told(), State()
        self.folder = path.parent
        """The folder of the game that the view is of."""
        self._journal: Journal | None = None
        self._seen = self.folder, self.row
        self.ruling = threading.Lock()
        """Held while one ruling is handed over, so that the next is made upon what came of it."""
        self._looking, self._news = threading.RLock(), threading.Condition()
        self._clock_since_s, self._ended, self._started = now_s(), False, False
        self._complaints = Complaints(logging.getLogger(__name__), "the desk")

    def start(self) -> None:
        """Look ten times a second from now on, in a thread that ends with the process; the first to ask starts it."""
        with self._looking:
            if not self._started:
                self._started = True
                self._complaints.look(self.look)
                threading.Thread(target=self._follow, name="desk", daemon=True).start()

    def stop(self) -> None:
        """Let all listeners go."""
        self._ended = True
        with self._news:
            self._news.notify_all()

    def look(self) -> None:
        """Fold what the journal holds of news; DamcamError when a row cannot be read or folded."""
        with self._looking:
            before = self._seen
            try:
                self._turn()
                self._read()
            finally:
                self._seen = self.folder, self.row
        if self._seen != before:
            with self._news:
                self._news.notify_all()

    @property
    def age_ms(self) -> int:
        """How long ago the clocks' readings in `state` were taken."""
        return max(0, round((self._now_s() - self._clock_since_s) * 1000))

    def view(self, lang: str) -> dict[str, Any]:
        """What the desk shows now in that language, ready for JSON."""
        with self._looking:
            return {"age_ms": self.age_ms, **self.told.view(self.state, self.row, self.folder, lang)}

    def events(self, allowed: Callable[[], bool], view: Callable[[], dict[str, Any]]) -> Iterator[bytes]:
        """Server-sent events for one listener: that view now, and each newer one, while he is still `allowed` to listen."""
        last: tuple[Path, int] | None = None
        yield b"retry: %d\n\n" % RETRY_MS
        while not self._ended and allowed():
            with self._news:
                self._news.wait_for(lambda: self._ended or self._seen != last, KEEP_ALIVE_S)  # noqa: B023
            if self._ended or not allowed():
                return
            if self._seen == last:
                yield b"event: alive\ndata: 1\n\n"
                continue
            with self._looking:
                last, told = self._seen, view()
            yield f"id: {told['id']}\ndata: {json.dumps(told, ensure_ascii=False)}\n\n".encode()

    def aged(self, view: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A view of what is known now, with the age of its clock readings."""
        with self._looking:
            return {"age_ms": max(0, round((self._now_s() - self._clock_since_s) * 1000)), **view()}

    def close(self) -> None:
        """Close the journal; only where the feed was never started."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _turn(self) -> None:
        """Forget the game that was followed, where another has begun."""
        if self.folder != self.path.parent:
            self.close()
            self.folder, self.row, self.told, self.state = self.path.parent, 0, Told(), State()

    def _read(self) -> None:
        if self._journal is None:
            if not self.path.exists():
                return
            self._journal = Journal.reader(self.path)
        clock, first = self.state.clock, self.row == 0
        for row, event in self._journal.since(self.row):
            held = self.state
            self.state, _ = step(held, event)
            self.told.take(row, event, held, self.state)
            self.row = row
        if self.state.clock != clock:
            self._clock_since_s = self._now_s() - (written_ago_s(self.path) if first else 0.0)

    def _follow(self) -> None:
        while not self._ended:
            time.sleep(POLL_S)
            self._complaints.look(self.look)
        self.close()
