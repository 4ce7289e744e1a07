"""The solver, compared with plain recursion on positions with one, several and no solutions, and with too small a budget."""

import random

import pytest

from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.captures import has_capture
from rules.play.endings import ending
from rules.play.moves import legal_moves, play
from rules.play.notation import parse_move, write_move
from rules.study.solution import Proof
from rules.study.solver import MAX_DEPTH, solve
from tests.rules.play.boards import drawn

FRISIAN = ruleset("frisian")


def fen(text, rules=FRISIAN):
    return parse_fen(text, rules)


def written(position, moves):
    texts = []
    for move in moves:
        texts.append(write_move(position, move))
        position = play(position, move)
    return " ".join(texts)


def after(position, *texts):
    for text in texts:
        position = play(position, parse_move(text, position))
    return position


def worth(position, side):
    return position.men(side).bit_count() + 3 * position.kings(side).bit_count()


def plainly_won(position, attacker, enough):
    """At rest, without a king or a crowning for the other side, and with the lead in men."""
    other = attacker.other
    if enough is None or position.kings(other) or worth(position, attacker) - worth(position, other) < enough:
        return False
    crowning = range(1, 6) if other is Side.WHITE else range(46, 51)
    pieces = position.with_side(other)
    at_rest = not any(has_capture(position.with_side(side)) for side in Side)
    return at_rest and not any(move.target in crowning for move in legal_moves(pieces))


def wins(position, attacker, plies, enough=None):
    """Whether the attacker wins within the plies against every reply, by plain recursion."""
    over = ending(position)
    if over is not None:
        return over.loser is attacker.other
    if plainly_won(position, attacker, enough):
        return True
    if plies == 0:
        return False
    replies = (wins(play(position, move), attacker, plies - 1, enough) for move in legal_moves(position))
    return any(replies) if position.side is attacker else all(replies)


ONE_WAY = [
    ("W:W11,16,29,30,44:B6,9,19,22,31", "11-7 19x50 16-11 50x10 7-2 6x17 2x5"),
    ("W:W7,8,20,25,28:B2,3,10,31,40,41", "7-1 2x13 1x47 10x30 25x45"),
    ("W:W33:B32", "33x31"),
]


@pytest.mark.parametrize(("text", "line"), ONE_WAY)
def test_a_combination_with_one_solution(text, line):
    position = fen(text)
    solution = solve(position)
    assert (solution.verdict, solution.spent) == (Proof.WINS_OUTRIGHT, False)
    assert written(position, solution.line) == line
    assert solution.first_moves == solution.line[:1]
    assert (solution.has_second_solution, solution.has_later_alternative) == (False, False)
    assert wins(position, Side.WHITE, len(solution.line))
    assert not any(
        wins(play(position, move), Side.WHITE, len(solution.line) - 1) for move in legal_moves(position) if move != solution.line[0]
    )


@pytest.mark.parametrize(
    ("text", "first_moves"),
    [
        ("W:W6,19,20,37,43:B8,11,17,21,26", {"19-13": 4, "6-1": 4, "37-31": 6, "37-32": 8}),
        ("W:W8,11,29:B6,27,37", {"8-3": 2, "29-23": 4, "8-2": 6}),
        ("W:W3,K16,26:B33", {"16-32": 2, "16-43": 2, "16-49": 2, "16-11": 4, "16-7": 4, "16-21": 4, "16-27": 4}),
        ("W:W10,16,34,39,44:B8,9,19,22,28", {"34-29": 6, "10-4": 6}),
    ],
)
def test_second_solutions_are_found_though_they_take_longer(text, first_moves):
    """The first moves, each with the plies in which plain recursion wins after it."""
    position = fen(text)
    solution = solve(position)
    assert (solution.verdict, solution.has_second_solution) == (Proof.WINS_OUTRIGHT, True)
    assert {write_move(position, move) for move in solution.first_moves} == set(first_moves)
    enough = 3 + max(0, worth(position, Side.WHITE) - worth(position, Side.BLACK))
    assert all(wins(after(position, text), Side.WHITE, plies, enough) for text, plies in first_moves.items() if plies <= 6)


def test_a_later_alternative_is_found_though_the_first_move_is_the_only_one():
    position = fen("W:W8,25,29,45,50:B5,11,15,36,41")
    solution = solve(position)
    assert written(position, solution.line) == "8-2 15x35 2x10 5x14 45x25 14-19 29x9"
    assert (solution.has_second_solution, solution.has_later_alternative) == (False, True)
    way = next(way for way in solution.alternatives if way.ply == 2)
    assert wins(play(after(position, "8-2", "15x35"), way.move), Side.WHITE, 6)
    assert not any(wins(after(position, text), Side.WHITE, 6) for text in ("8-3", "25-20", "29-23", "29-24", "45-40", "50-44"))


def test_no_second_solution_is_claimed_within_a_depth_alone():
    """7-2 wins too (`wins` needs ten plies after it), three free choices deeper than 7-1."""
    position = fen("W:W6,7,18,41,44:B14,29,32,37,38")
    near, far = (solve(position, beyond=beyond) for beyond in (2, 3))
    assert (near.has_second_solution, near.depth, near.alternatives_depth) == (False, 4, 6)
    assert (far.has_second_solution, far.depth, far.alternatives_depth) == (True, 4, 7)
    assert written(position, far.first_moves[1:]) == "7-2"


def test_moves_that_may_change_places_are_told():
    solution = solve(fen("W:W8,15,37,43,44:B11,17,23,33,35"), nodes=2000)
    changed = [way for way in solution.alternatives if way.interchange]
    assert [way.ply for way in changed] == [0]
    assert changed[0].move in solution.line[2::2]


# From the Frisian games in tests/data/games: the game, the ply, the position, and what is won by force.
PLAYED = [
    ("first game, ply 94", "W:W10,50:B23,31", "10-4 31-36 4-10 23-29 10-32 29-33 32x34", Proof.WINS_MATERIAL),
    ("first game, ply 96", "W:WK5,50:B29,31", "5-41 31-36 41-46 29-34 46x6 34-39 6x44", Proof.WINS_OUTRIGHT),
    ("third game, ply 85", "B:W10,21,27,37,43:B1,18,K50", "50-45 43-39 18-22 21x23 45x25 10-4 25-3 4x2 1x3", Proof.WINS_OUTRIGHT),
    ("last game, ply 84", "W:W16,18,31,45,48:B7,39", "18-13 7-11 16x7 39-43 48x39", Proof.WINS_OUTRIGHT),
]


@pytest.mark.parametrize(("text", "line", "verdict"), [case[1:] for case in PLAYED], ids=[case[0] for case in PLAYED])
def test_combinations_from_real_games(text, line, verdict):
    position = fen(text)
    solution = solve(position, nodes=6000)
    assert solution.verdict is verdict
    assert written(position, solution.line) == line


def test_what_cannot_be_won_is_said_to_be_so():
    for text in ("W:W36:B31,27", "W:WK46:BK3", "W:W36:B22,17"):
        solution = solve(fen(text))
        assert (solution.verdict, solution.line, solution.spent) == (Proof.NO_WIN, (), False)
        assert (solution.first_moves, solution.has_second_solution) == ((), None)
    shallow = solve(fen("W:W7,11,35,37:B13,22,33,43"), depth=2)
    assert (shallow.verdict, shallow.depth, shallow.spent) == (Proof.NO_WIN_WITHIN, 2, False), "that is no proof of more"


def test_two_kings_have_seven_moves_against_one():
    """Art. 18: a win that takes longer is not claimed, however deep the search."""
    solution = solve(fen("W:WK46,K45:BK3"), nodes=1000, depth=24)
    assert not solution.verdict.is_win or len(solution.line) <= 13


def test_one_position_is_not_enough_to_know_and_an_open_game_is_unknown():
    for text in ("W:W31-50:B1-20", ONE_WAY[0][0], ONE_WAY[-1][0]):
        solution = solve(fen(text), nodes=1)
        assert (solution.verdict, solution.line, solution.nodes, solution.depth, solution.spent) == (Proof.UNKNOWN, (), 1, 0, True)
    solution = solve(Position.start(FRISIAN), nodes=500)
    assert (solution.verdict, solution.nodes, solution.spent, solution.depth >= 1) == (Proof.UNKNOWN, 500, True, True)


@pytest.mark.parametrize("text", [ONE_WAY[0][0], ONE_WAY[1][0]])
def test_every_budget_is_kept_and_no_smaller_one_says_otherwise(text):
    position = fen(text)
    whole = solve(position)
    for nodes in (2, 5, 60, 300, whole.nodes - 1, whole.nodes):
        solution = solve(position, nodes=nodes)
        assert (solution.nodes <= nodes, solution.budget) == (True, nodes)
        assert solution.spent == (nodes < whole.nodes)
        if solution.verdict is not Proof.UNKNOWN:
            assert solution.verdict.is_win
            assert not solution.spent or solution.verdict in (whole.verdict, Proof.WINS_MATERIAL)
        if solution.spent:
            assert solution.verdict is Proof.UNKNOWN or solution.undecided


def test_material_is_not_won_where_none_is_wanted_or_it_was_there_at_the_start():
    """In the second White is four men ahead already and wins none: that is no combination."""
    assert solve(fen(PLAYED[0][1]), nodes=2000).verdict is Proof.WINS_MATERIAL, "though the budget ends the search for more"
    assert solve(fen(PLAYED[0][1]), nodes=3000, ahead=None).verdict is not Proof.WINS_MATERIAL
    assert solve(fen("W:W46,47,48,49,50:B1"), nodes=2000, depth=4).verdict is Proof.NO_WIN_WITHIN


@pytest.mark.parametrize("wrong", [{"nodes": 0}, {"ahead": 0}, {"depth": 0}, {"depth": MAX_DEPTH + 1}])
def test_limits_that_are_none(wrong):
    with pytest.raises(ValueError, match="must be 1 or more"):
        solve(fen("W:W33:B32"), **wrong)


@pytest.mark.parametrize("ahead", [None, 2])
@pytest.mark.parametrize("name", ["frisian", "international"])
def test_the_same_as_plain_recursion(name, ahead):
    """A claimed win is a win in the plies of its line, and every win of plain recursion in a few plies is found."""
    chance = random.Random(f"{name} {ahead}")
    rules, plies, claimed = ruleset(name), 4, 0
    for _ in range(50):
        position = drawn(rules, chance, chance.randint(2, 6), 0.15)
        attacker = position.side
        enough = None if ahead is None else max(0, worth(position, attacker) - worth(position, attacker.other)) + ahead
        solution = solve(position, nodes=3000, ahead=ahead, depth=7)
        if solution.verdict.is_win and len(solution.line) <= 5:
            claimed += 1
            assert wins(position, attacker, len(solution.line), enough), write_fen(position)
            if solution.verdict is Proof.WINS_OUTRIGHT:
                assert wins(position, attacker, len(solution.line)), write_fen(position)
        elif solution.verdict in (Proof.NO_WIN, Proof.NO_WIN_WITHIN):
            # Seven free choices hold four plies: two of the attacker's at one each and two replies at two each are six.
            assert not wins(position, attacker, plies, enough), write_fen(position)
    assert claimed > 7


@pytest.mark.parametrize("text", ["B:WK12:BK6,28,47", "W:WK2,11:B14", "B:W40:B8,23,39"])
def test_every_first_move_that_wins_as_soon_is_an_alternative(text):
    """Two replies at two free choices each and a move at one are five, which one more than DEFAULT_BEYOND always holds."""
    position = fen(text)
    solution = solve(position, nodes=1500, ahead=None)
    winning = {move for move in legal_moves(position) if wins(play(position, move), position.side, 3)}
    assert winning
    assert winning <= set(solution.first_moves)
