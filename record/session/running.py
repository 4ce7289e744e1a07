"""A game that is being recorded, as one value: the state after its events, and the referee's belief.

The belief is not an event. It follows from the events, because each ruling is kept with its evidence. Where a checkpoint has the belief
after the first events, only the later presses are ruled again.
"""

from dataclasses import dataclass, field, replace

from clock.clock import ClockState
from record.events.of_game import Arbitrated, Event, Ruled, SessionOpened
from record.events.of_players import MoveEntered
from record.events.of_record import MovesBefore, Undone
from record.session.arbiter import ON_THE_BOARD
from record.session.beliefs import after_entry, after_press, after_ruling
from record.session.faults import SessionFault
from record.session.state import SessionError, State
from record.session.step import step
from rules.board.fen import parse_fen
from rules.irregularity import Verdict
from rules.referee.belief import Belief
from rules.referee.priors import MAX_AMENDABLE_PRESSES


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game after its events so far; `RunningGame()` is a game before its first event."""

    state: State = field(default_factory=State)
    held: Belief | None = None
    """The referee's belief; None before the opening."""
    turned: bool = False
    """Whether the board lay wrong (Art. 26) when it was last seen."""
    recent: tuple[Ruled, ...] = ()
    """The first rulings of the latest presses, with their evidence: a move that the players enter can change the rulings after it."""
    ignored: int = 0
    """How many presses did not count; they have no events."""
    held_without: Belief | None = None
    """The referee's belief without the last ruling, while that can be undone."""

    @property
    def belief(self) -> Belief:
        """The referee's belief; SessionError before the opening."""
        if self.held is None:
            raise SessionError(SessionFault.NO_BELIEF.said())
        return self.held

    @property
    def clock(self) -> ClockState:
        """The state of the clock."""
        return self.state.clock

    def after(self, event: Event, held: Belief | None = None) -> "RunningGame":
        """The game after the event; raises what `step` raises.

        `held` is the referee's belief after the event, if the caller has it. Without it a press is ruled again, which takes long.
        """
        return self._with(event, self._held_after(event, held))

    def with_checkpoint(self, event: Event, held: Belief) -> "RunningGame":
        """The game after an event, with the belief of a checkpoint: nothing is ruled again."""
        return self._with(event, held)

    def _with(self, event: Event, held: Belief | None) -> "RunningGame":
        state = step(self.state, event)
        without = None if state.undoable is None else self.held if state.undoable.ruling is event else self.held_without
        after = replace(self, state=state, held=held, held_without=without)
        if not isinstance(event, Ruled) or event.amends:
            return after
        turned = self.turned if event.verdict == Verdict.UNSURE else event.verdict == Verdict.TURNED
        return replace(after, turned=turned, recent=(*self.recent, event)[-MAX_AMENDABLE_PRESSES:])

    def _held_after(self, event: Event, held: Belief | None) -> Belief | None:
        if isinstance(event, SessionOpened):
            return Belief.at(parse_fen(event.start_fen, event.rule_set))
        if self.held is None:
            return None
        match event:
            case MovesBefore():
                return Belief.at(parse_fen(event.fens[-1], self.held.position.rules))
            case Arbitrated() if event.ruling in ON_THE_BOARD:
                return after_ruling(self.held, event)
            case Undone():
                return self.held_without
            case MoveEntered(taken=True):
                return held or after_entry(self.held, event, self.recent)[0]
            case Ruled(amends=False) if not self.state.was_ruled_on(event.seq):
                return held or after_press(self.held, event)
        return self.held
