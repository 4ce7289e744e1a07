"""Every open alert of the hall, oldest first, and how each board is. Both are looked at once for all who ask."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from hub.boards.board import Boards, ServedBoard
from hub.boards.kept_games import KeptGames
from hub.boards.link import hub_fault
from hub.desk.board_links import BoardLinks
from hub.desk.open_alerts import OpenAlert, counted, number_of, open_alerts
from hub.desk.taken_alerts import TakenAlerts
from hub.feeds.desk_alert import DeskAlert
from hub.feeds.server_sent import News
from hub.feeds.waiting import AT_ONCE
from hub.feeds.watched import Watched
from record.events.of_players import Said
from record.telling.remarks import PLAYERS
from record.texts import ENGLISH
from rules.errors import Sentence

MINUTE_S = 60
LOST_KIND, PLAYERS_KIND, AT_ONCE_KIND, ON_CLAIM_KIND = "lost", "players", "at-once", "on-claim"


@dataclass(frozen=True, slots=True)
class HallBoard:
    """A board as the list shows it."""

    key: str
    number: str
    game: str
    white: str
    black: str
    event: str
    silent_since_s: float | None
    is_behind: bool
    is_cut_off: bool
    not_done: int
    """How many commands for it were not done of which somebody may believe that they hold."""
    can_be_taken_over: bool
    goes_on_at: str
    """The key of the board that took its game over; nothing waits here then."""
    is_faulty: bool
    """Whether what the board sends is faulty; nothing but its key may be known then."""
    alerts: tuple[OpenAlert, ...]
    since_s: tuple[float, ...]
    """Since when each of the alerts waits, in seconds of the monotonic clock."""
    waits_min: tuple[int, ...]
    """For how many whole minutes each of them waits."""


@dataclass(frozen=True, slots=True)
class HallAlert:
    """An alert that waits at a board."""

    board: HallBoard
    open: OpenAlert
    since_s: float
    """Since when, in seconds of the monotonic clock."""
    waits_min: int
    """For how many whole minutes."""
    taken: str
    """The name of the arbiter who sees to it; empty where nobody does."""

    @property
    def name(self) -> str:
        """As `name_of`."""
        return name_of(self.board.key, self.board.game, self.open.id)

    @property
    def kind(self) -> str:
        """LOST_KIND, PLAYERS_KIND, AT_ONCE_KIND or ON_CLAIM_KIND."""
        told = self.open.told
        if not isinstance(told, DeskAlert):
            return LOST_KIND
        if told.code == PLAYERS:
            return PLAYERS_KIND
        return AT_ONCE_KIND if told.told.acts == AT_ONCE else ON_CLAIM_KIND

    @property
    def is_call(self) -> bool:
        """Whether a player calls the arbiter."""
        told = self.open.told
        return isinstance(told, DeskAlert) and told.code == PLAYERS and told.told.reason == Said.ARBITER_CALLED

    @property
    def article(self) -> str:
        """The article that it names; empty where it names none."""
        told = self.open.told
        return (told.told.article or "") if isinstance(told, DeskAlert) else ""


@dataclass(frozen=True, slots=True)
class Hall:
    """The boards at one moment."""

    boards: tuple[HallBoard, ...] = ()
    takers: Mapping[str, str] = field(default_factory=dict)
    """Who sees to which alert, by its name."""
    fault: Sentence | None = None
    """Why the hub hears no board elsewhere."""

    @property
    def alerts(self) -> list[HallAlert]:
        """All that wait, the oldest first."""
        waits = [
            HallAlert(board, alert, since_s, waits_min, self.takers.get(name_of(board.key, board.game, alert.id), ""))
            for board in self.boards
            for alert, since_s, waits_min in zip(board.alerts, board.since_s, board.waits_min, strict=True)
        ]
        return sorted(waits, key=lambda alert: (alert.since_s, alert.open.row))


@dataclass(slots=True, eq=False)
class _Known:
    """What was read of a board at a row of its journal."""

    at: object = None
    alerts: tuple[OpenAlert, ...] = ()
    since_s: dict[str, float] | None = None
    silent_since_s: float | None = None


class HallAlerts:
    """The open alerts of these boards, which may come and go."""

    def __init__(
        self, boards: Boards, links: BoardLinks, games: KeptGames, taken: TakenAlerts, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._boards, self._links, self._games, self._taken, self._now_s = boards, links, games, taken, now_s
        self._known: WeakKeyDictionary[ServedBoard, _Known] = WeakKeyDictionary()
        self._watched: Watched[Hall] = Watched(self._see, Hall(), now_s)
        self._counted: dict[str, tuple[int, dict[str, dict[str, Any]]]] = {}

    @property
    def news(self) -> News:
        """Tells all who wait that a look saw something else."""
        return self._watched.news

    def look(self, within_s: float | None = None) -> tuple[int, Hall]:
        """The hall now, as `Watched.look`."""
        return self._watched.look(within_s)

    def now_s(self) -> float:
        """The time by which alerts wait and boards are silent."""
        return self._now_s()

    def time_of_day(self, at_s: float) -> str:
        """What time of day that was by the clock of this machine."""
        return time.strftime("%H:%M", time.localtime(time.time() - (self._now_s() - at_s)))

    def _see(self) -> Hall:
        fault = hub_fault(self._boards.mirrored) if self._boards.mirrored else None
        return Hall(tuple(map(self._row, self._boards.values())), self._taken.all(), fault)

    def elsewhere(self, board: ServedBoard, lang: str, within_s: float = 0.0) -> list[dict[str, Any]]:
        """The other boards at which an alert waits, in that language, ready for JSON: {"key", "number"} and what `counted` tells.

        A look at the boards within that time before now will do.
        """
        number, hall = self._watched.look(within_s)
        made = self._counted.get(lang)
        if made is None or made[0] != number:
            told = {row.key: {"key": row.key, "number": row.number, **counted(row.alerts, lang)} for row in hall.boards if row.alerts}
            made = self._counted[lang] = number, told
        return [told for key, told in made[1].items() if key != board.key]

    def is_open(self, name: str) -> bool:
        """Whether the alert of that name waits."""
        _, hall = self._watched.look(0.0)
        return any(one.name == name for one in hall.alerts)

    def _row(self, board: ServedBoard) -> HallBoard:
        """The board as the list shows it; one whose data are faulty with its key alone."""
        with board.faults.share("the desk of the hall"):
            row = self._of(board)
            for alert in row.alerts:  # what raises is to raise here
                alert.text(ENGLISH)
            return row
        return _faulty_row(board.key)

    def _of(self, board: ServedBoard) -> HallBoard:
        desk, link = board.desk, self._links.of(board)
        known = self._known.setdefault(board, _Known())
        goes_on = self._games.goes_on(desk.path)
        at = desk.folder, desk.row, desk.lost, board.damaged is None, goes_on is None
        if known.at != at:
            known.at, known.alerts = at, () if goes_on else open_alerts(board)
            known.since_s = self._since(desk.folder.name, board, known)
        opened = desk.state.opening
        tags = opened.about.tags.told if opened else {}
        since_s = tuple((known.since_s or {}).get(f"{desk.folder.name}/{alert.id}", 0.0) for alert in known.alerts)
        return HallBoard(
            key=board.key,
            number=number_of(board),
            game=desk.folder.name,
            white=tags.get("white", ""),
            black=tags.get("black", ""),
            event=tags.get("event", ""),
            silent_since_s=self._silent_since_s(board, known),
            is_behind=desk.is_behind and not desk.state.over,
            is_cut_off=link is not None and link.is_cut_off,
            not_done=link.not_done if link else 0,
            can_be_taken_over=self._links.can_be_taken_over(board),
            goes_on_at=goes_on.board if goes_on else "",
            is_faulty=board.faults.are_there or (link is not None and link.is_faulty),
            alerts=known.alerts,
            since_s=since_s,
            waits_min=tuple(max(0, int(self._now_s() - begun_s)) // MINUTE_S for begun_s in since_s),
        )

    def _silent_since_s(self, board: ServedBoard, known: _Known) -> float | None:
        """Since when the board is silent; what was found once stays while it differs by less than a second."""
        silent_s = board.silent_for_s
        since_s = None if silent_s is None else self._now_s() - silent_s
        if since_s is None or known.silent_since_s is None or abs(since_s - known.silent_since_s) > 1:
            known.silent_since_s = since_s
        return known.silent_since_s

    def _since(self, game: str, board: ServedBoard, known: _Known) -> dict[str, float]:
        """Since when each open alert waits. What was found once stays, so that the list keeps its order."""
        now_s = self._now_s()
        told = {alert.id: now_s - age_s for alert, age_s in board.desk.waiting()}
        before, since_s = known.since_s or {}, {}
        for alert in known.alerts:
            name = f"{game}/{alert.id}"
            since_s[name] = before.get(name, told.get(alert.id, now_s))
        return since_s


def _faulty_row(key: str) -> HallBoard:
    return HallBoard(
        key=key,
        number="",
        game="",
        white="",
        black="",
        event="",
        silent_since_s=None,
        is_behind=False,
        is_cut_off=False,
        not_done=0,
        can_be_taken_over=False,
        goes_on_at="",
        is_faulty=True,
        alerts=(),
        since_s=(),
        waits_min=(),
    )


def name_of(key: str, game: str, alert: str) -> str:
    """The name of an alert among those of all boards and games."""
    return f"{key}/{game}/{alert}"
