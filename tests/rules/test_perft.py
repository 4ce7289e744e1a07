"""The move tree counted, against the tables in tests/data/perft.json."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rules.fen import parse_fen
from rules.moves import legal_moves, play
from rules.perft import perft
from rules.position import Position
from rules.ruleset import ruleset

TABLES = json.loads((Path(__file__).resolve().parents[1] / "data" / "perft.json").read_text())
GAMES = 150
"""Played at random for each rule set."""


each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table['rules']} {table['fen'] or 'start'}")


def first(table: dict[str, Any]) -> Position:
    rules = ruleset(table["rules"])
    return parse_fen(table["fen"], rules) if table["fen"] else Position.start(rules)


@each_table
def test_the_tree_has_as_many_leaves_as_known(table: dict[str, Any]) -> None:
    position = first(table)
    assert [perft(position, depth) for depth in range(1, len(table["counts"]) + 1)] == table["counts"]


@pytest.mark.slow
@each_table
def test_the_tree_has_as_many_leaves_as_known_further_down(table: dict[str, Any]) -> None:
    """The longest, Frisian to depth 10, takes a minute and a half on a server core."""
    position, known = first(table), len(table["counts"])
    assert [perft(position, known + depth) for depth in range(1, len(table["deeper"]) + 1)] == table["deeper"]


@each_table
def test_the_leaves_are_the_legal_moves_played(table: dict[str, Any]) -> None:
    """`perft` counts on masks; the same tree by `legal_moves` and `play`."""

    def leaves(position: Position, depth: int) -> int:
        moves = legal_moves(position)
        return len(moves) if depth == 1 else sum(leaves(play(position, move), depth - 1) for move in moves)

    assert [leaves(first(table), depth) for depth in (1, 2, 3)] == table["counts"][:3]


@pytest.mark.parametrize("name", ["frisian", "international", "english", "dambord"])
def test_perft_and_the_legal_moves_agree_wherever_play_leads(name: str) -> None:
    """Kings, crownings and the counts of Art. 17 too."""
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
