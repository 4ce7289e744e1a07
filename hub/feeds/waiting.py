"""The alerts that wait for the arbiter, and those that are past."""

from collections.abc import Sequence
from operator import attrgetter

from hub.feeds.desk_alert import DeskAlert
from record.session.state import State
from record.telling.remarks import OVER

AT_ONCE = "at once"


def waiting(alerts: Sequence[DeskAlert], state: State, last_ruling: int) -> list[DeskAlert]:
    """The alerts that wait for somebody, newest first: the pending fault, and the newest of each kind that the arbiter may act on at once.

    The latter wait until the arbiter rules, in a row after theirs (`last_ruling` is the last one), or marks them as seen. A camera that
    sees again waits for nobody.
    """
    if state.closed:
        return []
    standing = [alert for alert in alerts if alert.stands]
    pending = [one for one in standing if one.seq == state.last_seq and one.code == state.pending and one.told.acts != AT_ONCE]
    latest = {(alert.code, alert.side): alert for alert in standing if alert.told.acts == AT_ONCE and alert.row > last_ruling}
    waits = pending + [alert for alert in latest.values() if alert.told.reason != OVER and not alert.seen]
    return sorted(waits, key=attrgetter("row"), reverse=True)


def is_past(alert: DeskAlert, state: State, last_ruling: int) -> bool:
    """Whether an alert that does not wait is out of date: a press, a ruling or the end of the game came after it, or it was seen."""
    return state.closed or not alert.stands or bool(alert.seen) or alert.row < last_ruling or alert.seq < state.last_seq
