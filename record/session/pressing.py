"""Which presses count, and which event each makes, for a live board and for the replay of a recorded session alike."""

from dataclasses import dataclass
from enum import StrEnum

from clock import clock
from clock.clock import ClockState
from record.events.of_game import ClockStarted, Pressed
from record.session.running import RunningGame
from record.session.state import State
from rules.board.squares import Side
from rules.errors import Phrase
from rules.irregularity import Verdict


@dataclass(frozen=True, slots=True)
class PressMade:
    """A press as it was made, at `t_ns` since the session began."""

    t_ns: int
    side: Side
    seq: int | None = None
    """Its number where it has one already; None takes the next number."""
    pictures: tuple[str, ...] = ()
    """The file names of its pictures, where they are known before the pictures are taken."""
    accepted: bool = False
    """Whether the recording of a session says that the press counted. It does not say whether the turn was handed back before."""


class NotCounted(StrEnum):
    """Why a press does not count."""

    OVER = "over"
    """The game is over."""
    CLOCKS_STAND = "clocks-stand"
    """Neither clock runs: they were stopped, the time of a side was used up, or the game has not begun."""
    OTHER_CLOCK_RUNS = "other-clock-runs"
    """The other clock runs, and the side has nothing to put right."""
    TOGETHER = "together"
    """It was made together with the press that gave the side its turn."""


class PressIgnored(Phrase):
    """Why a press counts for nothing."""

    OVER = "press {seq} counts for nothing: the game was ended"
    CLOCKS_STAND = "press {seq} counts for nothing: {side} pressed while both clocks stood"
    OTHER_CLOCK_RUNS = "press {seq} counts for nothing: {side} pressed while its clock stood, and nothing can be handed back"
    TOGETHER = "press {seq} counts for nothing: {side} pressed together with the opponent"


IGNORED = {why: PressIgnored[why.name] for why in NotCounted}


def weigh(game: RunningGame, made: PressMade) -> Pressed | ClockStarted | NotCounted:
    """Decide whether the press counts: the event that it makes, or why it makes none. A live board and a replay both ask here.

    Before the game, a press by the side that is not to move starts the clock of the other side.
    """
    if game.state.over:
        return NotCounted.OVER
    if _starts_the_clock(game) and made.side != game.belief.position.side:
        return ClockStarted(made.t_ns, str(made.side.other))
    shows = _after(game, made)
    if isinstance(shows, NotCounted):
        return shows
    seq = game.state.last_seq + 1 if made.seq is None else made.seq
    return Pressed(seq, made.t_ns, made.side, shows.white_ns, black_ns=shows.black_ns, running=shows.running, pictures=made.pictures)


def _starts_the_clock(game: RunningGame) -> bool:
    shows = game.clock
    return shows.running is None and shows.stopped is None and shows.flagged is None and not game.state.presses


def _after(game: RunningGame, made: PressMade) -> ClockState | NotCounted:
    """The clock after the press, or why the press does not count.

    A press counts if the clock of its side runs or the side may press again. The clock then refuses a live press that comes too late or
    together with the last one. That was decided for an accepted press when it was recorded, and the clock only shows what follows.

    A press that arrives after a later ruling of the arbiter takes effect at the ruling: its side loses the time until then.
    """
    shows, side = game.clock, made.side
    t_ns = max(made.t_ns, shows.since_t_ns)
    is_turn = shows.running == side
    flipped, counts = (clock.press if is_turn else clock.press_again)(shows, t_ns, str(side))
    if (counts or made.accepted) and (is_turn or _may_press_again(game, made)):
        return flipped
    if flipped.running is None:
        return NotCounted.CLOCKS_STAND
    return NotCounted.TOGETHER if is_turn else NotCounted.OTHER_CLOCK_RUNS


def _may_press_again(game: RunningGame, made: PressMade) -> bool:
    """Whether a side whose clock does not run may press: it has something to put right.

    Before an accepted press the turn may have been handed back unrecorded, so every situation that the referee holds possible is asked.
    """
    if made.accepted:
        return game.turned or game.belief.may_press(made.side)
    return _puts_right(game.state, made.side)


def _puts_right(state: State, side: Side) -> bool:
    """Whether a press by a side whose clock does not run corrects its own pending fault; False while a press waits for its ruling.

    False too after a press that could not be read: a button pressed twice by mistake is more likely, and the next picture decides.
    """
    if state.unruled or not state.line.open:
        return False
    last = state.line.open[-1]
    return last.side == side and last.irregular and last.verdict != Verdict.UNSURE
