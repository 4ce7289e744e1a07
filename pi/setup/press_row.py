"""The row of a ruling, as `replay` and `judge` print it for programs."""

from record.events.of_game import Alert, Ruled


def row(event: Ruled) -> dict[str, object]:
    """A ruling as a JSON object."""
    told: dict[str, object] = {
        "seq": event.seq,
        "side": event.side,
        "verdict": event.verdict,
        "move": event.move,
        "fen": event.fen,
        "confidence": event.confidence,
        "alerts": [_alert(alert) for alert in event.alerts],
    }
    told |= {"entered_by": event.entered_by} if event.entered_by else {}
    return told | {"amends": True} if event.amends else told


def _alert(alert: Alert) -> dict[str, object]:
    told: dict[str, object] = {
        "code": alert.code,
        "article": alert.article,
        "squares": list(alert.squares),
        "text": alert.text,
        "acts": alert.acts,
        "side": alert.side,
        "before": alert.before,
        "after": alert.after,
    }
    return told | {"reason": alert.reason} if alert.reason else told
