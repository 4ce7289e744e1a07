"""Cuts a long PDN file into pieces that can be read one after the other, so that a file of any length takes little memory."""

import re
from collections.abc import Iterable, Iterator

from rules.pdn.tokens import TAG_LINE

MAX_PIECE_CHARS = 1 << 22
"""Characters that are held at most. A file of games has a tag in each thousand; what has none in four million is cut at a blank."""
MAX_HELD_COMMENT_CHARS = MAX_PIECE_CHARS // 2
"""Characters that are held of a comment at most, which are more than the reader takes (`rules.pdn.read.MAX_CHARS`)."""
_MARK = re.compile(rf"[{{}}]|{TAG_LINE.pattern}")


def pieces(chunks: Iterable[str]) -> Iterator[str]:
    """The chunks of a file, cut anew in front of tags; together they are the same text, but for comments that nobody reads to their end.

    No move or tag goes on beyond a line that begins with a tag, and a comment only as `rules.pdn.tokens.comment_end` says.
    """
    held = ""
    for chunk in chunks:
        held += chunk
        cut, comment = _cut(held)
        if cut == 0 and len(held) >= MAX_PIECE_CHARS:
            if comment == 0:
                held = _shortened(held)
            cut = comment if comment > 0 else _last_blank(held) if len(held) >= MAX_PIECE_CHARS else 0
        if cut:
            yield held[:cut]
            held = held[cut:]
    if held:
        yield held


def _cut(held: str) -> tuple[int, int]:
    """Where the held text can be cut, 0 for nowhere yet, and where the comment begins that is open at its end, -1 for none."""
    cut, in_comment, comment = 0, 0, -1
    for mark in _MARK.finditer(held):
        match mark.group():
            case "}":
                in_comment, comment = 0, -1
            case "{":
                if comment < 0 or in_comment:
                    comment = mark.start()
                cut, in_comment = in_comment or cut, 0
            case _ if comment < 0:
                cut = mark.start() + 1
            case _:
                in_comment = mark.start() + 1
    if not cut and in_comment and len(held) >= MAX_PIECE_CHARS:
        return in_comment, -1
    return cut, comment


def _shortened(held: str) -> str:
    """The text, which is one comment so far, with its beginning and the ends of its lines, so that lines are counted rightly."""
    return held[:MAX_HELD_COMMENT_CHARS] + "\n" * held.count("\n", MAX_HELD_COMMENT_CHARS)


def _last_blank(held: str) -> int:
    return max(held.rfind(" "), held.rfind("\n")) + 1 or len(held)
