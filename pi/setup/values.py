"""What people write on the command line and in the settings, as values; ValueError or ArgumentTypeError, a sentence, for what is none."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from math import atan2, isfinite
from pathlib import Path

from rules.play.strongest import Weights

MOST_DAYS = 36500
"""A hundred years, which is for ever; a number without bound is none that Python can reckon a day by."""


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
    """Whether these four, in any order, are the corners of a quadrilateral: going round it one turns the same way at each."""
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


def weights(text: str) -> Weights:
    """What pieces count in the strongest position."""
    try:
        king, man, row = map(int, text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not three whole numbers; write them as KING,MAN,ROW") from None
    try:
        return Weights(king, man, row)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def whole(text: str) -> int:
    """0 or more."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def moves_made(text: str) -> tuple[int, int]:
    """How many moves White and Black have made."""
    try:
        white, black = map(whole, text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not two whole numbers; write White's moves and Black's as in 12,11") from None
    return white, black


def days(text: str) -> int:
    """0 to `MOST_DAYS`."""
    number = int(text)
    if not 0 <= number <= MOST_DAYS:
        raise ArgumentTypeError(f"{text} is no number of days that pictures may be kept; 0 to {MOST_DAYS} are")
    return number


def above_nought(text: str) -> int:
    """1 or more."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def port(text: str) -> int:
    """Of TCP."""
    number = int(text)
    if not 0 < number < 65536:
        raise ArgumentTypeError(f"{text} is not a port; 1 to 65535 are")
    return number


def speed(text: str) -> float:
    """Times that of the recording."""
    times = float(text)
    if not 0.01 <= times < float("inf"):
        raise ArgumentTypeError(f"{text} is not a speed; a number of 0.01 or more is")
    return times


above_nought.__name__ = "whole number above 0"
whole.__name__, days.__name__, port.__name__, speed.__name__ = "whole number", "number of days", "port", "speed"
