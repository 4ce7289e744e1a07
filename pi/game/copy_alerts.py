"""Tells the arbiter of a game when nothing is copied off the card any more, when the copy is complete again, and when it knows more."""

from record.events.of_game import Event
from record.telling.remarks import COPY_AHEAD, COPY_BACK, COPY_MISSING, DISK

OF_THE_COPY = (COPY_MISSING, COPY_AHEAD, COPY_BACK)


class CopyAlerts:
    """What the arbiter of one game was told of the second copy; `told` is the last reason on record."""

    def __init__(self, told: str = "") -> None:
        self._told = told

    def news(self, amiss: str) -> str:
        """The `reason` of the alert that is due, when `amiss` is what is amiss now; empty where nothing is new."""
        if amiss == self._told or (not amiss and self._told != COPY_MISSING):
            return ""
        self._told = amiss
        return amiss or COPY_BACK


def last_told(told: str, event: Event) -> str:
    """The last reason after this event; `told` is the one before it."""
    reasons = [alert.reason for alert in getattr(event, "alerts", ()) if alert.code == DISK and alert.reason in OF_THE_COPY]
    return reasons[-1] if reasons else told
