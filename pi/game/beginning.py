"""The date of a game and the time of day of its first moment: told once they are known, and again once they are known better.

The time of day may be wrong when a board begins to wait for a game, and when the game begins: a Pi without a clock of its own starts with
an old one, until a time server sets it. The game's own time never leaps, so both follow from any later moment at which the time of day is
known.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from record.decisions.closed_game import describe_closed
from record.events.about import About, KeptSettings, PublicTags
from record.events.of_record import Described
from record.papers.time_of_day import read
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.later import Later
from rules.errors import DamcamError

SAME = timedelta(minutes=1)
"""A first moment that differs by less is the same: people read minutes, and clocks drift by seconds."""
UNSURE = "yes"
AGAIN_NS = 60_000_000_000
"""After so long the date of a closed game that could not be written is tried again."""


@dataclass(frozen=True, slots=True)
class ClosedGame:
    """A game that was closed: its folder, when its own time was nought by the clock of the loop, and whether one service has kept it."""

    folder: Path
    base_ns: int
    is_whole: bool


class ClosedGames:
    """The games that this service has closed without knowing the time of day. Their dates are put right once it is known.

    The loop's clock runs on from game to game, so that a later moment tells when they began. A service that is started again cannot tell:
    nobody knows for how long it was gone. The date of such a game stays as the machine believed it to be, and the journal has it as not
    sure (`began_unsure`); `damcam names --date` puts it right.
    """

    def __init__(self) -> None:
        self._waiting: list[ClosedGame] = []
        self._next_ns = 0

    def add(self, game: ClosedGame, state: State) -> None:
        """Note a game that was closed in that state, where its date may be wrong."""
        if state.opened.about.settings.began_unsure:
            self._waiting.append(game)

    def put_right(self, at: str, now_ns: int, later: Later) -> None:
        """Write the dates of the games noted, where `at`, the time of day at `now_ns` of the loop's clock, is sure; `later` does it."""
        now = read(at)
        if not self._waiting or now is None or not now[1] or now_ns < self._next_ns:
            return
        waiting, self._waiting, self._next_ns = self._waiting, [], now_ns + AGAIN_NS
        later("dates", lambda: self._describe(waiting, at, now_ns))

    def _describe(self, games: list[ClosedGame], at: str, now_ns: int) -> None:
        for game in games:
            try:
                with Journal.reader(game.folder / JOURNAL_NAME) as journal:
                    state = fold(journal)
                told = described(state, now_ns - game.base_ns, at, is_whole=game.is_whole, in_real_time=True)
                if told and state.closing:
                    describe_closed(game.folder, state, replace(told, t_ns=state.closing.t_ns))
            except (DamcamError, OSError):  # such as a full disk
                self._waiting.append(game)


def settings_at(at: str) -> KeptSettings:
    """The settings of a game whose own time begins at that time of day, as `record.papers.time_of_day` keeps it."""
    now = read(at)
    return KeptSettings(began=_kept(now[0]), began_unsure=None if now[1] else UNSURE) if now else KeptSettings()


def described(state: State, t_ns: int, at: str, *, is_whole: bool, in_real_time: bool) -> Described | None:
    """The description with the date of the game and its first moment; None where that is told already.

    `at` is the time of day at `t_ns` of the game. `is_whole` is whether one service has kept the game since it began: else it was gone for
    an unknown time, and the first moment is not sure. `in_real_time` is whether the game's time runs as people's does: then another first
    moment than was told means that the time of day was put right, by a time server or, where none answers, by hand. The date is that of the
    first clock or move (`State.began_ns`); one that somebody gave stays. A game that is played again, or whose setup does not tell its
    first moment, keeps what it has.
    """
    now, told = read(at), read(state.opening.about.settings.began or "") if state.opening else None
    if now is None or told is None or state.opened.about.settings.clock_rate:
        return None
    known = told[0], not state.opened.about.settings.began_unsure
    found = now[0] - _time(t_ns), now[1] and is_whole
    is_set_by_hand = not known[1] and is_whole and in_real_time
    is_better = (now[1] or is_set_by_hand) and _is_better(known, found, in_real_time=in_real_time)
    date, tags = state.opened.about.tags.date, PublicTags()
    if state.began_ns is not None and (date is None or (is_better and date == _day(known[0] + _time(state.began_ns)))):
        first = found[0] if is_better or is_whole else known[0]
        tags = PublicTags(date=_day(first + _time(state.began_ns)))
    if is_better:
        settings = KeptSettings(began=_kept(found[0]), began_unsure="" if found[1] else UNSURE)
    elif now[1] and known[0].utcoffset() != now[0].utcoffset():  # summer time began or ended: the same moment, as clocks show it since
        settings = KeptSettings(began=_kept(known[0].astimezone(now[0].tzinfo)))
    elif tags.date is None:
        return None
    else:
        settings = KeptSettings()
    return Described(t_ns, "", About(tags, settings))


def _is_better(known: tuple[datetime, bool], found: tuple[datetime, bool], *, in_real_time: bool) -> bool:
    """Whether the first moment that is found now, and whether it is sure, is to be told instead of the one that is known."""
    if known[1] != found[1]:
        return found[1]
    return (in_real_time or not found[1]) and abs(found[0] - known[0]) >= SAME


def _kept(first: datetime) -> str:
    return first.isoformat(timespec="seconds")


def _time(t_ns: int) -> timedelta:
    return timedelta(microseconds=t_ns // 1000)


def _day(at: datetime) -> str:
    return f"{at:%Y.%m.%d}"
