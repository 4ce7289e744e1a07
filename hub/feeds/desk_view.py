"""What the desk shows: each alert with its pictures, positions and articles, each ruling with who and when, and how the game stands."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hub.feeds.desk_alert import NOTHING_SHOWN, DeskAlert, ShownPictures
from hub.feeds.desk_doubt import every_square, squares_in_doubt
from hub.feeds.desk_moves import entries, written
from hub.feeds.desk_rulings import moment_of, ruling_of, undo_of
from hub.feeds.desk_writing import writing_view
from hub.feeds.journals import JournalRow
from hub.feeds.offers import offers
from hub.feeds.urgency import urgency
from hub.feeds.waiting import is_past, waiting
from hub.texts.articles import articles
from record.events.alert import Alert
from record.events.of_game import Alerted, BoardMoved, CameraFault, ClockStopped, FlagFell, Ruled
from record.events.of_players import MoveEntered, PlayerSaid
from record.events.of_record import AlertSeen, Undone
from record.papers.public_view import public_view
from record.papers.retelling import in_all_languages
from record.session.state import State
from record.store.folder import JOURNAL_NAME
from record.store.mirror_mark import is_mirrored
from record.telling.remarks import MOVED, has_taken_over
from rules.irregularity import Verdict

WHOLE_GAME = frozenset({"fens", "times", "counts", "moves"})
"""What `public_view` has of every move. The desk has them as `desk_moves` lists them."""


@dataclass(frozen=True, slots=True)
class _Telling:
    """The alerts of one event: the press they are about, whether they rule on it, and the pictures that show them."""

    alerts: tuple[Alert, ...]
    seq: int
    shown: ShownPictures = NOTHING_SHOWN
    ruled: bool = False


class DeskLog:
    """What was told so far, oldest first; `take` adds what a row of the journal brings."""

    def __init__(self) -> None:
        self.alerts: tuple[DeskAlert, ...] = ()
        self.rulings: list[dict[str, Any]] = []
        self.pictures: set[str] = set()
        """The pictures that an alert shows."""
        self.doubts: dict[int, tuple[int, ...]] = {}
        """By the number of each press that was not read, the squares that its picture left in doubt."""
        self._t_ns = 0
        self._moved: BoardMoved | None = None
        """How the board or the camera moved last."""
        self.settled = self._settled_before = 0
        """The row of the last ruling that stands, which has settled the alerts before it; and that of the ruling before that one."""

    def take(self, row: JournalRow) -> None:
        """Add the alerts or the ruling of this row."""
        is_first = isinstance(row.event, Ruled) and row.event.is_guess and row.event.seq not in self.doubts
        if isinstance(row.event, Ruled) and is_first:  # also where something of the row cannot be used
            self.doubts[row.event.seq] = every_square(row.after)
        self._t_ns = max(self._t_ns, getattr(row.event, "t_ns", 0))
        match row.event:
            case Ruled():
                self._put_right(row.event)
                if row.event.is_guess and (row.event.log_p or is_first):
                    self.doubts[row.event.seq] = squares_in_doubt(row.after, row.event)
            case MoveEntered(taken=True):
                self._amend(row.event.seq)
            case AlertSeen(alert=id_, by=by):
                self._change(lambda alert: alert.id == id_ and not alert.seen, seen=by)
            case BoardMoved():
                self._moved = row.event
        if has_taken_over(row.event):
            self._change(lambda alert: not alert.carried, carried=True)
        self.alerts += tuple(self._alerts(row))
        if told := ruling_of(row.event):
            if isinstance(row.event, Undone):
                self.settled = self._settled_before
                self.rulings[-1] = {**self.rulings[-1], "undone": True}
            else:
                self._settled_before, self.settled = self.settled, row.id
            self.rulings.append({"row": row.id, "seq": row.after.last_seq, **told})

    @property
    def last_ruling(self) -> int:
        """The row of the last ruling; 0 before the first."""
        return int(self.rulings[-1]["row"]) if self.rulings else 0

    def view(self, state: State, row: int, folder: Path, lang: str) -> dict[str, Any]:
        """How the game stands, with all rulings, the newest first, and all alerts in that language, the most urgent first.

        `stands` is the last position that is known, never a guess. `doubt` is {"since", "squares"}: the first press after it, none of
        which was read, and the squares on which something else may stand now; null where the position is known.
        `listed` are the presses (`desk_moves`), `start` is the position that the game began from. `move` of an alert or a ruling is the
        move of its press as it is written in a game, empty where the list has none. A picture of an alert is named only while its file is
        in the game's folder, or may come from a board elsewhere.
        """
        if state.opening is None:
            return {"id": row, "game": folder.name, "alerts": [], "rulings": [], "last_ruling": 0, "undo": None}
        open_now = {alert.id for alert in waiting(self.alerts, state, self.settled)}
        listed = entries(state, self.doubts)
        moves, alerts, is_elsewhere = {press.seq: written(press) for press in listed if press.move}, [], is_mirrored(folder / JOURNAL_NAME)
        for alert in sorted(self.alerts, key=lambda alert: urgency(alert, is_open=alert.id in open_now)):
            is_open, offered = alert.id in open_now, offers(alert, state)
            past = not is_open and not offered and is_past(alert, self.alerts, state, self.settled)
            move = moves.get(alert.seq, "")
            rank, _ = urgency(alert, is_open=is_open)
            shown = alert.view(folder, lang, is_mirrored=is_elsewhere)
            alerts.append({**shown, "rank": rank, "move": move, "offers": offered, "open": is_open, "past": past})
        rulings = [{**ruling, **moment_of(state, ruling), "move": moves.get(ruling["seq"], "")} for ruling in reversed(self.rulings)]
        ruled = {"rulings": rulings, "last_ruling": self.last_ruling, "undo": undo_of(state), "recorded": not state.closed}
        known = {"stands": state.known_fen, "doubt": self._doubt(state)}
        stands = {"game": folder.name, "pending": state.pending, "paper": state.paper_from is not None, **known}
        public = public_view(state, row)
        kept = {key: value for key, value in public.items() if key not in WHOLE_GAME}
        shown = {"start": public["fens"][0], "listed": listed, "alerts": alerts, "writing": writing_view(state)}
        return {**kept, **stands, **shown, **ruled}

    def _doubt(self, state: State) -> dict[str, Any] | None:
        guessed = state.guessed
        return {"since": guessed[0].seq, "squares": self.doubts[guessed[-1].seq]} if guessed else None

    def _put_right(self, event: Ruled) -> None:
        """Mark what a ruling changes: a press puts right its side's last fault, or an earlier press is read anew."""
        if event.verdict == Verdict.CORRECTED:
            own = [alert.seq for alert in self.alerts if _is_fault_of(alert, event.side) and alert.seq <= event.seq]
            last = max(own, default=0)
            self._change(lambda alert: _is_fault_of(alert, event.side) and alert.seq == last and not alert.amended, righted=True)
        if event.amends:
            self._amend(event.seq)

    def _amend(self, seq: int) -> None:
        """Mark the alerts of that press as amended: they are told anew. There is no press 0."""
        self._change(lambda alert: alert.seq == seq > 0 and alert.ruled and not alert.righted, amended=True)

    def _change(self, which: Callable[[DeskAlert], bool], **changes: Any) -> None:
        self.alerts = tuple(replace(alert, **changes) if which(alert) else alert for alert in self.alerts)

    def _alerts(self, row: JournalRow) -> Iterator[DeskAlert]:
        told, state = _told_of(row), row.after
        if told is None:
            return
        for number, alert in enumerate(state.told(told.alerts)):
            shown = told.shown
            if alert.code == MOVED and self._moved:
                shown = replace(shown, pictures=(self._moved.before, self._moved.after))
            elif alert.pictures:
                shown = replace(shown, pictures=alert.pictures)
            self.pictures.update(shown.names)
            texts = tuple(articles(state.opened.rules, alert.article))
            said = in_all_languages(alert, row.event, state, self._moved)
            at = f"{row.id}-{number}"
            yield DeskAlert(at, row.id, told.seq, told.ruled, told=alert, said=said, texts=texts, shown=shown, t_ns=self._t_ns)


def _is_fault_of(alert: DeskAlert, side: str) -> bool:
    return alert.side == side and alert.code in list(Verdict)


def _told_of(row: JournalRow) -> _Telling | None:
    """What the event of the row tells the arbiter; None for an event that tells nothing."""
    event, before, after = row.event, row.before, row.after
    match event:
        case Ruled():
            pictures = event.straight or (before.drawn if not event.amends else None, event.drawn or event.picture)
            of_press = next((press.pictures for press in after.presses if press.seq == event.seq), ())
            return _Telling(event.alerts, event.seq, ShownPictures(pictures, event.before + (event.pictures or of_press)), ruled=True)
        case CameraFault():
            return _Telling(event.alerts, after.last_seq, ShownPictures((None, event.picture)))
        case MoveEntered():
            ruling = next(one for one in after.rulings if one.seq == event.seq)
            return _Telling(
                event.alerts, event.seq, ShownPictures((None, ruling.drawn or ruling.picture), ruling.pictures), ruled=event.taken
            )
        case ClockStopped() | FlagFell() | Alerted() | PlayerSaid():
            return _Telling(event.alerts, after.last_seq)
    return None
