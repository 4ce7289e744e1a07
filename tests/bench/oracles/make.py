"""Makes tests/data/oracles.json.gz anew: what two other move generators say of positions drawn from a seed. Needs the network once.

usage: .venv/bin/python -m tests.bench.oracles.make

The answers are theirs. An answer that differs from tests/rules/play/reference.py is kept under the name of the known fault behind it;
one that no known fault explains stops the script, so that somebody looks.
"""

import gzip
import json
import random
from pathlib import Path
from typing import Any

from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet, ruleset
from rules.board.squares import Content, Side, board
from rules.play.moves import legal_moves, play
from tests.bench.oracles.environments import PINNED, ask
from tests.rules.play import reference

TESTS = Path(__file__).resolve().parents[2]

LETTERS = {Content.WHITE_MAN: "w", Content.WHITE_KING: "W", Content.BLACK_MAN: "b", Content.BLACK_KING: "B"}
TABLE = TESTS / "data" / "oracles.json.gz"
RULES = ("frisian", "international", "english")
FROM_GAMES = 150
DRAWN = 250
"""Positions for each rule set, out of games played at random and drawn piece by piece."""
LONGEST_GAME = 150
TO_AND_FRO = ([47, 42], [2, 7], [42, 47], [7, 2])
DECLINED = "a capture may be declined"
FLOATS = "captures of one value, their pieces in another order, are not equal in floats and drop out"
EXAMPLES = (
    ("pydraughts", "a king weighs 1.501, so three kings weigh less than five men", "frisian", "W:W21:BK7,K11,K13,28,29,30,31,37", []),
    ("pydraughts", FLOATS, "frisian", "B:WK11,K17,20,21,25,28:BK1,K22,24,29,K35,K45", []),
    ("py-draughts", DECLINED, "english", "B:W12,17:B2,6,9,14,22,26,K32", []),
    ("py-draughts", "a fourth quiet move with one king is legal", "frisian", "W:WK47,50:BK2,1", [*TO_AND_FRO, [47, 42], [2, 7]]),
    ("py-draughts", "a position that stands for the third time is a draw", "frisian", "W:WK47,K48:BK2,K3", [*TO_AND_FRO, *TO_AND_FRO]),
)
"""The known faults: package, fault, rules, position, moves played from it."""


def games(rules: RuleSet, chance: random.Random) -> list[str]:
    """Positions out of games played at random."""
    found: list[str] = []
    while len(found) < FROM_GAMES:
        position, line = Position.start(rules), []
        while (moves := legal_moves(position)) and len(line) < LONGEST_GAME:
            line.append(write_fen(position))
            position = play(position, chance.choice(moves))
        found += chance.sample(line, min(10, len(line)))
    return found[:FROM_GAMES]


def drawn(rules: RuleSet, chance: random.Random) -> list[str]:
    """Positions drawn piece by piece, without men on their promotion row: one of the packages takes none."""
    found = []
    squares = board(rules.board_size).squares
    while len(found) < DRAWN:
        contents, kings = [Content.EMPTY] * squares, chance.choice([0.0, 0.3, 0.7])
        # Both packages list every path, and kings among more pieces find paths without end.
        for index in chance.sample(range(squares), chance.randint(3, squares // 4 if kings else squares // 2)):
            side = chance.choice(list(Side))
            contents[index] = Content.piece(side, chance.random() < kings or index + 1 in board(rules.board_size).promotion_row(side))
        position = Position.of(rules, chance.choice(list(Side)), contents)
        if position.pieces(Side.WHITE) and position.pieces(Side.BLACK):
            found.append(write_fen(position))
    return found


def fault_in(package: str, rules: str, fen: str, said: list[Any]) -> str | None:
    """The known fault that explains an answer; None for a right one, SystemExit for one that nothing explains."""
    position = parse_fen(fen, ruleset(rules))
    pieces = {reference.field(square, position.rules.board_size): LETTERS[c] for square, c in enumerate(position.contents(), 1) if c}
    side = position.side.letter.lower()
    told, right = {(a, b, tuple(c)) for a, b, c in said}, reference.legal_moves(rules, pieces, side)
    if told == right:
        return None
    if package == "py-draughts" and rules == "english" and told == right | reference.every_quiet_move(rules, pieces, side):
        return DECLINED
    if package == "pydraughts" and rules == "frisian" and told and told < right and "K" in fen:
        return FLOATS
    raise SystemExit(f"{package} says {sorted(told)} of {fen} ({rules}), not {sorted(right)}, and no known fault explains it")


def asked_of(package: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ask(package, "moves", "".join(json.dumps(row) + "\n" for row in rows)).splitlines()]


def main() -> None:
    rows: list[dict[str, Any]] = []
    for name in RULES:
        chance = random.Random(name)
        rows += [{"rules": name, "fen": fen} for fen in games(ruleset(name), chance) + drawn(ruleset(name), chance)]
    answers = {package: asked_of(package, rows) for package in PINNED}
    for index, row in enumerate(rows):
        # Some list a move once for each of its paths.
        row["said"] = {package: sorted(map(list, {(a, b, tuple(c)) for a, b, c in answers[package][index]["moves"]})) for package in PINNED}
        faults = {package: fault_in(package, row["rules"], row["fen"], said) for package, said in row["said"].items()}
        row["faults"] = {package: fault for package, fault in faults.items() if fault}
    examples = []
    for package, fault, name, fen, played in EXAMPLES:
        example = {"package": package, "fault": fault, "rules": name, "fen": fen, "played": played}
        examples.append(example | asked_of(package, [example])[0])
    table = {"versions": PINNED, "examples": examples, "positions": rows}
    TABLE.write_bytes(gzip.compress(json.dumps(table, separators=(",", ":")).encode(), mtime=0))
    print(f"{len(rows)} positions, {sum(bool(row['faults']) for row in rows)} with a known fault, {TABLE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
