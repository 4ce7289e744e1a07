"""Games of the opponent against itself, from which `fit.py` learns.

usage: python -P -m tests.bench.learning.games RULES SEED FILE     plays until it is stopped

A line of FILE is a position at rest: `Search`'s masks of the side to move and of the other side, whether White is to move (0) or Black (1)
first; the value by the search, in hundredths of a man; and the end of the game for the side to move: 2 won, 1 drawn, 0 lost.
"""

import random
import sys
from pathlib import Path

from rules.board.position import Position
from rules.board.ruleset import RuleSet, ruleset
from rules.board.squares import Side
from rules.opponent.search import Search, Until
from rules.play.captures import has_capture
from rules.play.counting import Counter
from rules.play.moves import legal_moves, play

NODES = 300
OPENING_PLIES = (4, 6, 8, 10)
AT_RANDOM = 0.04
"""The share of moves played at random after the opening."""
DECIDED = 1_500
"""Hundredths of a man: a game with such a value is over."""
MAX_PLIES = 200
REPEATS_OF = 30


def game(rules: RuleSet, chance: random.Random) -> list[str]:
    """The lines of a game."""
    position = Position.start(rules)
    for _ in range(chance.choice(OPENING_PLIES)):
        position = play(position, chance.choice(legal_moves(position)))
    search, counter, positions, result = Search(rules, lambda: 0.0), Counter.at(position), [position], "draw"
    found: list[tuple[Position, int]] = []
    while len(positions) < MAX_PLIES and not counter.claims():
        position = positions[-1]
        if counter.ending:
            result = counter.ending.result
            break
        best = search.best(position, Until(nodes=NODES), positions[-REPEATS_OF:-1])
        if abs(best.value) > DECIDED:
            result = "1-0" if (best.value > 0) == (position.side is Side.WHITE) else "0-1"
            break
        moves = legal_moves(position)
        if len(moves) > 1 and not has_capture(position):
            found.append((position, best.value))
        positions.append(play(position, chance.choice(moves) if chance.random() < AT_RANDOM else best.move))
        counter = counter.then(positions[-1])
    white = {"1-0": 2, "0-1": 0}.get(result, 1)
    ends = {Side.WHITE: white, Side.BLACK: 2 - white}
    return [" ".join(map(str, (*search.masks(position), value, ends[position.side]))) for position, value in found]


def main() -> None:
    rules, chance = ruleset(sys.argv[1]), random.Random(int(sys.argv[2]))
    with Path(sys.argv[3]).open("a", encoding="ascii") as file:
        while True:
            file.writelines(line + "\n" for line in game(rules, chance))
            file.flush()


if __name__ == "__main__":
    main()
