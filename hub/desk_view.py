"""What the desk tells: each alert with its pictures, positions and articles, each ruling with who and when, and how the game stands."""

from collections.abc import Sequence
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
from record.remarks import MOVED
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
    _moved: list[str | None] = field(default_factory=list)
    """The last picture before the board or the camera was moved, and the first after it."""

    def take(self, row: int, event: Event, before: State, after: State) -> None:
        """Add the alerts or the ruling of the event at that row of the journal, from the states before and after it."""
        match event:
            case Ruled():
                if event.amends:
                    for alert in self.alerts:
                        alert["amended"] |= alert["seq"] == event.seq and alert["ruled"]
                pictures = event.straight or (before.drawn if not event.amends else None, event.drawn or event.picture)
                of_press = (press.pictures for press in after.presses if press.seq == event.seq)
                kept = event.before + (event.pictures or next(of_press, ()))
                self._alert(row, event.alerts, after, pictures, kept, seq=event.seq, ruled=True)
            case CameraFault():
                self._alert(row, event.alerts, after, [None, event.picture])
            case ClockStopped() | FlagFell() | Alerted():
                self._alert(row, event.alerts, after, [])
            case BoardMoved():
                self._moved = [event.before, event.after]
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
        self,
        row: int,
        alerts: tuple[Alert, ...],
        state: State,
        pictures: Sequence[str | None],
        kept: tuple[str, ...] = (),
        *,
        seq: int | None = None,
        ruled: bool = False,
    ) -> None:
        """Add the alerts, shown by the `pictures` before and after it; `kept` are all of the press."""
        if seq is None:
            seq = state.presses[-1].seq if state.presses else 0
        for number, alert in enumerate(state.told(alerts)):
            shown = self._moved if alert.code == MOVED else pictures
            told = {key: value for key, value in asdict(alert).items() if key in OF_ALERT}
            texts = [article._asdict() for article in articles(state.opened.rules, alert.article)]
            place = {"id": f"{row}-{number}", "row": row, "seq": seq, "ruled": ruled}
            self.alerts.append({**told, **place, "amended": False, "texts": texts, "pictures": shown, "kept": kept})
            self.pictures.update(name for name in (*shown, *kept) if name)

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
    there = {name for name in (*alert["pictures"], *alert["kept"]) if name and (folder / name).exists()}
    pictures = [name if name in there else None for name in alert["pictures"]]
    return {**alert, "pictures": pictures, "kept": [name for name in alert["kept"] if name in there]}
