"""Lines for people: the ruling of a press, the arbiter's word, and how the game stands."""

from rich.markup import escape

from record.events.of_game import Arbitrated, ContinuedOnPaper, Ruled
from record.events.of_players import MoveEntered
from record.events.of_record import PicturesDropped, Why
from record.session.state import State
from record.telling.sureness import sureness
from rules.errors import Sentence

MARKS = {"legal": "green", "corrected": "cyan", "unsure": "yellow"}


def press_line(event: Ruled) -> str:
    """Number, side, move, verdict and confidence, with rich's markup."""
    colour = MARKS.get(event.verdict, "red")
    move = event.move or "-"
    again = " (amended)" if event.amends else ""
    alerts = "".join(f"  {alert.text}" + (f" (Art. {alert.article})" if alert.article else "") for alert in event.alerts)
    sure = sureness(event.confidence)
    return f"{event.seq:4}  {event.side:5}  [bold]{move:9}[/bold] [{colour}]{event.verdict}{again}[/{colour}]  {sure}{alerts}"


def entered_line(event: MoveEntered) -> str:
    """The move that the players entered for a press, with rich's markup."""
    told = f"[magenta]{event.verdict}, entered by {escape(event.by)}[/magenta]" if event.taken else f"entered by {escape(event.by)}"
    return f"{event.seq:4}  {event.side:5}  [bold]{event.written:9}[/bold] {told}" + "".join(f"  {alert.text}" for alert in event.alerts)


def word_line(event: Arbitrated | ContinuedOnPaper) -> str:
    """The arbiter's ruling after a press, or the change to paper under the regulation, with rich's markup."""
    if isinstance(event, ContinuedOnPaper):
        return f"{event.seq:4}  [magenta]from this press on the game is noted on paper (regulation C, Art. 5)[/magenta]"
    why = f": {escape(event.reason)}" if event.reason else ""
    return f"{event.seq:4}  [magenta]{event.ruling}[/magenta]  by {escape(event.by)}{why}"


WHYS = {
    Why.CLOSED: "when the game was closed, but for those that an alert needs",
    Why.BUDGET: "to make room for newer games, but for those that an alert needs",
    Why.DAYS: "after the days that the settings keep them",
    Why.ASKED: "on request",
}


def dropped_line(event: PicturesDropped) -> str:
    """Return a line that says when and why pictures of a game were deleted."""
    when, by = f" on {event.at[:10]}" if event.at else "", f" by {event.by}" if event.by else ""
    return f"pictures of this game were deleted{when}{by}, {WHYS[Why(event.why)]}"


def status_line(state: State, trouble: Sentence | None) -> str:
    """Return a line on the state of the game, for the operator; `trouble` is why events are held back, or None."""
    if state.opening is None:
        return "waiting for the start position"
    held = f"; held back: {trouble}" if trouble else ""
    return f"{len(state.presses)} presses, {len(state.plies)} moves on the record{held}"
