"""The order in which alerts want the arbiter: what players call for first, then what he may act on at once, then what waits for a claim."""

from hub.feeds.desk_alert import DeskAlert
from hub.feeds.waiting import AT_ONCE
from record.telling.remarks import PLAYERS

CALLED, AT_ONCE_RANK, ON_CLAIM, INFORMATION = range(4)


def urgency(alert: DeskAlert, *, is_open: bool) -> tuple[int, int]:
    """A key to sort by, the most urgent first and the newest first among equals. An alert that is not open is information."""
    if not is_open:
        return INFORMATION, -alert.row
    if alert.code == PLAYERS:
        return CALLED, -alert.row
    return AT_ONCE_RANK if alert.told.acts == AT_ONCE else ON_CLAIM, -alert.row
