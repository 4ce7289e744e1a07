"""What the desk tells: each alert with its pictures, positions and articles, each ruling with who and when, and how the game stands."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

from hub.boards.desk_rulings import ruling_of
from hub.boards.offers import offers
from hub.boards.waiting import is_past, waiting
from hub.texts.articles import articles
from record.events.of_game import Alerted, BoardMoved, CameraFault, ClockStopped, Event, FlagFell, Ruled
from record.events.of_players import MoveEntered, PlayerSaid
from record.events.of_record import AlertSeen
from record.papers.public_view import public_view
from record.papers.retelling import in_all_languages
from record.session.state import State
from record.telling.remarks import MOVED
from rules.irregularity import Verdict

OF_ALERT = ("code", "article", "acts", "side", "squares", "before", "after", "reason")

Telling = Ruled | CameraFault | MoveEntered | ClockStopped | FlagFell | Alerted | PlayerSaid


@dataclass
class Told:
    """What was told so far, oldest first: `take` adds what an event brings."""

    alerts: list[dict[str, Any]] = field(default_factory=list)
    rulings: list[dict[str, Any]] = field(default_factory=list)
    pictures: set[str] = field(default_factory=set)
    """Those that an alert shows."""
    _moved: BoardMoved | None = None
    """How the board or the camera was moved last."""

    def take(self, row: int, event: Event, before: State, after: State) -> None:
        """Add the alerts or the ruling of the event at that row of the journal, from the states before and after it."""
        match event:
            case Ruled():
                self._heed(event)
                pictures = event.straight or (before.drawn if not event.amends else None, event.drawn or event.picture)
                of_press = (press.pictures for press in after.presses if press.seq == event.seq)
                kept = event.before + (event.pictures or next(of_press, ()))
                self._alert(row, event, after, pictures, kept, seq=event.seq, ruled=True)
            case CameraFault():
                self._alert(row, event, after, [None, event.picture])
            case MoveEntered():
                self._amend(event.seq if event.taken else 0)
                ruling = next(one for one in after.rulings if one.seq == event.seq)
                shown = [None, ruling.drawn or ruling.picture]
                self._alert(row, event, after, shown, ruling.pictures, seq=event.seq, ruled=event.taken)
            case ClockStopped() | FlagFell() | Alerted() | PlayerSaid():
                self._alert(row, event, after, [])
            case AlertSeen():
                for alert in self.alerts:
                    alert["seen"] = alert["seen"] or (event.by if alert["id"] == event.alert else "")
            case BoardMoved():
                self._moved = event
        if told := ruling_of(event):
            self.rulings.append({"row": row, "seq": after.last_seq, **told})

    @property
    def last_ruling(self) -> int:
        """The row of the last ruling; 0 before the first."""
        return int(self.rulings[-1]["row"]) if self.rulings else 0

    def view(self, state: State, row: int, folder: Path, lang: str) -> dict[str, Any]:
        """All of it in that language, with how the game stands, the newest event first; pictures are named where they are in the game's
        folder still."""
        if state.opening is None:
            return {"id": row, "game": folder.name, "alerts": [], "rulings": [], "last_ruling": 0}
        newest = sorted(self.alerts, key=itemgetter("row"), reverse=True)
        open_now = {alert["id"] for alert in waiting(self.alerts, state, self.last_ruling)}
        alerts = []
        for alert in newest:
            is_open, offered = alert["id"] in open_now, offers(alert, state)
            past = not is_open and not offered and is_past(alert, state, self.last_ruling)
            alerts.append({**_shown(alert, folder, lang), "offers": offered, "open": is_open, "past": past})
        stands = {"game": folder.name, "stands": state.fen, "pending": state.pending, "paper": state.paper_from is not None}
        return {**public_view(state, row), **stands, "alerts": alerts, "rulings": self.rulings[::-1], "last_ruling": self.last_ruling}

    def _heed(self, event: Ruled) -> None:
        """A press that puts right what its side did before, or an earlier press that is read anew."""
        own = [alert for alert in self.alerts if alert["side"] == event.side and alert["code"] in list(Verdict)]
        last = max((alert["seq"] for alert in own if alert["seq"] <= event.seq), default=0)
        for alert in own if event.verdict == Verdict.CORRECTED else ():
            alert["righted"] |= alert["seq"] == last and not alert["amended"]
        if event.amends:
            self._amend(event.seq)

    def _amend(self, seq: int) -> None:
        """What was told of that press is told anew; there is no press 0."""
        for alert in self.alerts:
            alert["amended"] |= alert["seq"] == seq > 0 and alert["ruled"] and not alert["righted"]

    def _alert(
        self,
        row: int,
        event: Telling,
        state: State,
        pictures: Sequence[str | None],
        kept: tuple[str, ...] = (),
        *,
        seq: int | None = None,
        ruled: bool = False,
    ) -> None:
        """Add its alerts, shown by the `pictures` before and after it; `kept` are all of the press."""
        if seq is None:
            seq = state.last_seq
        for number, alert in enumerate(state.told(event.alerts)):
            shown = [self._moved.before, self._moved.after] if alert.code == MOVED and self._moved else pictures
            told = {key: value for key, value in asdict(alert).items() if key in OF_ALERT}
            texts = [article._asdict() for article in articles(state.opened.rules, alert.article)]
            said = in_all_languages(alert, event, state, self._moved)
            place = {"id": f"{row}-{number}", "row": row, "seq": seq, "ruled": ruled}
            stands = {"amended": False, "righted": False, "seen": ""}
            self.alerts.append({**told, **place, **stands, "said": said, "texts": texts, "pictures": shown, "kept": kept})
            self.pictures.update(name for name in (*shown, *kept) if name)


def _shown(alert: dict[str, Any], folder: Path, lang: str) -> dict[str, Any]:
    there = {name for name in (*alert["pictures"], *alert["kept"]) if name and (folder / name).exists()}
    pictures = [name if name in there else None for name in alert["pictures"]]
    told = {key: value for key, value in alert.items() if key != "said"}
    return {**told, "text": alert["said"][lang], "pictures": pictures, "kept": [name for name in alert["kept"] if name in there]}
