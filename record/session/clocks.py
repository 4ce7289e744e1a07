"""The state of the clock after each clock event and after each ruling of the arbiter."""

from collections.abc import Iterator
from dataclasses import replace

from clock.clock import ClockState, TimesNotSet, advance, give_turn, hand_back, set_times, start, stop, take_back
from record.events.of_game import Arbitrated, ClockStarted, ClockStopped, FlagFell, PaperMoves, TimesSet, TurnHandedBack
from record.events.of_record import TimeControlSet
from record.session.arbiter import ON_THE_BOARD, TAKES_OFF, ArbitrationError, Word, on_line
from record.session.state import State
from record.telling.of_clock import clock_sentence

UndoableRuling = Arbitrated | ClockStarted | TimesSet | TimeControlSet | PaperMoves
"""A ruling that can be undone."""
ClockEvent = ClockStarted | ClockStopped | TimesSet | FlagFell | TurnHandedBack


def after_event(clock: ClockState, event: ClockEvent) -> ClockState:
    """The clock after the event; its time never goes back. ArbitrationError for times that cannot be set."""
    t_ns = max(event.t_ns, clock.since_t_ns)
    match event:
        case ClockStarted():
            return start(clock, t_ns, event.side)
        case ClockStopped():
            return stop(clock, t_ns)
        case TimesSet():
            try:
                shows = set_times(clock, t_ns, event.white_ns, event.black_ns, event.moves)
            except TimesNotSet as error:
                raise ArbitrationError(clock_sentence(error)) from error
            return replace(shows, given=clock.given) if event.added_ns else shows
        case FlagFell():
            return advance(clock, t_ns)
        case TurnHandedBack():
            return hand_back(clock, t_ns)


def after_word(clock: ClockState, state: State, event: Arbitrated) -> ClockState:
    """The clock after a ruling on the game as it stands.

    The clock of the side to move runs if a clock ran before, or if the ruling resumes an ended game. Moves whose plies are removed are no
    longer counted, and the time added for them is deducted again.
    """
    t_ns = max(event.t_ns, clock.since_t_ns)
    if event.ruling == Word.END:
        return stop(clock, t_ns)
    if event.ruling not in ON_THE_BOARD:
        return clock
    side = "white" if event.fen.startswith("W") else "black"
    clock = start(clock, t_ns, side) if state.ended else give_turn(clock, t_ns, side)
    return take_back(clock, t_ns, _taken_off(state, event)) if event.ruling in TAKES_OFF else clock


def after_undoing(without: ClockState, now: ClockState, ruling: UndoableRuling, t_ns: int) -> ClockState:
    """The clock once the ruling is undone; `without` is the clock as it was before the ruling.

    A clock that the ruling left alone goes on as it is. Where times were set or added, or the time control was put right, the clock shows
    what it would show now without that; its flag may have fallen. After any other ruling both clocks stand at the readings of the moment of
    the ruling, so that the time since then is charged to nobody.
    """
    if now == without:
        return now
    t_ns = max(t_ns, now.since_t_ns)
    if isinstance(ruling, TimesSet | TimeControlSet) or without.control.main_ns is None:
        shows = advance(without, t_ns)
    else:
        shows = stop(without, max(ruling.t_ns, without.since_t_ns))
    return replace(shows, since_t_ns=t_ns)


def _taken_off(state: State, event: Arbitrated) -> Iterator[tuple[str, int | None]]:
    """For each move after the last one that stays: its side, and the index of its press, or None where it has no press here."""
    stays = on_line(state.waiting_line, event).entries
    last_seq = max((ply.seq for ply in stays), default=0)
    yield from ((press.side, place) for place, press in enumerate(state.presses) if press.seq > last_seq)
    yield from ((ply.side, None) for ply in state.before[len(stays) :] if not ply.is_set_up)
