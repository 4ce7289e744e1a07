"""Endings by counts: games given as a position and the moves from it."""

from itertools import cycle, islice

import pytest

from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.play.counting import Count, Counter
from rules.play.endings import Cause, Ending, How
from rules.play.moves import Move, play
from rules.play.notation import parse_move
from rules.play.strongest import PieceWeights

OF_DAMMEN = "Einde van het spel"


def start(rules: str, fen: str) -> Counter:
    return Counter.at(parse_fen(fen, ruleset(rules)))


def after(counter: Counter, *moves: str) -> Counter:
    for text in moves:
        counter = counter.then(play(counter.position, parse_move(text, counter.position)))
    return counter


def walked(counter: Counter, moves: str, plies: int) -> Counter:
    """Like `to_and_fro`, without asking whether the moves are legal."""
    for text in islice(cycle(moves.split()), plies):
        origin, target = map(int, text.split("-"))
        counter = counter.then(play(counter.position, Move(origin, target)))
    return counter


def to_and_fro(counter: Counter, moves: str, plies: int) -> Counter:
    return after(counter, *islice(cycle(moves.split()), plies))


# Rule set, position, moves to and fro from it, how many plies until the draw, and the draw. One ply before it the game goes on.
RUNS_OUT = [
    ("18 the side with two moves first", "frisian", "W:WK46,K50:BK2", "46-41 2-7 41-46 7-2", 13, ("draw", "18", Cause.TWO_KINGS)),
    ("18 the side with one moves first", "frisian", "B:WK46,K50:BK2", "2-7 46-41 7-2 41-46", 14, ("draw", "18", Cause.TWO_KINGS)),
    ("18 Black has the two", "frisian", "W:WK46:BK2,K4", "46-41 2-7 41-46 7-2", 14, ("draw", "18", Cause.TWO_KINGS)),
    ("five each", "international", "W:WK46,K50:BK3", "46-41 3-8 41-46 8-3", 10, ("draw", OF_DAMMEN, Cause.TWO_KINGS)),
    ("sixteen, three kings", "international", "W:WK46,K47,K36:BK4", "36-41 4-15 41-36 15-4", 32, ("draw", OF_DAMMEN, Cause.THREE_PIECES)),
    ("sixteen, a man", "international", "W:WK46,K47,36:BK3", "46-41 3-8 41-46 8-3", 32, ("draw", OF_DAMMEN, Cause.THREE_PIECES)),
]


@pytest.mark.parametrize(
    ("rules", "fen", "moves", "plies", "expected"), [case[1:] for case in RUNS_OUT], ids=[case[0] for case in RUNS_OUT]
)
def test_the_game_is_drawn_when_the_moves_have_run_out(rules: str, fen: str, moves: str, plies: int, expected: tuple) -> None:
    counter = to_and_fro(start(rules, fen), moves, plies - 1)
    assert counter.ending is None
    counter = after(counter, moves.split()[(plies - 1) % 4])
    assert counter.ending == Ending(*expected)
    assert counter.counts()[0].left == 0
    assert counter.claims() == ()


@pytest.mark.parametrize(
    ("rules", "fen", "moves"),
    [
        ("frisian", "W:WK46,K50,36:BK2", "46-41 2-7 41-46 7-2"),  # a man stands beside: Art. 18 says alone two kings
        ("frisian", "W:WK46,K47,K36:BK4", "36-41 4-15 41-36 15-4"),  # three kings: the Frisian regulation sets no limit
        ("frisian", "W:WK46,K50:BK2,3", "46-41 2-7 41-46 7-2"),  # the side with one king has a man too
        ("international", "W:WK46,K50:BK4,5", "46-41 4-15 41-46 15-4"),
        ("international", "W:WK46,K47,K36,35:BK4", "36-41 4-15 41-36 15-4"),  # four pieces
        ("english", "W:WK29,K30:BK4", "29-25 4-8 25-29 8-4"),
        ("dambord", "W:WK29,K30:BK4", "29-25 4-8 25-29 8-4"),
    ],
)
def test_no_draw_where_no_limit_is_set(rules: str, fen: str, moves: str) -> None:
    assert walked(start(rules, fen), moves, 72).ending is None


def test_18_the_count_begins_at_the_first_position_with_the_material() -> None:
    """The promotion that makes the second king is not one of the seven moves; nor is the capture that leaves one king."""
    counter = after(start("frisian", "W:WK46,6:BK3"), "6-1")
    assert counter.counts() == (Count(Cause.TWO_KINGS, "18", Side.WHITE, 0, 7),)
    counter = after(counter, "3-8", "46-41")
    assert counter.counts()[0].made == 1
    captured = after(start("frisian", "W:WK46,K50:BK6,41"), "46x32")
    assert captured.counts() == (Count(Cause.TWO_KINGS, "18", Side.WHITE, 0, 7),)


def test_18_seven_moves_are_counted_down_for_people_to_see() -> None:
    counter = start("frisian", "W:WK46,K50:BK2")
    left = []
    for text in ("46-41", "2-7", "41-46", "7-2") * 3 + ("46-41",):
        counter = after(counter, text)
        left.append(counter.counts()[0].left)
    assert left == [6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0]


def test_18_a_win_with_the_seventh_move_is_a_win() -> None:
    counter = to_and_fro(start("frisian", "W:WK46,K50:BK2"), "46-41 2-7 41-46 7-2", 11)
    assert (counter.white_moves, counter.position.side) == (6, Side.BLACK)
    won = after(counter, "2-11" if counter.position.content(2) else "7-11")
    assert won.ending is None
    won = after(won, "x")
    assert won.ending == Ending("1-0", "20.1", Cause.NO_PIECES)


def test_18_losing_a_king_ends_the_count() -> None:
    counter = after(start("frisian", "W:WK46,K50:BK3"), "46-37", "3-8")
    counter = after(counter, "37-26")
    assert counter.white_moves == 2
    taken = counter.then(parse_fen("W:WK46:BK3", ruleset("frisian")))
    assert (taken.white_moves, taken.black_moves) == (0, 0)
    assert taken.ending == Ending("draw", "21.1", Cause.ONE_EACH)


def test_three_pieces_go_on_counting_when_their_man_is_crowned_and_begin_anew_when_they_become_two() -> None:
    counter = after(start("international", "W:WK46,K50,6:BK4"), "46-41", "4-9", "6-1", "9-4")
    assert counter.counts()[0] == Count(Cause.THREE_PIECES, OF_DAMMEN, None, 2, 16)
    counter = to_and_fro(start("international", "W:WK46,K47,36:BK3"), "46-41 3-8 41-46 8-3", 20)
    counter = counter.then(parse_fen("B:WK46,K47:BK3", ruleset("international")))
    assert counter.counts() == (Count(Cause.TWO_KINGS, OF_DAMMEN, None, 0, 5),)


def test_17_the_count_of_each_side_is_shown() -> None:
    counter = after(start("frisian", "W:WK46,31:BK3,15"), "46-41", "3-8", "41-46")
    assert counter.counts() == (Count(None, "17", Side.WHITE, 2, 3, 46), Count(None, "17", Side.BLACK, 1, 3, 8))
    counter = after(counter, "8-3", "31-27")
    assert [(count.side, count.left) for count in counter.counts()] == [(Side.BLACK, 1)]


def test_17_a_fen_carries_the_count_but_without_men_there_is_none() -> None:
    counter = start("frisian", "W:WK41,36:BK40,1:H0:F1:+240+341")
    assert [count.left for count in counter.counts()] == [0, 1]
    assert start("frisian", "W:WK46:BK3,K1,K2:H0:F1:+0+346").counts() == ()


REPEATING = ("international", "W:WK46,31:BK3,20", "46-41 3-8 41-46 8-3")


def test_repetition_may_be_claimed_the_third_time_and_does_not_end_the_game() -> None:
    counter = to_and_fro(start(*REPEATING[:2]), REPEATING[2], 7)
    assert counter.claims() == ()
    counter = after(counter, "8-3")
    assert counter.ending is None
    assert counter.claims() == (Ending("draw", OF_DAMMEN, Cause.REPETITION, How.ON_CLAIM),)
    assert counter.counts() == (Count(Cause.REPETITION, OF_DAMMEN, None, 3, 3),)


def test_repetition_asks_for_the_same_side_to_move() -> None:
    """The pieces stand the same after the third move, but Black is to move."""
    counter = after(start("international", "W:WK46,31:BK3,20"), "46-32", "3-8", "32-41", "8-3", "41-46")
    assert counter.times_stood == 1


def test_repetition_a_position_before_a_mans_move_never_returns() -> None:
    counter = after(to_and_fro(start(*REPEATING[:2]), REPEATING[2], 4), "31-26", "3-8")
    assert len(counter.stood) == 2
    assert counter.times_stood == 1


@pytest.mark.parametrize("rules", ["frisian", "dambord"])
def test_repetition_is_no_draw_where_the_rules_do_not_say_so(rules: str) -> None:
    fen, moves = {
        "frisian": ("W:WK46:BK2,K4,K3", "46-41 2-7 41-46 7-2"),
        "dambord": ("W:WK29,K31:BK3", "29-25 3-7 25-29 7-3"),
    }[rules]
    counter = to_and_fro(start(rules, fen), moves, 24)
    assert (counter.claims(), counter.ending, counter.stood) == ((), None, ())


KINGS_ALONE = ("english", "B:WK29,21:BK4,5", "4-8 29-25 8-4 25-29")


def test_english_7_after_ten_moves_each_of_kings_alone_the_arbiter_decides() -> None:
    """White's man has come three rows forward, Black's one: the proposal is White's."""
    counter = to_and_fro(start(*KINGS_ALONE[:2]), KINGS_ALONE[2], 19)
    assert counter.claims() == ()
    counter = after(counter, "25-29")
    assert counter.ending is None
    assert counter.claims() == (Ending("1-0", "7", Cause.STRONGEST, How.BY_ARBITER),)
    assert counter.counts() == (Count(Cause.STRONGEST, "7", None, 10, 10),)


def test_english_7_a_mans_move_or_a_capture_begins_the_count_anew() -> None:
    counter = to_and_fro(start(*KINGS_ALONE[:2]), KINGS_ALONE[2], 18)
    assert after(counter, "5-9").turns == 0
    assert after(start("english", "B:W18,21:BK4,K15"), "15x22").turns == 0


def test_english_7_without_repetition_there_is_nothing_to_decide() -> None:
    """One king walks up and down the board past the other; no position stands twice."""
    walk = "32-27 1-6 27-23 6-10 23-19 10-7 19-15 7-2 15-11 2-6 11-8 6-9 8-3 9-13 3-7 13-17 7-10 17-21 10-14 21-25 14-18 25-29"
    counter = start("english", "W:WK32,12:BK1,20")
    for text in walk.split():
        counter = after(counter, text)
        if counter.turns >= 20:
            assert counter.claims() == ()
    assert counter.turns >= 20


def test_english_7_the_weights_can_be_set() -> None:
    counter = to_and_fro(start("english", "B:WK29,21,22:BK4,K3"), "4-8 29-25 8-4 25-29", 20)
    assert [claim.result for claim in counter.claims()] == ["1-0"]
    assert [claim.result for claim in counter.claims(PieceWeights(king=400, man=100, row=1))] == ["0-1"]


def test_a_counter_is_made_from_the_positions_of_a_game() -> None:
    counter = start("frisian", "W:WK46,K50:BK2")
    positions = [counter.position]
    for text in ("46-41", "2-7", "41-46"):
        counter = after(counter, text)
        positions.append(counter.position)
    assert Counter.of(positions) == counter
    assert counter.then(counter.position) == Counter.at(counter.position), "a position with the same side to move starts at nought"
    with pytest.raises(ValueError, match="at least the position that it starts from"):
        Counter.of([])


def test_18_a_real_game_ended_with_the_seventh_move() -> None:
    """https://lidraughts.org/RAtTnshT, from its 28th move on; lidraughts declared it drawn there."""
    played = "43-48 41x1 48-26 27-21 26x17 1-45 17-6 45-23 6-39 23-45 39-30 45-40 30-48 40-45 48-37 45-1 37-46 1-45"
    counter = after(start("frisian", "B:W27,K41:B11,43,K50"), *played.split())
    assert counter.ending is None
    assert counter.counts() == (Count(Cause.TWO_KINGS, "18", Side.BLACK, 6, 7),)
    assert after(counter, "50-28").ending == Ending("draw", "18", Cause.TWO_KINGS)
