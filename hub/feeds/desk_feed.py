"""What the arbiter sees of a game, at once and in full, without the public's delay; and what listens to it, desk and tablet."""

import threading
from collections.abc import Callable, Iterator
from os.path import exists
from pathlib import Path
from typing import Any, TypeVar

from hub.board_faults import MISSHAPEN, BoardFaults
from hub.feeds import server_sent
from hub.feeds.desk_alert import DeskAlert
from hub.feeds.desk_moves import pictures
from hub.feeds.desk_view import DeskLog
from hub.feeds.follower import Follower
from hub.feeds.journals import JournalRow, written_ago_s
from hub.feeds.silence import halted
from hub.feeds.tablet_view import is_same_to_players
from hub.feeds.waiting import waiting
from record.papers.public_view import first_here, last_drawings
from record.session.state import State
from record.store.salvage import Lost
from record.telling.remarks import MEMORY_LOST
from record.telling.sentences import spoken, tell
from rules.errors import Sentence

Silence = tuple[float | None, bool, bool]
"""Since when the board is silent, whether it catches up, and whether its data are faulty."""
Seen = tuple[Path, int, int, Silence, Sentence | None, Lost | None, float | None, str | None]
"""What a listener has seen: of which game, up to which row, which ruling that is not on disk yet, the silence of the board, why it is
silent, what its journal has lost, when the time of a mirrored game was nought (s), and the picture of the board before the game."""
SeenByPlayers = tuple[Path, int, Silence, bool, float | None, str | None]
"""What the listener at a tablet has seen: of which game, after how many changes of the tablet's view, the silence of the board, whether the
game is withheld, when the time of a mirrored game was nought (s), and the picture of the board before the game. A row that changes nothing
there is not in it (Art. 24)."""
T = TypeVar("T")
TROUBLE_EVERY_S = 2.0
WORK, STREAM = "its desk", "the stream of its desk"

ASKS_EVERY_S = 1.0
"""How often a listener's right to listen is looked at: whoever signs out elsewhere hears no more after so long."""


class DeskFeed:
    """The arbiter's view of the game of `follower`, and that of the players' tablet.

    Any thread may use it. `trouble` tells why a silent board writes nothing, where that is known. Where a row is no sound event, the desk
    shows the game before it without news, and `faults` are marked; where only an alert or a ruling of a row cannot be shown, they are
    marked and the game goes on.
    """

    def __init__(
        self, follower: Follower, trouble: Callable[[], Sentence | None] = lambda: None, faults: BoardFaults | None = None
    ) -> None:
        self.follower, self._faults = follower, faults or BoardFaults(str(follower.path))
        self._untold: Exception | None = None
        """Why something of a row of this game is not in `log`; None where all is."""
        self._silent_s: float | None = None
        self.is_behind = False
        """Whether the silence is that of a board elsewhere that is there again, and whose rows are still coming in."""
        self._ask_trouble, self._asked_s = trouble, follower.now_s()
        self._trouble: Sentence | None = None
        self.held_ruling = 0
        """The row that a ruling will be which was obeyed and is not on disk yet."""
        self.log = DeskLog()
        """What was told of the game that is followed."""
        self.tablet_changes = 0
        """How many rows of the game changed what the tablet shows. The same rows give the same number, also after a restart."""
        self.ruling = threading.Lock()
        """Held while one ruling is handed over, so that the next one sees its outcome."""
        self.drawing: str | None = None
        """Before the first press the picture of the board, once it is here."""
        self.seen: Seen = self.folder, self.row, 0, (None, False, False), None, None, None, None
        """What all listeners see: what is shown of the game changes with it alone."""
        self._news, self._ended = server_sent.News(), threading.Event()
        follower.tell(self)

    @property
    def path(self) -> Path:
        """The journal to follow."""
        return self.follower.path

    @property
    def folder(self) -> Path:
        """The folder of the game that is followed."""
        return self.follower.followed.parent

    @property
    def row(self) -> int:
        """The last row of the journal that was folded."""
        return self.follower.row

    @property
    def state(self) -> State:
        """The game as it is on disk."""
        return self.follower.state

    @property
    def lost(self) -> Lost | None:
        """What the journal has lost; None where it is whole."""
        return self.follower.lost

    def stop(self) -> None:
        """Let all listeners go."""
        self._ended.set()
        self._news.tell()

    def wake(self) -> None:
        """Have all listeners look whether something is new besides the game."""
        self._news.tell()

    def look(self) -> None:
        """Have the follower take a look; DamcamError when a row cannot be read or folded."""
        self.follower.look()

    def forget(self) -> None:
        """Drop what was told: another game is followed."""
        self.log, self.held_ruling, self._untold, self.tablet_changes = DeskLog(), 0, None, 0

    def take(self, row: JournalRow, *, is_public: bool) -> None:
        """Add what the row tells the arbiter."""
        try:
            self.log.take(row)
        except MISSHAPEN as error:
            self._untold = error
        if any(alert.reason == MEMORY_LOST for alert in getattr(row.event, "alerts", ())):
            self.held_ruling = 0  # other events get the row that it would have had
        self.tablet_changes += is_public or not _is_same_to_players(row)

    def show(self) -> None:
        """Tell all listeners if something is new."""
        follower, before = self.follower, self.seen
        if fault := follower.fault or self._untold:
            self._faults.note(WORK, fault)
        else:
            self._faults.clear(WORK)
        self._silent_s = follower.sign.silent_since_s()
        self.is_behind = self._silent_s is not None and follower.is_behind
        self._look_for_trouble()
        silence = self._silent_s, self.is_behind, follower.fault is not None
        self.drawing = None if self.state.presses else first_here(last_drawings(self.state), self.folder)
        self.seen = self.folder, self.row, self.held_ruling, silence, self._trouble, self.lost, follower.zero_s, self.drawing
        if self.seen != before:
            self._news.tell()

    @property
    def age_ms(self) -> int:
        """How long ago `as_of_s` is, in milliseconds."""
        return max(0, round((self.follower.now_s() - self.as_of_s) * 1000))

    @property
    def as_of_s(self) -> float:
        """When the clock readings in `state` were taken; from a silent board, when it was last heard."""
        return self.follower.clock_since_s if self._silent_s is None else self._silent_s

    def waiting(self) -> list[tuple[DeskAlert, float]]:
        """The alerts that wait for the arbiter, newest first, each with about how many seconds ago it was told."""
        follower = self.follower
        with follower.looking:
            waits = waiting(self.log.alerts, self.state, self.log.settled)
            zero_s = follower.zero_s
            if zero_s is not None:
                return [(alert, max(0.0, follower.now_s() - zero_s - alert.t_ns / 1e9)) for alert in waits]
            since_s = written_ago_s(follower.followed) if waits else 0.0
            return [(alert, since_s + max(0, follower.last_t_ns - alert.t_ns) / 1e9) for alert in waits]

    def view(self, lang: str) -> dict[str, Any]:
        """What the desk shows now in that language, ready for JSON. `trouble` tells why a silent board writes nothing; else it is empty."""

        def shown() -> dict[str, Any]:
            view = self.log.view(self.state, self.row, self.folder, lang)
            trouble = tell(self._trouble, lang) if self._trouble else ""
            return {**view, "last_ruling": self.last_ruling, "trouble": trouble, "lost": told_lost(self.lost, lang)}

        return self.aged(shown)

    def shows(self, picture: str) -> bool:
        """Whether an alert or a move at the desk shows the picture of that name."""
        with self.follower.looking:
            return picture in self.log.pictures or picture in pictures(self.state)

    @property
    def pictures_here(self) -> frozenset[str]:
        """Those of the pictures of alerts whose files are here."""
        with self.follower.looking:
            return frozenset(name for name in self.log.pictures if exists(self.folder / name))

    @property
    def last_ruling(self) -> int:
        """The row of the last ruling, also of one that is not on disk yet; 0 before the first."""
        return max(self.log.last_ruling, self.held_ruling)

    def aged(self, view: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A view of the game as it stands now, with the age of its clock readings, and whether there is no news from the board."""
        with self.follower.looking:
            is_silent = self._silent_s is not None or self.follower.fault is not None
            told = {"age_ms": self.age_ms, "no_news": is_silent and not self.state.over, **view()}
            if told["no_news"] and self.is_behind:
                told["catching_up"] = True
            if told["no_news"] and told.get("clock"):
                told["clock"] = halted(told["clock"], self.as_of_s - self.follower.clock_since_s)
            return told

    def events(
        self, allowed: Callable[[], bool], newer: Callable[[T | None], tuple[T, bytes]], besides: Callable[[], object] = lambda: None
    ) -> Iterator[bytes]:
        """Server-sent events for one listener, as long as it is `allowed` to listen: what the desk shows now, and what changes of it.

        `newer` gives what is shown now, and the event that brings it to a page that shows what it is given; None shows nothing yet, or may
        show anything after an event that could not be made. `besides` is what the page shows besides this game, and is asked for each
        ASKS_EVERY_S.
        """
        return self._events(allowed, newer, lambda: (self.seen, besides()))

    def events_to_players(self, allowed: Callable[[], bool], newer: Callable[[T | None], tuple[T, bytes]]) -> Iterator[bytes]:
        """As `events`, for a tablet: they come only for what changes its view (Art. 24)."""
        return self._events(allowed, newer, lambda: self._seen_by_players)

    def _events(
        self, allowed: Callable[[], bool], newer: Callable[[T | None], tuple[T, bytes]], look: Callable[[], object]
    ) -> Iterator[bytes]:
        def told(seen: tuple[object, T | None] | None) -> tuple[tuple[object, T | None], bytes] | None:
            now = look()  # before the view, which is then at least as new
            if seen is not None and seen[0] == now:
                return None
            with self._faults.share(STREAM):
                shown, sent = newer(seen[1] if seen else None)
                return (now, shown), sent
            return (now, None), server_sent.ALIVE

        return server_sent.stream(told, lambda: self._news, lambda: self._ended.is_set() or not allowed(), ASKS_EVERY_S)

    @property
    def _seen_by_players(self) -> SeenByPlayers:
        folder, _, _, silence, _, lost, zero_s, drawing = self.seen
        return folder, self.tablet_changes, silence, lost is not None, zero_s, drawing

    def _look_for_trouble(self) -> None:
        now_s = self.follower.now_s()
        if self._silent_s is None:
            self._trouble = None
        elif self._trouble is None or now_s - self._asked_s >= TROUBLE_EVERY_S:
            self._asked_s, self._trouble = now_s, self._ask_trouble()


def _is_same_to_players(row: JournalRow) -> bool:
    """Whether the row changes nothing that the tablet shows besides the public view. A state of which no view can be made differs."""
    try:
        return is_same_to_players(row.before, row.after)
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
