"""Cuts a long PDN file into pieces that can be read one after the other, so that a file of any length takes little memory."""

import re
from collections.abc import Iterable, Iterator

MAX_PIECE_CHARS = 1 << 22
"""Characters that are held at most. A file of games has a tag in each thousand; what has none in four million is cut at a blank."""
_TAG = re.compile(r'\n(?=\[\w+\s*")')
"""No comment, move or tag goes on beyond a line that begins with a tag (`rules.pdn.tokens`)."""


def pieces(chunks: Iterable[str]) -> Iterator[str]:
    """The chunks of a file, cut anew in front of tags; together they are the same text."""
    held, searched = "", 0
    for chunk in chunks:
        held += chunk
        cut = _cut(held, searched)
        searched = max(0, len(held) - cut - 1)
        if cut:
            yield held[:cut]
            held = held[cut:]
    if held:
        yield held


def _cut(held: str, searched: int) -> int:
    """Where the held text can be cut, 0 for nowhere yet; `searched` characters of it have no tag."""
    cut = 0
    for found in _TAG.finditer(held, searched):
        cut = found.end()
    if cut or len(held) < MAX_PIECE_CHARS:
        return cut
    return max(held.rfind(" "), held.rfind("\n")) + 1 or len(held)
