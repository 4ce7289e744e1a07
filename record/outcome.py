"""How a recorded game stands: the ending that its moves have come to, counts included (Art. 17, 18, 20, 21)."""

from record.session import State
from rules.counting import Counter
from rules.endings import Ending
from rules.fen import parse_fen
from rules.ruleset import ruleset


def counter_of(state: State) -> Counter:
    """The running counts after the moves on the record; SessionError before the opening."""
    opened = state.opened
    rules = ruleset(opened.rules)
    return Counter.of(parse_fen(fen, rules) for fen in (opened.start_fen, *(ply.fen for ply in state.plies)))


def ending_of(state: State) -> Ending | None:
    """The ending that is there; None while play goes on, and while a press is open: then nobody knows."""
    return None if state.pending or not state.plies else counter_of(state).ending
