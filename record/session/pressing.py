"""Which presses count, and which event each makes, for a live board and for the replay of a recorded session alike."""

from dataclasses import dataclass

from clock import clock
from clock.clock import ClockState
from record.events.of_game import ClockStarted, Pressed
from record.session.running import RunningGame
from record.session.state import State
from rules.board.squares import Side
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
    """Whether the press counted when it was recorded. A recorded session does not tell whether the turn was handed back before it."""


def event_of(game: RunningGame, made: PressMade) -> Pressed | ClockStarted | None:
    """The event that the press makes; None where it does not count.

    Before the game, a press by the side that is not to move starts the clock of the other side.
    """
    if game.state.over:
        return None
    if _starts_the_clock(game) and made.side != game.belief.position.side:
        return ClockStarted(made.t_ns, str(made.side.other))
    shows = _after(game, made)
    if shows is None:
        return None
    seq = game.state.last_seq + 1 if made.seq is None else made.seq
    return Pressed(seq, made.t_ns, made.side, shows.white_ns, shows.black_ns, shows.running, made.pictures)


def _starts_the_clock(game: RunningGame) -> bool:
    shows = game.clock
    return shows.running is None and shows.stopped is None and shows.flagged is None and not game.state.presses


def _after(game: RunningGame, made: PressMade) -> ClockState | None:
    """The clock after the press; None where it does not count.

    A press that arrives after a later ruling of the arbiter takes effect at the ruling: its side loses the time until then.
    """
    shows, side = game.clock, made.side
    is_again = shows.running == side.other and (made.accepted or _puts_right(game.state, side))
    press = clock.press_again if is_again else clock.press
    flipped, counts = press(shows, max(made.t_ns, shows.since_t_ns), str(side))
    if made.accepted:
        counts = shows.running == side or game.turned or _has_something_to_press_for(game, side)
    return flipped if counts else None


def _puts_right(state: State, side: Side) -> bool:
    """Whether a press by a side whose clock does not run corrects its own pending fault; False while a press waits for its ruling.

    False too after a press that could not be read: a button pressed twice by mistake is more likely, and the next picture decides.
    """
    if state.unruled or not state.line.open:
        return False
    last = state.line.open[-1]
    return last.side == side and last.irregular and last.verdict != Verdict.UNSURE


def _has_something_to_press_for(game: RunningGame, side: Side) -> bool:
    """Whether the side has the turn, or could get it back for a fault of its own."""
    return any(situation.position_for(side) is not None for situation, _ in game.belief.situations)
