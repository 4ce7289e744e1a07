"""The move tree counted, against the tables in tests/data/perft.json."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.fen import parse_fen
from rules.perft import perft
from rules.position import Position
from rules.ruleset import ruleset

TABLES = json.loads((Path(__file__).resolve().parents[1] / "data" / "perft.json").read_text())


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table['rules']} {table['fen'] or 'start'}")
def test_the_tree_has_as_many_leaves_as_known(table: dict[str, Any]) -> None:
    rules = ruleset(table["rules"])
    position = parse_fen(table["fen"], rules) if table["fen"] else Position.start(rules)
    assert [perft(position, depth) for depth in range(1, len(table["counts"]) + 1)] == table["counts"]


def test_depth_nought_is_the_position_itself() -> None:
    assert perft(Position.start(ruleset("frisian")), 0) == 1


def test_a_banned_king_does_not_move_in_the_tree() -> None:
    """Art. 17."""
    frisian = ruleset("frisian")
    free, banned = (parse_fen(f"W:WK41,36:B40:H0:F1:+0{count}", frisian) for count in ("+241", "+341"))
    assert (perft(free, 1) > 1, perft(banned, 1)) == (True, 1)
