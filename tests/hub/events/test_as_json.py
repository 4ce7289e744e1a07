"""A change as JSON: what a row of an event file holds, and what in it no version has written."""

import json
from typing import get_args

import pytest

from hub.events.as_json import ChangeError, decoded, encoded
from hub.events.changes import Change, EnteredResult, Entrant, EntrantsEntered, LotDrawn, ResultsEntered, RoundPaired, Who
from tests.support.says import within

WHO = Who("Jelle", "sa is it")
ENTERED = EntrantsEntered((Entrant("anna", "Anna Bos", number=3), Entrant("bate")))


@pytest.mark.parametrize(
    "change",
    [ENTERED, LotDrawn(5, (("a", "b"), ("c",))), ResultsEntered((EnteredResult(1, "a", "b", "1-0", default=True),)), RoundPaired(2, ())],
)
def test_a_change_is_read_as_it_was_written(change):
    assert decoded(*encoded(change, WHO)) == (change, WHO)


def test_every_kind_of_change_is_known():
    for kind in get_args(Change):
        with pytest.raises(ChangeError, check=within("ChangeFault.unknown", name="'no such field'")):
            decoded(kind.__name__, '{"no such field": 1}')


def entered(**fields):
    return json.dumps({"by": "Jelle", "why": "", "entrants": [{"id": "anna", **fields}]})


@pytest.mark.parametrize(
    ("kind", "text", "code", "values"),
    [
        ("Knocked", "{}", "no-such-kind", {}),
        ("EntrantsEntered", "[]", "no-object", {}),
        ("EntrantsEntered", entered(height=180), "unknown", {"name": "'height'"}),
        ("EntrantsEntered", entered().replace('"id"', '"name"'), "missing", {"key": "id"}),
        ("EntrantsEntered", "{}", "missing", {"key": "entrants"}),
        ("EntrantsEntered", entered(number="3"), "wrong", {"name": "number", "value": "'3'"}),
        ("EntrantsEntered", entered(number=True), "wrong", {"name": "number", "value": "True"}),
        ("EntrantsEntered", entered(name=None), "wrong", {"name": "name", "value": "None"}),
        ("EntrantsEntered", '{"entrants": "anna"}', "wrong", {"name": "entrants"}),
        ("EntrantsEntered", '{"entrants": [["anna"]]}', "wrong", {"name": "entrants"}),
        ("EntrantsEntered", '{"by": 1, "entrants": []}', "wrong", {"name": "by"}),
    ],
)
def test_what_no_version_has_written_is_told(kind, text, code, values):
    with pytest.raises(ChangeError, check=within("ChangeFault.not-read", kind=repr(kind))) as refused:
        decoded(kind, text)
    assert within(f"ChangeFault.{code}", **values)(refused.value)


def test_a_text_that_is_no_json_is_told():
    with pytest.raises(ChangeError, check=within("ChangeFault.not-read", kind="'EntrantsEntered'")):
        decoded("EntrantsEntered", "{")
