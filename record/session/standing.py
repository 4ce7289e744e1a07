"""How the position after each ply on the record was reached: by a legal move, or by a fault that stands (Art. 27, last sentence)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from record.session.plies import Ply
from record.session.step import State
from rules.board.fen import parse_fen
from rules.board.position import NO_KING_MOVES, Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import MoveError
from rules.play.moves import every_capture, every_quiet_move, play
from rules.play.notation import has_capture_sign, parse_move, squares_in
from rules.referee.explanations import MAX_CAPTURES


@dataclass(frozen=True, slots=True)
class Reached:
    """A ply and the position after it, with the counts of Art. 17. After an unread ply the position is only the likeliest guess.

    `by_move` is whether the ply's move, played legally, leads to the position; it is False for a position that was set up. `begins` is the
    start position of a ply that follows unread plies, where it differs from the last known position before those.
    """

    ply: Ply
    position: Position
    by_move: bool
    begins: Position | None = None


def reached(state: State) -> Iterator[Reached]:
    """The plies on the record in order; SessionError before the opening, FenError for a malformed position."""
    rules = ruleset(state.opened.rules)
    position = parse_fen(state.opened.start_fen, rules)
    guess: Position | None = None
    for ply in state.plies:
        stands = parse_fen(ply.fen, rules)
        if ply.is_unread:
            guess = stands
            yield Reached(ply, stands, by_move=False)
            continue
        begins = _begins(ply, guess, stands) if guess else None
        begins = None if begins and _alike(begins, position) else begins
        position, guess = begins or position, None
        with_counts = ply.is_set_up or stands != _uncounted(stands)
        played = None if ply.is_set_up else _played(position, ply)
        if played is not None and _alike(played, stands):
            position = played
            yield Reached(ply, position, by_move=True, begins=begins)
        else:
            position = stands if with_counts else _counted(position, ply, stands)
            yield Reached(ply, position, by_move=False, begins=begins)


def _begins(ply: Ply, guess: Position, stands: Position) -> Position | None:
    """The start position of a ply with a move. Where it was not kept: `guess`, if the move leads from there to `stands`; otherwise None."""
    if ply.move is None:
        return None
    if ply.start is not None:
        return parse_fen(ply.start, stands.rules)
    played = _played(guess, ply)
    return guess if played is not None and _alike(played, stands) else None


def _alike(one: Position, other: Position) -> bool:
    return (one.side, one.contents()) == (other.side, other.contents())


def _played(position: Position, ply: Ply) -> Position | None:
    """The position after the ply's move, None where the move is not legal; the position itself where nothing was moved."""
    if ply.move is None:
        return position
    try:
        return play(position, parse_move(ply.move, position))
    except MoveError:
        return None


def _counted(position: Position, ply: Ply, stands: Position) -> Position:
    """`stands` with the counts after the illegal move that leads to it; without one, with those of `position` that still run."""
    for played in _tried(position.with_side(Side(ply.side)), ply.move):
        if _alike(played, stands):
            return played
    return stands.with_counts_of(position)


def _uncounted(position: Position) -> Position:
    return replace(position, white_king_moves=NO_KING_MOVES, black_king_moves=NO_KING_MOVES)


def _tried(position: Position, move: str | None) -> Iterator[Position]:
    """The positions after every move, legal or not, that can be written as `move`."""
    squares = squares_in(move) if move else ()
    if not squares:
        return
    moves = every_capture(position, MAX_CAPTURES) if has_capture_sign(move or "") else every_quiet_move(position)
    for one in moves:
        if (one.origin, one.target) == (squares[0], squares[-1]):
            yield play(position, one)
