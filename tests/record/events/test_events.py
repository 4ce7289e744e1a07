"""Every kind of event reads back as it was written, and no row is read that has a field of another type."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.events.about import About
from record.events.as_json import KINDS, decode, decode_cleaned, encode
from record.events.fields import MAX_NS
from record.events.of_game import BoardMoved, CameraFault, EventError, Pressed
from record.events.of_record import Described
from rules.pdn.tags import is_printable, printable
from tests.support.admitted import admitted

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


@given(st.one_of(*map(admitted, KINDS.values())))
def test_round_trip(event):
    written = encode(event)
    assert decode(*written) == event
    assert encode(decode(*written)) == written


FAULT = {"t_ns": 1, "text": "x"}
PRESS = {"seq": 1, "t_ns": 1, "side": "white", "white_ns": 1, "black_ns": 1, "running": None}
RULED = {"seq": 1, "side": "white", "verdict": "legal", "move": None, "fen": "W:W31:B20", "confidence": 1.0}
ALERT = {"code": "x", "article": None, "squares": [1], "text": "x"}
ARBITRATED = {"t_ns": 1, "seq": 0, "ruling": "end", "by": "J", "fen": "W:W31:B20"}


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("Danced", {}),
        ("CameraFault", {}),
        ("CameraFault", [1]),
        ("CameraFault", FAULT | {"colour": "red"}),
        ("CameraFault", FAULT | {"t_ns": "1"}),
        ("CameraFault", FAULT | {"t_ns": True}),
        ("CameraFault", FAULT | {"t_ns": -1}),
        ("CameraFault", FAULT | {"t_ns": MAX_NS + 1}),
        ("CameraFault", FAULT | {"t_ns": float("nan")}),
        ("CameraFault", FAULT | {"text": "\ud800"}),
        ("CameraFault", FAULT | {"alerts": [3]}),
        ("CameraFault", FAULT | {"alerts": [ALERT | {"squares": [51]}]}),
        ("CameraFault", FAULT | {"alerts": [ALERT | {"acts": "never"}]}),
        ("Pressed", PRESS | {"side": "red"}),
        ("Pressed", PRESS | {"side": "white\n"}),
        ("Pressed", PRESS | {"running": ""}),
        ("Ruled", RULED | {"verdict": "13"}),
        ("Ruled", RULED | {"log_p": [[0.0] * 4]}),
        ("Ruled", RULED | {"log_p": [[0.0] * 4 + [-2e6]]}),
        ("Ruled", RULED | {"heights": [[1.0]]}),
        ("Arbitrated", ARBITRATED | {"ruling": "applaud"}),
        ("Arbitrated", ARBITRATED | {"result": "2-0"}),
        ("BoardFound", {"t_ns": 1, "picture": "x", "corners_px": [[1, 2]]}),
        ("Described", {"t_ns": 1, "by": "J", "about": {"tags": {"white": 3}}}),
        ("Described", {"t_ns": 1, "by": "J", "about": {"white": "Anna"}}),
    ],
)
def test_a_row_of_an_unknown_kind_or_with_another_field_value_or_type_is_refused(kind, fields):
    with pytest.raises(EventError, match=repr(kind)):
        decode(kind, json.dumps(fields))


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, '{"t_ns":1,"text":"\ud800"}'])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(EventError, match="'CameraFault'"):
        decode("CameraFault", text)


@pytest.mark.parametrize("event", [Pressed(1, -1, "white", 1, 1, None), Pressed(1, 1, "red", 1, 1, None), CameraFault(1, "\ud800")])
def test_an_event_that_could_not_be_read_is_not_written(event):
    with pytest.raises(EventError, match=type(event).__name__):
        encode(event)


def test_numbers_and_texts_of_a_library_are_written_as_plain_ones():
    fault = CameraFault(1, type("Text", (str,), {})("x"))
    moved = BoardMoved(1, np.float64(0.5), 0.5, 0, CORNERS, "a", "b")
    assert (decode(*encode(fault)), decode(*encode(moved))) == (CameraFault(1, "x"), BoardMoved(1, 0.5, 0.5, 0.0, CORNERS, "a", "b"))


def test_fields_with_their_default_values_are_left_out():
    kind, text = encode(CameraFault(1, "x"))
    assert (kind, json.loads(text)) == ("CameraFault", FAULT)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jelle \u202edna Anna", "Jelle dna Anna"),
        ("An\0na\x1b[31m", "Anna[31m"),
        ("Anna\u00a0Smit\tde Vries", "Anna Smit de Vries"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("one\ntwo", "one\ntwo"),
        ("Gerrit Jêlsma", "Gerrit Jêlsma"),
    ],
)
def test_a_name_of_another_board_is_read_without_what_cannot_be_shown(name, shown):
    kind, text = encode(Described(0, "Jelle", About.of({"white": name}), name))
    described = decode_cleaned(kind, text)
    assert (described.about.tags.white, described.because) == (shown, shown)


@given(st.text())
def test_what_is_left_of_a_text_can_be_shown_and_is_left_again(text):
    left = printable(text)
    assert printable(left) == left
    assert all(is_printable(line) for line in left.split("\n"))
    assert not is_printable(text) or left == text


@pytest.mark.parametrize("text", ["{\\u", "[" * 100_000 + "\\u", '{"t_ns": 1, "by": "\\ud800"}'])
def test_an_event_that_is_no_json_is_refused_by_its_reader_too(text):
    with pytest.raises(EventError):
        decode_cleaned("Described", text)
