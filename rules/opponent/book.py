"""First moves that are about equally good, for variety.

`learned/` has a file a rule set. A line is a position of the opening, as a FEN, and the moves there that the search values alike, parted by
a space. `python -m tests.bench.learning.book` writes it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.play.moves import Move
from rules.play.notation import parse_move

LEARNED = Path(__file__).with_name("learned")


class Book:
    """The first moves of a rule set."""

    def __init__(self, moves: Mapping[Position, tuple[Move, ...]]) -> None:
        self._moves = moves

    def moves(self, position: Position) -> tuple[Move, ...]:
        """The moves of the book in that position, none where it has ended."""
        return self._moves.get(position, ())


@cache
def book_of(rules: RuleSet) -> Book:
    """The book of that rule set."""
    moves = {}
    for line in (LEARNED / f"{rules.name}.book").read_text(encoding="ascii").splitlines():
        fen, *texts = line.split(" ")
        position = parse_fen(fen, rules)
        moves[position] = tuple(parse_move(text, position) for text in texts)
    return Book(moves)
