"""Leaves per second of perft, compared with py-draughts and pydraughts in one run; memory; the slowest position that can be found; and the
processor time of a whole `damcam moves` beside a bare Python.

usage: ./damcam bench movegen [--quick]     --quick takes one round of perft, and fewer positions.

The other two are installed once, each in its own environment under .venv-oracles. Leaves are counted as each lists its moves. The last line
is one JSON object with the figures, their limits, and "holds".
"""

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.play.moves import legal_moves, play
from rules.play.perft import perft
from tests.bench.oracles.environments import NoOracle, ask

# Depth of perft for ours and py-draughts, and for pydraughts, which makes a new board at each step.
DEPTHS = {"frisian": (6, 4), "international": (6, 4), "english": (7, 5)}
ASKED_RATIO = {"frisian": 3.0, "international": 1.5}
"""The least ratio to py-draughts."""
EXPLOSIVE = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"
CROWDED = "W:WK6,K8,K45,K50:BK3,K10,K11,K12,K13,K15,K17,20,K24,26,K27,K28,K29,30,33,K35,K37,42,K44,K47"
"""The slowest position that earlier climbs found; one climb starts here."""
EXPLOSIVE_S = 0.3
SLOWEST_S = 2.0
START_S = 0.15
"""The most processor time of a whole `damcam moves` for one position."""
STARTS = {
    "python_start_s": [sys.executable, "-P", "-c", "pass"],
    "command_start_s": [str(Path(sys.executable).with_name("damcam")), "moves", "--rules", "frisian"],
}
MOST_PIECES = 20
"""The most pieces of a side."""


def count(rules: str, depth: int) -> dict[str, float]:
    """Our perft from the start position, in this process."""
    position = Position.start(ruleset(rules))
    began = time.perf_counter()
    leaves = perft(position, depth)
    return {"leaves": leaves, "seconds": time.perf_counter() - began, "peak_mb": peak_mb()}


def by_moves(position: Position, depth: int) -> int:
    """The leaves of the same tree by `legal_moves` and `play`, which make every move and position, as the referee uses them."""
    moves = legal_moves.__wrapped__(position)
    return len(moves) if depth == 1 else sum(by_moves(play(position, move), depth - 1) for move in moves)


def leaves_a_second_by_moves(rules: str, depth: int) -> int:
    began = time.perf_counter()
    return round(by_moves(Position.start(ruleset(rules)), depth) / (time.perf_counter() - began))


def peak_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def ours(rules: str, depth: int) -> dict[str, float]:
    """`count` in a process of its own, as the others are measured."""
    command = [sys.executable, "-P", "-m", "tests.bench.movegen", "--count", rules, str(depth)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def theirs(package: str, rules: str, depth: int) -> dict[str, float]:
    return json.loads(ask(package, "perft", json.dumps({"rules": rules, "depth": depth}) + "\n"))


def beside_each_other(rules: str, rounds: int) -> dict[str, float]:
    """Leaves per second, the medians of the ratios over the rounds, and peak memory in MB."""
    depth, shallow = DEPTHS[rules]
    own, py, pyd = [], [], []
    for _ in range(rounds):
        own.append(ours(rules, depth))
        py.append(theirs("py-draughts", rules, depth))
        pyd.append(theirs("pydraughts", rules, shallow))
    rates = [[one["leaves"] / one["seconds"] for one in of] for of in (own, py, pyd)]
    return {
        "depth": depth,
        "leaves_a_second": round(statistics.median(rates[0])),
        "leaves_a_second_by_moves": leaves_a_second_by_moves(rules, depth - 1),
        "py_draughts_leaves_a_second": round(statistics.median(rates[1])),
        "pydraughts_leaves_a_second": round(statistics.median(rates[2])),
        "ratio_to_py_draughts": round(statistics.median(a / b for a, b in zip(rates[0], rates[1], strict=True)), 2),
        "ratio_to_pydraughts": round(statistics.median(a / b for a, b in zip(rates[0], rates[2], strict=True)), 1),
        "peak_mb": own[-1]["peak_mb"],
        "py_draughts_peak_mb": py[-1]["peak_mb"],
        "pydraughts_peak_mb": pyd[-1]["peak_mb"],
    }


def start_times(runs: int) -> dict[str, float]:
    """The median processor time (s) of each of STARTS. They take turns, so that a busy machine slows them alike."""
    taken_s: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(runs):
        for name, command in STARTS.items():
            before = os.times()
            subprocess.run(command, input="W:W31-50:B1-20\n", text=True, stdout=subprocess.DEVNULL, check=True)
            after = os.times()
            taken_s[name].append(after.children_user + after.children_system - before.children_user - before.children_system)
    return {name: round(statistics.median(values), 3) for name, values in taken_s.items()}


def seconds(position: Position) -> float:
    """The processor seconds of the legal moves with an empty cache, which leaves out other work of the machine."""
    legal_moves.cache_clear()
    began = time.process_time()
    legal_moves(position)
    return time.process_time() - began


def drawn(chance: random.Random) -> Position:
    """A random position with up to twenty pieces of each side and any share of kings."""
    contents = [Content.EMPTY] * 50
    white, black, kings = chance.randint(1, MOST_PIECES), chance.randint(1, MOST_PIECES), chance.random()
    for place, index in enumerate(chance.sample(range(50), white + black)):
        contents[index] = Content.piece(Side.WHITE if place < white else Side.BLACK, chance.random() < kings)
    return Position.of(ruleset(chance.choice(["frisian", "frisian", "international"])), Side.WHITE, contents)


def changed(position: Position, chance: random.Random) -> Position:
    """The position with one or two squares changed, and still at most twenty pieces of each side."""
    contents = list(position.contents())
    one, other = chance.sample(range(50), 2)
    if chance.random() < 0.6:
        contents[one], contents[other] = contents[other], contents[one]
    else:
        contents[one] = chance.choice([Content.EMPTY, Content.WHITE_KING, Content.BLACK_KING, Content.BLACK_MAN])
    new = Position.of(position.rules, position.side, contents)
    return position if max(new.pieces(side).bit_count() for side in Side) > MOST_PIECES else new


def slowest(boards: int, climb_s: float) -> dict[str, object]:
    """The slowest of `boards` random positions, and of those found by climbing from the slowest few for `climb_s` seconds."""
    chance = random.Random(20)
    found = sorted(((seconds(position), position) for position in (drawn(chance) for _ in range(boards))), key=lambda one: -one[0])
    # Measure again: the first figure may be due to other work of the machine.
    starts = [parse_fen(CROWDED, ruleset("frisian"))] + [position for _, position in found[:3]]
    tops = [(seconds(position), position) for position in starts]
    for place, (worst, position) in enumerate(tops):
        ends = time.monotonic() + climb_s / len(tops)
        while time.monotonic() < ends:
            other = changed(position, chance)
            taken = seconds(other)
            if taken > worst:
                worst, position = taken, other
        tops[place] = min(seconds(position) for _ in range(3)), position
    worst, position = max(tops, key=lambda one: one[0])
    return {
        "boards": boards,
        "slowest_drawn_s": round(found[0][0], 3),
        "mean_drawn_ms": round(statistics.fmean(one for one, _ in found) * 1000, 3),
        "slowest_s": round(worst, 3),
        "slowest_fen": write_fen(position),
        "slowest_rules": position.rules.name,
        "peak_mb": peak_mb(),
    }


def main() -> int:
    quick = "--quick" in sys.argv[1:]
    figures: dict[str, object] = {"load_before": round(os.getloadavg()[0], 2)}
    holds = True
    for rules in DEPTHS:
        try:
            row = beside_each_other(rules, 1 if quick else 3)
        except NoOracle as missing:
            print(f"movegen: {missing}", file=sys.stderr)
            holds = False
            break
        figures[rules] = row
        holds &= row["ratio_to_py_draughts"] >= ASKED_RATIO.get(rules, 0.0)
    explosive = max(seconds(parse_fen(EXPLOSIVE, ruleset("frisian"))) for _ in range(3))
    crowd = slowest(3_000, 10) if quick else slowest(100_000, 120)
    starts = start_times(5 if quick else 25)
    figures |= {"explosive_s": round(explosive, 3), "crowded": crowd} | starts
    holds &= explosive <= EXPLOSIVE_S and float(str(crowd["slowest_s"])) <= SLOWEST_S
    holds &= starts["command_start_s"] <= START_S
    asked = {
        "command_start_s_at_most": START_S,
        "ratio_to_py_draughts_at_least": ASKED_RATIO,
        "explosive_s_at_most": EXPLOSIVE_S,
        "slowest_s_at_most": SLOWEST_S,
    }
    print(json.dumps({"bench": "movegen", "figures": figures, "asked": asked, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--count"]:
        print(json.dumps(count(sys.argv[2], int(sys.argv[3]))))
        sys.exit(0)
    sys.exit(main())
