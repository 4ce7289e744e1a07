"""Counting the leaves of the move tree: the measure that move generators are compared by."""

from rules.moves import legal_moves, play
from rules.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves there are; Art. 17 holds, other endings than having no move do not count."""
    if depth == 0:
        return 1
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1) for move in moves)
