"""The pins of the Pi, replaced by gpiozero's mock pins."""

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from clock.buttons import ButtonsError, Occasion, PinsRemedy, Signals
from clock.debounce import Lever, Press, TwoButtons, debounced
from clock.gpio import MAX_EDGE_AGE_NS, GpioButtons, edge_t_ns, not_opened
from clock.opening import open_buttons
from tests.support.says import says
from tests.support.waiting import wait_until

S = 1_000_000_000
BUTTONS = TwoButtons(17, 27)


@pytest.fixture
def pins():
    factory = MockFactory()
    yield factory
    factory.reset()


def opened(pins, edges, wiring=BUTTONS, **signals):
    return GpioButtons(wiring, edges.append, Signals(**signals), pins)


def bounce(pin, times):
    for _ in range(times):
        pin.drive_low()
        pin.drive_high()


def test_edges_come_as_they_are_with_the_time_of_the_pin(pins):
    edges, times = [], []
    with opened(pins, edges) as buttons:
        assert buttons.closed() == frozenset()
        times.append(time.monotonic_ns())
        bounce(pins.pin(17), 2)
        times.append(time.monotonic_ns())
        pins.pin(27).drive_low()
        assert buttons.closed() == {27}
    assert [(edge.pin, edge.level) for edge in edges] == [(17, 0), (17, 1), (17, 0), (17, 1), (27, 0)]
    times += [edge.t_ns for edge in edges]
    assert sorted(times) == [times[0], *times[2:6], times[1], times[6]]


def test_a_button_that_bounces_is_one_press(pins):
    edges, told = [], []
    with opened(pins, edges) as buttons:
        contacts = debounced(BUTTONS, buttons.closed(), window_ns=60 * S)
        bounce(pins.pin(27), 5)
        pins.pin(27).drive_low()
    for edge in edges:
        contacts, more = contacts.take(edge)
        told += more
    assert told == [Press(edges[0].t_ns, "black")]


def test_a_lever_has_one_pin_or_two(pins):
    edges = []
    with opened(pins, edges, Lever(17)):
        pins.pin(17).drive_low()
        pins.pin(27).drive_high()
    assert [edge.pin for edge in edges] == [17]


def test_no_edge_comes_once_it_is_closed(pins):
    edges = []
    opened(pins, edges).close()
    pins.pin(17).drive_low()
    assert edges == []


def test_the_library_does_not_debounce(pins):
    with opened(pins, []):
        assert [pins.pin(number).bounce for number in (17, 27)] == [None, None]


@pytest.mark.parametrize(("ticks", "t_ns"), [(5.000000001, 5 * S + 1), (-MAX_EDGE_AGE_NS / S, 6 * S), (1.7e9, 6 * S)])
def test_a_stamp_of_another_clock_is_not_taken(ticks, t_ns):
    assert edge_t_ns(ticks, 6 * S) == t_ns


def test_the_lamp_of_the_running_side_is_lit(pins):
    with opened(pins, [], lamps=(5, 6)) as buttons:
        shown = []
        for running in ("white", "black", None):
            buttons.show(running)
            shown.append((pins.pin(5).state, pins.pin(6).state))
    assert shown == [(True, False), (False, True), (False, False)]


def test_the_buzzer_sounds_only_for_what_it_was_told_to(pins):
    with opened(pins, [], buzzer=13, sounds=frozenset({Occasion.PRESS})) as buttons:
        states = pins.pin(13).states
        buttons.sound(Occasion.FLAG)
        assert [state.state for state in states] == [False]
        buttons.sound(Occasion.PRESS)
        wait_until(lambda: len(states) >= 2)
        assert [state.state for state in states[:2]] == [False, True]


@pytest.mark.parametrize(
    ("wiring", "signals", "sentence"),
    [
        (TwoButtons(17, 99), {}, says("PinsTrouble.no-pin", pin=99)),
        (BUTTONS, {"lamps": (5, 17)}, says("PinsTrouble.given-twice", pin=17)),
    ],
)
def test_what_cannot_be_wired_is_said_and_everything_let_go(pins, wiring, signals, sentence):
    with pytest.raises(ButtonsError, check=sentence):
        opened(pins, [], wiring, **signals)
    opened(pins, [], lamps=(5, 6)).close()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (ImportError("No module named 'lgpio'"), says("PinsTrouble.no-lgpio")),
        (gpiozero.PinUnknownPi("unable to locate Pi revision"), says("PinsTrouble.no-pi")),
        (OSError(28, "No space left on device"), says("PinsTrouble.not-opened", why="[Errno 28] No space left on device")),
        (Exception("can not open gpiochip"), says("PinsTrouble.not-opened", why="can not open gpiochip")),
    ],
)
def test_what_keeps_the_pins_from_opening_is_said_with_what_to_do(fault, sentence, monkeypatch):
    def refuse():
        raise fault

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=refuse))
    with pytest.raises(ButtonsError, check=sentence):
        open_buttons(BUTTONS, print)


def test_a_working_directory_that_cannot_be_written_to_is_named(monkeypatch, tmp_path):
    def refuse():
        raise FileNotFoundError(2, "No such file", ".lgd-nfy0")

    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=refuse))
    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    with pytest.raises(ButtonsError, check=says("PinsTrouble.no-pipe", folder=str(tmp_path))):
        open_buttons(BUTTONS, print)


def test_a_library_that_is_there_and_cannot_be_loaded_is_not_called_missing(monkeypatch, tmp_path):
    (tmp_path / "lgpio.py").write_text("raise ImportError('_lgpio: undefined symbol')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(ButtonsError, check=says("PinsTrouble.not-loaded", library="lgpio", why="_lgpio: undefined symbol")):
        open_buttons(BUTTONS, print)


def test_what_keeps_gpiozero_from_loading_is_not_that_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "clock.gpio", None)
    with pytest.raises(ButtonsError, check=says("PinsTrouble.not-loaded", library="gpiozero")):
        open_buttons(BUTTONS, print)


def test_the_chip_of_the_pi_is_closed_with_the_buttons(monkeypatch, pins):
    class Chip(MockFactory):
        def close(self):
            closed.append(self)
            super().close()

    closed = []
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=Chip))
    with open_buttons(BUTTONS, print) as buttons:
        assert (buttons.closed(), closed) == (frozenset(), [])
    assert len(closed) == 1
    opened(pins, []).close()
    assert len(closed) == 1, "pins that somebody else gave are theirs"


def test_the_chips_that_are_there_are_named_where_another_was_asked_for(tmp_path):
    chips = tuple(str(tmp_path / name) for name in ("gpiochip0", "gpiochip1"))
    pattern = f"{tmp_path}/gpiochip*"
    none = not_opened("can not open gpiochip", pattern)
    assert (none.do, none.values["path"]) == (PinsRemedy.OTHER_KERNEL, pattern)
    for chip in chips:
        Path(chip).touch()
    other = not_opened("can not open gpiochip", pattern)
    assert (other.do, other.values["chips"]) == (PinsRemedy.OTHER_CHIP, chips)


@pytest.mark.parametrize(("mode", "remedy"), [(0o660, PinsRemedy.ADD_TO_GROUP), (0o600, PinsRemedy.OWNER_ONLY)])
def test_rights_are_named_only_for_a_chip_that_may_not_be_used(tmp_path, mode, remedy, monkeypatch):
    for name in ("gpiochip0", "gpiochip1"):
        (tmp_path / name).touch()
    denied = tmp_path / "gpiochip1"
    denied.chmod(mode)
    monkeypatch.setattr(os, "access", lambda path, *_, **__: path != str(denied))
    error = not_opened("can not open gpiochip", f"{tmp_path}/gpiochip*")
    assert (error.do, error.values["path"]) == (remedy, str(denied))


@pytest.mark.parametrize(("words", "remedy"), [("GPIO busy", PinsRemedy.FIND_OTHER), ("bad GPIO number", None)])
def test_another_program_is_named_only_for_a_pin_that_is_busy(pins, words, remedy, monkeypatch):
    def refuse(*_, **__):
        raise Exception(f"'{words}'")

    monkeypatch.setattr(gpiozero, "InputDevice", refuse)
    with pytest.raises(ButtonsError, match=words) as raised:
        opened(pins, [])
    assert raised.value.do == remedy
