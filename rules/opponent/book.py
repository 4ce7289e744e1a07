"""First moves that are about equally good, for variety.

`learned/` has a file a rule set. A line is a position of the opening, as a FEN, and the moves there that the search values alike, parted by
a space (docs/developer/opponent.md says how they are made).
"""

from collections.abc import Mapping
from functools import cache

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.opponent.patterns import LEARNED
from rules.play.moves import Move
from rules.play.notation import parse_move

Book = Mapping[Position, tuple[Move, ...]]
"""The moves of each position of the opening."""


@cache
def book_of(rules: RuleSet) -> Book:
    """The book of that rule set."""
    moves = {}
    for line in (LEARNED / f"{rules.name}.book").read_text(encoding="ascii").splitlines():
        fen, *texts = line.split(" ")
        position = parse_fen(fen, rules)
        moves[position] = tuple(parse_move(text, position) for text in texts)
    return moves
