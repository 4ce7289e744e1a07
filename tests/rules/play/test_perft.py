"""The size of the move tree, compared with the tables in tests/data/perft.json."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.play.moves import legal_moves, play
from rules.play.perft import perft

TABLES = json.loads((Path(__file__).resolve().parents[2] / "data" / "perft.json").read_text())
GAMES = 75
"""The random games for each rule set."""
MERGED = 6
"""Plies; deeper, merging equal positions costs more than it saves."""


def name_of(table: dict[str, Any]) -> str:
    return f"{table['rules']} {table['fen'] or 'start'}"


def first(table: dict[str, Any]) -> Position:
    rules = ruleset(table["rules"])
    return parse_fen(table["fen"], rules) if table["fen"] else Position.start(rules)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_the_tree_has_as_many_leaves_as_known(table: dict[str, Any]) -> None:
    position = first(table)
    assert [perft(position, depth) for depth in range(1, len(table["counts"]) + 1)] == table["counts"]


@pytest.mark.usefixtures("long")
@pytest.mark.timeout(14_400)  # Frisian to depth 11 took seven minutes on a busy server core; a busy Pi may take twenty times as long
@pytest.mark.parametrize("table", [table for table in TABLES if table["deeper"]], ids=name_of)
def test_the_tree_has_as_many_leaves_as_known_further_down(table: dict[str, Any]) -> None:
    """Count from the positions after six plies, each weighted by its number of paths: at most a third of the work."""
    reached = Counter({first(table): 1})
    for _ in range(MERGED):
        following: Counter[Position] = Counter()
        for position, ways in reached.items():
            for move in legal_moves(position):
                following[play(position, move)] += ways
        reached = following
    known = len(table["counts"])
    depths = range(known + 1 - MERGED, known + 1 - MERGED + len(table["deeper"]))
    assert [sum(ways * perft(position, depth) for position, ways in reached.items()) for depth in depths] == table["deeper"]


@pytest.mark.parametrize("name", ["frisian", "international", "english", "dambord"])
def test_perft_and_the_legal_moves_agree_wherever_play_leads(name: str) -> None:
    """The games include kings, crownings and the counts of Art. 17."""
    chance = random.Random(name)
    for _ in range(GAMES):
        position = Position.start(ruleset(name))
        while moves := legal_moves(position):
            if chance.random() < 0.1:
                assert perft(position, 2) == sum(len(legal_moves(play(position, move))) for move in moves), position
            if not position.men(position.side) and not position.men(position.side.other):
                break
            position = play(position, chance.choice(moves))


def test_depth_nought_is_the_position_itself() -> None:
    assert perft(Position.start(ruleset("frisian")), 0) == 1


def test_a_banned_king_does_not_move_in_the_tree() -> None:
    """Art. 17."""
    frisian = ruleset("frisian")
    free, banned = (parse_fen(f"W:WK41,36:B40:H0:F1:+0{count}", frisian) for count in ("+241", "+341"))
    assert (perft(free, 1) > 1, perft(banned, 1)) == (True, 1)
