"""One follower of the journal for the whole process, and the newest public view for all who listen.

Whatever is public is made of what this shows, and of nothing else: here, in one place, it is held back as long as the delay says.

Nothing is queued: a listener waits until the view he has is superseded and then takes the newest, so that a slow one misses steps in
between, never the outcome, and holds up nobody.
"""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hub.boards.delay import DELAY, NONE, Delay, DelayError, HeldBack, Moment, parse_delay
from hub.boards.journals import Complaints, written_ago_s
from record.events.of_game import SessionOpened
from record.papers.game_pdn import export_pdn
from record.papers.public_view import clock_rate, public_view
from record.session.step import State, step
from record.store.journal import Journal

POLL_S = 0.1
"""The journal is looked at so often: half of the 0.2 s by which a spectator's clock may differ from the board's."""
GAME_ROWS = 1_000_000
"""More than a game has: so much further each game's events are numbered that follows another, and nobody takes one for an old one."""
PICTURES_KEPT = 8
"""So many of the latest pictures can be had: a browser may ask for one just after the next has come."""


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """A public view as it is sent: `id` is the journal's row, 0 before the game has begun, when the view holds no game; GAME_ROWS more for
    each game that was followed before."""

    id: int
    view: dict[str, Any]
    text: str
    """The view as JSON."""
    clock_since_s: float
    """When, on the feed's own clock, the readings in the view were taken."""
    superseded: threading.Event = field(default_factory=threading.Event)

    def text_at(self, now_s: float) -> str:
        """The view as JSON, with the age of its clock readings in `age_ms`, so that no browser's own time of day matters."""
        return f'{{"age_ms":{max(0, round((now_s - self.clock_since_s) * 1000))},{self.text[1:]}'


class Feed:
    """Follows the journal at `path`, which need not be there yet. `look` takes one look; `start` looks for ever, in the background.

    Who sets `path` to another has that followed from the next look on.
    Its views name no picture where it `shows_pictures` not. With a `delay` they, `state` and `pictures` are of so much earlier; a game
    keeps the one with which it began, where that is longer.
    """

    def __init__(
        self, path: Path, now_s: Callable[[], float] = time.monotonic, *, shows_pictures: bool = True, delay: Delay = NONE
    ) -> None:
        self.path = path
        self.shows_pictures = shows_pictures
        self._least = self.delay = delay
        self.now_s = now_s
        self.latest = Update(0, {"id": 0}, '{"id":0}', now_s())
        self.pictures: dict[str, None] = {}
        """The names of the latest pictures that a view has named, oldest first."""
        self.state = State()
        """What the public may know;"""
        self.live = State()
        """and all that is on disk, for the arbiter alone."""
        self.stopped = threading.Event()
        self._held = HeldBack(delay)
        self._clock_since_s = now_s()
        self._journal: Journal | None = None
        self._pdn: tuple[Update, str] | None = None
        self._row = self._ids_from = 0
        self._complaints = Complaints(logging.getLogger(__name__), "the page")

    def pdn(self) -> str:
        """The game as the public may have it, written once for each view; SessionError before the opening."""
        latest = self.latest
        if self._pdn is None or self._pdn[0] is not latest:
            self._pdn = latest, export_pdn(self.state, remarks=False)
        return self._pdn[1]

    def start(self) -> None:
        """Look from now on, ten times a second, in a thread of its own (a greenlet under gevent) that ends with the process."""
        looked = threading.Event()
        threading.Thread(target=self._follow, args=(looked,), name="journal", daemon=True).start()
        looked.wait()

    def stop(self) -> None:
        """Let all listeners go."""
        self.stopped.set()
        self.latest.superseded.set()

    def look(self) -> bool:
        """Fold what the journal holds of news; whether there was any for the public. DamcamError when a row cannot be read or folded."""
        try:
            self._read()
        finally:
            shown = self._show()
        return shown

    def close(self) -> None:
        """Close the journal; only where the feed was never started, for SQLite wants the thread that opened it."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def wait(self, seen: Update, timeout_s: float) -> Update | None:
        """The newest update as soon as there is a newer one than `seen`; None after the time, or when the feed stops."""
        if not self.stopped.is_set():
            seen.superseded.wait(timeout_s)
        return None if self.stopped.is_set() or self.latest is seen else self.latest

    def _follow(self, looked: threading.Event) -> None:
        while not self.stopped.is_set():
            self._complaints.look(self.look)
            looked.set()
            self.stopped.wait(POLL_S)
        self.close()

    def _read(self) -> None:
        if self._journal is not None and self._journal.path != self.path:
            self._turn()
        if self._journal is None:
            if not self.path.exists():
                return
            self._journal = Journal.reader(self.path)
        if self._journal.last_id == self._row:
            return
        if self._row == 0:
            self._heed(self._journal)
        now_s, now_ns, t_ns = self.now_s(), self._journal.last_t_ns if self._row == 0 else 0, 0
        written_s = now_s - (self._written_ago_s() if self._row == 0 else 0.0)
        for row, event in self._journal.since(self._row):
            self.live, _ = step(self.live, event)
            self._row = row
            t_ns = max(t_ns, getattr(event, "t_ns", 0))
            since_s = written_s - max(0, now_ns - t_ns) / 1e9 / clock_rate(self.live)
            self._held.take(Moment(row, self.live, since_s))

    def _heed(self, journal: Journal) -> None:
        """The delay with which the game began is known before anything of it is."""
        _, first = next(journal.since(0))
        if isinstance(first, SessionOpened):
            try:
                self.delay = self._least.or_longer(parse_delay(first.about.get(DELAY, "")))
            except DelayError as error:
                raise DelayError(f"{journal.path}: the delay with which the game began {error}") from error
            self._held = HeldBack(self.delay)

    def _turn(self) -> None:
        """Forget the game that was followed: another has begun."""
        self.close()
        self.delay = self._least
        self._row, self._held, self._clock_since_s = 0, HeldBack(self.delay), self.now_s()
        self._ids_from += GAME_ROWS
        self.live = self.state = State()
        self.pictures.clear()
        self._tell(Update(0, {"id": 0}, '{"id":0}', self._clock_since_s))

    def _show(self) -> bool:
        """Whether there was something that the public may know now."""
        row = 0
        for moment in self._held.release(self.now_s()):
            if _reading(moment.state) != _reading(self.state):
                self._clock_since_s = moment.since_s
            self.state, row = moment.state, moment.row
        if row:
            self._publish(row)
        return row > 0

    def _publish(self, row: int) -> None:
        view = public_view(self.state, self._ids_from + row)
        if not self.shows_pictures:
            view["drawn"] = None
        if self.delay.moves:
            view["clock"]["rate"] = 0.0  # how long the side that is shown to move thought is known, and stands in the next view
        self._remember(view["drawn"])
        text = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
        self._tell(Update(view["id"], view, text, self._clock_since_s))

    def _tell(self, newer: Update) -> None:
        old, self.latest = self.latest, newer
        old.superseded.set()

    def _written_ago_s(self) -> float:
        """For a journal that was there before this process.

        Where there is a delay it counts as written now: the time of day may leap by months when a Pi sees a network.
        """
        return 0.0 if self.delay != NONE else written_ago_s(self.path)

    def _remember(self, name: str | None) -> None:
        if name:
            self.pictures.pop(name, None)
            self.pictures[name] = None
        while len(self.pictures) > PICTURES_KEPT:
            del self.pictures[next(iter(self.pictures))]


def _reading(state: State) -> tuple[object, ...]:
    clock = state.clock
    return clock.control, clock.white_ns, clock.black_ns, clock.running, clock.since_t_ns
