"""The encodings of the files of other programs."""

import codecs

import pytest

from rules.pdn.encoding import ENCODING_NAMES, decoded, decoded_parts, encoding_of

NAME = "\u0160imon \u2013 \u201cS\u00fbkerbiet\u201d"
TEXT = f'[Event "\u0160nits"]\n[White "{NAME}"]\n\n1. 32\u201328 19\u201323 *\n'


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (TEXT.encode(), "UTF-8"),
        (TEXT.encode("utf-8-sig"), "UTF-8"),
        (TEXT.encode("cp1252"), "Windows-1252"),
        (TEXT.encode("utf-16"), "UTF-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "UTF-16"),
        (TEXT.encode("utf-16-le"), "UTF-16"),
        (TEXT.encode("utf-16-be"), "UTF-16"),
    ],
)
def test_the_encodings_that_are_met(content: bytes, name: str) -> None:
    assert decoded(content) == TEXT
    parts = [content[at : at + 200] for at in range(0, len(content), 200)]
    assert ENCODING_NAMES[encoding_of(parts)] == name


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_half_a_character_at_the_end_of_utf_16_is_none_of_the_text(encoding: str) -> None:
    content = TEXT.replace("\n", "\r\n").encode(encoding) + b"\n"
    assert decoded(content, errors="strict") == TEXT.replace("\n", "\r\n")
    for size in (1, 3, 200):
        parts = (content[at : at + size] for at in range(0, len(content), size))
        assert "".join(decoded_parts(parts, encoding_of((content,)))) == TEXT


def test_a_long_file_is_looked_at_to_its_end() -> None:
    assert encoding_of([b"x" * 300, "\u0160".encode()]) == "utf-8-sig"
    assert encoding_of([b"x" * 300, "\u0160".encode()[:1], "\u0160".encode()[1:]]) == "utf-8-sig"
    assert encoding_of([b"x" * 300, b"\x8a"]) == "cp1252"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", ""),
        (b"*", "*"),
        (b"M\x81ller", "M\ufffdller"),
        (b"\xff\xfe\x00\x81 1. 32-28 19-23", "\xff\xfe\x00\ufffd 1. 32-28 19-23"),
        ("1. 32-28 *".encode("utf-16-le") + b"\x3d\xd8", "1. 32-28 *\ufffd"),
    ],
)
def test_damaged_bytes_are_replaced_one_by_one(content: bytes, text: str) -> None:
    assert decoded(content) == text
