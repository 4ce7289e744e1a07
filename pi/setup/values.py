"""Parses values of the command line and of the settings.

Each function raises ArgumentTypeError with a sentence, or ValueError where argparse's own sentence, made with the function's `__name__`,
is enough.
"""

import re
from argparse import ArgumentTypeError
from collections.abc import Sequence
from math import atan2, isfinite
from pathlib import Path

from clock.control import MAX_TIME_NS, SECOND_NS
from rules.play.strongest import PieceWeights

MAX_DAYS = 36500
"""A hundred years, which means for ever. Python's dates have an upper limit."""


def corners(text: str) -> list[tuple[float, float]]:
    """The four outer corners of a board, in pixels."""
    pairs = [pair.split(",") for pair in text.split()]
    try:
        points = [(float(x), float(y)) for x, y in pairs]
    except ValueError:
        points = []
    if len(points) != 4 or not all(isfinite(value) for point in points for value in point):
        raise ArgumentTypeError(f"{text!r} is not four corners; write them as 'X,Y X,Y X,Y X,Y', in pixels")
    if not _surround(points):
        raise ArgumentTypeError(f"{text!r} are not the corners of a board: one of them lies between the others, or on another")
    return points


def _surround(points: Sequence[tuple[float, float]]) -> bool:
    """Whether these four, in any order, are the corners of a convex quadrilateral: a walk round it turns the same way at each."""
    x, y = (sum(values) / 4 for values in zip(*points, strict=True))
    a, b, c, d = sorted(points, key=lambda point: atan2(point[1] - y, point[0] - x))
    return all(
        (two[0] - one[0]) * (three[1] - two[1]) > (two[1] - one[1]) * (three[0] - two[0])
        for one, two, three in ((a, b, c), (b, c, d), (c, d, a), (d, a, b))
    )


def target(text: str) -> Path:
    """A file or a folder to write to."""
    if not text:
        raise ArgumentTypeError("the name is empty; give a file or a folder to write to")
    return Path(text)


def weights(text: str) -> PieceWeights:
    """The weights of the strongest position."""
    try:
        king, man, row = map(int, text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not three whole numbers; write them as KING,MAN,ROW") from None
    try:
        return PieceWeights(king, man, row)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def non_negative(text: str) -> int:
    """A whole number of 0 or more."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def moves_made(text: str) -> tuple[int, int]:
    """The numbers of moves that White and Black have made."""
    try:
        white, black = map(non_negative, text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not two whole numbers; write White's moves and Black's as in 12,11") from None
    return white, black


def days(text: str) -> int:
    """A number of days, 0 to `MAX_DAYS`."""
    number = int(text)
    if not 0 <= number <= MAX_DAYS:
        raise ArgumentTypeError(f"{text} is not a number of days from 0 to {MAX_DAYS}")
    return number


def positive(text: str) -> int:
    """A whole number of 1 or more."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def time_ns(text: str) -> int:
    """Nanoseconds from H:MM:SS or MM:SS, less than a day."""
    if not re.fullmatch(r"[0-9]+(:[0-9]{1,2}){1,2}", text):
        raise ValueError(text)
    parts = [int(part) for part in text.split(":")]
    if any(part > 59 for part in parts[1:]):
        raise ValueError(text)
    seconds = 0
    for part in parts:
        seconds = 60 * seconds + part
    if seconds * SECOND_NS >= MAX_TIME_NS:
        raise ArgumentTypeError(f"{text} is a day or more; a clock shows less than {MAX_TIME_NS // (3600 * SECOND_NS)} hours")
    return seconds * SECOND_NS


def port(text: str) -> int:
    """A TCP port."""
    number = int(text)
    if not 0 < number < 65536:
        raise ArgumentTypeError(f"{text} is not a port; a number from 1 to 65535 was expected")
    return number


def speed(text: str) -> float:
    """A factor of at least 0.01."""
    times = float(text)
    if not 0.01 <= times < float("inf"):
        raise ArgumentTypeError(f"{text} is not a speed; a number of 0.01 or more was expected")
    return times


positive.__name__ = "whole number above 0"
non_negative.__name__, days.__name__, port.__name__, speed.__name__ = "whole number", "number of days", "port", "speed"
time_ns.__name__ = "time such as 1:20:00"
