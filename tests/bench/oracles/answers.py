"""Runs in the environment of another people's package and prints what its move generator says, a JSON line for each line read.

usage: answers.py py-draughts|pydraughts moves|perft
    moves   {"rules", "fen", optionally "played": [[from, to], ...]} -> {"moves": [[from, to, [captured, sorted]], ...], "over"}
            after the moves played; moves that differ in path alone are listed as often as the package lists them
    perft   {"rules", "depth"} -> {"leaves", "seconds", "peak_mb"} from the start position, the last moves counted but not made
"""

import json
import resource
import sys
import time

VARIANTS = {"frisian": "frisian", "international": "standard", "english": "english"}
"""What pydraughts calls the rule sets."""


class PyDraughts:
    """py-draughts: squares from 0."""

    def __init__(self):
        from draughts.boards import american, frisian, standard

        self.boards = {"frisian": frisian.Board, "international": standard.Board, "english": american.Board}

    def board(self, rules, fen):
        return self.boards[rules].from_fen(fen) if fen else self.boards[rules]()

    def play(self, board, index):
        board.push(board.legal_moves[index])

    def over(self, board):
        return board.game_over

    def moves(self, board):
        return [(m.square_list[0] + 1, m.square_list[-1] + 1, [s + 1 for s in m.captured_list]) for m in board.legal_moves]

    def perft(self, board, depth):
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        leaves = 0
        for move in moves:
            board.push(move)
            leaves += self.perft(board, depth - 1)
            board.pop()
        return leaves


class Pydraughts:
    """pydraughts: squares from 1; a capture is a list of jumps."""

    def __init__(self):
        from draughts import Board

        self.kind = Board

    def board(self, rules, fen):
        return self.kind(VARIANTS[rules], fen or "startpos")

    def play(self, board, index):
        board.push(board.legal_moves()[index])

    def over(self, board):
        return board.is_over()

    def moves(self, board):
        paths, captures = board._legal_moves_board()
        return [(path[0][0], path[-1][1], [s for s in taken if s]) for path, taken in zip(paths, captures, strict=True)]

    def perft(self, board, depth):
        if depth == 1:
            return len(board._legal_moves_board()[0])
        leaves = 0
        for move in board.legal_moves():
            board.push(move)
            leaves += self.perft(board, depth - 1)
            board.pop()
        return leaves


def main():
    package, mode = sys.argv[1:]
    oracle = {"py-draughts": PyDraughts, "pydraughts": Pydraughts}[package]()
    for line in sys.stdin:
        asked = json.loads(line)
        board = oracle.board(asked["rules"], asked.get("fen"))
        if mode == "moves":
            for played in asked.get("played", []):
                oracle.play(board, [[origin, target] for origin, target, _ in oracle.moves(board)].index(played))
            moves = [[origin, target, sorted(captured)] for origin, target, captured in oracle.moves(board)]
            answer = {"moves": moves, "over": bool(oracle.over(board))}
        else:
            began = time.perf_counter()
            leaves = oracle.perft(board, asked["depth"])
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            answer = {"leaves": leaves, "seconds": time.perf_counter() - began, "peak_mb": round(peak, 1)}
        print(json.dumps(answer, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
