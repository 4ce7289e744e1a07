"""The counts of a recorded game, and the ending that its moves have reached (Art. 17, 18, 20, 21)."""

from collections.abc import Iterator

from record.session.standing import reached
from record.session.state import State
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.play.counting import Counter
from rules.play.endings import Ending
from rules.play.moves import legal_moves, play
from rules.referee.shown import MAX_FLICKERS


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
    """The ending that the game has reached; None while play goes on, a press is open, or the game is on paper.

    None also while one of the latest boards holds what no move explains: a square may read wrong in `MAX_FLICKERS` pictures in a row, and
    no game ends by an error of the reader.
    """
    if state.pending or state.on_paper or not state.plies or _changed_without_a_move(state):
        return None
    return counter_of(state).ending


def _changed_without_a_move(state: State) -> bool:
    """Whether the board of one of the latest plies is a guess that no legal move leads to; not before a position that was set up."""
    before = parse_fen(state.opened.start_fen, ruleset(state.opened.rules))
    unexplained: list[bool] = []
    plies = list(reached(state))
    for after, following in zip(plies, (*plies[1:], None), strict=True):
        stands = following.begins if following and following.begins else after.position
        guessed = after.ply.is_guess and not after.by_move
        unexplained.append(guessed and all(play(before, move).contents() != stands.contents() for move in legal_moves(before)))
        if after.ply.is_set_up:
            unexplained.clear()
        before = stands
    return any(unexplained[-MAX_FLICKERS:])
