"""The alerts that wait for the arbiter, and those that are past."""

from collections.abc import Hashable, Sequence
from operator import attrgetter

from hub.feeds.desk_alert import DeskAlert
from record.events.of_players import Said
from record.session.state import DRAWS, State
from record.telling.remarks import OVER, PLAYERS

AT_ONCE = "at once"
LOST = "lost"
"""Stands for an alert's id where the journal of the game has lost something: the part of the desk that tells it."""


def waiting(alerts: Sequence[DeskAlert], state: State, settled: int) -> list[DeskAlert]:
    """The alerts that wait for somebody, newest first: the pending fault, and the newest of each kind that the arbiter may act on at once.

    The latter wait until the arbiter rules, in a row after theirs (`settled` is the last one that stands), or marks them as seen. A call by
    a player waits until it is seen, whatever is ruled. A camera that sees again waits for nobody, nor does a draw that was declined.
    """
    if state.closed:
        return []
    standing = [alert for alert in alerts if alert.stands]
    pending = [one for one in standing if one.seq == state.last_seq and one.code == state.pending and one.told.acts != AT_ONCE]
    latest = {_kind(alert): alert for alert in standing if alert.told.acts == AT_ONCE and (alert.row > settled or _is_call(alert))}
    waits = pending + [alert for alert in latest.values() if alert.told.reason != OVER and not alert.seen and not _lapsed(alert, alerts)]
    return sorted(waits, key=attrgetter("row"), reverse=True)


def is_past(alert: DeskAlert, alerts: Sequence[DeskAlert], state: State, settled: int) -> bool:
    """Whether an alert that does not wait is out of date: a press, a ruling or the end of the game came after it, or it was seen.

    Of the words on a draw only the last one is of now, and a refusal ends them.
    """
    if state.closed or not alert.stands or alert.seen or alert.row < settled or alert.seq < state.last_seq:
        return True
    return _is_of_draw(alert) and (alert.told.reason == Said.DRAW_DECLINED or _lapsed(alert, alerts))


def _kind(alert: DeskAlert) -> Hashable:
    """Alerts of one kind replace each other. A player's call and the same player's other words do not."""
    return alert.code, alert.side, alert.told.reason if alert.code == PLAYERS else None


def _is_call(alert: DeskAlert) -> bool:
    return alert.code == PLAYERS and alert.told.reason == Said.ARBITER_CALLED


def _is_of_draw(alert: DeskAlert) -> bool:
    return alert.code == PLAYERS and alert.told.reason in DRAWS


def _lapsed(alert: DeskAlert, alerts: Sequence[DeskAlert]) -> bool:
    """Whether it is a word on a draw, and another one came after it."""
    return _is_of_draw(alert) and any(_is_of_draw(other) and other.row > alert.row for other in alerts)
