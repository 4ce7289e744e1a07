"""The payloads: the golden ones of version 1, round trips, and what is refused."""

import json
import string
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.wire.carriage import DOWNWARD, MAX_PAYLOAD, MAX_PICTURE, UPWARD
from hub.wire.fields import WireError
from hub.wire.halves import Packet
from hub.wire.packets import downward_in, packet_of, upward_in
from hub.wire.upward import AnswerTold, PictureSent, RowsOf
from record.session.arbiter import RulingRefusal
from record.store.journal_rows import RawRow
from rules.errors import Sentence
from tests.hub.wire.messages import DOWN, FIRST, MACHINE, UP
from tests.support.says import says

GOLDEN = Path(__file__).parents[2] / "data" / "wire"


@pytest.mark.parametrize("message", [*UP, *DOWN], ids=lambda message: message.KIND)
def test_payloads_are_those_of_version_1_and_of_a_newer_damcam_unknown_fields_are_left_alone(message):
    golden = (GOLDEN / f"{message.KIND}.v1").read_bytes()
    assert packet_of(message).payload == golden
    for payload in (golden, golden.replace(b"{", b'{"mood":"good",', 1)):
        assert read_in(message)(Packet(message.KIND, payload)) == message


def read_in(message):
    return upward_in if message in UP else downward_in


def test_each_kind_has_a_golden_payload():
    kinds = {message.KIND for message in (*UP, *DOWN)}
    assert kinds == UPWARD.keys() | DOWNWARD.keys() == {path.stem for path in GOLDEN.iterdir()}


@pytest.mark.parametrize(
    "message",
    [
        AnswerTold(MACHINE, "w-1", "obeyed", 7, Sentence.plain("the disk is full")),
        *(AnswerTold(MACHINE, "w-1", became) for became in ("obeyed", Sentence.plain("no"), RulingRefusal.NOTHING_TO_UNDO.said())),
        *(PictureSent(MACHINE, "0001", "drawn/0001.png", data) for data in (None, b"", b"\n", bytes(range(256)))),
        RowsOf(MACHINE, "0001", (RawRow(7, -1, "Later", '{"a" :  "\\u0001é😀\\\\",  "b":1.50}', bytes(32)),)),
    ],
)
def test_a_message_is_read_as_it_was_written(message):
    assert upward_in(packet_of(message)) == message


FIELD, NOT_READ, NO_OBJECT = "WireFault.field", "WireFault.not-read", "WireFault.no-object"
ROW = b'{"v":1,"machine":"aa","game":"0001","rows":[%s]}'
WRONG = [
    ("pulse", b"", NOT_READ, {}),
    ("pulse", b"[1]", NO_OBJECT, {}),
    ("pulse", b'{"v":2}', "WireFault.other-version", {}),
    ("pulse", b'{"v":1,"machine":"A B"}', FIELD, {"field": "machine"}),
    ("pulse", b'{"v":NaN}', NOT_READ, {}),
    ("pulse", b"[" * 1999, NOT_READ, {}),
    ("pulse", packet_of(UP[1]).payload.replace(b'"game":"0001"', b'"game":"0123456789"'), FIELD, {"field": "game"}),
    ("presence", b'{"v":1,"machine":"aa","online":1}', FIELD, {"field": "online", "value": "1"}),
    ("rows", b'{"v":1,"machine":"aa","game":"../1","rows":[[1,0,"A","{}","' + b"0" * 64 + b'"]]}', FIELD, {"field": "game"}),
    ("rows", ROW % b"", FIELD, {"field": "rows"}),
    ("rows", ROW % (b'[true,0,"A","{}","' + b"0" * 64 + b'"]'), FIELD, {"field": "rows"}),
    ("rows", ROW % b'[1,0,"A","{}","00"]', FIELD, {"field": "rows"}),
    ("rows", packet_of(RowsOf(MACHINE, "0001", (FIRST, FIRST._replace(row_id=3)))).payload, FIELD, {"field": "rows", "value": "[1, 3]"}),
    ("rows", b" " * (MAX_PAYLOAD + 1), "WireFault.too-long", {"most": MAX_PAYLOAD}),
    ("games", b'{"v":1,"machine":"aa","games":{"0001":[1]}}', FIELD, {"field": "games.0001"}),
    ("picture", b'{"v":1,"machine":"aa","game":"0001","name":"frames/1.jpg","bytes":3}\nab', "WireFault.other-size", {}),
    ("picture", b'{"v":1,"machine":"aa","game":"0001","name":"frames/../../x.jpg","bytes":2}\nab', FIELD, {"field": "name"}),
    ("answer", b'{"v":1,"machine":"aa","word":"w","became":{"code":"x","english":"{a.b}"}}', FIELD, {"field": "became"}),
    ("word", b"{}", "WireFault.no-such-kind", {}),
    ("a/b", b"{}", "WireFault.no-such-kind", {}),
]


@pytest.mark.parametrize(("kind", "payload", "code", "values"), WRONG)
def test_what_is_wrong_is_refused_with_its_place(kind, payload, code, values):
    with pytest.raises(WireError, check=says(code, **values)):
        upward_in(Packet(kind, payload))


def test_what_is_too_long_is_not_sent():
    assert len(packet_of(PictureSent(MACHINE, "0001", "frames/0001.jpg", bytes(MAX_PICTURE))).payload) < MAX_PAYLOAD
    with pytest.raises(WireError, check=says("WireFault.too-long", most=256000)):
        packet_of(replace(UP[3], rows=(FIRST._replace(text="x" * MAX_PAYLOAD),)))


TEXTS = st.text(string.printable, max_size=200)


def outcome(read, packet):
    """What reading the packet leads to: a message, or the sentence of a WireError."""
    try:
        return read(packet)
    except WireError as error:
        return str(error)


@given(st.sampled_from([*UPWARD, *DOWNWARD]), st.binary(max_size=200) | TEXTS.map(str.encode))
def test_any_bytes_are_refused_with_a_sentence(kind, payload):
    for read in (upward_in, downward_in):
        assert isinstance(outcome(read, Packet(kind, payload)), str)


CHANGES = st.none() | st.booleans() | st.integers() | TEXTS | st.lists(st.integers(), max_size=3) | st.floats(allow_nan=False)


@given(st.sampled_from([*UP, *DOWN]), st.data())
def test_a_payload_with_any_field_changed_is_read_or_refused(message, data):
    head, newline, rest = packet_of(message).payload.partition(b"\n")
    fields = json.loads(head)
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(CHANGES)
    packet = Packet(message.KIND, json.dumps(fields).encode() + newline + rest)
    said = outcome(read_in(message), packet)
    assert isinstance(said, type(message)) or (isinstance(said, str) and len(said) < 400)
