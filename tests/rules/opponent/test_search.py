"""The search, compared with plain recursion, on wins and draws, and on when it ends."""

import random
from itertools import count

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position, squares_of
from rules.board.ruleset import RULE_SETS, ruleset
from rules.opponent.search import WIN, Search, Until
from rules.play.captures import Jumps, has_capture
from rules.play.endings import Cause, ending
from rules.play.moves import legal_moves, play
from rules.study.solver import solve
from tests.rules.play.boards import drawn

EACH = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
FRISIAN = ruleset("frisian")
LOST = {Cause.NO_PIECES, Cause.NO_MOVE}


def no_clock():
    raise AssertionError("a search without a limit of time looks at no clock")


def plain(search, position, depth, plies):
    """The value by the rules of the search, without windows, table and order, at depths at which no move is searched less deep."""
    over = ending(position)
    if over is not None and over.cause in LOST:
        return plies - WIN
    must_capture = has_capture(position)
    if over is not None and (over.cause is Cause.ONE_PIECE_EACH or not must_capture):
        return 0
    if depth <= 0 and not must_capture:
        if not is_threatened(position):
            return search.standing(position)
        depth = 1
    moves = legal_moves(position)
    onward = 0 if depth <= 0 else depth if len(moves) == 1 else depth - 1
    return max(-plain(search, play(position, move), onward, plies + 1) for move in moves)


def is_threatened(position):
    """Whether a man of the other side could capture."""
    other = position.with_side(position.side.other)
    return any(Jumps(other, square).first() for square in squares_of(other.men(other.side)))


@EACH
@pytest.mark.parametrize("seed", range(20))
def test_values_are_those_of_plain_recursion(rules, seed):
    chance = random.Random(seed)
    position = drawn(rules, chance, chance.randint(4, 12), 0)
    if ending(position):
        position = Position.start(rules)
    search = Search(rules, no_clock)
    assert dict(search.valued(position, 2)) == {move: -plain(search, play(position, move), 1, 1) for move in legal_moves(position)}
    found = search.best(position, Until(depth=2))
    assert found.depth == 1 or found.value == search.valued(position, 2)[0][1], "an only move is not searched deeper"


@EACH
def test_a_game_against_itself_has_legal_moves_alone(rules):
    position, search = Position.start(rules), Search(rules, no_clock)
    for _ in range(60):
        if ending(position):
            break
        move = search.best(position, Until(nodes=200)).move
        assert move in legal_moves(position)
        position = play(position, move)


def test_the_shortest_win_is_valued_by_its_length():
    # White's only man captures the only man of Black: one ply.
    assert Search(FRISIAN, no_clock).best(parse_fen("W:W32:B28", FRISIAN), Until(depth=4)).value == WIN - 1


def test_a_combination_is_found():
    position = parse_fen("W:W8,15,37,43,44:B11,17,23,33,35", FRISIAN)
    found = Search(FRISIAN, no_clock).best(position, Until(depth=8))
    solution = solve(position, nodes=2000)
    assert found.move in solution.first_moves
    assert found.value > 100


def test_a_position_without_a_move_is_refused():
    with pytest.raises(ValueError, match="legal"):
        Search(FRISIAN, no_clock).best(parse_fen("W:W:B1", FRISIAN), Until(depth=1))


def test_the_positions_searched_are_limited():
    assert 500 <= Search(FRISIAN, no_clock).best(Position.start(FRISIAN), Until(nodes=500)).nodes < 600


def test_the_time_is_limited():
    ticks = count()
    Search(FRISIAN, lambda: next(ticks)).best(Position.start(FRISIAN), Until(seconds=20))
    assert 20 <= next(ticks) < 60


def test_a_return_to_an_earlier_position_is_a_draw():
    position = parse_fen("W:WK46:BK2,K3,K4", ruleset("international"))
    search = Search(position.rules, no_clock)
    (move, value), *_ = search.valued(position, 1)
    assert value < -100
    assert dict(search.valued(position, 1, [play(position, move)]))[move] == 0


def test_a_line_longer_than_the_limit_ends_there(monkeypatch):
    monkeypatch.setattr("rules.opponent.search.MAX_PLIES", 4)
    assert Search(FRISIAN, no_clock).best(Position.start(FRISIAN), Until(depth=7)).depth == 7
