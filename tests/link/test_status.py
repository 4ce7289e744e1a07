"""The message of how a board is: nothing is lost on its way, and what is no status is refused whole."""

import json
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from link.messages import CurrentStatus, MessageError, answer_in, packet_of
from link.status import (
    Check,
    Damaged,
    Level,
    LogSeen,
    Status,
    StatusError,
    checks_in,
    message_of,
)
from record.telling.sentences import MAX_TEXT_LENGTH
from rules.errors import Sentence

INNER = Sentence("PictureSays.dark", "the picture is dark", {}, Sentence.plain("turn on more light"))
SEEN = Sentence("Says.all", "{count} of {all}: {why}", {"count": 2, "all": ("a", INNER), "why": INNER}, plural="{count} are {why}, {all}")
WHOLE = Status(
    t_ns=7,
    phase="playing",
    checks=(Check("light", Level.WARN, SEEN, INNER), Check("disk", Level.OK, SEEN)),
    about={"white": "Sytske"},
    picture_age_ms=240,
    damaged=Damaged("0001", 7, (LogSeen("/media/x", 9, 3),), 8),
    next_game={"by": "Anke"},
)


def test_what_is_told_comes_whole_with_the_sentences_and_their_values() -> None:
    for told in (CurrentStatus(WHOLE), CurrentStatus()):
        assert answer_in(packet_of(told)) == told


def test_numbers_of_any_kind_are_told() -> None:
    check = Check("light", Level.OK, Sentence("", "{a} {b}", {"a": Decimal("1.5"), "b": np.float64(0.25)}))
    told = answer_in(packet_of(CurrentStatus(Status(checks=(check,)))))
    assert isinstance(told, CurrentStatus)
    assert told.status
    assert str(told.status.checks[0].seen) == "1.5 0.25"


def status_in(value: object) -> Status:
    """The status with that value in its message."""
    message = answer_in(json.dumps({"type": "CurrentStatus", "status": value}).encode())
    assert isinstance(message, CurrentStatus)
    assert message.status
    return message.status


LIGHT = {"name": "light", "level": "ok", "seen": "dim"}
"""A plain text is a sentence too."""


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": "asleep"},
        {"phase": {}},
        {"picture_age_ms": "x"},
        {"about": []},
        {"about": {"board": {"a": 1}}},
        {"rules": []},
        {"in_memory": -1},
        {"damaged": {"game": "0001"}},
        {"checks": None},
        *({"checks": [check]} for check in (5, {"name": "light"}, LIGHT | {"level": "fine"}, LIGHT | {"seen": 5}, LIGHT | {"do": [1]})),
        {"checks": [LIGHT | {"seen": {"code": "a", "english": "{"}}]},
        {"checks": [LIGHT | {"seen": {"code": "a", "english": "b" * (MAX_TEXT_LENGTH + 1)}}]},
    ],
)
def test_what_is_no_status_is_refused(wrong: dict[str, object]) -> None:
    assert status_in({"checks": [LIGHT]}).checks[0].seen == Sentence.plain("dim")
    with pytest.raises(MessageError):
        status_in(wrong)


@pytest.mark.parametrize("value", ["5", "[]", '{"rules": "\\udfff"}', "[" * 20_000, '{"checks": ' + "[" * 20_000])
def test_what_is_no_object_of_a_status_is_refused(value: str) -> None:
    with pytest.raises(MessageError):
        answer_in(b'{"type":"CurrentStatus","status":%b}' % value.encode())


def test_what_no_message_can_have_is_refused_by_its_type() -> None:
    with pytest.raises(TypeError, match="a PosixPath is no part of a message"):
        message_of({"folder": Path()})


def test_a_long_text_in_a_sentence_is_cut_and_one_is_cleared_in_all_its_parts() -> None:
    (check,) = status_in({"checks": [LIGHT | {"seen": "x" * 9_000}]}).checks
    assert len(str(check.seen)) == MAX_TEXT_LENGTH
    cleared = Check("light", Level.OK, SEEN, INNER).cleared(str.upper)
    assert (str(cleared.do), "TURN ON MORE LIGHT" in str(cleared.seen)) == ("the picture is dark; TURN ON MORE LIGHT", True)


def test_the_checks_of_another_message_are_read_as_those_of_a_status() -> None:
    assert checks_in(json.loads(message_of({"checks": WHOLE.checks}))["checks"]) == WHOLE.checks
    assert checks_in([]) == ()
    for wrong in (None, {}, [5], [LIGHT | {"level": "fine"}]):
        with pytest.raises(StatusError):
            checks_in(wrong)


def test_the_check_of_a_part_is_found_by_its_name() -> None:
    assert (WHOLE.check("disk"), WHOLE.check("camera")) == (WHOLE.checks[1], None)
