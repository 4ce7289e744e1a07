"""The levels against a beginner and against each other, the book, and the moves of one game."""

import random

import pytest

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, ruleset
from rules.board.squares import Side
from rules.opponent.book import book_of
from rules.opponent.levels import LEVELS, Level, choose_move
from rules.opponent.search import Search
from rules.play.counting import Counter
from rules.play.moves import legal_moves, play

EACH = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
MAX_PLIES = 150


def no_clock():
    raise AssertionError("these levels are limited by their depth")


def beginner(chance):
    """A person who sees what can be captured after a move of his, and else moves as it comes."""

    def move(search, played):
        valued = search.valued(played[-1], 1, played[:-1])
        return chance.choice([move for move, value in valued if value > valued[0][1] - 50])

    return move


def opponent(level, rules, chance):
    return lambda search, played: choose_move(search, level, book_of(rules), played, chance)


def result(rules, white, black):
    """The score of White in a game of two choices of moves; after 150 plies who has more pieces wins."""
    played, counter = [Position.start(rules)], Counter.at(Position.start(rules))
    searches = {side: Search(rules, no_clock) for side in Side}
    while not counter.ending and len(played) < MAX_PLIES:
        choice = white if played[-1].side is Side.WHITE else black
        played.append(play(played[-1], choice(searches[played[-1].side], played)))
        counter = counter.then(played[-1])
    if counter.ending:
        return {"1-0": 1.0, "0-1": 0.0}.get(counter.ending.result, 0.5)
    ahead = played[-1].pieces(Side.WHITE).bit_count() - played[-1].pieces(Side.BLACK).bit_count()
    return 0.5 if ahead == 0 else float(ahead > 0)


def score(rules, weaker, stronger, games):
    """The score of the second in that many games, with colours changed."""
    found = [result(rules, stronger, weaker) if game % 2 == 0 else 1 - result(rules, weaker, stronger) for game in range(games)]
    return sum(found) / games


@EACH
def test_level_1_loses_to_a_beginner(rules):
    chance = random.Random(5)
    assert score(rules, opponent(LEVELS[0], rules, chance), beginner(chance), 6) >= 0.75


@EACH
@pytest.mark.parametrize(("weaker", "stronger"), [(0, 3), (1, 4)])
def test_a_level_beats_the_one_three_below(rules, weaker, stronger):
    chance = random.Random(5)
    assert score(rules, opponent(LEVELS[weaker], rules, chance), opponent(LEVELS[stronger], rules, chance), 4) >= 0.75


@EACH
def test_first_moves_vary(rules):
    start, strongest = Position.start(rules), Level(depth=1)
    moves = {choose_move(Search(rules, no_clock), strongest, book_of(rules), [start], random.Random(seed)) for seed in range(20)}
    assert len(moves) > 1


@EACH
def test_the_book_has_legal_moves_alone(rules):
    book, played = book_of(rules), [Position.start(rules)]
    for position in played:
        moves = book.get(position, ())
        assert set(moves) <= set(legal_moves(position))
        played += [play(position, move) for move in moves]
    assert len(played) > 10


def test_an_only_move_needs_no_search():
    position = parse_fen("W:W32:B28", ruleset("frisian"))
    assert choose_move(Search(position.rules, no_clock), LEVELS[-1], book_of(position.rules), [position], random.Random(0)).captured == (
        28,
    )


@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_a_position_without_a_move_is_refused(level):
    position = parse_fen("W:W:B1", ruleset("frisian"))
    with pytest.raises(ValueError, match="legal"):
        choose_move(Search(position.rules, lambda: 0.0), level, book_of(position.rules), [position], random.Random(0))
