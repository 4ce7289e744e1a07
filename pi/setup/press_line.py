"""Lines for people: the ruling of a press, the arbiter's word, and how the game stands."""

from rich.markup import escape

from pi.setup.output import told
from record.events.of_game import Arbitrated, ContinuedOnPaper, Ruled
from record.events.of_players import MoveEntered
from record.events.of_record import PicturesDropped, Undone, Why
from record.session.state import State
from record.telling.sentences import side_word
from record.telling.sureness import sureness
from rules.errors import Phrase, Sentence
from rules.play.endings import cited

MARKS = {"legal": "green", "corrected": "cyan", "unsure": "yellow"}


class Recorded(Phrase):
    """How much is on the record."""

    PRESSES = "{count} press", "{count} presses"
    MOVES = "{count} move on the record", "{count} moves on the record"


class LineSays(Phrase):
    """The parts of a line."""

    AMENDED = "{verdict} (amended)"
    TAKEN = "{verdict}, entered by {by}"
    ENTERED = "entered by {by}"
    BY = "by {by}"
    UNDONE = "undone: {ruling}"
    ON_PAPER = "from this press on the game is noted on paper (regulation C, Art. 5)"
    STANDING = "{presses}, {moves}"
    NOT_ON_DISK = "{presses}, {moves}; not on disk: {trouble}"
    WAITING = "waiting for the start position"


def press_line(event: Ruled, lang: str) -> str:
    """Number, side, move, verdict and confidence in English, and the alerts in their language, with rich's markup."""
    colour = MARKS.get(event.verdict, "red")
    verdict = str(LineSays.AMENDED.said(verdict=event.verdict)) if event.amends else event.verdict
    alerts = "".join(
        f"  {escape(alert.text)}" + (f" ({told(cited(alert.article), lang)})" if alert.article else "") for alert in event.alerts
    )
    return (
        f"{_head(event)}  [bold]{escape(event.move or '-'):9}[/bold] [{colour}]{verdict}[/{colour}]  {sureness(event.confidence)!s}{alerts}"
    )


def entered_line(event: MoveEntered) -> str:
    """The move that the players entered for a press, with rich's markup."""
    by = str((LineSays.TAKEN if event.taken else LineSays.ENTERED).said(verdict=str(event.verdict), by=escape(event.by)))
    text = f"[magenta]{by}[/magenta]" if event.taken else by
    return f"{_head(event)}  [bold]{escape(event.written):9}[/bold] {text}" + "".join(f"  {escape(alert.text)}" for alert in event.alerts)


def word_line(event: Arbitrated | ContinuedOnPaper | Undone) -> str:
    """The arbiter's ruling after a press, one that was undone, or the change to paper under the regulation, with rich's markup."""
    if isinstance(event, ContinuedOnPaper):
        return f"{event.seq:4}  [magenta]{LineSays.ON_PAPER.said()!s}[/magenta]"
    why = f": {escape(event.reason)}" if event.reason else ""
    by = str(LineSays.BY.said(by=escape(event.by)))
    if isinstance(event, Undone):
        return f"      [magenta]{LineSays.UNDONE.said(ruling=event.ruling)!s}[/magenta]  {by}{why}"
    return f"{event.seq:4}  [magenta]{event.ruling}[/magenta]  {by}{why}"


def _head(event: Ruled | MoveEntered) -> str:
    """The number of the press, and its side in five characters."""
    return f"{event.seq:4}  {side_word(str(event.side))!s:5}"


class Dropped(Phrase):
    """When and why pictures of a game were deleted, and by whom."""

    DELETED = "pictures of this game were deleted, {why}"
    DELETED_ON = "pictures of this game were deleted on {date}, {why}"
    DELETED_BY = "pictures of this game were deleted by {by}, {why}"
    DELETED_ON_BY = "pictures of this game were deleted on {date} by {by}, {why}"
    CLOSED = "when the game was closed, but for those that an alert needs"
    BUDGET = "to make room for newer games, but for those that an alert needs"
    DAYS = "after the days that the settings keep them"
    ASKED = "on request"


WHYS = {Why.CLOSED: Dropped.CLOSED, Why.BUDGET: Dropped.BUDGET, Why.DAYS: Dropped.DAYS, Why.ASKED: Dropped.ASKED}


def dropped_sentence(event: PicturesDropped) -> Sentence:
    """Return a sentence that says when and why pictures of a game were deleted."""
    phrases = ((Dropped.DELETED, Dropped.DELETED_BY), (Dropped.DELETED_ON, Dropped.DELETED_ON_BY))
    return phrases[bool(event.at)][bool(event.by)].said(date=event.at[:10], by=event.by, why=WHYS[Why(event.why)].said())


def status_line(state: State, trouble: Sentence | None) -> Sentence:
    """Return a sentence on the state of the game, for the operator; `trouble` is why events are not on disk, or None."""
    if state.opening is None:
        return LineSays.WAITING.said()
    counted = {
        "presses": Recorded.PRESSES.said(count=len(state.presses)),
        "moves": Recorded.MOVES.said(count=len(state.plies)),
    }
    return LineSays.NOT_ON_DISK.said(**counted, trouble=trouble) if trouble else LineSays.STANDING.said(**counted)
