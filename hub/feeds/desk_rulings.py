"""Rulings as the desk lists them: the word, who gave it, when, and its details."""

from typing import Any

from record.events.of_game import Arbitrated, ClockStarted, ClockStopped, ContinuedOnPaper, Event, PaperMoves, SessionClosed, TimesSet
from record.events.of_record import RowsLost, TimeControlSet
from record.papers.disputes import ArbiterEvent
from record.session.arbiter import Word

WORDS = {
    ClockStarted: "start-clock",
    ClockStopped: "stop-clock",
    TimeControlSet: "time-control",
    ContinuedOnPaper: "paper",
    PaperMoves: "enter-paper",
    SessionClosed: "close",
    RowsLost: "go-on",
}
TOLD = ("side", "reason", "plies", "result", "article", "added_ns", "time_control", "at")
"""The fields of an event that the desk shows when they are set."""


def ruling_of(event: Event) -> dict[str, Any] | None:
    """The ruling in that event, ready for JSON. None when nobody ruled: a game's start also starts a clock, and a power cut stops it."""
    if not isinstance(event, ArbiterEvent) or not event.by:
        return None
    told = {key: value for key in TOLD if (value := getattr(event, key, None)) not in (None, "", 0)}
    match event:
        case Arbitrated():
            word = event.ruling
            told |= {Word.POSITION: {"fen": event.fen}, Word.TO_MOVE: {"side": _to_move(event.fen)}}.get(Word(word), {})
        case TimesSet():
            word = "add-times" if event.added_ns else "set-times"
            told |= {"white_ns": event.white_ns, "black_ns": event.black_ns}
        case PaperMoves():
            word = WORDS[PaperMoves]
            told["plies"] = sum(not move.startswith("/") for move in event.moves)
        case _:
            word = WORDS[type(event)]
    return {"word": word, "by": event.by, "t_ns": event.t_ns, **told}


def _to_move(fen: str) -> str:
    return "white" if fen.startswith("W") else "black"
