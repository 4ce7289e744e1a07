"""The books of first moves.

usage: python -P -m tests.bench.learning.book RULES     writes rules/opponent/learned/RULES.book
"""

import sys

from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.opponent.patterns import LEARNED
from rules.opponent.search import Search
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move

PLIES = 6
DEPTH = 5
EVEN = 10
"""Hundredths of a man: moves whose values differ by no more are equally good."""
MOST_MOVES = 4


def main() -> None:
    rules = ruleset(sys.argv[1])
    search, lines, at = Search(rules, lambda: 0.0), [], {Position.start(rules)}
    for ply in range(PLIES):
        following = set()
        for number, position in enumerate(sorted(at, key=write_fen), 1):
            print(f"ply {ply + 1} of {PLIES}: position {number} of {len(at)}", file=sys.stderr)
            if len(legal_moves(position)) == 1:
                following.add(play(position, legal_moves(position)[0]))
                continue
            valued = search.valued(position, DEPTH)
            moves = [move for move, value in valued if value >= valued[0][1] - EVEN][:MOST_MOVES]
            lines.append(" ".join((write_fen(position), *(write_move(position, move) for move in moves))))
            following |= {play(position, move) for move in moves}
        at = following
    (LEARNED / f"{rules.name}.book").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
