"""Runs in the environment of another people's package and prints what its move generator says, a JSON line for each line read.

usage: answers.py py-draughts|pydraughts moves|perft|best
    moves   {"rules", "fen", optionally "played": [[from, to], ...]} -> {"moves": [[from, to, [captured, sorted]], ...], "over"}
            after the moves played; moves that differ in path alone are listed as often as the package lists them
    perft   {"rules", "depth"} -> {"leaves", "seconds", "peak_mb"} from the start position, the last moves counted but not made
    best    {"rules", "fen", "played": [[from, to, [captured]], ...], "engine": "simple" or "turbo", "seconds"} -> {"move", "seconds"}: the
            move of that engine of py-draughts after the moves played, and the time that it took. In English draughts it must capture, as in
            our rules. The engine keeps its table while the moves of one game are asked for.
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

        class Compulsory(american.Board):
            """English draughts in which a capture may not be declined."""

            @property
            def legal_moves(self):
                moves = super().legal_moves
                return [move for move in moves if move.captured_list] or moves

        self.boards = {"frisian": frisian.Board, "international": standard.Board, "english": american.Board}
        self.playing = self.boards | {"english": Compulsory}
        self.game, self.engine = None, None

    def board(self, rules, fen):
        return self.boards[rules].from_fen(fen) if fen else self.boards[rules]()

    def play(self, board, index):
        board.push(board.legal_moves[index])

    def best(self, asked):
        rules, played = asked["rules"], asked["played"]
        if self.game is None or played[: len(self.game)] != self.game:
            from draughts.engines import SimpleEngine, TurboEngine
            from loguru import logger

            logger.remove()
            engine = {"simple": SimpleEngine, "turbo": TurboEngine}[asked["engine"]]
            self.engine = engine(depth_limit=60, time_limit=asked["seconds"])
        self.game = played
        board = self.playing[rules].from_fen(asked["fen"])
        for move in played:
            self.play(board, [(origin, target, sorted(taken)) for origin, target, taken in self.moves(board)].index(tuple(move)))
        began = time.perf_counter()
        move = self.engine.get_best_move(board)
        taken = time.perf_counter() - began
        return {"move": [move.square_list[0] + 1, move.square_list[-1] + 1, sorted(s + 1 for s in move.captured_list)], "seconds": taken}

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
        if mode == "best":
            print(json.dumps(oracle.best(asked)), flush=True)
            continue
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
