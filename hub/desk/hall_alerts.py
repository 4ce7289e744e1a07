"""Every open alert of the hall in one list, oldest first. It is made once for all who look, and told anew when something has changed."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from hub.boards.board import Boards, ServedBoard
from hub.boards.kept_games import KeptGames
from hub.boards.link import hub_fault
from hub.desk.board_links import BoardLinks
from hub.desk.open_alerts import OpenAlert, counted, number_of, open_alerts
from hub.desk.taken_alerts import TakenAlerts
from hub.feeds import server_sent
from hub.feeds.desk_alert import DeskAlert
from hub.feeds.waiting import AT_ONCE
from hub.feeds.watched import Watched
from record.events.of_players import Said
from record.telling.remarks import PLAYERS
from record.telling.sentences import tell
from rules.errors import Sentence

ENCODED_FOR_S = 0.25
"""What was written for one listener serves the others for so long: its ages are right to that."""
Seen = tuple[tuple["HallBoard", ...], dict[str, str], Sentence | None]
"""The boards, who sees to which alert, and why the hub hears no board elsewhere."""
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
    can_be_taken_over: bool
    goes_on_at: str
    """The key of the board that took its game over; nothing waits here then."""
    is_faulty: bool
    """Whether what the board sends is faulty; nothing but its key may be known then."""
    alerts: tuple[OpenAlert, ...]
    since_s: tuple[float, ...]
    """Since when each of the alerts waits, in seconds of the monotonic clock."""


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
        self._watched: Watched[Seen] = Watched(self._see, ((), {}, None), now_s)
        self._encoded: dict[str, tuple[int, float, bytes]] = {}
        self._counted: dict[str, tuple[int, dict[str, dict[str, Any]]]] = {}

    def view(self, lang: str) -> dict[str, Any]:
        """The list as it is now, in that language, ready for JSON: {"id", "fault", "alerts", "boards"}; `id` rises with each change.

        An alert is {"id", "key", "number", "game", "text", "article", "kind", "call", "event", "white", "black", "age_ms", "taken",
        "rank"}; a board is {"key", "number", "white", "black", "event", "open", "silent_ms", "catching_up", "cut_off", "take_over",
        "goes_on_at", "faulty"}.
        """
        return self._view(*self._watched.look(0.0), lang)

    def _see(self) -> Seen:
        fault = hub_fault(self._boards.mirrored) if self._boards.mirrored else None
        return tuple(map(self._row, self._boards.values())), self._taken.all(), fault

    def _view(self, number: int, seen: Seen, lang: str) -> dict[str, Any]:
        (rows, takers, fault), now_s = seen, self._now_s()
        waits = [(since_s, row, alert) for row in rows for alert, since_s in zip(row.alerts, row.since_s, strict=True)]
        waits.sort(key=lambda one: (one[0], one[2].row))
        alerts = [_told(row, alert, lang) | _standing(row, alert, takers, now_s - since_s) for since_s, row, alert in waits]
        return {"id": number, "fault": tell(fault, lang) if fault else "", "alerts": alerts, "boards": [_board(row, now_s) for row in rows]}

    def elsewhere(self, board: ServedBoard, lang: str, within_s: float = 0.0) -> list[dict[str, Any]]:
        """The other boards at which an alert waits, in that language, ready for JSON: {"key", "number", "open", "ids", "alerts"}.

        A look at the boards within that time before now will do.
        """
        number, (rows, _, _) = self._watched.look(within_s)
        made = self._counted.get(lang)
        if made is None or made[0] != number:
            told = {row.key: {"key": row.key, "number": row.number, **counted(row.alerts, lang)} for row in rows if row.alerts}
            made = self._counted[lang] = number, told
        return [told for key, told in made[1].items() if key != board.key]

    def is_open(self, key: str, game: str, alert: str) -> bool:
        """Whether that alert waits."""
        _, (rows, _, _) = self._watched.look(0.0)
        return any((row.key, row.game) == (key, game) and any(one.id == alert for one in row.alerts) for row in rows)

    def events(self, allowed: Callable[[], bool], lang: str) -> Iterator[bytes]:
        """Server-sent events for one listener as long as it is `allowed` to listen: the view now, and each newer one."""
        return self._watched.events(lambda number, seen: self._event(number, seen, lang), lambda: self._boards.has_stopped or not allowed())

    def _event(self, number: int, seen: Seen, lang: str) -> bytes:
        known, now_s = self._encoded.get(lang), self._now_s()
        if known is None or known[0] != number or now_s - known[1] > ENCODED_FOR_S:
            event = server_sent.event(number, json.dumps(self._view(number, seen, lang), ensure_ascii=False))
            known = self._encoded[lang] = number, now_s, event
        return known[2]

    def _row(self, board: ServedBoard) -> HallBoard:
        """The board as the list shows it; one whose data are faulty with its key alone."""
        with board.faults.share("the desk of the hall"):
            row = self._of(board)
            for alert, since_s in zip(row.alerts, row.since_s, strict=True):  # what raises is to raise here
                json.dumps(_told(row, alert, "en") | _standing(row, alert, {}, self._now_s() - since_s), allow_nan=False)
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
            can_be_taken_over=self._links.can_be_taken_over(board),
            goes_on_at=goes_on.board if goes_on else "",
            is_faulty=board.faults.are_there or (link is not None and link.is_faulty),
            alerts=known.alerts,
            since_s=tuple((known.since_s or {}).get(f"{desk.folder.name}/{alert.id}", 0.0) for alert in known.alerts),
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
        can_be_taken_over=False,
        goes_on_at="",
        is_faulty=True,
        alerts=(),
        since_s=(),
    )


def _told(row: HallBoard, alert: OpenAlert, lang: str) -> dict[str, Any]:
    """What an alert says, and where."""
    told = alert.told
    is_call = isinstance(told, DeskAlert) and told.code == PLAYERS and told.told.reason == Said.ARBITER_CALLED
    article = (told.told.article or "") if isinstance(told, DeskAlert) else ""
    where = {"key": row.key, "number": row.number, "game": row.game, "event": row.event, "white": row.white, "black": row.black}
    return {
        "id": alert.id,
        **where,
        "text": alert.text(lang),
        "article": article,
        "kind": _kind(alert),
        "call": is_call,
        "rank": alert.rank,
    }


def _standing(row: HallBoard, alert: OpenAlert, takers: dict[str, str], age_s: float) -> dict[str, Any]:
    return {"age_ms": max(0, round(age_s * 1000)), "taken": takers.get(name_of(row.key, row.game, alert.id), "")}


def name_of(key: str, game: str, alert: str) -> str:
    """The name of an alert among those of all boards and games."""
    return f"{key}/{game}/{alert}"


def _kind(alert: OpenAlert) -> str:
    told = alert.told
    if not isinstance(told, DeskAlert):
        return LOST_KIND
    if told.code == PLAYERS:
        return PLAYERS_KIND
    return AT_ONCE_KIND if told.told.acts == AT_ONCE else ON_CLAIM_KIND


def _board(row: HallBoard, now_s: float) -> dict[str, Any]:
    silent_ms = None if row.silent_since_s is None else max(0, round((now_s - row.silent_since_s) * 1000))
    names = {"key": row.key, "number": row.number, "white": row.white, "black": row.black, "event": row.event}
    how = {"silent_ms": silent_ms, "catching_up": row.is_behind, "cut_off": row.is_cut_off, "take_over": row.can_be_taken_over}
    return {**names, "open": len(row.alerts), **how, "goes_on_at": row.goes_on_at, "faulty": row.is_faulty}
