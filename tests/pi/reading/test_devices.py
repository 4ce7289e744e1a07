"""The buttons of a board as the settings wire them, on gpiozero's mock pins."""

import sys
from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from pi.reading.devices import BoardError, devices_of
from pi.setup.settings import BUZZER_PIN, LAMP_PINS, ButtonSettings, Settings
from tests.support.says import says


@pytest.fixture
def pins(monkeypatch):
    factory = MockFactory()
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=lambda: factory))
    yield factory
    factory.reset()


def opened(put, **buttons):
    return devices_of(replace(Settings(), buttons=ButtonSettings(**buttons))).buttons(put)


@pytest.mark.parametrize(
    ("buttons", "heard", "others"),
    [
        ({}, [17, 27], []),
        ({"kind": "lever", "white": 5, "black": 0}, [5], []),
        ({"white": 5, "black": 6, "lamps": True, "buzzer": "flag"}, [5, 6], [*LAMP_PINS, BUZZER_PIN]),
    ],
)
def test_the_pins_of_the_settings_are_used_and_no_others(pins, buttons, heard, others):
    edges = []
    with opened(edges.append, **buttons):
        assert {pin.name for pin in pins.pins} == {f"GPIO{number}" for number in heard + others}
        for pin in heard:
            pins.pin(pin).drive_low()
    assert [edge.pin for edge in edges] == heard


def test_a_pin_that_cannot_be_had_is_a_sentence_of_the_board(pins):
    with pytest.raises(BoardError, check=says("PinsTrouble.given-twice", pin=LAMP_PINS[0])):
        opened(print, white=LAMP_PINS[0], lamps=True)
