"""What people say to a board reads back as it was written, and nothing else is read."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from link.messages import Command, MessageError, command_in, packet_of, request_in
from record.decisions.commands import FindBoard, GameCommand
from tests.support.admitted import admitted


@given(st.one_of(*map(admitted, (*get_args(GameCommand), FindBoard))))
def test_round_trip(body: Any) -> None:
    command = Command("ab", "0001", body, 5)
    assert request_in(packet_of(command)) == command_in(packet_of(command)) == command


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("Dance", {"by": "J"}),
        ("StartClock", {}),
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
def test_a_command_of_an_unknown_kind_or_with_another_field_value_or_type_is_refused(kind: str, fields: dict[str, Any]) -> None:
    command = {"type": "Command", "id": "ab", "game": "0001", "body": {"type": kind, **fields}, "lives_ms": 5}
    for read in (command_in, request_in):
        with pytest.raises(MessageError, match="knows no such message"):
            read(json.dumps(command).encode())
