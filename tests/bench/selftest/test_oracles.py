"""The legal moves, compared with two other generators where those are right; and a check that their known errors still exist.

The table is what they answered; tests/bench/oracles/make.py asks them anew.
"""

import gzip
import json
from pathlib import Path

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.play.endings import ending
from rules.play.moves import Move, every_quiet_move, legal_moves, play

TABLE = json.loads(gzip.decompress((Path(__file__).resolve().parents[2] / "data" / "oracles.json.gz").read_bytes()))
PACKAGES = tuple(TABLE["versions"])
RULES = ("frisian", "international", "english")


def plain(moves: tuple[Move, ...]) -> list[list[object]]:
    return sorted([move.origin, move.target, list(move.captured)] for move in moves)


def position_of(row: dict[str, object]) -> Position:
    return parse_fen(str(row["fen"]), ruleset(str(row["rules"])))


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("rules", RULES)
def test_the_same_moves_as_theirs_where_they_are_right(rules, package):
    rows = [row for row in TABLE["positions"] if row["rules"] == rules and package not in row["faults"]]
    for row in rows:
        assert plain(legal_moves(position_of(row))) == row["said"][package], row["fen"]
    assert len(rows) > 250


@pytest.mark.parametrize("package", PACKAGES)
def test_each_wrong_answer_is_wrong_in_the_way_that_is_known(package):
    rows = [row for row in TABLE["positions"] if package in row["faults"]]
    for row in rows:
        position, said = position_of(row), row["said"][package]
        legal = plain(legal_moves(position))
        if row["rules"] == "english":
            assert said == sorted(legal + plain(every_quiet_move(position))), row["fen"]
        else:
            assert [move for move in legal if move in said] == said != legal, row["fen"]
    assert rows


@pytest.mark.parametrize("example", TABLE["examples"], ids=lambda example: f"{example['package']}: {example['fault']}")
def test_a_known_fault_is_a_fault(example):
    position = position_of(example)
    for origin, target in example["played"]:
        position = play(position, Move(origin, target))
    assert (plain(legal_moves(position)), ending(position) is not None) != (sorted(example["moves"]), example["over"])
