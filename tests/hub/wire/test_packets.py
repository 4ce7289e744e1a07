"""The payloads: the golden ones of version 1, round trips, and what is refused."""

import json
import re
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

GOLDEN = Path(__file__).parents[2] / "data" / "wire"


@pytest.mark.parametrize("message", [*UP, *DOWN], ids=lambda message: message.KIND)
def test_payloads_are_those_of_version_1(message):
    golden = (GOLDEN / f"{message.KIND}.v1").read_bytes()
    assert packet_of(message).payload == golden
    read = upward_in if message in UP else downward_in
    assert read(Packet(message.KIND, golden)) == message


def test_each_kind_has_a_golden_payload():
    kinds = {message.KIND for message in (*UP, *DOWN)}
    assert kinds == UPWARD.keys() | DOWNWARD.keys() == {path.stem for path in GOLDEN.iterdir()}


def test_of_a_newer_damcam_unknown_fields_are_left_alone():
    payload = json.loads((GOLDEN / "pulse.v1").read_bytes()) | {"mood": "good"}
    assert upward_in(Packet("pulse", json.dumps(payload).encode())) == UP[1]


@pytest.mark.parametrize("became", ["obeyed", "withdrawn", Sentence.plain("no"), RulingRefusal.NOTHING_TO_UNDO.said()])
def test_an_answer_is_a_word_or_a_sentence(became):
    answer = AnswerTold(MACHINE, "w-1", became)
    assert upward_in(packet_of(answer)) == answer


@pytest.mark.parametrize("data", [None, b"", b"\n", bytes(range(256))])
def test_a_picture_travels_as_its_bytes(data):
    picture = PictureSent(MACHINE, "0001", "drawn/0001.png", data)
    assert upward_in(packet_of(picture)) == picture


def test_the_largest_picture_fits():
    assert len(packet_of(PictureSent(MACHINE, "0001", "frames/0001.jpg", bytes(MAX_PICTURE))).payload) < MAX_PAYLOAD


def test_a_text_of_a_row_travels_unchanged():
    row = RawRow(7, -1, "Later", '{"a" :  "\\u0001é😀\\\\", \n"b":1e400}', bytes(32))
    assert upward_in(packet_of(RowsOf(MACHINE, "0001", (row,)))).rows == (row,)


WRONG = [
    ("pulse", b"", "cannot be read"),
    ("pulse", b"[1]", "no JSON object"),
    ("pulse", b'{"v":2}', "version 2"),
    ("pulse", b'{"v":1,"machine":"A B"}', "machine is 'A B'"),
    ("pulse", b'{"v":NaN}', "cannot be read"),
    ("pulse", b"[" * 1999, "cannot be read"),
    ("presence", b'{"v":1,"machine":"aa","online":1}', "online is 1"),
    ("rows", b'{"v":1,"machine":"aa","game":"../1","rows":[[1,0,"A","{}","' + b"0" * 64 + b'"]]}', "game is '../1'"),
    ("rows", b'{"v":1,"machine":"aa","game":"0001","rows":[]}', "rows is []"),
    ("rows", b'{"v":1,"machine":"aa","game":"0001","rows":[[true,0,"A","{}","' + b"0" * 64 + b'"]]}', "rows is [True, 0"),
    ("rows", b'{"v":1,"machine":"aa","game":"0001","rows":[[1,0,"A","{}","00"]]}', "rows is [1, 0"),
    ("rows", b" " * (MAX_PAYLOAD + 1), "256001 bytes"),
    ("games", b'{"v":1,"machine":"aa","games":{"0001":[1]}}', "games.0001"),
    ("picture", b'{"v":1,"machine":"aa","game":"0001","name":"frames/1.jpg","bytes":3}\nab', "says 3 bytes"),
    ("picture", b'{"v":1,"machine":"aa","game":"0001","name":"frames/../../x.jpg","bytes":2}\nab', "name is"),
    ("answer", b'{"v":1,"machine":"aa","word":"w","became":{"code":"x","english":"{a.b}"}}', "became is"),
    ("word", b"{}", "no message of kind 'word'"),
    ("a/b", b"{}", "no message of kind 'a/b'"),
]


@pytest.mark.parametrize(("kind", "payload", "why"), WRONG)
def test_what_is_wrong_is_refused_with_its_place(kind, payload, why):
    with pytest.raises(WireError, match=re.escape(why)):
        upward_in(Packet(kind, payload))


def test_rows_with_a_gap_are_refused():
    gap = RowsOf(MACHINE, "0001", (FIRST, replace_id(FIRST, 3)))
    with pytest.raises(WireError, match=r"rows is \[1, 3\]"):
        upward_in(packet_of(gap))


def replace_id(row, row_id):
    return row._replace(row_id=row_id)


def test_what_is_too_long_is_not_sent():
    with pytest.raises(WireError, match="256000 are the most"):
        packet_of(replace(UP[3], rows=(FIRST._replace(text="x" * MAX_PAYLOAD),)))


def outcome(read, packet):
    """What reading the packet leads to: a message, or the sentence of a WireError."""
    try:
        return read(packet)
    except WireError as error:
        return str(error)


@given(st.sampled_from([*UPWARD, *DOWNWARD]), st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_refused_with_a_sentence(kind, payload):
    for read in (upward_in, downward_in):
        assert isinstance(outcome(read, Packet(kind, payload)), str)


CHANGES = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3) | st.floats(allow_nan=False)


@given(st.sampled_from([*UP, *DOWN]), st.data())
def test_a_payload_with_any_field_changed_is_read_or_refused(message, data):
    head, newline, rest = packet_of(message).payload.partition(b"\n")
    fields = json.loads(head)
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(CHANGES)
    packet = Packet(message.KIND, json.dumps(fields).encode() + newline + rest)
    said = outcome(upward_in if message in UP else downward_in, packet)
    assert isinstance(said, type(message)) or (isinstance(said, str) and len(said) < 400)
