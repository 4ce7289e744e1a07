"""Rulings as the desk lists them: the word, who gave it, when, and its details."""

from collections.abc import Mapping
from typing import Any

from record.events.of_game import Arbitrated, ClockStarted, ClockStopped, ContinuedOnPaper, Event, PaperMoves, SessionClosed, TimesSet
from record.events.of_record import LogRestored, RowsLost, TimeControlSet, Undone
from record.papers.disputes import ArbiterEvent
from record.papers.time_of_day import kept, when_ruled
from record.session.arbiter import Word
from record.session.clocks import after_undoing
from record.session.state import State

WORDS = {
    ClockStarted: "start-clock",
    ClockStopped: "stop-clock",
    TimeControlSet: "time-control",
    ContinuedOnPaper: "paper",
    PaperMoves: "enter-paper",
    SessionClosed: "close",
    RowsLost: "rows-lost",
    LogRestored: "log-restored",
}
TOLD = ("side", "reason", "plies", "result", "article", "cause", "added_ns", "time_control", "at")
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
        case Undone():
            word, told["of"] = "undo", event.ruling
        case PaperMoves():
            word = WORDS[PaperMoves]
            told["plies"] = sum(not move.startswith("/") for move in event.moves)
        case _:
            word = WORDS[type(event)]
    return {"word": word, "by": event.by, "t_ns": event.t_ns, **told}


def moment_of(state: State, told: Mapping[str, Any]) -> dict[str, Any]:
    """When that was ruled, ready for JSON: {"t_ns", "at"}, since the beginning of the game, and the time of day as it is known by now."""
    ruled = when_ruled(state, told["t_ns"], told.get("at", ""))
    at = {"at": kept(ruled[0], is_set=ruled[1])} if ruled else {}
    return {"t_ns": max(0, told["t_ns"] - (state.began_ns or 0)), **at}


def undo_of(state: State) -> dict[str, Any] | None:
    """What undoing the last ruling would do, ready for JSON: {"ruled_ns", "clock"}; None where it cannot be undone.

    `clock` is `same` where undoing leaves the clocks alone, `times` where it takes back what was set or added, and `stands` where both
    clocks stand after it.
    """
    last = state.undoable
    if last is None:
        return None
    after = after_undoing(last.without.clock, state.clock, last.ruling, state.clock.since_t_ns)
    clock = "same"
    if state.clock != last.without.clock and after.control.main_ns is not None:
        clock = "times" if isinstance(last.ruling, TimesSet) else "stands"
    return {"ruled_ns": last.ruling.t_ns, "clock": clock}


def _to_move(fen: str) -> str:
    return "white" if fen.startswith("W") else "black"
