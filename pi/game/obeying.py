"""Applies what arbiter and players say to a game that is being recorded."""

from msgspec.structs import replace

from clock import clock
from clock.clock import TimesNotSet
from clock.control import ControlError, parse_control
from pi.game.board_game import BoardGame
from record.decisions.arbitration import Decision
from record.decisions.arbitration import word as ruling_of
from record.decisions.commands import (
    AddTimes,
    Describe,
    EnterMove,
    EnterPaper,
    PlayerCommand,
    PlayerSays,
    ResumeWriting,
    SeeAlert,
    SetControl,
    SetTimes,
    StartClock,
    StopClock,
    SuspendWriting,
    Undo,
)
from record.decisions.known_before import changed_meanwhile
from record.decisions.outcome import OBEYED, Became
from record.decisions.paper_entry import enter, read_paper
from record.decisions.undoing import undoing
from record.decisions.writing import suspending
from record.events.of_game import ClockStopped, EventError, TimesSet
from record.events.of_players import PlayerSaid, Said
from record.events.of_record import AlertSeen, Described, TimeControlSet
from record.session.arbiter import ArbitrationError, Word
from record.session.opening import has_begun
from record.session.paper import PaperError
from record.session.state import State
from record.telling.of_clock import clock_sentence
from record.telling.player_alerts import told_of
from record.telling.sentences import side_word
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import Phrase
from rules.play.endings import Cause, lost


class ClockRefusal(Phrase):
    """Why the arbiter's word on turn or clock has no place now."""

    NO_CLOCK = "this game is played without a clock: there is none to start"
    RUNS_ALREADY = "{side}'s clock runs already"
    TO_MOVE_ALREADY = "{side} is to move already"
    NEITHER_RUNS = "neither clock runs"
    FLAG_FELL = "the flag has fallen: set the clocks before they are started, or end the game"
    ENDED = "the game has ended: rule on the board to take it up again, and its clock runs"
    NOT_BEGUN = "this game has not begun: its time control is set on the evening page"
    CONTROL_ALREADY = "the time control is {control} already"


CALLED_AGAIN_NS = 30_000_000_000
"""A second call for the arbiter within this time is ignored: the first was heard."""


class SayingRefusal(Phrase):
    """Why what a player says is not possible now."""

    GAME_ENDED = "{said}: the game has ended"
    GAME_BEGUN = "{said}: the game has begun"
    SAID_ALREADY = "{said}: {side} has said {before} already"
    NO_OFFER = "{said}: no offer of the opponent stands"


class SaidWord(Phrase):
    """The players' words as they stand within a sentence."""

    RESIGNED = "resigned"
    DRAW_OFFERED = "draw-offered"
    DRAW_ACCEPTED = "draw-accepted"
    DRAW_DECLINED = "draw-declined"
    ARBITER_CALLED = "arbiter-called"
    STANDS_RIGHT = "stands-right"


ClockWord = StartClock | StopClock | SetTimes | AddTimes | SetControl
Obeyed = Decision | ClockWord | EnterPaper | Describe | SeeAlert | PlayerCommand | Undo | SuspendWriting | ResumeWriting


def answered(game: BoardGame, word: Obeyed, t_ns: int) -> Became:
    """Obey the word: keep and tell it. Return `OBEYED`, or the sentence that says why it was not possible, with nothing changed."""
    try:
        _obey(game, word, t_ns)
    except (ArbitrationError, EventError, PaperError) as error:
        return error.sentence
    except TimesNotSet as error:
        return clock_sentence(error)
    return OBEYED


def _obey(game: BoardGame, word: Obeyed, t_ns: int) -> None:
    match word:
        case Decision():
            _refuse_needless(game.state, word)
            game.arbitrate(word, t_ns)
        case EnterPaper():
            entry = enter(game.state, read_paper(word.text), word.by, word.result)
            game.keep(replace(entry.event, t_ns=t_ns), t_ns)
        case EnterMove():
            game.enter(word, t_ns)
        case PlayerSays():
            _hear_player(game, word, t_ns)
        case Describe():
            if why := changed_meanwhile(word, game.state.opened.about.tags.told):
                raise ArbitrationError(why)
            game.keep(Described(t_ns, word.by, word.about, word.because), t_ns)
        case Undo():
            game.keep(undoing(game.state, word, t_ns), t_ns)
        case SuspendWriting() | ResumeWriting():
            game.keep(suspending(game.state, word, t_ns), t_ns)
        case SeeAlert():
            game.keep(AlertSeen(t_ns, word.by, word.alert), t_ns)
        case _:
            _obey_on_clock(game, word, t_ns)


def _refuse_needless(state: State, decision: Decision) -> None:
    """Raise ArbitrationError when the turn goes to a side that has it already: the record would show a set-up position."""
    side = str(Side.WHITE if state.fen.startswith("W") else Side.BLACK)
    settled = not (state.pending or state.unruled or state.over or state.paper_from is not None)
    if settled and ruling_of(decision.ruling) is Word.TO_MOVE and decision.side == side and state.clock.running in (side, None):
        raise ArbitrationError(ClockRefusal.TO_MOVE_ALREADY.said(side=side_word(side)))


def _obey_on_clock(game: BoardGame, word: ClockWord, t_ns: int) -> None:
    shows = game.clock
    match word:
        case StartClock():
            side = word.side or shows.running or shows.stopped or str(game.belief.position.side)
            if side == shows.running:
                why = ClockRefusal.NO_CLOCK if shows.control.main_ns is None else ClockRefusal.RUNS_ALREADY
                raise ArbitrationError(why.said(side=side_word(side)))
            start_clock(game, t_ns, side, word.by, word.reason)
        case StopClock():
            if shows.running is None:
                raise ArbitrationError(ClockRefusal.NEITHER_RUNS.said())
            stopped = clock.stop(shows, t_ns)
            game.on_clock(ClockStopped(t_ns, stopped.white_ns, stopped.black_ns, word.by, reason=word.reason))
        case SetTimes():
            wanted = word.white_ns, word.black_ns
            white_ns, black_ns = (own if own is not None else left for own, left in zip(wanted, clock.left(shows, t_ns), strict=True))
            game.on_clock(TimesSet(t_ns, white_ns, black_ns, word.by, word.reason, word.moves))
        case AddTimes():
            added = word.white_ns, word.black_ns
            shows = clock.add_times(shows, t_ns, *added)
            game.on_clock(TimesSet(t_ns, shows.white_ns, shows.black_ns, word.by, word.reason, added_ns=added))
        case SetControl():
            _set_control(game, word, t_ns)


def _set_control(game: BoardGame, word: SetControl, t_ns: int) -> None:
    """Put the time control of a game that has begun right. ArbitrationError before that, and where the game has it already."""
    try:
        control = parse_control(word.time_control)
    except ControlError as error:
        raise ArbitrationError(clock_sentence(error)) from error
    if not has_begun(game.state):
        raise ArbitrationError(ClockRefusal.NOT_BEGUN.said())
    if control == game.clock.control:
        raise ArbitrationError(ClockRefusal.CONTROL_ALREADY.said(control=str(control)))
    shows = clock.change_control(game.clock, t_ns, control, [press.side for press in game.state.presses])
    game.keep(TimeControlSet(t_ns, word.by, str(control), shows.white_ns, shows.black_ns, word.reason), t_ns)


def start_clock(game: BoardGame, t_ns: int, side: str, by: str = "", reason: str = "") -> None:
    """Start the clock of that side now. Raises ArbitrationError after the game has ended, or while a flag is down."""
    if game.clock.flagged:
        raise ArbitrationError(ClockRefusal.FLAG_FELL.said())
    if game.state.ended:
        raise ArbitrationError(ClockRefusal.ENDED.said())
    game.start_clock(t_ns, side, by, reason)


def _hear_player(game: BoardGame, word: PlayerSays, t_ns: int) -> None:
    """Tell the arbiter, who alone stops the clock; who resigns has lost."""
    state, said = game.state, Said(word.said)
    if _is_heard(state, word, t_ns):
        return
    _refuse(state, word.side, said)
    seq = state.last_seq
    alerts = told_of(said, word.side, state.opened.rules, game.lang)
    white_ns, black_ns = clock.left(game.clock, t_ns)
    event = PlayerSaid(t_ns, seq, word.side, str(said), white_ns=white_ns, black_ns=black_ns, alerts=alerts)
    if said is not Said.RESIGNED:
        game.keep(event, t_ns)
        return
    command = game.command
    if not (command and any(one.command == command for one in state.players)):  # else the power failed between the two events
        game.keep(replace(event, command=command), t_ns, completes=False)
    game.arbitrate(_lost(state, Side(word.side), seq), t_ns)


def _is_heard(state: State, word: PlayerSays, t_ns: int) -> bool:
    """Whether the player said the same just before, for example by tapping a button twice."""
    alike = (one for one in state.players if (one.side, one.said) == (word.side, word.said))
    match word.said:
        case Said.ARBITER_CALLED:
            return any(t_ns - one.t_ns < CALLED_AGAIN_NS for one in alike)
        case Said.STANDS_RIGHT:
            return any(alike)
    return state.draw_offer is not None and state.draw_offer in alike


def _refuse(state: State, side: str, said: Said) -> None:
    offer, word = state.draw_offer, SaidWord[said.name].said()
    if state.ended and said is not Said.ARBITER_CALLED:
        raise ArbitrationError(SayingRefusal.GAME_ENDED.said(said=word))
    if said is Said.STANDS_RIGHT and state.presses:
        raise ArbitrationError(SayingRefusal.GAME_BEGUN.said(said=word))
    if said is Said.DRAW_OFFERED and offer:
        before = SaidWord[Said(offer.said).name].said()
        raise ArbitrationError(SayingRefusal.SAID_ALREADY.said(said=word, side=side_word(offer.side), before=before))
    if said in (Said.DRAW_ACCEPTED, Said.DRAW_DECLINED) and not (offer and offer.said == Said.DRAW_OFFERED and offer.side != side):
        raise ArbitrationError(SayingRefusal.NO_OFFER.said(said=word))


def _lost(state: State, loser: Side, seq: int) -> Decision:
    """Return the decision that the player who resigns has lost (Art. 20.2), in that player's name."""
    rules = ruleset(state.opened.rules)
    over = lost(rules, Cause.RESIGNED, loser)
    by = state.opened.about.tags.told.get(loser) or str(loser)
    return Decision(seq, "end", by, result=over.result, cause=over.cause)
