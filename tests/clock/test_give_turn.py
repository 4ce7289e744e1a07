"""The arbiter gives the turn to a side: whose clock runs, and what happens to the increment."""

import pytest

from clock.clock import ClockError, advance, give_turn, hand_back, new_clock, press, start, stop
from clock.control import SECOND_NS, parse_control

S = SECOND_NS
BEFORE = new_clock(parse_control("80m+60s"))
PRESSED, _ = press(start(BEFORE, 0, "white"), 10 * S, "white")


def test_to_the_side_that_pressed_last_it_is_handed_back():
    assert give_turn(PRESSED, 15 * S, "white") == hand_back(PRESSED, 15 * S)


def test_a_clock_that_runs_already_goes_on_and_one_that_stands_stays():
    assert give_turn(PRESSED, 15 * S, "black") is PRESSED
    assert give_turn(BEFORE, 15 * S, "white") is BEFORE
    stopped = stop(PRESSED, 12 * S)
    assert give_turn(stopped, 15 * S, "black") is stopped
    fallen = advance(PRESSED, 9999 * S)
    assert give_turn(fallen, 9999 * S, "white") is fallen


def test_where_the_clock_was_stopped_it_stands_and_the_turn_goes_back_all_the_same():
    given = give_turn(stop(PRESSED, 12 * S), 15 * S, "white")
    assert (given.running, given.stopped, given.white_ns, given.black_ns, given.white_moves) == (None, "white", 4790 * S, 4798 * S, 0)
    assert start(given, 20 * S, "white").thought_ns == 10 * S, "of a delay it has what was left"


def test_to_the_other_side_without_a_press_before_it_no_time_is_given_or_taken():
    given = give_turn(start(BEFORE, 0, "white"), 5 * S, "black")
    assert (given.running, given.white_ns, given.black_ns, given.credited) == ("black", 4795 * S, 4800 * S, None)


def test_a_side_that_is_none_is_refused():
    with pytest.raises(ClockError, match="'green' is not a side"):
        give_turn(PRESSED, 15 * S, "green")
