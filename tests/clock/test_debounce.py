"""From edges to presses: single cases and random bounces."""

from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.buttons import OPEN, ScriptedButtons
from clock.debounce import CLOSED, WINDOW_NS, Edge, FellBack, Lever, Press, TwoButtons, WiringError, debounced
from tests.support.says import says

MS = 1_000_000
WHITE, BLACK = 17, 27
BUTTONS = TwoButtons(WHITE, BLACK)
ONE_CONTACT, TWO_CONTACTS = Lever(WHITE), Lever(WHITE, BLACK)
WIRINGS = pytest.mark.parametrize("wiring", [BUTTONS, ONE_CONTACT, TWO_CONTACTS])


def told(wiring, edges, closed=(), until=None):
    """All events of these edges; `settle` is called whenever it is due."""
    state, out = debounced(wiring, closed), []
    for edge in edges:
        if state.due_t_ns is not None and state.due_t_ns <= edge.t_ns:
            state, more = state.settle(state.due_t_ns)
            out += more
        state, more = state.take(edge)
        out += more
    if until is not None:
        state, more = state.settle(until)
        out += more
    return out


def edges_of(pin, first, *gaps_ms):
    """The edges from a time on, of which the first closes; all times are in milliseconds."""
    times = accumulate((round(gap * MS) for gap in gaps_ms), initial=round(first * MS))
    return [Edge(t_ns, pin, OPEN if number % 2 else CLOSED) for number, t_ns in enumerate(times)]


def test_a_press_counts_at_its_first_edge():
    state, presses = debounced(BUTTONS).take(Edge(5 * MS, WHITE, CLOSED))
    assert presses == (Press(5 * MS, "white"),)
    assert state.due_t_ns is None
    assert state.settle(9999 * MS) == (state, ())


def test_a_held_button_is_one_press_and_one_held_from_the_start_is_none():
    assert told(BUTTONS, edges_of(WHITE, 0, 3600_000)) == [Press(0, "white")]
    assert told(BUTTONS, [Edge(10 * MS, WHITE, OPEN), Edge(500 * MS, WHITE, CLOSED)], closed={WHITE}) == [Press(500 * MS, "white")]


def test_a_button_counts_again_once_it_was_open_for_the_window():
    window_ms = WINDOW_NS / MS
    assert len(told(BUTTONS, edges_of(WHITE, 0, 100, window_ms))) == 2
    assert len(told(BUTTONS, edges_of(WHITE, 0, 100, window_ms - 0.001))) == 1
    state, _ = debounced(BUTTONS, window_ns=5 * MS).take(Edge(0, WHITE, CLOSED))
    state, _ = state.take(Edge(1 * MS, WHITE, OPEN))
    assert state.take(Edge(6 * MS, WHITE, CLOSED))[1] == (Press(6 * MS, "white"),)


def test_a_side_that_leans_on_its_button_does_not_keep_the_other_from_pressing():
    edges = [Edge(0, WHITE, CLOSED), *edges_of(BLACK, 900, 100), Edge(9000 * MS, WHITE, OPEN)]
    assert [press.side for press in told(BUTTONS, edges)] == ["white", "black"]


def test_edges_that_the_kernel_read_twice_alike_neither_lose_nor_double_a_press():
    closed_twice = [Edge(0, WHITE, CLOSED), Edge(50 * MS, WHITE, CLOSED), Edge(100 * MS, WHITE, OPEN)]
    assert told(BUTTONS, closed_twice) == [Press(0, "white")]
    opening_lost = [Edge(0, WHITE, CLOSED), *edges_of(WHITE, 5000, 120, 9000, 120)]
    assert told(BUTTONS, opening_lost) == [Press(0, "white"), Press(14_120 * MS, "white")]
    opened_at_rest = [Edge(0, WHITE, OPEN), Edge(1 * MS, WHITE, CLOSED)]
    assert told(BUTTONS, opened_at_rest) == [Press(1 * MS, "white")]
    opened_in_a_bounce = [Edge(0, WHITE, CLOSED), Edge(1 * MS, WHITE, OPEN), Edge(25 * MS, WHITE, OPEN), Edge(40 * MS, WHITE, CLOSED)]
    assert told(BUTTONS, opened_in_a_bounce) == [Press(0, "white")]


def test_a_lever_counts_again_once_it_lay_still_for_the_window():
    edges = [Edge(0, WHITE, CLOSED), Edge(WINDOW_NS, WHITE, OPEN), Edge(2 * WINDOW_NS - 1, WHITE, CLOSED)]
    assert told(ONE_CONTACT, edges, until=9 * WINDOW_NS) == [Press(0, "white"), Press(WINDOW_NS, "black"), FellBack(edges[2].t_ns, "black")]


def test_a_lever_with_two_contacts_counts_when_it_arrives():
    edges = [Edge(0, BLACK, OPEN), Edge(12 * MS, WHITE, CLOSED), Edge(13 * MS, WHITE, OPEN), Edge(14 * MS, WHITE, CLOSED)]
    assert told(TWO_CONTACTS, edges, closed={BLACK}, until=999 * MS) == [Press(12 * MS, "white")]
    assert told(TWO_CONTACTS, [Edge(0, BLACK, OPEN), Edge(20 * MS, BLACK, CLOSED)], closed={BLACK}, until=999 * MS) == []


@pytest.mark.parametrize("late_ms", [0, 4000])
def test_a_lever_that_falls_back_is_told_even_late(late_ms):
    state, presses = debounced(ONE_CONTACT).take(Edge(100 * MS, WHITE, CLOSED))
    assert presses == (Press(100 * MS, "white"),)
    state, presses = state.take(Edge(104 * MS, WHITE, OPEN))
    assert presses == ()
    assert state.due_t_ns == 104 * MS + WINDOW_NS
    assert state.settle(state.due_t_ns - 1) == (state, ())
    settled, presses = state.settle(state.due_t_ns + late_ms * MS)
    assert presses == (FellBack(104 * MS, "white"),)
    assert settled.due_t_ns is None
    assert state.take(Edge(5000 * MS, WHITE, CLOSED))[1] == (FellBack(104 * MS, "white"), Press(5000 * MS, "white"))


@pytest.mark.parametrize(("wiring", "closed", "lies"), [(ONE_CONTACT, {WHITE}, "white"), (ONE_CONTACT, {}, "black")])
def test_how_a_lever_lies_at_the_start_is_no_press(wiring, closed, lies):
    assert debounced(wiring, closed).lies == lies


@pytest.mark.parametrize("kind", [TwoButtons, Lever])
def test_one_pin_for_both_sides_is_refused(kind):
    with pytest.raises(WiringError, check=says("WiringFault.same-pin", pin=17)):
        kind(17, 17)


gap_ns = st.integers(1, WINDOW_NS - 1)
bounces = st.lists(gap_ns, max_size=6).map(lambda gaps: gaps[: len(gaps) // 2 * 2])


@WIRINGS
@given(presses=st.lists(st.tuples(st.booleans(), st.integers(0, 3000), bounces, st.integers(0, 400)), max_size=8))
@settings(max_examples=60)
def test_no_press_is_lost_or_doubled_however_the_contacts_bounce(wiring, presses):
    edges, wanted, t_ns, lies = [], [], 0, "black"
    buttons = ScriptedButtons(wiring, edges.append)
    assert told(wiring, edges, buttons.closed()) == []
    at_rest = buttons.closed()
    for is_white, gap_ms, train, held_ms in presses:
        side = "white" if is_white else "black"
        t_ns += WINDOW_NS * 9 + gap_ms * MS
        held_ns = sum(train) + held_ms * MS + 1
        buttons.press(t_ns, side, held_ns, train)
        if wiring is BUTTONS or side != lies:
            wanted.append(Press(t_ns, side))
        lies = side
        t_ns += held_ns + sum(train)
    assert told(wiring, edges, at_rest, until=t_ns + WINDOW_NS) == wanted
