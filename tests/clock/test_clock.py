"""The two-sided clock: single steps, and what holds for every run of presses."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.clock import CROSSED_NS, ClockError, advance, fall_t_ns, hand_back, left, new_clock, other, press, start, stop
from clock.control import NO_CLOCK, SECOND_NS, TimeControl, parse_control

S = SECOND_NS
REGULATION_C = parse_control("80m+60s")
BLITZ = TimeControl(10 * S, 2 * S)


def started(control=BLITZ, side="white", t_ns=0):
    return start(new_clock(control), t_ns, side)


def test_before_the_start_both_have_the_main_time_and_nothing_runs():
    clock = new_clock(REGULATION_C)
    assert left(clock, 99 * S) == (4800 * S, 4800 * S)
    assert fall_t_ns(clock) is None


def test_the_increment_comes_with_the_press():  # regulation C, Art. 3
    clock, accepted = press(started(REGULATION_C), 100 * S, "white")
    assert accepted
    assert left(clock, 100 * S) == (4760 * S, 4800 * S)
    assert left(clock, 130 * S) == (4760 * S, 4770 * S)
    assert clock.running == "black"


def test_a_press_by_the_side_whose_clock_stands_is_counted_and_ignored():
    before = started()
    after, accepted = press(before, 3 * S, "black")
    assert not accepted
    assert after == replace(advance(before, 3 * S), ignored=1)


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_press_before_the_start_or_while_stopped_is_ignored(side):
    for clock in (new_clock(BLITZ), stop(started(), 2 * S)):
        after, accepted = press(clock, 5 * S, side)
        assert not accepted
        assert after == replace(clock, ignored=1)


def test_the_flag_falls_when_the_time_is_used_up_and_the_clock_freezes():  # regulation C, Art. 4
    clock = started()
    assert fall_t_ns(clock) == 10 * S
    assert advance(clock, 10 * S - 1).flagged is None
    fallen = advance(clock, 12 * S)
    assert (fallen.flagged, fallen.running, fallen.white_ns, fallen.since_t_ns) == ("white", None, 0, 10 * S)
    late, accepted = press(clock, 10 * S, "white")
    assert not accepted
    assert late.flagged == "white"
    assert left(late, 99 * S) == (0, 10 * S)
    assert start(late, 20 * S, "white") == hand_back(late, 20 * S) == stop(late, 20 * S) == late


def test_the_turn_handed_back_takes_the_increment_off_again():
    clock, _ = press(started(), 4 * S, "white")
    back = hand_back(clock, 5 * S)
    assert back.running == "white"
    assert left(back, 5 * S) == (6 * S, 9 * S)
    again, accepted = press(back, 6 * S, "white")
    assert accepted
    assert left(again, 6 * S) == (7 * S, 9 * S)


def test_handed_back_twice_takes_one_increment():
    clock, _ = press(started(), 4 * S, "white")
    clock = hand_back(hand_back(clock, 4 * S), 4 * S)
    assert clock.running == "black"
    assert left(clock, 4 * S) == (6 * S, 10 * S)


def test_nothing_is_handed_back_before_the_start():
    assert hand_back(new_clock(BLITZ), S) == new_clock(BLITZ)


def test_stopped_it_costs_nobody_time_and_starts_again():
    clock = start(stop(started(), 3 * S), 60 * S, "black")
    assert left(clock, 61 * S) == (7 * S, 9 * S)


def test_the_arbiter_starts_either_side():  # regulation C, Art. 6: the clock of one who comes late
    clock = start(started(), 2 * S, "black")
    assert left(clock, 3 * S) == (8 * S, 9 * S)


def test_without_a_clock_no_time_is_counted_and_turns_are_still_told():
    clock = started(NO_CLOCK)
    clock, accepted = press(clock, 9999 * S, "white")
    assert accepted
    assert clock.running == "black"
    assert left(clock, 10**6 * S) == (0, 0)
    assert advance(clock, 10**6 * S).flagged is None


def test_crossed_edges_are_taken_and_time_that_runs_backwards_is_not():
    clock, _ = press(started(), 3 * S, "white")
    crossed, accepted = press(clock, 3 * S - CROSSED_NS, "black")
    assert accepted
    assert crossed.since_t_ns == 3 * S
    for function in (advance, left, stop, hand_back):
        with pytest.raises(ClockError, match="backwards"):
            function(clock, S)


def test_a_side_is_white_or_black():
    with pytest.raises(ClockError, match="'red'"):
        press(started(), S, "red")


sides = st.sampled_from(["white", "black"])
gaps = st.integers(-CROSSED_NS, 4 * S)
acts = st.lists(st.tuples(st.sampled_from(["press", "press", "press", "hand_back", "stop", "start"]), gaps, sides), max_size=40)
controls = st.builds(TimeControl, st.integers(1, 30).map(lambda s: s * S), st.integers(0, 5).map(lambda s: s * S))


@given(controls, acts)
def test_the_time_that_both_lose_is_the_time_that_passed(control, acts):
    clock, given_ns, passed_ns, ignored = started(control), 0, 0, 0
    for act, gap, side in acts:
        t_ns = clock.since_t_ns + gap
        before, due = clock, advance(clock, t_ns)
        if before.running:
            passed_ns += due.since_t_ns - before.since_t_ns
        if act == "press":
            clock, accepted = press(clock, t_ns, side)
            assert accepted == (due.running == side)
            given_ns += control.increment_ns * accepted
            ignored += not accepted
        elif act == "hand_back":
            clock = hand_back(clock, t_ns)
            given_ns -= control.increment_ns * (due.running is not None and due.credited == other(due.running))
        else:
            clock = stop(clock, t_ns) if act == "stop" else start(clock, t_ns, side)
        assert clock.white_ns + clock.black_ns == 2 * control.main_ns + given_ns - passed_ns
        assert min(clock.white_ns, clock.black_ns) >= 0
        assert given_ns >= 0
        assert clock.ignored == ignored
        assert (clock.flagged is not None) == (clock.running is None and min(clock.white_ns, clock.black_ns) == 0)


@given(controls, sides, st.lists(st.integers(0, 3 * S), max_size=8))
def test_looking_at_the_clock_in_between_changes_nothing(control, side, gaps):
    clock = once = started(control, side)
    t_ns = 0
    for gap in gaps:
        t_ns += gap
        clock = advance(clock, t_ns)
        assert left(clock, t_ns) == left(once, t_ns)
    assert clock == advance(once, t_ns)
