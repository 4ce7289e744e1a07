"""The scripted buttons, alone and driving a clock."""

import sys

import pytest

from clock.buttons import ButtonsError, Occasion, ScriptedButtons, Signals
from clock.clock import TOGETHER_NS, hand_back, new_clock, press, start
from clock.control import SECOND_NS, parse_control
from clock.debounce import Lever, Press, TwoButtons, debounced
from clock.opening import open_buttons
from tests.support.says import says

S, MS = SECOND_NS, 1_000_000
BUTTONS, LEVER = TwoButtons(17, 27), Lever(17)


def play(wiring, script):
    """A clock of 10 s + 2 s after scripted presses (seconds, side) with bounces, and which of them counted."""
    edges = []
    buttons = ScriptedButtons(wiring, edges.append)
    contacts, clock, counted = debounced(wiring, buttons.closed()), start(new_clock(parse_control("10s+2s")), 0, "white"), []
    for seconds, side in script:
        buttons.press(round(seconds * S), side, bounces_ns=(MS, 2 * MS, MS, 5 * MS))
    for edge in sorted(edges):
        contacts, told = contacts.take(edge)
        for one in told:
            if isinstance(one, Press):
                clock, is_counted = press(clock, one.t_ns, one.side)
                counted.append(is_counted)
            else:
                clock = hand_back(clock, one.t_ns)
    return clock, counted


@pytest.mark.parametrize("wiring", [BUTTONS, LEVER, Lever(17, 27)])
def test_a_clock_flips_at_each_press(wiring):
    clock, counted = play(wiring, [(3, "white"), (4, "black"), (6, "white")])
    assert counted == [True, True, True]
    assert (clock.white_ns, clock.black_ns, clock.running) == (9 * S, 11 * S, "black")


@pytest.mark.parametrize("gap_s", [-0.04, -0.001, 0.001, 0.04])
def test_both_buttons_at_once_are_a_press_of_the_side_whose_clock_runs(gap_s):
    clock, counted = play(BUTTONS, [(3, "white"), (3 + gap_s, "black")])
    assert sorted(counted) == [False, True]
    assert (clock.running, clock.white_ns) == ("black", 9 * S)


def test_an_answer_comes_later_than_a_press_of_both():
    _, counted = play(BUTTONS, [(3, "white"), (3 + TOGETHER_NS / S, "black")])
    assert counted == [True, True]


def test_the_script_tells_what_was_shown_and_sounded():
    buttons = ScriptedButtons(BUTTONS, print, Signals(buzzer=5, sounds=frozenset({Occasion.FLAG})))
    buttons.show("white")
    buttons.sound(Occasion.PRESS)
    buttons.sound(Occasion.FLAG)
    assert (buttons.lit, buttons.sounded) == ("white", [Occasion.FLAG])
    buttons.close()


def test_without_gpiozero_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    monkeypatch.delitem(sys.modules, "clock.gpio", raising=False)
    with pytest.raises(ButtonsError, check=says("PinsTrouble.no-gpiozero")):
        open_buttons(BUTTONS, print)
