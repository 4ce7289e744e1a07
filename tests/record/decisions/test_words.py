"""What people say to a board reads back as it was written, and nothing else is read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.decisions.words import KINDS, WordError, decoded, encoded
from tests.support.admitted import admitted


@given(st.one_of(*map(admitted, KINDS.values())))
def test_round_trip(word):
    assert decoded(*encoded(word)) == word


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("Dance", {"by": "J"}),
        ("StartClock", {}),
        ("StartClock", ["J"]),
        ("StartClock", {"by": 5}),
        ("StartClock", {"by": "J", "side": "red"}),
        ("StartClock", {"by": "J", "colour": "white"}),
        ("SetTimes", {"white_ns": -1, "black_ns": 1, "by": "J"}),
        ("SetTimes", {"white_ns": "1", "black_ns": 1, "by": "J"}),
        ("AddTimes", {"white_ns": 2**63, "black_ns": 1, "by": "J"}),
        ("EnterMove", {"seq": 1, "origin": 51, "target": 28, "captured": [], "start": "x"}),
        ("PlayerSays", {"side": "white", "said": "hello"}),
        ("Describe", {"by": "J", "about": {"white": "Anna"}}),
        ("FindBoard", {"by": "J", "corners_px": [[1, 2]]}),
        ("Decision", {"seq": True, "ruling": "stand", "by": "J"}),
    ],
)
def test_a_word_of_an_unknown_kind_or_with_another_field_value_or_type_is_refused(kind, fields):
    with pytest.raises(WordError, match="knows no such word"):
        decoded(kind, json.dumps(fields))


@pytest.mark.parametrize("text", ["", "[" * 100_000, "{"])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(WordError):
        decoded("CloseGame", text)
