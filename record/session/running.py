"""A game that is being recorded, in one value: what its events add up to, and what the referee holds of it.

The referee's belief is no event. It follows from the events, for a ruling is kept with the evidence that it was made on; where a
checkpoint has the belief after the first events, only the later presses are ruled again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from clock.clock import ClockState
from record.events.of_game import Arbitrated, Event, Ruled, SessionOpened
from record.events.of_players import MoveEntered
from record.events.of_record import MovesBefore
from record.session.arbiter import ON_THE_BOARD
from record.session.beliefs import after_entry, after_press, after_ruling
from record.session.state import SessionError, State
from record.session.step import Effect, step
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.irregularity import Verdict
from rules.referee.belief import Belief
from rules.referee.priors import MAX_AMENDABLE_PRESSES


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game after its events so far; `RunningGame()` is the one before the first."""

    state: State = field(default_factory=State)
    held: Belief | None = None
    """What the referee holds; None before the opening."""
    turned: bool = False
    """Whether the board lay wrong (Art. 26) when it was seen last."""
    recent: tuple[Ruled, ...] = ()
    """The latest presses as each was ruled first, with its evidence: a move that the players enter can change what follows it."""
    ignored: int = 0
    """How many presses counted for nothing; no event tells of them."""

    @property
    def belief(self) -> Belief:
        """What the referee holds; SessionError before the opening."""
        if self.held is None:
            raise SessionError("the session has not begun: the referee holds nothing yet")
        return self.held

    @property
    def clock(self) -> ClockState:
        """What the clock shows."""
        return self.state.clock

    def after(self, event: Event, held: Belief | None = None) -> tuple["RunningGame", tuple[Effect, ...]]:
        """The game after the event, and what is to be done once the event is on disk; errors as of `step`.

        `held` is the referee's belief after the event where the caller has it already; without it a press is ruled again, which takes long.
        """
        return self._with(event, self._held_after(event, held))

    def with_checkpoint(self, event: Event, held: Belief) -> "RunningGame":
        """The game after an event whose belief a checkpoint covers: nothing is ruled again."""
        return self._with(event, held)[0]

    def _with(self, event: Event, held: Belief | None) -> tuple["RunningGame", tuple[Effect, ...]]:
        state, effects = step(self.state, event)
        if not isinstance(event, Ruled) or event.amends:
            return replace(self, state=state, held=held), effects
        turned = self.turned if event.verdict == Verdict.UNSURE else event.verdict == Verdict.TURNED
        return replace(self, state=state, held=held, turned=turned, recent=(*self.recent, event)[-MAX_AMENDABLE_PRESSES:]), effects

    def _held_after(self, event: Event, held: Belief | None) -> Belief | None:
        if isinstance(event, SessionOpened):
            return Belief.at(parse_fen(event.start_fen, ruleset(event.rules)))
        if self.held is None:
            return None
        match event:
            case MovesBefore():
                return Belief.at(parse_fen(event.fens[-1], self.held.position.rules))
            case Arbitrated() if event.ruling in ON_THE_BOARD:
                return after_ruling(self.held, event)
            case MoveEntered(taken=True):
                return held or after_entry(self.held, event, self.recent)[0]
            case Ruled(amends=False) if not self.state.was_ruled_on(event.seq):
                return held or after_press(self.held, event)
        return self.held


def running_game(events: Iterable[Event]) -> RunningGame:
    """The game that the events, in their order, lead to; every press is ruled again. Errors as of `step`."""
    game = RunningGame()
    for event in events:
        game, _ = game.after(event)
    return game
