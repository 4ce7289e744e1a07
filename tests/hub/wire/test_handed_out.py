"""The file by which a hub hands a board out to another machine: an enrolment with the journal of the newest game in it."""

import json
import zlib
from base64 import b64decode, b64encode
from dataclasses import replace

import pytest

from hub.wire import handed_out
from hub.wire.enrolment import Enrolment, EnrolmentError
from hub.wire.handed_out import HandedGame, read_handed
from record.store.latest import ClockRow
from tests.support.says import says

READING = ClockRow(90 * 10**9, 1, 2)
GAME = HandedGame("0002", 2, b'{"row":1}\n' * 20, READING)
ENROLMENT = Enrolment(
    key="7",
    addresses=("192.0.2.1",),
    port=8883,
    authority="-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n",
    fingerprint="ab" * 32,
    password="secret-of-seven-123456",
)


@pytest.mark.parametrize("clock", [READING, None])
def test_the_file_has_the_enrolment_the_game_and_its_clock(clock):
    given = replace(GAME, clock=clock)
    assert json.loads(given.added_to(ENROLMENT))["handed"]["clock"] == (list(READING) if clock else None)
    assert read_handed(given.added_to(ENROLMENT)) == (ENROLMENT, given)


def test_an_enrolment_without_a_game_has_none_and_what_is_none_is_refused():
    assert read_handed(ENROLMENT.written()) == (ENROLMENT, None)
    for text, code in (("[]", "EnrolmentFault.no-object"), ("{", "EnrolmentFault.no-json")):
        with pytest.raises(EnrolmentError, check=says(code)):
            read_handed(text)


def test_a_file_that_is_too_large_is_not_looked_into(monkeypatch):
    text = GAME.added_to(ENROLMENT)
    monkeypatch.setattr(handed_out, "MAX_FILE", len(text))
    assert read_handed(text) == (ENROLMENT, GAME)
    monkeypatch.setattr(handed_out, "MAX_FILE", len(text) - 1)
    assert read_handed(text)[1] is None


def packed(content: bytes) -> str:
    return b64encode(content).decode()


WHOLE = zlib.compress(GAME.journal)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("clock", [1, 2]),
        ("clock", ["x", 1, 2]),
        ("clock", {"a": 1}),
        ("clock", [1, 2, 2**80]),
        ("game", 2),
        ("game", "../0002"),
        ("games", "2"),
        ("games", True),
        ("journal", 2),
        ("journal", "%%%%"),
        ("journal", packed(b"not packed")),
        ("journal", packed(WHOLE[:-4])),
        ("journal", packed(WHOLE + b"x")),
    ],
)
def test_a_game_that_is_none_or_was_cut_is_refused(field, value):
    text = json.loads(GAME.added_to(ENROLMENT))
    text["handed"][field] = value
    with pytest.raises(EnrolmentError, check=says("EnrolmentFault.wrong", name="handed")):
        read_handed(json.dumps(text))


@pytest.mark.parametrize("handed", [None, [], "x", {}])
def test_what_is_handed_out_must_have_its_fields(handed):
    text = json.loads(GAME.added_to(ENROLMENT)) | {"handed": handed}
    with pytest.raises(EnrolmentError, check=says("EnrolmentFault.wrong", name="handed")):
        read_handed(json.dumps(text))


def test_a_journal_that_unpacks_to_more_than_any_game_is_refused(monkeypatch):
    text = GAME.added_to(ENROLMENT)
    assert b64decode(json.loads(text)["handed"]["journal"])
    monkeypatch.setattr(handed_out, "MAX_JOURNAL", len(GAME.journal) - 1)
    with pytest.raises(EnrolmentError, check=says("EnrolmentFault.wrong", name="handed")):
        read_handed(text)
