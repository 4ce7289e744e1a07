"""All paths of a move, compared with a generator that walks every one of them."""

import random
from collections import defaultdict

import pytest

from rules.board.fen import parse_fen
from rules.board.position import squares_of
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Side
from rules.play.moves import Move, every_capture, legal_moves
from rules.play.notation import parse_move, path
from rules.play.paths import paths
from tests.rules.play import reference
from tests.rules.play.boards import as_dict, drawn

FRISIAN = ruleset("frisian")
EXPLOSIVE = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"


def test_the_capture_of_nineteen_pieces_has_twenty_paths():
    """So many as the simple generator of reference.py counts in some seconds."""
    position = parse_fen(EXPLOSIVE, FRISIAN)
    victims = tuple(squares_of(position.pieces(Side.BLACK)))
    move = Move(50, 46, victims)
    found = list(paths(position, move))
    assert len(found) == len(set(found)) == 20
    assert path(position, move) in found
    assert all(one[0] == 50 and one[-1] == 46 and len(one) == 20 for one in found)
    assert parse_move("x".join(map(str, found[-1])), position) == move
    assert list(paths(position, move, most=3)) == found[:3]


def test_a_circle_is_walked_both_ways_round():
    position = parse_fen("W:WK23:B18,17,25,26", ruleset("english"))
    (move,) = (move for move in legal_moves(position) if len(move.captured) == 4)
    assert sorted(paths(position, move)) == [(23, 14, 21, 30, 23), (23, 30, 21, 14, 23)]
    assert list(paths(position, move, most=0)) == []


def test_a_quiet_move_has_one_path_and_a_move_that_cannot_be_made_none():
    position = parse_fen("W:W28:B22,12", FRISIAN)
    assert list(paths(position, Move(28, 23))) == [(28, 23)]
    assert list(paths(position, Move(28, 17, (12,)))) == []
    assert list(paths(position, Move(28, 8, (12, 22)))) == [(28, 17, 8)]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_all_paths_of_all_captures_broken_off_or_not(rules):
    chance = random.Random(f"paths {rules.name}")
    for _ in range(30):
        position = drawn(rules, chance, chance.randint(3, rules.board_size**2 // 4), 0.3)
        pieces, side = as_dict(position), position.side.letter.lower()
        walked = defaultdict(set)
        for _, visited, captured, _ in reference.capture_paths(rules.name, pieces, side):
            walked[Move(visited[0], visited[-1], tuple(captured))].add(tuple(visited))
        assert set(walked) == set(every_capture(position))
        for move, ways in walked.items():
            assert sorted(paths(position, move)) == sorted(ways)
