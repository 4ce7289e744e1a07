"""JSON from elsewhere: what cannot be used is refused with a sentence of our own."""

import pytest

from record.store.json_text import JsonError, json_in

REFUSED = {
    "no-json": ('{"a": }', "JsonFault.not-json"),
    "empty": ("", "JsonFault.not-json"),
    "no-utf-8": (b"\xff\xfe\x00", "JsonFault.not-utf-8"),
    "deep": ("[" * 100_000, "JsonFault.too-deep"),
    "digits": ("[" + "9" * 5000 + "]", "JsonFault.too-long"),
    "surrogate": (r'{"white": "\ud800"}', "JsonFault.half-a-pair"),
    "surrogate-key": (r'{"\udfff": 1}', "JsonFault.half-a-pair"),
}


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_used_is_refused(text: str | bytes, code: str) -> None:
    with pytest.raises(JsonError) as refused:
        json_in(text)
    assert refused.value.sentence.code == code


def test_whole_characters_beyond_the_basic_plane_are_text() -> None:
    assert json_in(r'["\ud83d\ude00", 1.5, null]') == ["\U0001f600", 1.5, None]
