"""The encoding of a text file as other programs write it: UTF-8, UTF-16 or Windows-1252."""

import codecs
from collections.abc import Iterable, Iterator
from io import IncrementalNewlineDecoder
from itertools import chain

UTF_8, WINDOWS_1252, UTF_16 = "utf-8-sig", "cp1252", ("utf-16", "utf-16-le", "utf-16-be")
ENCODING_NAMES = {UTF_8: "UTF-8", **dict.fromkeys(UTF_16, "UTF-16"), WINDOWS_1252: "Windows-1252"}
"""What people call the encodings, by the name of Python's codec."""
SAMPLE = 200
"""Bytes that show whether a text without a mark is UTF-16: in those of our letters every second byte is 0."""


def encoding_of(parts: Iterable[bytes]) -> str:
    """The key of ENCODING_NAMES for a file, given in parts; the first part has SAMPLE bytes, or is the whole file.

    A byte order mark of UTF-16 decides, then the zeros of UTF-16, then whether all of it is UTF-8. What is none of them is Windows-1252, of
    which five bytes have no character.
    """
    rest = iter(parts)
    first = next(rest, b"")
    if encoding := _utf_16(first):
        return encoding
    decoder = codecs.getincrementaldecoder(UTF_8)()
    try:
        for part in chain((first,), rest):
            decoder.decode(part)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return WINDOWS_1252
    return UTF_8


def decoded(content: bytes, errors: str = "replace") -> str:
    """The text of a file, as `decoded_parts` has it, with its line ends as they are; with the errors `strict` UnicodeDecodeError."""
    return "".join(_decoded((content,), encoding_of((content,)), errors))


def decoded_parts(parts: Iterable[bytes], encoding: str) -> Iterator[str]:
    """The text of a file in that encoding, given in parts, with each line end as a line feed.

    A byte that has no character in the encoding becomes U+FFFD. Half a character at the end of UTF-16 is left out: it is none of the text,
    but such as a line end that a program for UTF-8 has put there.
    """
    lines = IncrementalNewlineDecoder(None, translate=True)
    for text in _decoded(parts, encoding, "replace"):
        yield lines.decode(text)
    yield lines.decode("", final=True)


def _decoded(parts: Iterable[bytes], encoding: str, errors: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)(errors=errors)
    for part in parts:
        yield decoder.decode(part)
    waiting, flag = decoder.getstate()
    if encoding in UTF_16 and len(waiting) % 2:
        decoder.setstate((waiting[:-1], flag))
    yield decoder.decode(b"", final=True)


def _utf_16(first: bytes) -> str:
    """The encoding of a text in UTF-16, with or without a byte order mark; empty for any other text. Some letters, such as Š, have no zero.

    A mark whose text has its zeros in the other bytes is damage.
    """
    sample = first[:SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if sample.startswith(codecs.BOM_UTF16_LE if even <= odd else codecs.BOM_UTF16_BE):
        return "utf-16"
    most, least = max(even, odd), min(even, odd)
    is_utf_16 = len(sample) >= 4 and most * 4 > len(sample) and least * 8 < most
    return ("utf-16-be" if even > odd else "utf-16-le") if is_utf_16 else ""
