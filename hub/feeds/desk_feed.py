"""What the arbiter sees of a game, at once and in full: this follower of the journal knows no delay, unlike the public's."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hub.board_faults import MISSHAPEN, BoardFaults
from hub.feeds import server_sent
from hub.feeds.desk_alert import DeskAlert
from hub.feeds.desk_moves import entries, pictures
from hub.feeds.desk_view import DeskLog
from hub.feeds.game_zero import NAME as ZERO_NAME
from hub.feeds.game_zero import GameZero
from hub.feeds.journals import JournalFeed, JournalRow, Lookout, written_ago_s
from hub.feeds.lag import MirrorLag
from hub.feeds.silence import SignOfLife, halted
from hub.feeds.tablet_view import is_same_on_tablet
from hub.feeds.waiting import waiting
from record.papers.public_view import clock_rate
from record.session.state import State
from record.store.salvage import Lost
from record.telling.sentences import spoken, tell
from rules.errors import Sentence

Silence = tuple[float | None, bool, bool]
"""Since when the board is silent, whether it catches up, and whether its data are faulty."""
Seen = tuple[Path, int, Silence, Sentence | None, Lost | None, float | None]
"""What a listener has seen: of which game, up to which row, the silence of the board, why it is silent, what its journal has lost, and
when the time of a mirrored game was nought (s)."""
SeenByPlayers = tuple[Path, int, Silence, bool, float | None]
"""What the listener at a tablet has seen: of which game, after how many changes of the tablet's view, the silence of the board, whether the
game is withheld, and when the time of a mirrored game was nought (s). A row that changes nothing there is not in it (Art. 24)."""
Listened = tuple[Seen | SeenByPlayers, object]
"""What a listener has seen of the game, and of what his page shows besides."""
TROUBLE_EVERY_S = 2.0
WORK, STREAM = "its desk", "the stream of its desk"

ASKS_EVERY_S = 1.0
"""How often a listener's right to listen is looked at: whoever signs out elsewhere hears no more after so long."""
SEEN_WITHIN_S = 0.2
"""What is shown besides the game is looked at for all listeners at once, for so long."""


class DeskFeed(JournalFeed):
    """Follows the journal at `path`, which need not exist yet. `look` takes one look; `start` looks again and again in the background.

    Any thread may use it. `alive` is the file that the board's service touches (`hub.feeds.silence`). `trouble` tells why a silent board
    writes nothing, where that is known. Where a row is no sound event, the desk shows the game before it without news, and `faults` are
    marked; where only an alert or a ruling of a row cannot be shown, they are marked and the game goes on.
    """

    def __init__(
        self,
        path: Path,
        now_s: Callable[[], float] = time.monotonic,
        alive: Path | None = None,
        trouble: Callable[[], Sentence | None] = lambda: None,
        faults: BoardFaults | None = None,
    ) -> None:
        super().__init__(path)
        self._now_s, self._faults = now_s, faults or BoardFaults(str(path))
        self._untold: Exception | None = None
        """Why something of a row of this game is not in `log`; None where all is."""
        self._sign = SignOfLife(alive, now_s)
        self._zero = GameZero(alive.with_name(ZERO_NAME) if alive else None)
        self._silent_s: float | None = None
        self._lag, self.is_behind = MirrorLag.beside(alive), False
        """`is_behind`: whether the silence is that of a board elsewhere that is there again, and whose rows are still coming in."""
        self._ask_trouble, self._asked_s = trouble, now_s()
        self._trouble: Sentence | None = None
        self.held_ruling = 0
        """The row that a ruling will be which was obeyed and is not on disk yet."""
        self.log = DeskLog()
        """What was told of the game that is followed."""
        self.tablet_changes = 0
        """How many rows of the game changed what the tablet shows. The same rows give the same number, also after a restart."""
        self.ruling = threading.Lock()
        """Held while one ruling is handed over, so that the next one sees its outcome."""
        self._seen: Seen = self.folder, self.row, (None, False, False), None, None, None
        self._looking, self._news = threading.RLock(), threading.Condition()
        self._clock_since_s, self._started = now_s(), False
        self._ended = threading.Event()
        self._lookout = Lookout(logging.getLogger(__name__), "the desk", self.look)

    @property
    def folder(self) -> Path:
        """The folder of the game that is followed."""
        return self._follower.followed.parent

    @property
    def row(self) -> int:
        """The last row of the journal that was folded."""
        return self._follower.row

    @property
    def state(self) -> State:
        """The game as it is on disk."""
        return self._follower.state

    def start(self) -> None:
        """Look ten times a second from now on, in a thread that ends with the process. Only the first call starts it."""
        with self._looking:
            if not self._started:
                self._started = True
                self._lookout.once()
                threading.Thread(target=self._follow, name="desk", daemon=True).start()

    def stop(self) -> None:
        """Let all listeners go."""
        self._ended.set()
        with self._news:
            self._news.notify_all()

    def look(self) -> None:
        """Fold the new rows of the journal; DamcamError when a row cannot be read or folded."""
        self._look_for_trouble()
        with self._looking:
            before = self._seen
            try:
                self._read()
            finally:
                if fault := self.fault or self._untold:
                    self._faults.note(WORK, fault)
                else:
                    self._faults.clear(WORK)
                self._silent_s = self._sign.silent_since_s()
                self.is_behind = self._silent_s is not None and self._lag.is_behind
                silence = self._silent_s, self.is_behind, self.fault is not None
                self._seen = self.folder, self.row, silence, self._trouble, self.lost, self._zero.of(self.folder.name)
        if self._seen != before:
            with self._news:
                self._news.notify_all()

    @property
    def age_ms(self) -> int:
        """How long ago the clock readings in `state` were taken, in milliseconds; from a silent board, when it was last heard."""
        since_s = self._clock_since_s if self._silent_s is None else self._silent_s
        return max(0, round((self._now_s() - since_s) * 1000))

    def waiting(self) -> list[tuple[DeskAlert, float]]:
        """The alerts that wait for the arbiter, newest first, each with about how many seconds ago it was told."""
        with self._looking:
            waits = waiting(self.log.alerts, self.state, self.log.settled)
            zero_s = self._zero.of(self.folder.name)
            if zero_s is not None:
                return [(alert, max(0.0, self._now_s() - zero_s - alert.t_ns / 1e9)) for alert in waits]
            since_s = written_ago_s(self.followed) if waits else 0.0
            return [(alert, since_s + max(0, self._follower.last_t_ns - alert.t_ns) / 1e9) for alert in waits]

    def view(self, lang: str) -> dict[str, Any]:
        """What the desk shows now in that language, ready for JSON. `trouble` tells why a silent board writes nothing; else it is empty."""

        def shown() -> dict[str, Any]:
            view = self.log.view(self.state, self.row, self.folder, lang)
            trouble = tell(self._trouble, lang) if self._trouble else ""
            return {**view, "last_ruling": self.last_ruling, "trouble": trouble, "lost": told_lost(self.lost, lang)}

        return self.aged(shown)

    def moves(self) -> dict[str, Any]:
        """The whole list of moves, ready for JSON: {"game", "entries"} (`desk_moves`)."""
        with self._looking:
            return {"game": self.folder.name, "entries": entries(self.state, self.log.doubts) if self.state.opening else []}

    def shows(self, picture: str) -> bool:
        """Whether an alert or a move at the desk shows the picture of that name."""
        with self._looking:
            return picture in self.log.pictures or picture in pictures(self.state)

    @property
    def last_ruling(self) -> int:
        """The row of the last ruling, also of one that is not on disk yet; 0 before the first."""
        return max(self.log.last_ruling, self.held_ruling)

    def aged(self, view: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A view of the game as it stands now, with the age of its clock readings, and whether there is no news from the board."""
        with self._looking:
            is_silent = self._silent_s is not None or self.fault is not None
            told = {"age_ms": self.age_ms, "no_news": is_silent and not self.state.over, **view()}
            if told["no_news"] and self.is_behind:
                told["catching_up"] = True
            if told["no_news"] and told.get("clock"):
                since_s = self._clock_since_s
                told["clock"] = halted(told["clock"], (since_s if self._silent_s is None else self._silent_s) - since_s)
            return told

    def events(
        self,
        allowed: Callable[[], bool],
        view: Callable[[], dict[str, Any]],
        more: Callable[[float], object] = lambda _within_s: None,
        *,
        to_players: bool = False,
    ) -> Iterator[bytes]:
        """Server-sent events for one listener, as long as it is `allowed` to listen: the view now, and each newer one.

        `more` is what the view shows besides this game, as it was seen within a time. It is asked for each ASKS_EVERY_S, and as it is now
        when it is shown. Events that go `to_players` come only for rows that change the tablet's view (Art. 24).
        """

        def newest() -> Seen | SeenByPlayers:
            return self._seen_by_players if to_players else self._seen

        def newer(seen: Listened | None) -> tuple[Listened, bytes] | None:
            if (newest(), more(SEEN_WITHIN_S)) == seen:
                return None
            with self._looking:
                now, sent = (newest(), more(0.0)), server_sent.ALIVE
                with self._faults.share(STREAM):
                    shown = view()
                    sent = server_sent.event(shown["id"], json.dumps(shown, ensure_ascii=False, allow_nan=False))
                return now, sent

        def wait(seen: Listened | None, timeout_s: float) -> None:
            with self._news:
                self._news.wait_for(lambda: self._ended.is_set() or seen is None or newest() != seen[0], min(timeout_s, ASKS_EVERY_S))

        return server_sent.stream(newer, wait, lambda: self._ended.is_set() or not allowed())

    @property
    def _seen_by_players(self) -> SeenByPlayers:
        folder, _, silence, _, lost, zero_s = self._seen
        return folder, self.tablet_changes, silence, lost is not None, zero_s

    def _look_for_trouble(self) -> None:
        if self._silent_s is None:
            self._trouble = None
        elif self._trouble is None or self._now_s() - self._asked_s >= TROUBLE_EVERY_S:
            self._asked_s, self._trouble = self._now_s(), self._ask_trouble()

    def _read(self) -> None:
        if self._follower.turned():
            self.log, self.held_ruling, self._untold, self.tablet_changes = DeskLog(), 0, None, 0
        clock, is_first = self.state.clock, self.row == 0
        for row in self._follower.news():
            try:
                self.log.take(row)
            except MISSHAPEN as error:
                self._untold = error
            self.tablet_changes += not _is_same_on_tablet(row)
        zero_s = self._zero.of(self.folder.name)
        if zero_s is not None:
            with self._follower.taking():
                self._clock_since_s = min(self._now_s(), zero_s + self.state.clock.since_t_ns / 1e9)
        elif self.state.clock != clock:
            self._clock_since_s = self._now_s() - (self._read_ago_s() if is_first else 0.0)

    def _read_ago_s(self) -> float:
        """How long ago the clock was read, of a journal that existed before this process; later rows may leave it as it was."""
        ago_s = written_ago_s(self._follower.followed)
        with self._follower.taking():
            ago_s += max(0, self._follower.last_t_ns - self.state.clock.since_t_ns) / 1e9 / clock_rate(self.state)
        return ago_s

    def _follow(self) -> None:
        self._lookout.until(self._ended)
        self.close()


def _is_same_on_tablet(row: JournalRow) -> bool:
    """Whether the row changes nothing on the tablet. A state of which no view can be made differs from all others."""
    try:
        return is_same_on_tablet(row.before, row.after)
    except MISSHAPEN:
        return False


def told_lost(lost: Lost | None, lang: str) -> dict[str, Any] | None:
    """What a journal has lost, ready for JSON: {"says", "lang", "row", "seq", "may_go_on"}; None where it is whole.

    `lang` in it is the language that the text is in. The journal can be read up to `row`, with press `seq`, and the game `may_go_on` there.
    """
    if lost is None:
        return None
    told = {"says": tell(lost.damage, lang), "lang": spoken(lost.damage, lang), "row": lost.row, "seq": lost.seq}
    return {**told, "may_go_on": lost.row > 0 and not lost.is_over}
