"""The move generator against the slow one in reference.py, on boards drawn at random with many kings."""

import random

import pytest

from rules.board.ruleset import ruleset
from rules.play.moves import every_capture, every_quiet_move, legal_moves
from rules.play.notation import path
from tests.rules.play import reference
from tests.rules.play.boards import as_dict, drawn

BOARDS = 150
"""The boards for each rule set, seed and share of kings."""


def plain(moves):
    told = [(move.origin, move.target, move.captured) for move in moves]
    assert len(set(told)) == len(told)
    return set(told)


@pytest.mark.parametrize("kings", [0.0, 0.3, 0.8])
@pytest.mark.parametrize("name", reference.SIZE)
def test_the_same_moves(name, kings):
    rules = ruleset(name)
    chance = random.Random(f"{name} {kings}")
    for _ in range(BOARDS):
        # Paths of a king multiply with the pieces; boards with more pieces take the simple generator minutes.
        position = drawn(rules, chance, chance.randint(2, 14 if kings else rules.board_size * 3), kings)
        pieces, side = as_dict(position), position.side.letter.lower()
        assert plain(legal_moves(position)) == reference.legal_moves(name, pieces, side), position
        assert plain(every_capture(position)) == reference.every_capture(name, pieces, side), position
        assert plain(every_quiet_move(position)) == reference.every_quiet_move(name, pieces, side), position


@pytest.mark.parametrize("name", reference.SIZE)
def test_each_capture_is_told_with_one_of_its_paths(name):
    rules = ruleset(name)
    chance = random.Random(name)
    for _ in range(BOARDS):
        position = drawn(rules, chance, chance.randint(4, 12), 0.4)
        paths = {
            (tuple(visited), tuple(captured))
            for _, visited, captured, _ in reference.capture_paths(name, as_dict(position), position.side.letter.lower())
        }
        for move in every_capture(position):
            assert (path(position, move), move.captured) in paths
