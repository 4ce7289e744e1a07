"""Which alerts wait for the arbiter, and which are of the past."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from record.session.state import State
from record.telling.remarks import OVER

Shown = Mapping[str, Any]


def waiting(alerts: Sequence[Shown], state: State, last_ruling: int) -> list[Shown]:
    """Those that wait for somebody, newest first: the fault that is pending, and, of each kind, what the arbiter may act on at once and
    has neither ruled after, in the row `last_ruling`, nor said that he has seen. A camera that sees again waits for nobody."""
    if state.closed:
        return []
    last = state.last_seq
    standing = [alert for alert in alerts if _stands(alert)]
    pending = [alert for alert in standing if alert["seq"] == last and alert["code"] == state.pending and alert["acts"] != "at once"]
    latest = {(alert["code"], alert["side"]): alert for alert in standing if alert["acts"] == "at once" and alert["row"] > last_ruling}
    waits = pending + [alert for alert in latest.values() if alert["reason"] != OVER and not alert["seen"]]
    return sorted(waits, key=itemgetter("row"), reverse=True)


def is_past(alert: Shown, state: State, last_ruling: int) -> bool:
    """Of one that does not wait: whether nobody can claim by it any more, since a press, a ruling or the end of the game came after it."""
    return state.closed or not _stands(alert) or bool(alert["seen"]) or alert["row"] < last_ruling or alert["seq"] < state.last_seq


def _stands(alert: Shown) -> bool:
    return not alert["amended"] and not alert["righted"]
