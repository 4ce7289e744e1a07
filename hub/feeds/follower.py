"""The one follower of a board's log in a process of pages. All that pages, desk and tablet show of the board's game is a view of it.

It folds the log, counts the changes that the public sees apart from all others, and holds back what the public may not know yet. The delay
is applied here and nowhere else.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from hub.board_faults import MISSHAPEN
from hub.feeds.delay import NONE, Delay, DelayError, DelayFault, parse_delay
from hub.feeds.journals import FoldedJournal, JournalRow, written_ago_s
from hub.feeds.silence import SignOfLife
from link.board_socket import last_link
from link.status import Link
from record.events.about import PublicTags
from record.events.of_game import SessionOpened
from record.events.of_record import Described
from record.papers.public_change import is_same_to_public
from record.papers.public_view import clock_rate
from record.session.state import State
from record.store.in_short import GameInShort
from record.store.salvage import Lost
from record.telling.remarks import has_taken_over
from rules.errors import DamcamError

_log = logging.getLogger(__name__)
ROWS_A_TURN = 20
"""So many rows are read before other greenlets have their turn: a log that a board sent may have thousands."""
CORRECTED_FROM_S = 0.05
"""By how much the time of a mirrored clock's readings must be wrong until it is told anew."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after a row of the log. `since_s` is when it came to stand so, in seconds of the follower's clock."""

    state: State
    since_s: float
    changes: int = 0
    """How many rows of the game up to this one changed something for the public."""


class DelayQueue:
    """The moments that the public may not know yet. `take` adds the next moment; `release` removes those that it may know now."""

    def __init__(self, delay: Delay) -> None:
        self.delay = delay
        """The delay that holds now."""
        self._held: deque[Moment] = deque()
        self._told = State()
        """What was released last."""

    def take(self, moment: Moment) -> None:
        self._held.append(moment)

    def release(self, now_s: float) -> Iterator[Moment]:
        """Remove and yield the moments that the public may know now, in order; `since_s` of each is the earliest time it could be known.

        Nothing is held back before the clock first runs, or once the game is over, by a ruling or by its closing. In between a moment is
        released when each side has made the delay's moves since, and the delay's time has passed. That the end was undone is known at
        once, as the end was.
        """
        last = self._held[-1].state if self._held else State()
        while self._held and (last.over or self._is_due(self._held[0], last, now_s)):
            moment = self._held.popleft()
            self._told = moment.state
            yield replace(moment, since_s=moment.since_s + self.delay.seconds)

    def _is_due(self, moment: Moment, last: State, now_s: float) -> bool:
        if not _made(moment.state) and moment.state.clock.running is None:
            return True
        if self._told.over and (moment.state.plies, moment.state.presses) == (self._told.plies, self._told.presses):
            return True
        return _made(moment.state) + 2 * self.delay.moves <= _made(last) and moment.since_s + self.delay.seconds <= now_s


def _made(state: State) -> int:
    """The number of presses, and of moves made before the first. It never falls, even when moves are taken back."""
    return len(state.before) + len(state.presses)


class View(Protocol):
    """What shows the game of a follower. It is told of each row once, and may ask the follower at any time."""

    def forget(self) -> None:
        """Another game is followed from now on, or this one from its beginning."""

    def take(self, row: JournalRow, *, is_public: bool) -> None:
        """The row was folded; `is_public` where it changes something for the public, once it may know."""

    def show(self) -> None:
        """A look was taken, also where it failed."""


class Follower:
    """Follows the log at `path`, which need not exist yet, look by look.

    Any thread may use it. `path` may be set to another log, which is followed from the next look on. `alive` is the file that the board's
    service touches (`hub.feeds.silence`). A game keeps the public's delay with which it began, if that is longer than `delay`.
    """

    def __init__(self, path: Path, now_s: Callable[[], float] = time.monotonic, *, delay: Delay = NONE, alive: Path | None = None) -> None:
        self._journal, self.now_s = FoldedJournal(path), now_s
        self.own_delay = self.delay = delay
        """The delay that holds for all games, and the one of this game, which may be longer."""
        self.sign = SignOfLife(alive, now_s)
        self._state_folder = alive.parent if alive else None
        self._link: Link | None = None
        """How the link to a board elsewhere was at the last look."""
        self.clock_since_s = now_s()
        """When the clock readings in `state` were taken, in seconds of `now_s`."""
        self.undelayed: DelayError | None = None
        """Why the delay with which the game began cannot be used; the public sees nothing of it then."""
        self.public = Moment(State(), now_s())
        """The game as the public may know it."""
        self.corrections = 0
        """How often it became known that the public's clock readings were taken at another time."""
        self._held, self._changes, self._named, self._taken_over_at = DelayQueue(delay), 0, list[PublicTags](), 0
        self._views: list[View] = []
        self.looking = threading.RLock()
        """Held while a look is taken."""
        self._complaint = ""

    def tell(self, view: View) -> None:
        """Tell the view of each row and look from now on; only before the first look."""
        self._views.append(view)

    @property
    def path(self) -> Path:
        """The log to follow."""
        return self._journal.path

    @path.setter
    def path(self, path: Path) -> None:
        self._journal.path = path

    @property
    def followed(self) -> Path:
        """The log that `state` is of: after `path` was set, the old one until the next look."""
        return self._journal.followed

    @property
    def row(self) -> int:
        """The last row that was folded; 0 before the first."""
        return self._journal.row

    @property
    def state(self) -> State:
        """The game as it is on disk, for arbiters and players alone."""
        return self._journal.state

    @property
    def last_t_ns(self) -> int:
        """The time of the last event, in nanoseconds since the session began."""
        return self._journal.last_t_ns

    @property
    def heard_t_ns(self) -> int:
        """The time of the game (ns) when its board was last heard, at which the clocks of all pages stand; now where the board is heard."""
        silent_s = self.sign.silent_since_s()
        with self.looking:
            passed_s = (self.now_s() if silent_s is None else silent_s) - self.clock_since_s
            return self.state.clock.since_t_ns + round(max(0.0, passed_s) * 1e9 * clock_rate(self.state))

    @property
    def lost(self) -> Lost | None:
        """What the log has lost; None where it is whole."""
        return self._journal.lost

    @property
    def fault(self) -> Exception | None:
        """Why the game cannot be followed beyond `row`; None while all rows are sound."""
        return self._journal.fault

    def in_short(self) -> GameInShort | None:
        """The game in short, as it is on disk; None before its opening, and where it cannot be followed."""
        if self.state.opening is None or self.fault:
            return None
        return GameInShort.of(tuple(self._named), self.state, self._taken_over_at)

    @property
    def zero_s(self) -> float | None:
        """When the time of a mirrored game was nought, by `now_s`; None of a game that is recorded on this machine."""
        link = self._link
        return link.zero_ns / 1e9 if link and link.zero_ns is not None and link.game == self.followed.parent.name else None

    @property
    def is_behind(self) -> bool:
        """Whether the mirror of a board elsewhere catches up now. Not while the board is away, or the disk of the hub takes nothing."""
        link = self._link
        return bool(link and link.online and link.behind and not link.trouble)

    def close(self) -> None:
        """Close the log, which the next look would open again."""
        with self.looking:
            self._journal.close()

    def hold_back(self, delay: Delay) -> None:
        """Show the public this game that much later at least from now on, and later ones too. What was shown stays."""
        self.own_delay = delay
        self.delay = self._held.delay = self.delay.or_longer(delay)

    def look(self) -> None:
        """Fold what the log holds of news, and have the views show it. DamcamError when a row cannot be read or folded."""
        with self.looking:
            try:
                self._read()
            finally:
                self._release()
                for view in self._views:
                    view.show()

    def look_again(self) -> None:
        """As `look`, but what is wrong ends nothing, and is logged once, until a look succeeds or something else is wrong."""
        try:
            self.look()
            self._complaint = ""
        except (DamcamError, OSError, *MISSHAPEN) as error:
            if str(error) != self._complaint:
                self._complaint = str(error)
                is_ours = isinstance(error, DamcamError | OSError)
                _log.error("the game stands still: %s", error, exc_info=None if is_ours else error)

    def _read(self) -> None:
        self._link = last_link(self._state_folder) if self._state_folder else None
        if self._journal.turned():
            self._forget()
        clock, is_first = self.state.clock, self.row == 0
        if self._journal.has_news:
            self._take(is_first=is_first)
        if self.zero_s is not None:
            with self._journal.taking():
                self.clock_since_s = min(self.now_s(), self.zero_s + self.state.clock.since_t_ns / 1e9)
        elif self.state.clock != clock:
            self.clock_since_s = self.now_s() - (self._read_ago_s() if is_first else 0.0)

    def _take(self, *, is_first: bool) -> None:
        if is_first:
            self._apply_delay()
        now_s, now_ns, t_ns = self.now_s(), self.last_t_ns if is_first else 0, 0
        written_s = now_s - (self._written_ago_s() if is_first else 0.0)
        rows = list[tuple[JournalRow, int]]()
        for row in self._journal.news():
            is_public = not _is_same(row)
            self._changes += is_public
            rows.append((row, self._changes))
            if isinstance(row.event, SessionOpened | Described):
                self._named.append(row.after.opened.about.tags)
            if has_taken_over(row.event):
                self._taken_over_at = row.id
            for view in self._views:
                view.take(row, is_public=is_public)
            if row.id % ROWS_A_TURN == 0:
                time.sleep(0)
        for row, changes in rows if self.undelayed is None else ():  # all or none: the public does not see the first half of a damaged game
            with self._journal.taking():
                t_ns = max(t_ns, getattr(row.event, "t_ns", 0))
                if self.zero_s is None:
                    since_s = written_s - max(0, now_ns - t_ns) / 1e9 / clock_rate(row.after)
                else:
                    since_s = min(now_s, self.zero_s + t_ns / 1e9)
                self._held.take(Moment(row.after, since_s, changes))

    def _apply_delay(self) -> None:
        """Read the delay with which the game began, before anything of the game is shown."""
        first = self._journal.first()
        if not isinstance(first, SessionOpened):
            return
        try:
            self.delay = self.own_delay.or_longer(parse_delay(first.about.settings.delay or ""))
        except DelayError as error:
            self.undelayed = DelayError(DelayFault.OF_THE_GAME.said(why=error.sentence), str(self.followed))
        self._held = DelayQueue(self.delay)

    def _written_ago_s(self) -> float:
        """The age of a log that existed before this process.

        With a delay it counts as written now: a Pi's time of day may leap by months when it finds a network.
        """
        return 0.0 if self.delay != NONE else written_ago_s(self.followed)

    def _read_ago_s(self) -> float:
        """How long ago the clock was read, of a log that existed before this process; later rows may leave it as it was."""
        ago_s = written_ago_s(self.followed)
        with self._journal.taking():
            ago_s += max(0, self.last_t_ns - self.state.clock.since_t_ns) / 1e9 / clock_rate(self.state)
        return ago_s

    def _forget(self) -> None:
        """Drop the game that was followed: another has begun."""
        self.delay, self.undelayed = self.own_delay, None
        self._held, self._changes, self._named, self._taken_over_at = DelayQueue(self.delay), 0, [], 0
        self.public = Moment(State(), self.now_s())
        for view in self._views:
            view.forget()

    def _release(self) -> None:
        """Take over what the public may know by now."""
        for newer in self._held.release(self.now_s()):
            is_read_anew = _reading(newer.state) != _reading(self.public.state)
            self.public = newer if is_read_anew else replace(newer, since_s=self.public.since_s)
        clock = self.public.state.clock
        if clock.running and self.zero_s is not None:
            with self._journal.taking():
                since_s = min(self.now_s(), self.zero_s + clock.since_t_ns / 1e9) + self.delay.seconds
                if abs(since_s - self.public.since_s) > CORRECTED_FROM_S:
                    self.public = replace(self.public, since_s=since_s)
                    self.corrections += 1


def _is_same(row: JournalRow) -> bool:
    """Whether the row changes nothing for the public. A state of which no view can be made differs from all others."""
    try:
        return is_same_to_public(row.before, row.after)
    except MISSHAPEN:
        return False


def _reading(state: State) -> tuple[object, ...]:
    clock = state.clock
    return clock.control, clock.white_ns, clock.black_ns, clock.running, clock.since_t_ns
