"""Games of the opponent's strongest level against the engines of py-draughts, at equal time for each move, and how long a move takes.

usage: ./damcam bench practice [--quick]     --quick plays 4 games a rule set in place of 40.

Each opening of six plies is played twice, with colours changed. py-draughts has an engine for all rule sets, and a stronger one for
international draughts alone, with weights learned from the program Scan; of the games against that one nothing is asked. It leaves Art. 17
out: a game in which its engine would make a fourth move with a king is a draw. `low` and `high` are the interval of 95 % of the score. The
last line is one JSON object with the figures, their limits, and "holds".
"""

import json
import math
import os
import random
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.opponent.search import Search, Until
from rules.play.counting import Counter
from rules.play.moves import Move, banned_moves, legal_moves, play
from tests.bench.oracles.environments import ANSWERS, NoOracle, python_of

MATCHES = {"frisian": "simple", "international": "simple", "english": "simple"}
"""The engine for each rule set in which ours must win."""
TOLD = {"international": "turbo"}
SECONDS = 0.1
GAMES, QUICK_GAMES = 40, 4
OPENING_PLIES = 6
LEVEL_WITHIN = 60
"""Hundredths of a man: an opening that we value beyond is not played."""
MAX_PLIES = 240
"""A game of more is a draw."""
REPEATS_OF = 40
"""Positions before that are looked at for a repetition."""


class Other:
    """An engine of py-draughts, in its own environment."""

    def __init__(self, rules: str, engine: str) -> None:
        command = [str(python_of("py-draughts")), str(ANSWERS), "py-draughts", "best"]
        self._asked = {"rules": rules, "fen": write_fen(Position.start(ruleset(rules))), "engine": engine, "seconds": SECONDS}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def move(self, played: list[Move]) -> tuple[Move, float]:
        """The move after those, and the seconds that it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = self._asked | {"played": [[move.origin, move.target, list(move.captured)] for move in played]}
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        origin, target, captured = answer["move"]
        return Move(origin, target, tuple(captured)), answer["seconds"]

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def opening(rules: str, number: int) -> list[Move]:
    """The first moves of that opening, which leave both sides about equal."""
    chance = random.Random(number)
    while True:
        position, moves = Position.start(ruleset(rules)), []
        for _ in range(OPENING_PLIES):
            moves.append(chance.choice(legal_moves(position)))
            position = play(position, moves[-1])
        if abs(Search(position.rules, time.monotonic).best(position, Until(nodes=3_000)).value) < LEVEL_WITHIN:
            return moves


def played(rules: str, engine: str, number: int) -> dict[str, float]:
    """A game: our score (1, 0.5 or 0), and the mean seconds for a move of both and the depth of ours."""
    side = Side.WHITE if number % 2 == 0 else Side.BLACK
    search, other = Search(ruleset(rules), time.monotonic), Other(rules, engine)
    moves, positions = opening(rules, number // 2), [Position.start(ruleset(rules))]
    counter = Counter.at(positions[0])
    for move in moves:
        positions.append(play(positions[-1], move))
        counter = counter.then(positions[-1])
    ours: list[float] = []
    theirs: list[float] = []
    depths: list[int] = []
    while not (counter.ending or counter.claims()) and len(moves) < MAX_PLIES:
        position = positions[-1]
        if position.side is side:
            began = time.perf_counter()
            found = search.best(position, Until(seconds=SECONDS), positions[-REPEATS_OF:-1])
            ours.append(time.perf_counter() - began)
            depths.append(found.depth)
            move = found.move
        else:
            move, taken = other.move(moves)
            theirs.append(taken)
        if move in banned_moves(position):
            break
        assert move in legal_moves(position), f"{move} of {write_fen(position)}"
        moves.append(move)
        positions.append(play(position, move))
        counter = counter.then(positions[-1])
    other.end()
    result = counter.ending.result if counter.ending else "draw"
    score = 0.5 if result == "draw" else float((result == "1-0") == (side is Side.WHITE))
    return {"score": score, "ours_s": statistics.fmean(ours), "theirs_s": statistics.fmean(theirs), "depth": statistics.fmean(depths)}


def match(rules: str, engine: str, games: int) -> dict[str, float]:
    """The figures of a match."""
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = []
        for game in pool.map(partial(played, rules, engine), range(games)):
            found.append(game)
            print(f"{rules} against {engine}: game {len(found)} of {games}, {game['score']:g}", file=sys.stderr, flush=True)
    score = statistics.fmean(game["score"] for game in found)
    means = {name: round(statistics.fmean(game[name] for game in found), 3) for name in ("ours_s", "theirs_s", "depth")}
    low, high = interval(score, games)
    return {"games": games, "score": round(score, 3), "low": round(low, 3), "high": round(high, 3), **means}


def interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % of a mean score, as if draws were half as many wins and losses, which makes it rather too wide."""
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def main() -> int:
    games = QUICK_GAMES if "--quick" in sys.argv[1:] else GAMES
    figures: dict[str, object] = {"load_before": round(os.getloadavg()[0], 2)}
    holds = True
    try:
        for rules, engine in MATCHES.items():
            row = match(rules, engine, games)
            figures[rules] = row
            holds &= row["low"] > 0.5
        for rules, engine in TOLD.items():
            figures[f"{rules}_{engine}"] = match(rules, engine, games)
    except NoOracle as missing:
        print(f"practice: {missing}", file=sys.stderr)
        holds = False
    asked = {"seconds_a_move": SECONDS, "low_above": 0.5}
    print(json.dumps({"bench": "practice", "figures": figures, "asked": asked, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
