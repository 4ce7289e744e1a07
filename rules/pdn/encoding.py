"""The encoding of a text file as other programs write it: UTF-8, UTF-16 or Windows-1252.

Files that were joined may have parts in UTF-8 and in Windows-1252. A file that is not UTF-8 as a whole is therefore decoded by lines.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from io import IncrementalNewlineDecoder
from itertools import chain

UTF_8, WINDOWS_1252, UTF_16 = "utf-8-sig", "cp1252", ("utf-16", "utf-16-le", "utf-16-be")
ENCODING_NAMES = {UTF_8: "UTF-8", **dict.fromkeys(UTF_16, "UTF-16"), WINDOWS_1252: "Windows-1252"}
"""What people call the encodings, by the name of Python's codec."""
SAMPLE = 200
"""Bytes that show whether a text without a mark is UTF-16: in those of our letters every second byte is 0."""
MAX_LINE_BYTES = 1 << 20
"""A longer line is decoded in parts, which end at a blank."""
_IN_NO_NAME = re.compile("[\x80-\x9f\u0250-\u02ba\u02bd-\u02ff\u0590-\u05cf\u0700-\u07ff]")
"""Controls, phonetic signs, Hebrew accents, Syriac and N'Ko. A line in Windows-1252 may be valid UTF-8 by chance, where an \u00c9, \u00d6,
\u00dc or \u00df precedes a dash or quotation mark. It has such signs then, which are in no name or comment that is UTF-8."""


def encoding_of(parts: Iterable[bytes]) -> str:
    """The key of ENCODING_NAMES for a file, given in parts; the first part has SAMPLE bytes, or is the whole file.

    A byte order mark of UTF-16 decides, then the zeros of UTF-16, then whether all of it is UTF-8. What is none of them is Windows-1252, of
    which five bytes have no character; single lines of it may be UTF-8.
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

    Of Windows-1252 a line that can only be UTF-8 is decoded as that. A byte that has no character in the encoding becomes U+FFFD. Half a
    character at the end of UTF-16 is left out: it is none of the text, but such as a line end that a program for UTF-8 has put there.
    """
    lines = IncrementalNewlineDecoder(None, translate=True)
    for text in _decoded(parts, encoding, "replace"):
        yield lines.decode(text)
    yield lines.decode("", final=True)


def _decoded(parts: Iterable[bytes], encoding: str, errors: str) -> Iterator[str]:
    if encoding == WINDOWS_1252:
        yield from (_decoded_line(line, errors) for line in _lines(parts))
        return
    decoder = codecs.getincrementaldecoder(encoding)(errors=errors)
    for part in parts:
        yield decoder.decode(part)
    waiting, flag = decoder.getstate()
    if encoding in UTF_16 and len(waiting) % 2:
        decoder.setstate((waiting[:-1], flag))
    yield decoder.decode(b"", final=True)


def _lines(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of the file with their ends; of a long line parts that end at a blank."""
    held = b""
    for part in parts:
        *lines, held = (held + part).splitlines(keepends=True) or [b""]
        yield from lines
        if len(held) > MAX_LINE_BYTES:
            cut = held.rfind(b" ") + 1 or len(held)
            yield held[:cut]
            held = held[cut:]
    yield held


def _decoded_line(line: bytes, errors: str) -> str:
    try:
        text = line.decode(UTF_8)
    except UnicodeDecodeError:
        return line.decode(WINDOWS_1252, errors)
    return line.decode(WINDOWS_1252, errors) if _IN_NO_NAME.search(text) else text


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
