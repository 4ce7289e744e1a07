"""The alerts that wait for the arbiter at each board, for the pages that tell of several boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from hub.boards.board import ServedBoard
from hub.feeds.desk_alert import DeskAlert
from hub.feeds.urgency import urgency
from hub.feeds.waiting import LOST, waiting
from record.telling.sentences import tell
from rules.errors import Sentence, _

SHOWN = 3
"""Alerts that a page shows of a board, the most urgent first. The board's own desk shows all."""

LOST_RANK = -1
"""Before every alert: nothing of that game goes on until somebody has chosen."""


@dataclass(frozen=True, slots=True)
class OpenAlert:
    """One that waits; `rank` orders those of all boards, the most urgent lowest."""

    id: str
    rank: int
    told: DeskAlert | Sentence
    """The alert, or what is wrong with the journal of the game."""

    @property
    def row(self) -> int:
        """The row of the journal that told it; 0 for the journal itself."""
        return self.told.row if isinstance(self.told, DeskAlert) else 0

    @property
    def carried(self) -> bool:
        """As `DeskAlert.carried`."""
        return isinstance(self.told, DeskAlert) and self.told.carried

    def text(self, lang: str) -> str:
        """What it says in that language."""
        return self.told.said[lang] if isinstance(self.told, DeskAlert) else tell(self.told, lang)


def open_alerts(board: ServedBoard) -> tuple[OpenAlert, ...]:
    """Those of a board, the most urgent first. What the journal of the game has lost comes before all.

    A board elsewhere whose service waits has lost it there alone: the mirror here is sound.
    """
    desk = board.desk
    waits = waiting(desk.log.alerts, desk.state, desk.log.settled)
    ranked = sorted(((urgency(alert, is_open=True), alert) for alert in waits), key=itemgetter(0))
    lost = Sentence("", _("waits for the arbiter: damaged log")) if board.damaged else desk.lost.damage if desk.lost else None
    first = [OpenAlert(LOST, LOST_RANK, lost)] if lost else []
    return (*first, *(OpenAlert(alert.id, rank, alert) for (rank, _), alert in ranked))


def counted(alerts: Sequence[OpenAlert], lang: str) -> dict[str, Any]:
    """Open alerts in that language, ready for JSON: how many are "open", the "ids" of all, those of the "carried" ones, and as "alerts" the
    most urgent."""
    shown = [{"id": one.id, "text": one.text(lang), "rank": one.rank} for one in alerts[:SHOWN]]
    carried = [one.id for one in alerts if one.carried]
    return {"open": len(alerts), "ids": [one.id for one in alerts], "carried": carried, "alerts": shown}


def number_of(board: ServedBoard) -> str:
    """The board's number in the match, or its key where that is one; else empty."""
    return board.number_at_desk or (board.key if board.key.isdecimal() else "")
