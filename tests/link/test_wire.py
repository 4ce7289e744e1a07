"""The messages between boards and hub: the golden ones of version 1, round trips, and what is refused."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from link.messages import Accepted, Expired, MessageError, Refused, command_in
from link.status import Status
from link.wire import (
    MAX_PAYLOAD,
    MAX_PICTURE,
    MAX_ROWS,
    TOPICS,
    BoardStatus,
    CommandOutcome,
    Games,
    Packet,
    Picture,
    Rows,
    downward_in,
    upward_in,
    wire_packet,
)
from record.session.arbiter import RulingRefusal
from record.store.journal_rows import RawRow
from rules.errors import Sentence
from tests.link.any_packets import AnyPackets
from tests.link.wire_messages import COMMAND, DOWN, FIRST, LAST, MACHINE, UP
from tests.support.says import says

GOLDEN = Path(__file__).parents[1] / "data" / "wire"
ALL = {wire_packet(message).kind: message for message in (*UP, *DOWN)}


def read_in(kind):
    return {"up": upward_in, "down": downward_in}[TOPICS[kind].direction]


@pytest.mark.parametrize("kind", TOPICS)
def test_payloads_are_those_of_version_1_and_of_a_newer_damcam_unknown_fields_are_left_alone(kind):
    golden = (GOLDEN / f"{kind}.v1").read_bytes()
    assert wire_packet(ALL[kind]) == Packet(kind, golden)
    for payload in (golden, golden.replace(b"{", b'{"mood":"good",', 1)):
        assert read_in(kind)(Packet(kind, payload)) == ALL[kind]


def test_each_kind_has_a_golden_payload():
    assert ALL.keys() == TOPICS.keys() == {path.stem for path in GOLDEN.iterdir()}


@pytest.mark.parametrize(
    "message",
    [
        *(
            CommandOutcome(MACHINE, "w-1", outcome)
            for outcome in (
                Accepted(7, Sentence.plain("the disk is full")),
                Refused(RulingRefusal.NOTHING_TO_UNDO.said(), "stale"),
                Refused(Sentence("A.b", "{one} and {other}", {"one": ("x", 1.5), "other": Sentence.plain("y")}, Sentence.plain("z"))),
                Expired(),
            )
        ),
        *(Picture(MACHINE, "0001", "drawn/0001.png", data) for data in (b"", b"\n", bytes(range(256)))),
        Rows(MACHINE, "0001", (RawRow(7, -1, "Later", '{"a" :  "\\u0001é😀\\\\",  "b":1.50}', bytes(32)),)),
    ],
)
def test_a_message_is_read_as_it_was_written(message):
    assert upward_in(wire_packet(message)) == message


def test_a_command_travels_as_on_one_machine():
    assert command_in(downward_in(wire_packet(ALL["command"])).command) == COMMAND


NOT_READ = "a message of kind {kind} cannot be read: {why}"
TOO_LONG = "a message of kind {kind} has {size} bytes, and {most} are the most"
NO_KIND = "there is no message of kind {kind}"
CHECKSUM = b"A" * 43 + b"="
ROWS = b'{"v":1,"machine":"aa","game":"0001","rows":[%s]}'
WRONG = [
    ("pulse", b"", NOT_READ),
    ("pulse", b"[1]", NOT_READ),
    ("pulse", (GOLDEN / "pulse.v1").read_bytes().replace(b'"v":1', b'"v":2'), NOT_READ),
    ("pulse", b"[" * 1999, NOT_READ),
    ("pulse", wire_packet(UP[1]).payload.replace(b'"game":"0001"', b'"game":"0123456789"'), NOT_READ),
    ("presence", b'{"v":1,"machine":"A B","online":true}', NOT_READ),
    ("presence", b'{"v":1,"machine":"aa\\n","online":true}', NOT_READ),
    ("presence", b'{"v":1,"machine":"aa","online":1}', NOT_READ),
    ("rows", ROWS.replace(b"0001", b"../1") % (b'[1,0,"A","{}","' + CHECKSUM + b'"]'), NOT_READ),
    ("rows", ROWS % b"", NOT_READ),
    ("rows", ROWS % b'[true,0,"A","{}","%b"]' % CHECKSUM, NOT_READ),
    ("rows", ROWS % b'[0,0,"A","{}","%b"]' % CHECKSUM, NOT_READ),
    ("rows", ROWS % b'[1,0,"A","{","%b"]' % CHECKSUM, NOT_READ),
    ("rows", ROWS % b'[1,0,"A 1","{}","%b"]' % CHECKSUM, NOT_READ),
    ("rows", ROWS % b'[1,0,"A","{}","AAAA"]', NOT_READ),
    ("rows", wire_packet(Rows(MACHINE, "0001", (FIRST, FIRST._replace(row_id=3)))).payload, NOT_READ),
    ("rows", b" " * (MAX_PAYLOAD + 1), TOO_LONG),
    ("rows", wire_packet(Rows(MACHINE, "0001", tuple(FIRST._replace(row_id=row) for row in range(1, MAX_ROWS + 2)))).payload, NOT_READ),
    ("games", b'{"v":1,"machine":"aa","games":{"0001":[1]}}', NOT_READ),
    ("games", wire_packet(Games("aa", {f"{game:04}": LAST for game in range(1, 1_002)})).payload, NOT_READ),
    ("picture", b'{"v":1,"machine":"aa","game":"0001","name":"frames/../../x.jpg"}\nab', NOT_READ),
    ("picture", b'{"v":1,"machine":"aa","game":"0001","name":"frames/1.jpg"}\n' + bytes(MAX_PICTURE + 1), NOT_READ),
    ("view", wire_packet(UP[6]).payload.partition(b"\n")[0], NOT_READ),
    ("outcome", b'{"v":1,"machine":"aa","id":"w","outcome":{"type":"Refused","why":{"code":"x","english":"{a.b}"}}}', NOT_READ),
    ("command", b"{}", NO_KIND),
    ("a/b", b"{}", NO_KIND),
]


@pytest.mark.parametrize(("kind", "payload", "sentence"), WRONG)
def test_what_is_wrong_is_refused(kind, payload, sentence):
    with pytest.raises(MessageError, check=says(sentence)):
        upward_in(Packet(kind, payload))


def test_what_is_too_long_is_not_sent():
    assert len(wire_packet(Picture(MACHINE, "0001", "frames/0001.jpg", bytes(MAX_PICTURE))).payload) < MAX_PAYLOAD
    with pytest.raises(MessageError, check=says(TOO_LONG, most=256000)):
        wire_packet(replace(UP[3], rows=(FIRST._replace(text="x" * MAX_PAYLOAD),)))


def outcome_of(read, packet):
    """The message in the packet, or what the MessageError says."""
    try:
        return read(packet)
    except MessageError as error:
        return str(error)


@given(st.integers(0, 2**32), st.sampled_from(["up", "down"]))
def test_whatever_somebody_sends_is_refused_in_a_short_sentence_or_a_message_that_can_be_sent_again(seed, direction):
    packet = AnyPackets(Random(seed)).packet(direction)
    for read in (upward_in, downward_in):
        outcome = outcome_of(read, packet)
        assert len(outcome) < 400 if isinstance(outcome, str) else read(wire_packet(outcome)) == outcome


def test_names_in_a_status_come_without_what_cannot_be_shown():
    status = Status(board="east\u202etsew", about={"white": "An\0na"})
    received = upward_in(wire_packet(BoardStatus(MACHINE, 1, status)))
    assert (received.status.board, received.status.about) == ("easttsew", {"white": "Anna"})
