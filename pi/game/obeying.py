"""Applies what arbiter and players say to a game that is being recorded."""

from msgspec.structs import replace

from clock import clock
from clock.clock import TimesNotSet
from pi.game.board_loop import BoardLoop
from pi.game.players import hear
from record.decisions.arbitration import Decision
from record.decisions.arbitration import word as ruling_of
from record.decisions.known_before import changed_meanwhile
from record.decisions.outcome import OBEYED, Became
from record.decisions.paper_entry import enter, read_paper
from record.decisions.undoing import undoing
from record.decisions.words import (
    AddTimes,
    Describe,
    EnterMove,
    EnterPaper,
    PlayerSays,
    PlayersWord,
    ResumeWriting,
    SeeAlert,
    SetTimes,
    StartClock,
    StopClock,
    SuspendWriting,
    Undo,
)
from record.decisions.writing import suspending
from record.events.of_game import ClockStopped, EventError, TimesSet
from record.events.of_record import AlertSeen, Described
from record.session.arbiter import ArbitrationError, Word
from record.session.paper import PaperError
from record.session.state import State
from record.telling.of_clock import clock_sentence
from record.telling.sentences import side_word
from rules.board.squares import Side
from rules.errors import Phrase


class ClockRefusal(Phrase):
    """Why the arbiter's word on turn or clock has no place now."""

    NO_CLOCK = "this game is played without a clock: there is none to start"
    RUNS_ALREADY = "{side}'s clock runs already"
    TO_MOVE_ALREADY = "{side} is to move already"
    NEITHER_RUNS = "neither clock runs"
    FLAG_FELL = "the flag has fallen: set the clocks before they are started, or end the game"
    ENDED = "the game has ended: rule on the board to take it up again, and its clock runs"


ClockWord = StartClock | StopClock | SetTimes | AddTimes
Obeyed = Decision | ClockWord | EnterPaper | Describe | SeeAlert | PlayersWord | Undo | SuspendWriting | ResumeWriting


def answered(loop: BoardLoop, word: Obeyed, t_ns: int) -> Became:
    """Obey the word; return `OBEYED`, or the sentence that says why it was not possible."""
    try:
        obey(loop, word, t_ns)
    except (ArbitrationError, EventError, PaperError) as error:
        return error.sentence
    except TimesNotSet as error:
        return clock_sentence(error)
    return OBEYED


def obey(loop: BoardLoop, word: Obeyed, t_ns: int) -> None:
    """Obey the word: keep and tell it.

    Raises ArbitrationError, EventError, PaperError or TimesNotSet with nothing changed if it is not possible.
    """
    match word:
        case Decision():
            _refuse_needless(loop.state, word)
            loop.arbitrate(word, t_ns)
        case EnterPaper():
            entry = enter(loop.state, read_paper(word.text), word.by, word.result)
            loop.keeper.keep(replace(entry.event, t_ns=t_ns), t_ns)
        case EnterMove() | PlayerSays():
            hear(loop, word, t_ns)
        case Describe():
            if why := changed_meanwhile(word, loop.state.opened.about.tags.told):
                raise ArbitrationError(why)
            loop.keeper.keep(Described(t_ns, word.by, word.about, word.because), t_ns)
        case Undo():
            loop.keeper.keep(undoing(loop.state, word, t_ns), t_ns)
        case SuspendWriting() | ResumeWriting():
            loop.keeper.keep(suspending(loop.state, word, t_ns), t_ns)
        case SeeAlert():
            loop.keeper.keep(AlertSeen(t_ns, word.by, word.alert), t_ns)
        case _:
            _obey_on_clock(loop, word, t_ns)


def _refuse_needless(state: State, decision: Decision) -> None:
    """Raise ArbitrationError when the turn goes to a side that has it already: the record would show a set-up position."""
    side = str(Side.WHITE if state.fen.startswith("W") else Side.BLACK)
    settled = not (state.pending or state.unruled or state.over or state.paper_from is not None)
    if settled and ruling_of(decision.ruling) is Word.TO_MOVE and decision.side == side and state.clock.running in (side, None):
        raise ArbitrationError(ClockRefusal.TO_MOVE_ALREADY.said(side=side_word(side)))


def _obey_on_clock(loop: BoardLoop, word: ClockWord, t_ns: int) -> None:
    shows = loop.clock
    match word:
        case StartClock():
            side = word.side or shows.running or shows.stopped or str(loop.game.belief.position.side)
            if side == shows.running:
                why = ClockRefusal.NO_CLOCK if shows.control.main_ns is None else ClockRefusal.RUNS_ALREADY
                raise ArbitrationError(why.said(side=side_word(side)))
            start_clock(loop, t_ns, side, word.by, word.reason)
        case StopClock():
            if shows.running is None:
                raise ArbitrationError(ClockRefusal.NEITHER_RUNS.said())
            stopped = clock.stop(shows, t_ns)
            loop.on_clock(ClockStopped(t_ns, stopped.white_ns, stopped.black_ns, word.by, reason=word.reason))
        case SetTimes():
            wanted = word.white_ns, word.black_ns
            white_ns, black_ns = (own if own is not None else left for own, left in zip(wanted, clock.left(shows, t_ns), strict=True))
            loop.on_clock(TimesSet(t_ns, white_ns, black_ns, word.by, word.reason, word.moves))
        case AddTimes():
            added = word.white_ns, word.black_ns
            shows = clock.add_times(shows, t_ns, *added)
            loop.on_clock(TimesSet(t_ns, shows.white_ns, shows.black_ns, word.by, word.reason, added_ns=added))


def start_clock(loop: BoardLoop, t_ns: int, side: str, by: str = "", reason: str = "") -> None:
    """Start the clock of that side now. Raises ArbitrationError after the game has ended, or while a flag is down."""
    if loop.clock.flagged:
        raise ArbitrationError(ClockRefusal.FLAG_FELL.said())
    if loop.state.ended:
        raise ArbitrationError(ClockRefusal.ENDED.said())
    loop.start_clock(t_ns, side, by, reason)
