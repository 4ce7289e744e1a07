"""The encodings of the files of other programs."""

import codecs

import pytest

from rules.pdn.encoding import ENCODING_NAMES, MAX_LINE_BYTES, decoded, decoded_parts, encoding_of

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


UTF_8_GAME = '[White "\u0141uk\u00e1\u0161 \u017d."]\n[Black "\u0418\u0432\u0430\u043d"]\r\n\n1. 32-28 {\u201e\u00c9\u201d} *\n'
JOINED = (
    (UTF_8_GAME.encode() + TEXT.encode("cp1252"), (UTF_8_GAME, TEXT)),
    (TEXT.encode("cp1252") + UTF_8_GAME.encode("utf-8-sig"), (TEXT, UTF_8_GAME)),
    (2 * (TEXT.encode("cp1252") + UTF_8_GAME.encode()), 2 * (TEXT, UTF_8_GAME)),
)


@pytest.mark.parametrize(("content", "texts"), JOINED)
def test_joined_files_keep_the_encoding_of_each_line(content: bytes, texts: tuple[str, ...]) -> None:
    assert decoded(content, errors="strict") == "".join(texts)
    for size in (1, 7, 200, 1000):
        parts = (content[at : at + size] for at in range(0, len(content), size))
        assert "".join(decoded_parts(parts, encoding_of((content,)))) == "".join(texts).replace("\r\n", "\n")


@pytest.mark.parametrize(
    "end", ["CAF\u00c9\u201d", "ANDR\u00c9\u2013", "GRO\u00df\u2013", "M\u00d6\u201d", "MEN\u00dc\u2026", "NO\u00cb\u2014"]
)
def test_letters_of_windows_1252_that_are_utf_8_by_chance_stay_what_they_are(end: str) -> None:
    text = f'[Event "{end} 2026"]\n[White "M\u00fcller"]\n'
    assert decoded(text.encode("cp1252"), errors="strict") == text


def test_a_long_line_is_decoded_in_parts() -> None:
    text = "\u0160imon " * (MAX_LINE_BYTES // 4)
    content = b"\xe9\n" + text.encode()
    parts = (content[at : at + 100_000] for at in range(0, len(content), 100_000))
    texts = list(decoded_parts(parts, "cp1252"))
    assert "".join(texts) == "\u00e9\n" + text
    assert max(map(len, texts)) <= MAX_LINE_BYTES + 100_000


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
