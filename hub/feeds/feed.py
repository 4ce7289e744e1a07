"""The newest public view of a board's game for all who listen, from one follower of its journal.

Everything public is made from this view. The delay is applied here and nowhere else.

Nothing is queued: a listener waits until its view is superseded and then takes the newest. A slow listener misses steps in between, never
the outcome, and holds up nobody.
"""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from hub.board_faults import MISSHAPEN, BoardFaults
from hub.feeds.delay import NONE, Delay, DelayError, DelayFault, DelayQueue, Moment, parse_delay
from hub.feeds.game_zero import NAME as ZERO_NAME
from hub.feeds.game_zero import GameZero
from hub.feeds.journals import Follower, JournalFeed, Lookout, written_ago_s
from hub.feeds.lag import MirrorLag
from hub.feeds.silence import SignOfLife, halted
from record.events.of_game import SessionOpened
from record.papers.game_pdn import export_pdn
from record.papers.public_change import is_same_to_public
from record.papers.public_view import clock_rate, public_view
from record.session.state import State

GAME_CHANGES = 1_000_000
"""More changes than the public sees of a game. The ids of the next game's events begin this much later, so no listener takes one for an
old event."""
CORRECTED_FROM_S = 0.05
"""By how much the time of a mirrored clock's readings must be wrong until it is told anew."""
WORK = "the page of its game"
PICTURES_KEPT = 8
"""How many of the latest pictures are served: a browser may ask for one just after the next has come."""


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """A public view as it is sent.

    `id` is the number of the changes of the game that the public saw, plus GAME_CHANGES for each time that a game was left or withheld,
    that the board fell silent or was heard again, that its data were faulty or sound again, and that its clock was corrected. It never goes
    back; it is 0 before the first game. A row of the journal that changes nothing for the public has no id (Art. 24). The same rows give
    the same id, also after a restart.
    """

    id: int
    view: dict[str, Any]
    text: str
    """The view as JSON."""
    clock_since_s: float
    """When the clock readings in the view were taken, in seconds of the feed's own clock; from a silent board, when it was last heard."""
    superseded: threading.Event = field(default_factory=threading.Event)

    @property
    def is_empty(self) -> bool:
        """Whether it tells that no game is shown, before the first one or between two."""
        return len(self.view) == 1

    def text_at(self, now_s: float) -> str:
        """The view as JSON, with the age of its clock readings in `age_ms`: the browser's own time of day does not matter."""
        return f'{{"age_ms":{max(0, round((now_s - self.clock_since_s) * 1000))},{self.text[1:]}'


class Feed(JournalFeed):
    """Follows the journal at `path`, which need not exist yet. `look` takes one look; `start` looks again and again in the background.

    `alive` is the file that the board's service touches (`hub.feeds.silence`). Without `shows_pictures` the views name no picture. With a
    `delay`, the views, `state` and `pictures` are that much older. A game keeps the delay it began with, if that is longer.

    From a row on that is no sound event, or after which the game cannot be shown, the view before it stays and says that there is no news;
    `faults` are marked; without them the caller looks at `fault`.
    """

    def __init__(
        self,
        path: Path,
        now_s: Callable[[], float] = time.monotonic,
        *,
        shows_pictures: bool = True,
        delay: Delay = NONE,
        alive: Path | None = None,
        faults: BoardFaults | None = None,
    ) -> None:
        super().__init__(path)
        self._faults = faults
        self.shows_pictures = shows_pictures
        self.own_delay = self.delay = delay
        """The delay that holds for all games, and the one of this game, which may be longer."""
        self.now_s = now_s
        self.latest = _empty(0, now_s())
        self.pictures: dict[str, None] = {}
        """The names of the latest pictures that a view has named, oldest first."""
        self.state = State()
        """The game as the public may know it."""
        self.stopped = threading.Event()
        self._held = DelayQueue(delay)
        self._clock_since_s = now_s()
        self._pdn: tuple[Update, str] | None = None
        self._ids_from = self._changes = 0
        self._sign = SignOfLife(alive, now_s)
        self._zero = GameZero(alive.with_name(ZERO_NAME) if alive else None)
        self._lag, self._is_behind = MirrorLag.beside(alive), False
        self._silent_s: float | None = None
        self._faulty_s: float | None = None
        """Since when the board's data are faulty, by the feed's clock; None while they are sound."""
        self._unshown: tuple[Moment, int] | None = None
        """The newest moment that the public may know and of which no view can be made, with the number of changes up to it."""
        self._unshowable: Exception | None = None
        """Why not."""
        self._lookout = Lookout(logging.getLogger(__name__), "the page", self.look)

    @property
    def live(self) -> State:
        """The game as it is on disk, for the arbiter alone."""
        return self._follower.state

    @property
    def service_silent_for_s(self) -> float | None:
        """How many seconds ago the board's service gave its last sign of life, however much later the public sees its game.

        None while it is not silent.
        """
        since_s = self._sign.silent_since_s()
        return None if since_s is None else self.now_s() - since_s

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

    def hold_back(self, delay: Delay) -> None:
        """Show this game that much later at least from now on, and later ones too. What was shown stays."""
        self.own_delay = delay
        self.delay = self._held.delay = self.delay.or_longer(delay)

    def stop(self) -> None:
        """Let all listeners go."""
        self.stopped.set()
        self.latest.superseded.set()

    def look(self) -> bool:
        """Fold what the journal holds of news; whether there was any for the public. DamcamError when a row cannot be read or folded."""
        try:
            self._read()
        finally:
            self._withhold()
            shown = self._show()
            self._mark()
        return shown

    @property
    def fault(self) -> Exception | None:
        """Why the game cannot be followed or shown any further; None while it can be."""
        return self._follower.fault or self._unshowable

    def wait(self, seen: Update | None, timeout_s: float) -> None:
        """Wait at most the time for a newer update than `seen`, or for the end of the feed."""
        if seen is not None and not self.stopped.is_set():
            seen.superseded.wait(timeout_s)

    def _follow(self, looked: threading.Event) -> None:
        try:
            self._lookout.once()
        finally:
            looked.set()
        self._lookout.until(self.stopped)
        self.close()

    def _read(self) -> None:
        if self._follower.turned():
            self._forget()
        if not self._follower.has_news:
            return
        is_first = self._follower.row == 0
        if is_first:
            with self._follower.taking():
                self._apply_delay(self._follower)
            if self._follower.fault:
                return
        now_s, now_ns, t_ns = self.now_s(), self._follower.last_t_ns if is_first else 0, 0
        written_s = now_s - (self._written_ago_s() if is_first else 0.0)
        zero_s = self._zero_s()
        for row in tuple(self._follower.news()):  # all or none: nobody sees the first half of a damaged game
            with self._follower.taking():
                t_ns = max(t_ns, getattr(row.event, "t_ns", 0))
                if zero_s is None:
                    since_s = written_s - max(0, now_ns - t_ns) / 1e9 / clock_rate(row.after)
                else:
                    since_s = min(now_s, zero_s + t_ns / 1e9)
                self._held.take(Moment(row.after, since_s))

    def _zero_s(self) -> float | None:
        """When the time of a mirrored game was nought, by the feed's clock; None of a game that is recorded on this machine."""
        return self._zero.of(self.followed.parent.name)

    def _is_corrected(self) -> bool:
        """Take over when the clock readings that are shown were taken, where the mirror knows better by now; whether it does."""
        zero_s = self._zero_s()
        if zero_s is None or not self.state.clock.running:
            return False
        since_s = min(self.now_s(), zero_s + self.state.clock.since_t_ns / 1e9) + self.delay.seconds
        if abs(since_s - self._clock_since_s) <= CORRECTED_FROM_S:
            return False
        self._clock_since_s = since_s
        return True

    def _apply_delay(self, follower: Follower) -> None:
        """Read the delay with which the game began, before anything of the game is shown."""
        first = follower.first()
        if isinstance(first, SessionOpened):
            try:
                self.delay = self.own_delay.or_longer(parse_delay(first.about.settings.delay or ""))
            except DelayError as error:
                raise DelayError(DelayFault.OF_THE_GAME.said(why=error.sentence), str(follower.followed)) from error
            self._held = DelayQueue(self.delay)

    def _forget(self) -> None:
        """Drop the game that was followed: another has begun."""
        self.delay = self.own_delay
        self._held, self._clock_since_s = DelayQueue(self.delay), self.now_s()
        self.state, self._unshown, self._unshowable = State(), None, None
        self.pictures.clear()
        self._changes = 0
        if not self.latest.is_empty:
            self._ids_from += GAME_CHANGES
            self._publish_update(_empty(self._ids_from, self._clock_since_s))

    def _withhold(self) -> None:
        """Show nothing of a game whose journal has lost something: the public does not see half a game as if it were whole."""
        lost, is_withheld = self._follower.lost is not None, "withheld" in self.latest.view
        if lost == is_withheld:
            return
        if not lost:
            if self._follower.row == 0:
                self._forget()
            return
        self._forget()
        self._ids_from += GAME_CHANGES
        view = {"id": self._ids_from, "withheld": True}
        self._publish_update(Update(self._ids_from, view, json.dumps(view, separators=(",", ":")), self._clock_since_s))

    def _show(self) -> bool:
        """Publish what the public may know now; whether there was anything new. What cannot be shown is tried again at each look."""
        shown = self.state, self._clock_since_s, self._silent_s, self._is_behind, self._ids_from
        silent_s = self._sign.silent_since_s(self.delay.seconds)
        is_behind = silent_s is not None and self._lag.is_behind
        try:
            changes = self._take_over()
            is_new = changes > self._changes
            if (silent_s, is_behind) != (self._silent_s, self._is_behind) or self._is_corrected():
                self._silent_s, self._is_behind = silent_s, is_behind
                self._ids_from += GAME_CHANGES
                is_new = changes > 0
            if is_new:
                self._publish(changes)
        except MISSHAPEN as error:
            self._unshowable = error
            self.state, self._clock_since_s, self._silent_s, self._is_behind, self._ids_from = shown
            return False
        self._unshown = self._unshowable = None
        return is_new

    def _take_over(self) -> int:
        """Take over the newest state that the public may know; the number of changes of the game up to it that the public sees."""
        moment, changes = self._unshown or (Moment(self.state, self._clock_since_s), self._changes)
        for newer in self._held.release(self.now_s()):
            is_read_anew = _reading(newer.state) != _reading(moment.state)
            changes += not _is_same(moment.state, newer.state)
            moment = Moment(newer.state, newer.since_s if is_read_anew else moment.since_s)
        self._unshown = moment, changes
        self.state, self._clock_since_s = moment.state, moment.since_s
        return changes

    def _mark(self) -> None:
        """Mark the board where its data are faulty, and tell the public that there is no news; take both back where they are sound."""
        fault, was_faulty = self.fault, self._faulty_s is not None
        if fault and self._faults:
            self._faults.note(WORK, fault)
        elif self._faults:
            self._faults.clear(WORK)
        if (fault is not None) != was_faulty:
            self._faulty_s = self.now_s() if fault else None
            if self._changes:
                self._ids_from += GAME_CHANGES
                self._publish(self._changes)

    def _publish(self, changes: int) -> None:
        since_s, silent_s = self._clock_since_s, self._silent_s if self._faulty_s is None else self._faulty_s
        if not isfinite(since_s):
            raise ValueError("the clock was read at no time")
        view = public_view(self.state, self._ids_from + changes)
        halted(view["clock"], 0.0)  # what raises is to raise here, while the view before it can still be shown
        if not self.shows_pictures:
            view["drawn"] = None
        if self.delay.moves:
            view["clock"]["rate"] = 0.0  # the time of the shown side's next move is on disk already and stands in the next view
        view["game"] = number_of(self.followed)
        view["no_news"] = silent_s is not None and not self.state.over
        if view["no_news"] and self._is_behind:
            view["catching_up"] = True
        if silent_s is not None and not self.state.over:
            view["clock"] = halted(view["clock"], silent_s - since_s)
            since_s = silent_s
        text = json.dumps(view, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        self._remember(view["drawn"])
        self._changes = changes
        self._publish_update(Update(view["id"], view, text, since_s))

    def _publish_update(self, newer: Update) -> None:
        old, self.latest = self.latest, newer
        old.superseded.set()

    def _written_ago_s(self) -> float:
        """The age of a journal that existed before this process.

        With a delay it counts as written now: a Pi's time of day may leap by months when it finds a network.
        """
        return 0.0 if self.delay != NONE else written_ago_s(self._follower.followed)

    def _remember(self, name: str | None) -> None:
        if name:
            self.pictures.pop(name, None)
            self.pictures[name] = None
        while len(self.pictures) > PICTURES_KEPT:
            del self.pictures[next(iter(self.pictures))]


def _empty(id_: int, since_s: float) -> Update:
    return Update(id_, {"id": id_}, f'{{"id":{id_}}}', since_s)


def number_of(journal: Path) -> str:
    """The number of the game's folder, which tells the games of a board apart; `1` for a journal that lies elsewhere."""
    name = journal.parent.name
    return name if name.isascii() and name.isdigit() else "1"


def _is_same(old: State, new: State) -> bool:
    """Whether the public sees no difference. A state of which no view can be made differs from all others."""
    try:
        return is_same_to_public(old, new)
    except MISSHAPEN:
        return False


def _reading(state: State) -> tuple[object, ...]:
    clock = state.clock
    return clock.control, clock.white_ns, clock.black_ns, clock.running, clock.since_t_ns
