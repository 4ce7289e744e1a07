"""The newest public view of a board's game for all who listen.

Everything public is made from this view. Nothing is queued: a listener waits until its view is superseded and then takes the newest. A slow
listener misses steps in between, never the outcome, and holds up nobody.
"""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from hub.board_faults import MISSHAPEN, BoardFaults
from hub.feeds.delay import Delay
from hub.feeds.follower import Follower, Moment
from hub.feeds.journals import JournalRow
from hub.feeds.server_sent import News
from hub.feeds.silence import halted
from hub.feeds.tile import small
from record.papers.game_pdn import export_pdn
from record.papers.public_view import first_here, last_drawings, public_view
from record.session.state import State
from record.store.salvage import Lost

GAME_CHANGES = 1_000_000
"""More changes than the public sees of a game. The ids of the next game's events begin this much later, so no listener takes one for an
old event."""
WORK = "the page of its game"
PICTURES_KEPT = 8
"""How many of the latest pictures are served: a browser may ask for one just after the next has come."""
T = TypeVar("T")
Besides = tuple[float | None, bool, int, float | None]
"""What a view tells besides the game: since when the board is silent, whether it catches up, how often the time of its clock readings was
corrected, and since when its data are faulty."""
NOTHING_BESIDES: Besides = (None, False, 0, None)


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """A public view as it is sent.

    `id` is the number of the changes of the game that the public saw, plus GAME_CHANGES for each time that a game was left or withheld,
    that the board fell silent or was heard again, that its data were faulty or sound again, and that its clock was corrected. It never goes
    back while the server runs; it is 0 before the first game. A row of the journal that changes nothing for the public has no id (Art. 24).
    """

    id: int
    view: dict[str, Any]
    text: str
    """The view as JSON."""
    clock_since_s: float
    """When the clock readings in the view were taken, in seconds of the feed's own clock; from a silent board, when it was last heard."""
    tile: Mapping[str, Any]
    """What the wall shows of it (`hub.feeds.tile`)."""
    state: State
    """The game as the public may know it, as it was at the last change that the public saw."""
    _made: dict[str, Any] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether it tells that no game is shown, before the first one or between two."""
        return len(self.view) == 1

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What is made of it under that name, made once for all who ask."""
        if name not in self._made:
            self._made[name] = make()
        made: T = self._made[name]
        return made

    def text_at(self, now_s: float) -> str:
        """The view as JSON, with the age of its clock readings."""
        return aged(self.text, now_s - self.clock_since_s)

    def pdn(self) -> str:
        """The game as the public may have it; SessionError before the opening."""
        return self.once("PDN", lambda: export_pdn(self.state, remarks=False))


class Feed:
    """The public's view of the game of `follower`. Without `shows_pictures` the views name no picture.

    From a row on that is no sound event, or after which the game cannot be shown, the view before it stays and says that there is no news;
    `faults` are marked; without them the caller looks at `fault`.
    """

    def __init__(self, follower: Follower, *, shows_pictures: bool = True, faults: BoardFaults | None = None) -> None:
        self.follower, self._faults = follower, faults
        self.shows_pictures = shows_pictures
        self.now_s: Callable[[], float] = follower.now_s
        self.latest = _empty(0, self.now_s())
        self.pictures: dict[str, None] = {}
        """The names of the latest pictures that a view has named, oldest first."""
        self.stopped, self.news = threading.Event(), News()
        self._shown, self._besides = follower.public, NOTHING_BESIDES
        self._drawings: tuple[Moment | None, tuple[str, ...]] = None, ()
        """The pictures that may be shown of a moment, of which the first that is here is."""
        self._drawn: str | None = None
        """What was shown last, which is not the newest where no view can be made of that."""
        self._ids_from = 0
        self._unshowable: Exception | None = None
        """Why no view can be made of the newest that the public may know."""
        self._faulty_s: float | None = None
        """Since when the board's data are faulty, by the feed's clock; None while they are sound."""
        follower.tell(self)

    @property
    def state(self) -> State:
        """The game as the public may know it."""
        return self.latest.state

    @property
    def delay(self) -> Delay:
        """How much later than the arbiter the public sees this game."""
        return self.follower.delay

    @property
    def path(self) -> Path:
        """The journal to follow."""
        return self.follower.path

    @property
    def followed(self) -> Path:
        """The journal that the views are of."""
        return self.follower.followed

    @property
    def lost(self) -> Lost | None:
        """What the journal has lost; None where it is whole."""
        return self.follower.lost

    @property
    def fault(self) -> Exception | None:
        """Why the game cannot be followed or shown any further; None while it can be."""
        return self.follower.fault or self.follower.undelayed or self._unshowable

    def look(self) -> None:
        """Have the follower take a look; DamcamError when a row cannot be read or folded."""
        self.follower.look()

    def stop(self) -> None:
        """Let all listeners go."""
        self.stopped.set()
        self.news.tell()

    def take(self, row: JournalRow, *, is_public: bool) -> None:
        """Nothing: the public sees a row once its delay is over."""

    def forget(self) -> None:
        """Show no game: another one is followed."""
        self._shown, self._unshowable, self._drawn = self.follower.public, None, None
        self.pictures.clear()
        if not self.latest.is_empty:
            self._ids_from += GAME_CHANGES
            self._publish_update(_empty(self._ids_from, self._shown.since_s))

    def show(self) -> None:
        """Publish what is new for the public. What cannot be shown is tried again at each look."""
        self._withhold()
        newest, silent_s = self.follower.public, self.follower.sign.silent_since_s(self.delay.seconds)
        is_behind = silent_s is not None and self.follower.is_behind
        try:
            self._publish(newest, (silent_s, is_behind, self.follower.corrections, self._faulty_s), self._drawing(newest))
            self._unshowable = None
        except MISSHAPEN as error:
            self._unshowable = error
        self._mark()

    def _drawing(self, newest: Moment) -> str | None:
        """The picture to show, as far as it is here."""
        if not self.shows_pictures:
            return None
        if self._drawings[0] is not newest:
            self._drawings = newest, last_drawings(newest.state)
        return first_here(self._drawings[1], self.followed.parent)

    def _withhold(self) -> None:
        """Show nothing of a game whose journal has lost something: the public does not see half a game as if it were whole."""
        lost, is_withheld = self.lost is not None, "withheld" in self.latest.view
        if lost and not is_withheld:
            self.forget()
            self._ids_from += GAME_CHANGES
            self._publish_update(_as_sent({"id": self._ids_from, "withheld": True}, self._shown.since_s, State()))
        elif is_withheld and not lost and self.follower.row == 0:
            self.forget()

    def _mark(self) -> None:
        """Mark the board where its data are faulty, and tell the public that there is no news; take both back where they are sound."""
        fault, was_faulty = self.fault, self._faulty_s is not None
        if fault and self._faults:
            self._faults.note(WORK, fault)
        elif self._faults:
            self._faults.clear(WORK)
        if (fault is not None) != was_faulty:
            self._faulty_s = self.now_s() if fault else None
            self._publish(self._shown, (*self._besides[:3], self._faulty_s), self._drawn)

    def _publish(self, moment: Moment, besides: Besides, drawn: str | None) -> None:
        """Publish what differs for the public from what was shown last; one of MISSHAPEN where no view can be made of it."""
        is_newer = moment.changes > self._shown.changes
        is_told_anew = besides != self._besides or (drawn != self._drawn and not is_newer)
        is_new = moment.changes > 0 and (is_told_anew or is_newer)
        ids_from = self._ids_from + GAME_CHANGES * (is_new and is_told_anew)
        update = self._update(moment, ids_from, besides, drawn) if is_new else None
        self._shown, self._besides, self._drawn, self._ids_from = moment, besides, drawn, ids_from
        if update:
            self._publish_update(update)

    def _update(self, moment: Moment, ids_from: int, besides: Besides, drawn: str | None) -> Update:
        state, since_s = moment.state, moment.since_s
        silent_s, is_behind, _, faulty_s = besides
        if not isfinite(since_s):
            raise ValueError("the clock was read at no time")
        view = public_view(state, ids_from + moment.changes)
        halted(view["clock"], 0.0)  # what raises is to raise here, while the view before it can still be shown
        view["drawn"] = drawn
        if self.delay.moves:
            view["clock"]["rate"] = 0.0  # the time of the shown side's next move is on disk already and stands in the next view
        view["game"] = number_of(self.followed)
        silent_s = silent_s if faulty_s is None else faulty_s
        view["no_news"] = silent_s is not None and not state.over
        if view["no_news"] and is_behind:
            view["catching_up"] = True
        if silent_s is not None and not state.over:
            view["clock"] = halted(view["clock"], silent_s - since_s)
            since_s = silent_s
        update = _as_sent(view, since_s, state)
        self._remember(view["drawn"])
        return update

    def _publish_update(self, newer: Update) -> None:
        self.latest = newer
        self.news.tell()

    def _remember(self, name: str | None) -> None:
        if name:
            self.pictures.pop(name, None)
            self.pictures[name] = None
        while len(self.pictures) > PICTURES_KEPT:
            del self.pictures[next(iter(self.pictures))]


def aged(text: str, age_s: float) -> str:
    """The JSON object with the age of its clock readings in `age_ms`: the browser's own time of day does not matter."""
    return f'{{"age_ms":{max(0, round(age_s * 1000))},{text[1:]}'


def _empty(id_: int, since_s: float) -> Update:
    return _as_sent({"id": id_}, since_s, State())


def _as_sent(view: dict[str, Any], since_s: float, state: State) -> Update:
    """The view as it is sent; one of MISSHAPEN where the pages cannot show it."""
    text = json.dumps(view, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Update(view["id"], view, text, since_s, small(view), state)


def number_of(journal: Path) -> str:
    """The number of the game's folder, which tells the games of a board apart; `1` for a journal that lies elsewhere."""
    name = journal.parent.name
    return name if name.isascii() and name.isdigit() else "1"
