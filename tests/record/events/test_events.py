"""Every kind of event reads back as it was written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.events.about import About
from record.events.as_json import KINDS, decode, encode
from record.events.of_game import Alert, EventError
from tests.support.says import says

st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
alerts = st.builds(Alert, squares=st.lists(st.integers(1, 50)).map(tuple), side=..., before=..., after=...)
some = {"alerts": st.lists(alerts, max_size=2).map(tuple)}
about = {"about": st.dictionaries(st.sampled_from(["white", "delay", "board"]) | st.text(), st.text(), max_size=3).map(About.of)}
events = st.one_of(
    *(
        st.builds(kind, **(some if "alerts" in kind.__dataclass_fields__ else about if "about" in kind.__dataclass_fields__ else {}))
        for kind in KINDS.values()
    )
)


@given(events)
def test_round_trip(event):
    assert decode(*encode(event)) == event


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("Danced", "{}"),
        ("CameraFault", "{}"),
        ("CameraFault", '{"t_ns": 1, "text": "x", "colour": "red"}'),
        ("CameraFault", "["),
        ("CameraFault", "[1]"),
        ("Ruled", '{"alerts": [3]}'),
        ("Ruled", json.dumps({"seq": 1})),
    ],
)
def test_an_event_that_is_unknown_or_damaged_is_named(kind, text):
    with pytest.raises(EventError, check=says("EventFault.not-read", kind=repr(kind))):
        decode(kind, text)
