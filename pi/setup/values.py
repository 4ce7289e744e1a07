"""Parses values of the command line and of the settings.

Each function raises ValueRefused with a sentence.
"""

import re
from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from math import atan2, inf, isfinite
from pathlib import Path

from clock.control import MAX_TIME_NS, SECOND_NS, ControlError, TimeControl, parse_control
from record.telling.of_clock import clock_sentence
from rules.errors import DamcamError, Phrase
from rules.play.strongest import PieceWeights

MAX_DAYS = 36500
"""A hundred years, which means for ever. Python's dates have an upper limit."""
MAX_SHOWN = 60
"""The most characters of a refused value that are shown."""
MAX_HOST = 253
"""The most characters of a name of a machine (RFC 1035, 2.3.4)."""
_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,18}\s*")
_LABEL = re.compile(r"(?!-)[0-9A-Za-z_-]{1,63}(?<!-)")
"""A part of a name between two dots (RFC 1123, 2.1), with the underscore that some machines have."""
_DECIMAL = re.compile(r"[+-]?[0-9]{0,18}(?:\.[0-9]{0,18})?(?:e[+-]?[0-9]{1,3})?", re.IGNORECASE)
"""Numbers in the digits 0 to 9. Python's `int` and `float` also take those of other scripts, and `1_000`."""


class WrongValue(Phrase):
    """Why a value is refused, and how it is written."""

    NO_CORNERS = "{text} is not four corners"
    WRITE_CORNERS = "write them as 'X,Y X,Y X,Y X,Y', in pixels"
    NO_BOARD = "{text} are not the corners of a board: one of them lies between the others, or on another"
    EMPTY = "the name is empty"
    GIVE_A_FILE = "give a file or a folder to write to"
    NO_WEIGHTS = "{text} is not three whole numbers"
    WRITE_WEIGHTS = "write them as KING,MAN,ROW"
    WEIGHTS_CONTRADICT = "a king must count more than any man, and a man more with each row (section 7); this does not hold for {text}"
    NO_MOVES = "{text} is not two whole numbers"
    WRITE_MOVES = "write White's moves and Black's as in 12,11"
    NO_WHOLE_NUMBER = "'{text}' is not a whole number"
    NOT_ABOVE_0 = "'{text}' is not a whole number above 0"
    NO_DAYS = "{text} is not a number of days from 0 to {most}"
    NO_TIME = "'{text}' is not a time such as 1:20:00"
    A_DAY = "{text} is a day or more; a clock shows less than {hours} hours"
    NO_PORT = "{text} is not a port; a number from 1 to 65535 was expected"
    NO_HOST = "{text} is no name or address of a machine"
    WRITE_HOST = "write it as 192.168.1.20 or board-1.local"
    NO_SPEED = "{text} is not a speed; a number of 0.01 or more was expected"


class ValueRefused(DamcamError, ArgumentTypeError):
    """A value of the command line or of the settings that cannot be used."""


def corners(text: str) -> list[tuple[float, float]]:
    """The four outer corners of a board, in pixels."""
    pairs = [pair.split(",") for pair in text.split()]
    try:
        points = [(_decimal(x), _decimal(y)) for x, y in pairs]
    except ValueError:
        points = []
    if len(points) != 4 or not all(isfinite(value) for point in points for value in point):
        raise ValueRefused(WrongValue.NO_CORNERS.said(WrongValue.WRITE_CORNERS.said(), text=repr(text)))
    if not _surround(points):
        raise ValueRefused(WrongValue.NO_BOARD.said(text=repr(text)))
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
        raise ValueRefused(WrongValue.EMPTY.said(WrongValue.GIVE_A_FILE.said()))
    return Path(text)


def weights(text: str) -> PieceWeights:
    """The weights of the strongest position."""
    try:
        king, man, row = map(_integer, text.split(","))
    except ValueError:
        raise ValueRefused(WrongValue.NO_WEIGHTS.said(WrongValue.WRITE_WEIGHTS.said(), text=repr(text))) from None
    try:
        return PieceWeights(king, man, row)
    except ValueError:
        raise ValueRefused(WrongValue.WEIGHTS_CONTRADICT.said(text=text)) from None


def non_negative(text: str) -> int:
    """A whole number of 0 or more."""
    return _whole(text, WrongValue.NO_WHOLE_NUMBER)


def whole_number(text: str) -> int:
    """A whole number, which may be negative."""
    return _whole(text, WrongValue.NO_WHOLE_NUMBER, least=None)


def positive(text: str) -> int:
    """A whole number of 1 or more."""
    return _whole(text, WrongValue.NOT_ABOVE_0, least=1)


def _whole(text: str, refusal: WrongValue, least: int | None = 0, most: int | None = None) -> int:
    """The whole number in the text; ValueRefused with that refusal where there is none from `least` to `most`, if these are given."""
    with suppress(ValueError):
        number = _integer(text)
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    raise ValueRefused(refusal.said(text=text[:MAX_SHOWN], **({} if most is None else {"most": most})))


def _integer(text: str) -> int:
    """The whole number in the text; ValueError."""
    if not _WHOLE.fullmatch(text):
        raise ValueError
    return int(text)


def _decimal(text: str) -> float:
    """The number in the text; ValueError."""
    if not _DECIMAL.fullmatch(text):
        raise ValueError
    return float(text)


def moves_made(text: str) -> tuple[int, int]:
    """The numbers of moves that White and Black have made."""
    try:
        white, black = map(non_negative, text.split(","))
    except (ValueError, ValueRefused):
        raise ValueRefused(WrongValue.NO_MOVES.said(WrongValue.WRITE_MOVES.said(), text=repr(text))) from None
    return white, black


def days(text: str) -> int:
    """A number of days, 0 to `MAX_DAYS`."""
    return _whole(text, WrongValue.NO_DAYS, most=MAX_DAYS)


def time_ns(text: str) -> int:
    """Nanoseconds from H:MM:SS or MM:SS, less than a day."""
    if not re.fullmatch(r"[0-9]{1,9}(:[0-5]?[0-9]){1,2}", text):
        raise ValueRefused(WrongValue.NO_TIME.said(text=text[:MAX_SHOWN]))
    parts = [int(part) for part in text.split(":")]
    seconds = 0
    for part in parts:
        seconds = 60 * seconds + part
    if seconds * SECOND_NS >= MAX_TIME_NS:
        raise ValueRefused(WrongValue.A_DAY.said(text=text, hours=MAX_TIME_NS // (3600 * SECOND_NS)))
    return seconds * SECOND_NS


def time_text(ns: int) -> str:
    """H:MM:SS of nanoseconds, rounded down."""
    seconds = ns // SECOND_NS
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def control(text: str) -> TimeControl:
    """A time control in the notation of the settings."""
    try:
        return parse_control(text)
    except ControlError as error:
        raise ValueRefused(clock_sentence(error)) from None


def port(text: str) -> int:
    """A TCP port."""
    return _whole(text, WrongValue.NO_PORT, least=1, most=65535)


def host(text: str) -> str:
    """The name or the numeric address of a machine, of IPv4 or IPv6."""
    with suppress(ValueError):
        ip_address(text)
        return text
    labels = text.split(".")
    if len(text) > MAX_HOST or not all(map(_LABEL.fullmatch, labels)) or labels[-1].isdigit():
        raise ValueRefused(WrongValue.NO_HOST.said(WrongValue.WRITE_HOST.said(), text=repr(text[:MAX_SHOWN])))
    return text


def speed(text: str) -> float:
    """A factor of at least 0.01."""
    try:
        times = _decimal(text)
    except ValueError:
        times = 0.0
    if not 0.01 <= times < inf:
        raise ValueRefused(WrongValue.NO_SPEED.said(text=text[:MAX_SHOWN]))
    return times
