"""The check of what a Swiss engine proposes, with engines that are wrong, and the history that an engine is given."""

from fractions import Fraction

import pytest

from rules.tournament.fields import QuestionError
from rules.tournament.swiss import SwissPlayer, SwissRound, Unplayed, checked, holds
from rules.tournament.swiss_history import SwissGame, histories


def player(number, *met, byes=0, colours=()):
    return SwissPlayer(number, Fraction(), colours, (), Unplayed(byes, 0), frozenset(met))


FOUR = [player(1, 2), player(2, 1), player(3), player(4)]
FIVE = [*FOUR, player(5, byes=1)]


@pytest.mark.parametrize(
    ("players", "pairs", "byes", "right"),
    [
        (FOUR, ((1, 3), (2, 4)), (), True),
        (FOUR, ((1, 2), (3, 4)), (), False),
        (FOUR, ((1, 3), (1, 4)), (), False),
        (FOUR, ((1, 3),), (), False),
        (FOUR, ((1, 3),), (2, 4), False),
        (FOUR, ((1, 3), (2, 9)), (), False),
        (FOUR, ((1, 1), (3, 4)), (2,), False),
        (FIVE, ((1, 3), (2, 4)), (5,), True),
        (FIVE, ((1, 3), (2, 4)), (), False),
        ([], (), (), True),
    ],
)
def test_a_round_holds_where_everybody_plays_once_and_meets_somebody_new(players, pairs, byes, right):
    assert holds(SwissRound(pairs, byes), players) is right


def test_a_round_that_does_not_hold_is_never_told():
    with pytest.raises(QuestionError, match="round 2 cannot be paired"):
        checked(lambda players, number, rounds: SwissRound(((1, 2), (3, 4)), ()), FOUR, 2, 5)


def test_a_second_bye_is_replaced_by_a_first_one():
    def engine(players, number, rounds):
        numbers = [one.number for one in players]
        if len(numbers) == 5:
            return SwissRound(((1, 3), (2, 4)), (5,))
        return SwissRound(((numbers[0], numbers[2]), (numbers[1], numbers[3])), ())

    found = checked(engine, FIVE, 2, 5)
    assert found.proposed.byes == (4,)
    assert not found.without_colours


def test_a_second_bye_is_left_where_there_is_nothing_else():
    free = [player(number, byes=1) for number in (1, 2, 3)]
    found = checked(lambda players, number, rounds: SwissRound(((1, 2),), (3,)), free, 4, 5)
    assert found.proposed == SwissRound(((1, 2),), (3,))


def test_colours_give_way_to_a_second_bye_where_there_is_no_first_one():
    free = [player(number, byes=1, colours=("white", "white")) for number in (1, 2, 3)]

    def engine(players, number, rounds):
        return SwissRound((), (1, 2, 3)) if players[0].colours else SwissRound(((1, 2),), (3,))

    found = checked(engine, free, 4, 5)
    assert (found.proposed.byes, found.without_colours) == ((3,), True)


def test_each_who_was_not_free_is_tried():
    def engine(players, number, rounds):
        numbers = [one.number for one in players]
        return SwissRound(((2, 4), (3, 5)), ()) if numbers == [2, 3, 4, 5] else SwissRound((), tuple(numbers))

    assert checked(engine, [*FOUR, player(5)], 2, 5).proposed == SwissRound(((2, 4), (3, 5)), (1,))


def test_colours_give_way_before_a_game_is_repeated():
    white = [player(number, *(FOUR[number - 1].met), colours=("white", "white")) for number in (1, 2, 3, 4)]

    def engine(players, number, rounds):
        return SwissRound((), (1, 2, 3, 4)) if players[0].colours else SwissRound(((1, 3), (2, 4)), ())

    found = checked(engine, white, 3, 5)
    assert found.proposed.pairs == ((1, 3), (2, 4))
    assert found.without_colours


def test_r4_and_r21_what_the_rounds_before_say_of_a_player():
    games = [
        SwissGame(1, "a", "b", "1-0", False),
        SwissGame(1, "c", "d", "0-1", True),
        SwissGame(2, "b", "a", "draw", False),
        SwissGame(2, "d", "e", None, True),
    ]
    past = histories("abcdef", games, [(1, "e"), (2, "c"), (3, "a")], 3)
    half = Fraction(1, 2)
    assert past == {
        "a": SwissPlayer(1, 3 * half, ("white", "black"), ("none", "down"), Unplayed(0, 0), frozenset({2})),
        "b": SwissPlayer(2, half, ("black", "white"), ("none", "up"), Unplayed(0, 0), frozenset({1})),
        "c": SwissPlayer(3, 2 * half, (), ("none", "down"), Unplayed(1, 0), frozenset({4})),
        "d": SwissPlayer(4, 2 * half, (), ("down", "none"), Unplayed(0, 1), frozenset({3, 5})),
        "e": SwissPlayer(5, 2 * half, (), ("down", "none"), Unplayed(1, 0), frozenset({4})),
        "f": SwissPlayer(6, Fraction(), (), ("none", "none"), Unplayed(0, 0), frozenset()),
    }
