"""The two-sided clock: single steps, and properties of every sequence of presses."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.clock import (
    CROSSED_NS,
    TOGETHER_NS,
    ClockError,
    add_times,
    advance,
    change_control,
    fall_t_ns,
    hand_back,
    left,
    new_clock,
    other,
    press,
    recorded_press,
    set_times,
    start,
    stop,
)
from clock.control import NO_CLOCK, SECOND_NS, TimeControl, parse_control
from tests.support.says import says

S = SECOND_NS
REGULATION_C = parse_control("80m+60s")
BLITZ = TimeControl(10 * S, 2 * S)


def started(control=BLITZ, side="white", t_ns=0):
    return start(new_clock(control), t_ns, side)


def test_before_the_start_both_have_the_main_time_and_nothing_runs():
    clock = new_clock(REGULATION_C)
    assert left(clock, 99 * S) == (4800 * S, 4800 * S)
    assert fall_t_ns(clock) is None
    assert hand_back(clock, S) == clock


def test_the_increment_comes_with_the_press():  # regulation C, Art. 3
    clock, accepted = press(started(REGULATION_C), 100 * S, "white")
    assert accepted
    assert left(clock, 100 * S) == (4760 * S, 4800 * S)
    assert left(clock, 130 * S) == (4760 * S, 4770 * S)
    assert clock.running == "black"


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_press_before_the_start_or_while_stopped_is_ignored(side):
    for clock in (new_clock(BLITZ), stop(started(), 2 * S)):
        after, accepted = press(clock, 5 * S, side)
        assert not accepted
        assert after == clock


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


def test_the_arbiter_starts_either_side_and_while_stopped_it_costs_nobody_time():  # regulation C, Art. 6: a player who comes late
    clock = start(started(), 2 * S, "black")
    assert left(clock, 3 * S) == (8 * S, 9 * S)
    clock = start(stop(started(), 3 * S), 60 * S, "black")
    assert left(clock, 61 * S) == (7 * S, 9 * S)


def test_stopped_and_started_on_the_same_side_the_turn_goes_on():
    clock, _ = press(started(), 4 * S, "white")
    stopped = stop(clock, 5 * S)
    assert (stopped.running, stopped.stopped) == (None, "black")
    assert stop(stopped, 9 * S) == stopped
    again = start(stopped, 60 * S, "black")
    assert hand_back(again, 60 * S) == hand_back(replace(clock, black_ns=9 * S, since_t_ns=60 * S, thought_ns=S), 60 * S)
    assert hand_back(start(stopped, 60 * S, "white"), 60 * S).white_ns == 8 * S


def test_the_first_increment_can_be_given_before_the_game():
    clock = started(parse_control("10s+2s ahead"))
    assert left(clock, 0) == (12 * S, 12 * S)
    clock, _ = press(clock, 4 * S, "white")
    assert left(clock, 4 * S) == (10 * S, 12 * S)


def test_a_delay_costs_nothing_and_begins_anew_with_each_turn():
    clock = started(parse_control("10s d3s"))
    assert [left(clock, s * S)[0] // S for s in (0, 3, 4)] == [10, 10, 9]
    assert fall_t_ns(clock) == 13 * S
    clock, _ = press(advance(advance(clock, 2 * S), 5 * S), 5 * S, "white")
    assert left(clock, 7 * S) == (8 * S, 10 * S)
    clock, _ = press(clock, 7 * S, "black")
    assert (left(clock, 11 * S), fall_t_ns(clock)) == ((7 * S, 10 * S), 18 * S)
    assert advance(clock, 99 * S).flagged == "white"


def test_what_is_left_of_a_delay_comes_back_with_the_turn():
    clock, _ = press(started(parse_control("10s d3s")), 2 * S, "white")
    clock = hand_back(clock, 7 * S)
    assert left(clock, 7 * S) == (10 * S, 8 * S)
    assert left(clock, 9 * S) == (9 * S, 8 * S)


def test_a_turn_handed_to_and_fro_begins_with_the_whole_delay():
    clock, _ = press(started(parse_control("10s d3s")), 1 * S, "white")
    clock = hand_back(hand_back(clock, 5 * S), 7 * S)
    assert (clock.running, clock.black_ns, fall_t_ns(clock)) == ("black", 9 * S, 19 * S)


def test_the_moves_of_a_period_bring_the_next_one_and_what_is_left_is_kept():
    clock, shown = started(parse_control("10s/2,5s")), []
    for t in range(1, 7):
        clock, _ = press(clock, t * S, "white" if t % 2 else "black")
        shown.append((clock.white_ns // S, clock.black_ns // S))
    assert shown == [(9, 10), (9, 9), (13, 9), (13, 13), (12, 13), (12, 12)]
    assert (clock.white_moves, clock.black_moves) == (3, 3)


def test_handed_back_the_move_that_completed_a_period_is_not_counted():
    clock, _ = press(started(parse_control("10s/1,5s")), 4 * S, "white")
    assert clock.white_ns == 11 * S
    clock = hand_back(clock, 5 * S)
    assert (clock.white_ns, clock.black_ns, clock.white_moves) == (6 * S, 9 * S, 0)
    clock, _ = press(clock, 6 * S, "white")
    assert (clock.white_ns, clock.white_moves) == (10 * S, 1)


def test_the_arbiter_sets_the_times_while_a_clock_runs_or_stands():
    clock = set_times(started(), 3 * S, 20 * S, 30 * S)
    assert left(clock, 4 * S) == (19 * S, 30 * S)
    assert set_times(new_clock(BLITZ), 0, S, 2 * S) == replace(new_clock(BLITZ), white_ns=S, black_ns=2 * S)
    assert set_times(clock, 3 * S, S, S, moves=(12, 11)).black_moves == 11
    assert set_times(clock, 3 * S - CROSSED_NS, S, S).since_t_ns == 3 * S


def test_times_that_were_set_are_not_taken_off_again():
    clock, _ = press(started(), 4 * S, "white")
    clock = hand_back(set_times(clock, 5 * S, S, S), 5 * S)
    assert left(clock, 5 * S) == (S, S)


def test_added_time_leaves_what_the_last_press_was_given_to_be_taken_off():
    clock, _ = press(started(), 3 * S, "white")
    clock = add_times(clock, 4 * S, 30 * S, -S)
    assert (clock.white_ns, clock.black_ns, clock.running) == (39 * S, 8 * S, "black")
    assert hand_back(clock, 4 * S).white_ns == 37 * S
    with pytest.raises(ClockError, check=says("ClockFault.no-time-left")):
        add_times(clock, 5 * S, 0, -7 * S)
    fallen = add_times(advance(started(), 30 * S), 30 * S, 5 * S, 0)
    assert (fallen.white_ns, fallen.running, fallen.flagged, fallen.stopped) == (5 * S, None, None, "white")


def test_a_fallen_flag_is_put_up_again_by_setting_the_times():
    fallen = advance(started(), 12 * S)
    clock = set_times(fallen, 30 * S, 5 * S, 10 * S)
    assert (clock.flagged, clock.running, clock.stopped) == (None, None, "white")
    assert left(start(clock, 40 * S, "white"), 42 * S) == (3 * S, 10 * S)


@pytest.mark.parametrize(
    ("control", "times", "sentence"), [(BLITZ, (0, S), says("ClockFault.no-time-left")), (NO_CLOCK, (S, S), says("ClockFault.no-times"))]
)
def test_times_that_no_clock_shows_are_refused(control, times, sentence):
    with pytest.raises(ClockError, check=sentence):
        set_times(started(control), S, *times)


def test_a_press_with_the_opponents_is_no_answer_but_one_long_after_his_is():
    clock, _ = press(started(), 3 * S, "white")
    for gap, is_answer in ((0, False), (TOGETHER_NS - 1, False), (TOGETHER_NS, True)):
        assert press(clock, 3 * S + gap, "black")[1] == is_answer
    clock, counted = press(clock, 4 * S - 1, "white")
    assert not counted
    assert press(clock, 4 * S, "black")[1]
    assert press(hand_back(clock, 5 * S), 5 * S, "white")[1]


def test_without_a_clock_no_time_is_counted_and_turns_are_still_told():
    clock = started(NO_CLOCK)
    clock, accepted = press(clock, 9999 * S, "white")
    assert accepted
    assert clock.running == "black"
    assert left(clock, 10**6 * S) == (0, 0)
    assert advance(clock, 10**6 * S).flagged is None


def test_crossed_edges_are_taken_and_time_that_runs_backwards_is_not():
    clock, _ = press(started(), 3 * S, "white")
    crossed = stop(clock, 3 * S - CROSSED_NS)
    assert crossed.since_t_ns == 3 * S
    for function in (advance, left, stop, hand_back):
        with pytest.raises(ClockError, check=says("ClockFault.backwards")):
            function(clock, S)


def test_a_side_is_white_or_black():
    with pytest.raises(ClockError, check=says("ClockFault.no-side", side="'red'")):
        press(started(), S, "red")


sides = st.sampled_from(["white", "black"])
gaps = st.integers(-CROSSED_NS, 4 * S)
acts = st.lists(st.tuples(st.sampled_from(["press", "press", "press", "hand_back", "stop", "start"]), gaps, sides), max_size=40)
seconds = st.integers(1, 30).map(lambda s: s * S)
fischer = st.builds(TimeControl, seconds, st.integers(0, 5).map(lambda s: s * S), ahead=st.just(False))
controls = fischer | st.sampled_from(["9s+2s ahead", "9s d2s", "9s/1,3s/2,2s", "5s/2+1s", "4s/1 d1s", "none"]).map(parse_control)


def turn_after_turn(control, gaps):
    """A clock after presses in turn with these times between them; it stands when a flag fell."""
    clock = started(control)
    for gap in gaps:
        if clock.running:
            clock, _ = press(clock, clock.since_t_ns + gap, clock.running)
    return clock


@given(fischer, acts)
def test_the_time_that_both_lose_is_the_time_that_passed(control, acts):
    clock, given_ns, passed_ns = started(control), 0, 0
    for act, gap, side in acts:
        t_ns = clock.since_t_ns + gap
        before, due = clock, advance(clock, t_ns)
        if before.running:
            passed_ns += due.since_t_ns - before.since_t_ns
        if act == "press":
            clock, accepted = press(clock, t_ns, side)
            assert accepted == (due.running == side and not (due.credited == other(side) and due.thought_ns < TOGETHER_NS))
            given_ns += control.increment_ns * accepted
            assert accepted or clock == due
        elif act == "hand_back":
            clock = hand_back(clock, t_ns)
            given_ns -= control.increment_ns * (due.running is not None and due.credited == other(due.running))
        else:
            clock = stop(clock, t_ns) if act == "stop" else start(clock, t_ns, side)
        assert clock.white_ns + clock.black_ns == 2 * control.main_ns + given_ns - passed_ns
        assert min(clock.white_ns, clock.black_ns) >= 0
        assert given_ns >= 0
        assert (clock.flagged is not None) == (clock.running is None and min(clock.white_ns, clock.black_ns) == 0)


@given(controls, acts)
def test_no_order_of_presses_gives_a_side_more_than_its_moves_bring(control, acts):
    clock, t_ns = started(control), 0
    for act, gap, side in acts:
        before, t_ns = clock, max(t_ns, clock.since_t_ns + gap)
        if act == "press":
            clock, _ = press(clock, t_ns, side)
        elif act == "hand_back":
            clock = hand_back(clock, t_ns)
        else:
            clock = stop(clock, t_ns) if act == "stop" else start(clock, t_ns, side)
        assert clock.since_t_ns >= before.since_t_ns
        for mine, moves in ((clock.white_ns, clock.white_moves), (clock.black_ns, clock.black_moves)):
            assert 0 <= mine <= control.first_ns + sum(control.given_ns(move) for move in range(1, moves + 1))


@given(controls, st.lists(st.integers(TOGETHER_NS, 3 * S), max_size=8), st.integers(TOGETHER_NS, 3 * S), st.integers(0, 3 * S))
def test_a_press_handed_back_costs_the_time_thought_and_nothing_else(control, gaps, thought_ns, answer_ns):
    before = turn_after_turn(control, gaps)
    t_ns = before.since_t_ns + thought_ns
    due = advance(before, t_ns)
    pressed, accepted = press(before, t_ns, before.running or "white")
    assert accepted == (due.running is not None)
    if not accepted:
        return
    back = hand_back(pressed, t_ns)
    assert back == replace(due, credited=None, pressed_thought_ns=due.thought_ns, given=(*due.given, None))
    later = hand_back(pressed, t_ns + answer_ns)
    if later.running:
        mine = "white_ns" if due.running == "white" else "black_ns"
        assert getattr(later, mine) == getattr(due, mine)
        assert left(later, later.since_t_ns + S)[due.running == "black"] == left(due, t_ns + S)[due.running == "black"]


@given(controls, st.lists(st.tuples(st.integers(TOGETHER_NS, 3 * S), st.booleans()), max_size=12))
def test_the_record_of_the_presses_gives_the_same_clock(control, presses):
    clock = recorded = started(control)
    for gap, is_back in presses:
        t_ns = clock.since_t_ns + gap
        if is_back:
            clock = hand_back(clock, t_ns)
        side = clock.running or "white"
        clock, accepted = press(clock, t_ns, side)
        if not accepted:
            return
        recorded = recorded_press(recorded, t_ns, side, clock.white_ns, clock.black_ns)
        assert recorded == clock


long_controls = st.sampled_from(["2h", "90m+30s", "80m+60s", "80m+60s ahead", "2h/2,1h/1,30m", "1h30m/3+10s"]).map(parse_control)


@given(long_controls, long_controls, acts, gaps)
def test_a_time_control_that_is_put_right_is_as_if_it_had_held_from_the_beginning(wrong, right, acts, gap):
    clocks, pressed = [started(wrong), started(right)], []
    for act, later, side in acts:
        t_ns = clocks[0].since_t_ns + later
        if act == "press":
            taken = [press(clock, t_ns, side) for clock in clocks]
            clocks = [clock for clock, _ in taken]
            pressed += [side] * taken[0][1]
        elif act == "hand_back":
            clocks = [hand_back(clock, t_ns) for clock in clocks]
        else:
            clocks = [stop(clock, t_ns) if act == "stop" else start(clock, t_ns, side) for clock in clocks]
    t_ns = clocks[0].since_t_ns + gap
    put_right, expected = change_control(clocks[0], t_ns, right, pressed), advance(clocks[1], t_ns)
    assert put_right == replace(expected, since_t_ns=put_right.since_t_ns)
    assert put_right.since_t_ns == max(t_ns, clocks[0].since_t_ns)


def test_a_game_without_a_clock_gets_the_whole_time_and_one_whose_time_is_used_up_by_then_is_refused():
    timeless = turn_after_turn(NO_CLOCK, [S] * 3)
    given = change_control(timeless, 60 * S, BLITZ, ["white", "black", "white"])
    assert (given.white_ns, given.black_ns, given.running) == (14 * S, 12 * S, "black")
    late = started(REGULATION_C)
    with pytest.raises(ClockError):
        change_control(late, 10 * S, BLITZ, [])
    with pytest.raises(ClockError):
        change_control(late, 5 * S, NO_CLOCK, [])
    fallen = change_control(advance(started(), 11 * S), 12 * S, REGULATION_C, [])
    assert (fallen.flagged, fallen.stopped, fallen.white_ns) == (None, "white", 4790 * S)


@given(controls, sides, st.lists(st.integers(0, 3 * S), max_size=8))
def test_looking_at_the_clock_in_between_changes_nothing(control, side, gaps):
    clock = once = started(control, side)
    t_ns = 0
    for gap in gaps:
        t_ns += gap
        clock = advance(clock, t_ns)
        assert left(clock, t_ns) == left(once, t_ns)
    assert clock == advance(once, t_ns)
