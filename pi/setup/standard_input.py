"""Standard input as text."""

import io
import sys
from collections.abc import Iterable
from typing import TextIO

from rules.errors import DamcamError, Phrase


class InputFault(Phrase):
    """Why nothing is read from standard input."""

    CLOSED = "standard input is closed; a FEN a line was expected there"


class ClosedInput(DamcamError, OSError):
    """There is no standard input to read from."""


def input_lines() -> Iterable[str]:
    """The lines of standard input in UTF-8, with or without a byte order mark; bytes that are not UTF-8 become U+FFFD."""
    if sys.stdin is None:
        raise ClosedInput(InputFault.CLOSED.said())
    _as_utf_8(sys.stdin)
    return sys.stdin


def input_text(most: int) -> str:
    """The text of standard input, read as by `input_lines`, at most so many characters; empty where it is closed."""
    if sys.stdin is None:
        return ""
    _as_utf_8(sys.stdin)
    return sys.stdin.read(most)


def _as_utf_8(stream: TextIO) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8-sig", errors="replace")
