"""Which presses count: the same answer for a live board and for a recorded session, where the turn may have been handed back unseen."""

import pytest
from msgspec.structs import replace

from record.events.of_game import Arbitrated, ClockStarted, ClockStopped, Pressed, Ruled, SessionOpened
from record.session.pressing import NotCounted, PressMade, weigh
from rules.board.squares import Side
from tests.record.session.refolded import running_game

S = 1_000_000_000
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "10s+1s", 10 * S, 10 * S)
STARTED = ClockStarted(0, "white")
FIRST = Pressed(1, 2 * S, "white", 9 * S, 10 * S, "black")
FEN = "B:W27,32-50:B1-20"
WHITE, BLACK = Side.WHITE, Side.BLACK


def made(*events, t_s=5, side=WHITE, accepted=False):
    return weigh(running_game([OPENED, *events]), PressMade(round(t_s * S), side, accepted=accepted))


def ruled(verdict, move="31-27"):
    return Ruled(1, "white", verdict, move, FEN, 0.99, log_p=())


def test_before_the_game_the_side_that_is_not_to_move_starts_the_others_clock():
    assert made(side=BLACK) == ClockStarted(5 * S, "white")
    assert made(side=WHITE) is NotCounted.CLOCKS_STAND


@pytest.mark.parametrize("accepted", [False, True])
def test_a_press_by_the_side_whose_clock_runs_flips_it(accepted):
    assert made(STARTED, side=WHITE, accepted=accepted) == Pressed(1, 5 * S, "white", 6 * S, 10 * S, "black")
    assert made(STARTED, FIRST, side=BLACK, accepted=accepted) == Pressed(2, 5 * S, "black", 9 * S, 8 * S, "white")


@pytest.mark.parametrize("accepted", [False, True])
def test_a_press_by_the_other_side_at_the_beginning_counts_for_nothing(accepted):
    assert made(STARTED, side=BLACK, accepted=accepted) is NotCounted.OTHER_CLOCK_RUNS


def test_a_second_press_counts_where_the_own_fault_is_pending():
    second = Pressed(2, 5 * S, "white", 9 * S, 7 * S, "black")
    assert made(STARTED, FIRST, ruled("27d")) == second
    for pending in ((), (ruled("legal"),), (ruled("unsure", None),)):
        assert made(STARTED, FIRST, *pending) is NotCounted.OTHER_CLOCK_RUNS


def test_a_recorded_second_press_counts_for_the_turn_was_handed_back_in_between():
    assert made(STARTED, FIRST, ruled("legal"), accepted=True) == Pressed(2, 5 * S, "white", 9 * S, 7 * S, "black")


@pytest.mark.parametrize("accepted", [False, True])
def test_after_the_arbiter_ended_the_game_or_settled_the_board_it_counts_for_nothing(accepted):
    stand = Arbitrated(3 * S, 1, "stand", "J", FEN)
    assert made(STARTED, FIRST, ruled("27d"), stand, side=WHITE, accepted=accepted) is NotCounted.OTHER_CLOCK_RUNS
    end = Arbitrated(3 * S, 1, "end", "J", FEN, result="draw")
    assert made(STARTED, FIRST, ruled("legal"), end, side=BLACK, accepted=accepted) is NotCounted.OVER


def test_a_live_press_counts_neither_while_the_clock_stands_nor_once_its_time_is_used_up():
    assert made(STARTED, FIRST, ClockStopped(3 * S, 9 * S, 9 * S), side=BLACK) is NotCounted.CLOCKS_STAND
    assert made(STARTED, t_s=11, side=WHITE) is NotCounted.CLOCKS_STAND
    assert isinstance(made(STARTED, t_s=9.9, side=WHITE), Pressed)


def test_a_live_press_together_with_the_opponents_counts_for_nothing_and_an_accepted_one_counts():
    assert made(STARTED, FIRST, t_s=2.01, side=BLACK) is NotCounted.TOGETHER
    assert isinstance(made(STARTED, FIRST, t_s=2.01, side=BLACK, accepted=True), Pressed)


def test_one_heard_of_late_costs_its_side_the_time_until_the_last_word():
    late = made(STARTED, replace(FIRST, t_ns=6 * S), t_s=5.9, side=BLACK, accepted=True)
    assert (late.t_ns, late.black_ns) == (round(5.9 * S), 10 * S)
