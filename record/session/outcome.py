"""The counts of a recorded game, and the ending that its moves have reached (Art. 17, 18, 20, 21)."""

from collections.abc import Iterator

from record.session.standing import reached
from record.session.state import State
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.play.counting import Counter
from rules.play.endings import Ending


def counters_of(state: State) -> Iterator[Counter]:
    """The running counts at the start and after each ply on the record. A position that was set up resets them to zero.

    SessionError before the opening.
    """
    counter = Counter.at(parse_fen(state.opened.start_fen, ruleset(state.opened.rules)))
    yield counter
    for after in reached(state):
        counter = Counter.at(after.position) if after.ply.is_set_up else counter.then(after.position)
        yield counter


def counter_of(state: State) -> Counter:
    """The running counts after the moves on the record; SessionError before the opening."""
    *_, last = counters_of(state)
    return last


def ending_of(state: State) -> Ending | None:
    """The ending that the game has reached; None while play goes on, a press is open, or the game is on paper."""
    return None if state.pending or state.on_paper or not state.plies else counter_of(state).ending
