"""What the desk tells: each alert with its pictures, positions and articles, each ruling with who and when, and how the game stands."""

from dataclasses import asdict, dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

from hub.articles import articles
from record.events import (
    Alert,
    Alerted,
    Arbitrated,
    BoardMoved,
    CameraFault,
    ClockStarted,
    ClockStopped,
    ContinuedOnPaper,
    Event,
    FlagFell,
    Ruled,
    TimesSet,
)
from record.state import State
from record.view import public_view

OF_ALERT = ("code", "article", "acts", "text", "side", "squares", "before", "after")
RULINGS = {ClockStarted: "start-clock", ClockStopped: "stop-clock", TimesSet: "set-times", ContinuedOnPaper: "paper"}
OF_RULING = ("side", "white_ns", "black_ns", "reason", "plies", "result", "article")


@dataclass
class Told:
    """What was told so far, oldest first: `take` adds what an event brings."""

    alerts: list[dict[str, Any]] = field(default_factory=list)
    rulings: list[dict[str, Any]] = field(default_factory=list)
    pictures: set[str] = field(default_factory=set)
    """Those that an alert shows."""

    def take(self, row: int, event: Event, before: State, after: State) -> None:
        """Add the alerts or the ruling of the event at that row of the journal, from the states before and after it."""
        match event:
            case Ruled():
                if event.amends:
                    for alert in self.alerts:
                        alert["amended"] |= alert["seq"] == event.seq and alert["ruled"]
                pictures = [before.drawn if not event.amends else None, event.drawn or event.picture]
                self._alert(row, event.alerts, after, pictures, seq=event.seq, ruled=True)
            case CameraFault():
                self._alert(row, event.alerts, after, [None, event.picture])
            case ClockStopped() | FlagFell() | Alerted():
                self._alert(row, event.alerts, after, [])
            case BoardMoved():
                self.pictures |= {event.before, event.after}
        self._ruling(row, event, after)

    @property
    def last_ruling(self) -> int:
        """The row of the last ruling; 0 before the first."""
        return int(self.rulings[-1]["row"]) if self.rulings else 0

    def view(self, state: State, row: int, folder: Path) -> dict[str, Any]:
        """All of it, with how the game stands, the newest event first; pictures are named where they are in the game's folder still."""
        if state.opening is None:
            return {"id": row, "game": folder.name, "alerts": [], "rulings": [], "last_ruling": 0}
        alerts = [_shown(alert, folder) for alert in sorted(self.alerts, key=itemgetter("row"), reverse=True)]
        stands = {"game": folder.name, "stands": state.fen, "pending": state.pending, "ended": state.ended is not None}
        return {**public_view(state, row), **stands, "alerts": alerts, "rulings": self.rulings[::-1], "last_ruling": self.last_ruling}

    def _alert(
        self, row: int, alerts: tuple[Alert, ...], state: State, pictures: list[str | None], *, seq: int | None = None, ruled: bool = False
    ) -> None:
        if seq is None:
            seq = state.presses[-1].seq if state.presses else 0
        for number, alert in enumerate(state.told(alerts)):
            told = {key: value for key, value in asdict(alert).items() if key in OF_ALERT}
            texts = [article._asdict() for article in articles(state.opened.rules, alert.article)]
            place = {"id": f"{row}-{number}", "row": row, "seq": seq, "ruled": ruled}
            self.alerts.append({**told, **place, "amended": False, "texts": texts, "pictures": pictures})
        if alerts:
            self.pictures |= {name for name in pictures if name}

    def _ruling(self, row: int, event: Event, state: State) -> None:
        word = event.ruling if isinstance(event, Arbitrated) else RULINGS.get(type(event))
        by = getattr(event, "by", "")
        if word is None or not by:
            return
        t_ns = event.t_ns  # type: ignore[union-attr]  # all that are ruled have one
        told = {key: value for key in OF_RULING if (value := getattr(event, key, None)) not in (None, "")}
        seq = state.presses[-1].seq if state.presses else 0
        self.rulings.append({"row": row, "word": str(word), "by": by, "t_ns": t_ns, "seq": seq, **told})


def _shown(alert: dict[str, Any], folder: Path) -> dict[str, Any]:
    return {**alert, "pictures": [name if name and (folder / name).exists() else None for name in alert["pictures"]]}
