"""The levels of the opponent, and its choice of a move at a level."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.position import Position
from rules.opponent.book import Book
from rules.opponent.search import MAX_DEPTH, Search, Until
from rules.play.moves import Move, legal_moves


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of the opponent."""

    depth: int
    """The plies that it looks ahead. Captures are followed beyond."""
    seconds: float | None = None
    """The time for a move; None where the depth alone limits it."""
    error: int = 0
    """The standard deviation of its errors in the value of a move, in hundredths of a man."""


LEVELS = (
    Level(depth=1, error=400),
    Level(depth=1, error=120),
    Level(depth=2, error=60),
    Level(depth=3, error=30),
    Level(depth=4, error=12),
    Level(depth=MAX_DEPTH, seconds=0.1),
    Level(depth=MAX_DEPTH, seconds=1.0),
    Level(depth=MAX_DEPTH, seconds=5.0),
)
"""The first loses to a beginner, the last is the strongest."""


def choose_move(search: Search, level: Level, book: Book, played: Sequence[Position], chance: random.Random) -> Move:
    """The opponent's move in the last of the positions of a game, which are given from its start on.

    ValueError: there is no legal move.
    """
    position, earlier = played[-1], played[:-1]
    moves = legal_moves(position)
    if len(moves) == 1:
        return moves[0]
    if level.error:
        valued = search.valued(position, level.depth, earlier)
        if not valued:
            raise ValueError("there is no legal move to choose")
        return max(valued, key=lambda pair: pair[1] + chance.gauss(0, level.error))[0]
    if position in book:
        return chance.choice(book[position])
    return search.best(position, Until(seconds=level.seconds, depth=level.depth), earlier).move
