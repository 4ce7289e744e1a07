"""How much work something is, counted: the number is the same on a quick machine, a slow one and a busy one."""

import sys
from collections.abc import Callable
from types import FrameType


def calls_of(does: Callable[[], object]) -> int:
    """The calls of functions, of Python and of C, that it takes. What one call of C does in itself is not seen."""
    count = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        does()
    finally:
        sys.setprofile(before)
    return count
