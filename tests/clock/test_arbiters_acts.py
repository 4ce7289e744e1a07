"""The arbiter's acts on a clock: times added and set, the turn given, moves taken back; and what holds after any of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.clock import (
    CROSSED_NS,
    ClockError,
    add_times,
    advance,
    fall_t_ns,
    give_turn,
    hand_back,
    left,
    new_clock,
    other,
    press,
    press_again,
    set_times,
    start,
    stop,
    take_back,
)
from clock.control import SECOND_NS, parse_control
from tests.support.says import says

S = SECOND_NS


def started(control="10s+2s"):
    return start(new_clock(parse_control(control)), 0, "white")


@pytest.mark.parametrize("control", ["10s+2s", "10s/1,8s d3s"])
def test_where_less_is_left_than_was_given_the_flag_falls_as_the_turn_comes_back(control):
    clock, _ = press(started(control), 9 * S, "white")
    short = add_times(clock, 10 * S, S - clock.white_ns, 0)
    back = hand_back(short, 11 * S)
    assert (back.running, back.white_ns, left(back, 11 * S)[0], fall_t_ns(back)) == ("white", 0, 0, 11 * S)
    fallen = advance(back, 40 * S)
    assert (fallen.flagged, fallen.since_t_ns, fallen.white_ns) == ("white", 11 * S, 0)
    assert press(back, 11 * S, "white") == (fallen, False)


def test_who_presses_again_for_the_same_move_keeps_what_it_shows():
    clock, _ = press(started("10s/1,5s"), 4 * S, "white")
    short = add_times(clock, 5 * S, -10 * S, 0)
    again, counts = press_again(short, 6 * S, "white")
    assert (counts, again.white_ns, again.black_ns, again.white_moves, again.running) == (True, S, 8 * S, 1, "black")
    assert hand_back(again, 7 * S).white_ns == 0
    assert press_again(again, 7 * S, "black") == (advance(again, 7 * S), False)


def test_moves_taken_back_are_not_counted_and_bring_their_time_again():
    clock, t_ns = started("10m/2,5m"), 0
    for number in range(5):
        t_ns += 10 * S
        clock, _ = press(clock, t_ns, "black" if number % 2 else "white")
    assert (clock.white_ns, clock.white_moves, clock.black_moves) == (870 * S, 3, 2)
    taken = take_back(clock, t_ns + S, (("black", 3), ("white", 4), ("white", 2)))
    assert (taken.white_ns, taken.black_ns) == (570 * S, 579 * S)
    assert (taken.white_moves, taken.black_moves, taken.running) == (1, 1, "black")
    assert take_back(taken, t_ns + S, (("black", 3),)) == taken, "each once"
    again, _ = press(taken, t_ns + 2 * S, "black")
    assert again.black_ns == 878 * S
    elsewhere = take_back(set_times(clock, t_ns, S, S, moves=(12, 11)), t_ns, (("white", 4), ("black", None)))
    assert (elsewhere.white_moves, elsewhere.black_moves, elsewhere.white_ns, elsewhere.black_ns) == (11, 10, S, S)


def test_after_the_last_move_was_taken_back_there_is_none_to_hand_back():
    clock, _ = press(started(), 4 * S, "white")
    clock, _ = press(clock, 6 * S, "black")
    taken = take_back(clock, 6 * S, (("white", 0), ("black", 1)))
    assert (taken.white_ns, taken.black_ns, taken.running, taken.credited) == (6 * S, 8 * S, "white", None)
    assert hand_back(taken, 6 * S).black_ns == 8 * S


BEFORE = new_clock(parse_control("80m+60s"))
PRESSED, _ = press(start(BEFORE, 0, "white"), 10 * S, "white")


def test_the_turn_given_to_the_side_that_pressed_last_is_handed_back():
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


def test_given_to_the_other_side_without_a_press_before_it_no_time_is_given_or_taken():
    given = give_turn(start(BEFORE, 0, "white"), 5 * S, "black")
    assert (given.running, given.white_ns, given.black_ns, given.credited) == ("black", 4795 * S, 4800 * S, None)


def test_a_side_that_is_none_is_refused():
    with pytest.raises(ClockError, check=says("ClockFault.no-side", side="'green'")):
        give_turn(PRESSED, 15 * S, "green")


sides = st.sampled_from(["white", "black"])
gaps = st.integers(-CROSSED_NS, 4 * S)
controls = st.sampled_from(["9s", "9s+2s", "9s+2s ahead", "9s d2s", "9s/1,3s/2,2s", "5s/2+1s", "4s/1 d1s", "none"])


def acted(clock, act, t_ns, side, ns):
    """The clock after one act of a player or the arbiter; unchanged where the times cannot be set."""
    match act:
        case "press":
            return press(clock, t_ns, side)[0]
        case "press again":
            return press_again(clock, t_ns, side)[0]
        case "add" | "set":
            times = (ns, S) if side == "white" else (S, ns)
            try:
                return add_times(clock, t_ns, *times) if act == "add" else set_times(clock, t_ns, *times, moves=(1, 2) if ns % 2 else None)
            except ClockError:
                return clock
        case "take back":
            gone = [(side, place) for place, ns in enumerate(clock.given) if ns is not None][-2:]
            return take_back(clock, t_ns, [*gone, (other(side), None)])
        case "stop":
            return stop(clock, t_ns)
        case "hand back":
            return hand_back(clock, t_ns)
    return give_turn(clock, t_ns, side) if act == "give turn" else start(clock, t_ns, side)


ACTS = ["press", "press", "press", "press again", "hand back", "give turn", "stop", "start", "add", "set", "take back"]


@given(controls, st.lists(st.tuples(st.sampled_from(ACTS), gaps, sides, st.integers(-9 * S, 9 * S)), max_size=40))
def test_whatever_the_arbiter_does_no_clock_shows_a_negative_time_and_time_goes_on(control, acts):
    clock, t_ns = started(control), 0
    for act, gap, side, ns in acts:
        before, t_ns = clock, max(t_ns, clock.since_t_ns + gap)
        clock = acted(clock, act, t_ns, side, ns)
        assert min(*left(clock, t_ns), clock.white_ns, clock.black_ns, clock.white_moves, clock.black_moves) >= 0
        assert clock.since_t_ns >= before.since_t_ns
        assert (fall := fall_t_ns(clock)) is None or fall >= clock.since_t_ns
        later = advance(clock, t_ns + 99 * S)
        assert (later.running is None) == (clock.control.main_ns is not None or clock.running is None)
        assert len(clock.given) - len(before.given) == (act.startswith("press") and clock != advance(before, t_ns))
