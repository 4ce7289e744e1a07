"""The positions that a reader of a game file sees."""

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.pdn.game import PdnGame
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move


def followed(read: PdnGame, start: Position) -> list[Position]:
    """The position after each move, or after the set-up right behind it; what stands behind a comment of its own is a ply of its own."""
    found: list[Position] = []
    position = start
    for move in read.moves:
        if move.setup is not None:
            position = parse_fen(move.setup, start.rules)
            if not move.before:
                found.pop()
        else:
            fitting = [one for one in legal_moves(position) if write_move(position, one) == move.text]
            position = play(position, fitting[0]) if fitting else position
        found.append(position)
    return found
