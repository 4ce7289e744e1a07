"""The squares of which the desk does not know what stands there: those that the picture of a press that was not read leaves in doubt."""

from record.events.of_game import Ruled
from record.session.not_read import TELLING_NATS
from record.session.state import State
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset


def squares_in_doubt(state: State, read: Ruled) -> tuple[int, ...]:
    """The squares on which something else than in the last known position may stand, by the ruling `read` of a press that is a guess.

    They are the squares that are hardly seen, the squares that the picture speaks against, and the squares where the guess differs; all
    squares where no picture was read.
    """
    rules = ruleset(state.opened.rules)
    known, guess = parse_fen(state.known_fen, rules), parse_fen(read.fen, rules)
    seen = Evidence.of(read.log_p)
    squares = every_square(state)
    if len(seen.log_p) != len(squares):
        return squares
    return tuple(square for square in squares if known.content(square) != guess.content(square) or _is_in_doubt(square, known, seen))


def every_square(state: State) -> tuple[int, ...]:
    """All playing squares of the board of that game."""
    return tuple(range(1, state.opened.board_size**2 // 2 + 1))


def _is_in_doubt(square: int, known: Position, seen: Evidence) -> bool:
    content = known.content(square)
    return seen.colour_margin(square, content) < TELLING_NATS or seen.height_margin(square, content) <= -TELLING_NATS
