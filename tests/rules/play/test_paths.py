"""All paths of a move, compared with a generator that walks every one of them."""

import random
from collections import defaultdict

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Content, Side, board
from rules.play.moves import Move, every_capture, legal_moves
from rules.play.notation import parse_move, path
from rules.play.paths import paths
from tests.rules.play import reference

FRISIAN = ruleset("frisian")
EXPLOSIVE = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"
LETTERS = {Content.WHITE_MAN: "w", Content.WHITE_KING: "W", Content.BLACK_MAN: "b", Content.BLACK_KING: "B"}


def test_the_explosive_capture_has_twenty_paths():
    position = parse_fen(EXPLOSIVE, FRISIAN)
    (move,) = legal_moves(position)
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
    squares = board(rules.board_size).squares
    for _ in range(60):
        contents = [Content.EMPTY] * squares
        for index in chance.sample(range(squares), chance.randint(3, squares // 2)):
            contents[index] = chance.choices(list(LETTERS), weights=(2, 2, 6, 2))[0]
        position = Position.of(rules, Side.WHITE, contents)
        pieces = {reference.field(s, rules.board_size): LETTERS[c] for s, c in enumerate(contents, 1) if c}
        walked = defaultdict(set)
        for _, visited, captured, _ in reference.capture_paths(rules.name, pieces, "w"):
            walked[Move(visited[0], visited[-1], tuple(captured))].add(tuple(visited))
        assert set(walked) == set(every_capture(position))
        for move, ways in walked.items():
            assert sorted(paths(position, move)) == sorted(ways)
