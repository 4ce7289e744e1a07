"""Time controls as text and back."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.control import NO_CLOCK, SECOND_NS, ControlError, TimeControl, parse_control

MINUTE_NS = 60 * SECOND_NS


@pytest.mark.parametrize(
    ("text", "main_s", "increment_s", "short"),
    [
        ("80m+60s", 4800, 60, "80m+60s"),  # regulation C, Art. 3
        ("1h20m+60s", 4800, 60, "80m+60s"),
        ("1h30m", 5400, 0, "90m"),  # the HA of regulation E
        ("10m", 600, 0, "10m"),
        ("1h20m + 1m", 4800, 60, "80m+60s"),
        ("5M+3S", 300, 3, "5m+3s"),
        ("90s", 90, 0, "1m30s"),
        ("40m+0s", 2400, 0, "40m"),
    ],
)
def test_notation(text, main_s, increment_s, short):
    control = parse_control(text)
    assert control == TimeControl(main_s * SECOND_NS, increment_s * SECOND_NS)
    assert str(control) == short


def test_no_clock():
    assert parse_control("None") == NO_CLOCK
    assert str(NO_CLOCK) == "none"


@pytest.mark.parametrize("text", ["", "80", "80+60", "80m+", "+60s", "-5m", "80m+60s+1s", "60s80m", "1.5h", "eighty minutes", "none+60s"])
def test_what_is_no_time_control_gets_a_sentence_with_an_example(text):
    with pytest.raises(ControlError, match=r"80m\+60s"):
        parse_control(text)


@pytest.mark.parametrize(
    ("main_ns", "increment_ns"), [(0, 0), (-MINUTE_NS, 0), (MINUTE_NS, -SECOND_NS), (MINUTE_NS + 1, 0), (None, SECOND_NS)]
)
def test_a_time_control_that_cannot_be_is_refused(main_ns, increment_ns):
    with pytest.raises(ControlError):
        TimeControl(main_ns, increment_ns)


@given(st.integers(1, 599_999), st.integers(0, 99_999))
def test_every_control_reads_back(main_s, increment_s):
    control = TimeControl(main_s * SECOND_NS, increment_s * SECOND_NS)
    assert parse_control(str(control)) == control


@given(st.text(max_size=12))
def test_any_text_gives_a_control_or_the_named_error(text):
    with suppress(ControlError):
        control = parse_control(text)
        assert parse_control(str(control)) == control
