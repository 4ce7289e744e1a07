"""The base of events, and the types of their fields.

A row is refused when it is read (`record.events.as_json.decode`) unless each field has a value of its type. Readers can show what a type
admits, and check nothing again. `encode` refuses to write what `decode` would refuse.
"""

import re
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from rules.board.evidence import MAX_ABS_LOG_P
from rules.board.squares import Content, Side
from rules.irregularity import Verdict
from rules.play.endings import Cause

MAX_NS = 2**62
"""146 years. Sums and differences of two such times are still whole numbers of 64 bits, in which other programs hold them."""
MAX_COUNT = 2**31 - 1
"""More presses, plies and rows than any game has."""
MAX_SQUARE = 50
"""The squares of the largest board (10 x 10)."""
CONTENTS = len(Content)


class Stored(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event, or a part of one.

    A field with its default value is left out of the row, so the default never changes: rows that stand would change with it. Defaults are
    empty, zero or single objects, so that equal events are equal bytes.
    """


def one_of(words: Iterable[str]) -> Meta:
    """The constraint of a text that is one of these words."""
    return Meta(pattern=rf"\A(?:{'|'.join(map(re.escape, words))})\Z")


TimeNs = Annotated[int, Meta(ge=0, le=MAX_NS)]
"""A moment since the session began, or the time that is left on a clock."""
ChangeNs = Annotated[int, Meta(ge=-MAX_NS, le=MAX_NS)]
"""A time that is added or, where it is negative, deducted."""
Count = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
"""A number of presses, plies or rows, or the number of one of them; 0 is before the first."""
SideName = Annotated[str, one_of(Side)]
VerdictName = Annotated[str, one_of(Verdict)]
CauseName = Annotated[str, one_of(Cause)]
ResultName = Annotated[str, one_of(("1-0", "0-1", "draw", "void", "*"))]
CommandId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,32}\Z")]
"""The id of the command that made the event, by which its sender is answered again; empty where no command did."""
Square = Annotated[int, Meta(ge=1, le=MAX_SQUARE)]
LogP = Annotated[tuple[Annotated[float, Meta(ge=-MAX_ABS_LOG_P, le=MAX_ABS_LOG_P)], ...], Meta(min_length=CONTENTS, max_length=CONTENTS)]
"""The log-probabilities of the contents of one square, in nats, as in `rules.board.evidence.Row`."""
Heights = Annotated[tuple[float, ...], Meta(min_length=3, max_length=3)]
"""As `rules.board.evidence.HeightChange`."""
Corners = Annotated[tuple[tuple[float, float], ...], Meta(min_length=4, max_length=4)]
"""The outer corners (x, y) of the board in pixels: White's lower left first, counter-clockwise for White."""
