"""Asks the kernel whether the time of day is set, whichever program sets it: systemd-timesyncd, chrony or ntpd."""

import ctypes
from collections.abc import Callable

MAX_ERROR_US = 16_000_000
"""NTP_PHASE_LIMIT of the kernel, in microseconds: the greatest error that it states while nothing has set the clock (linux/timex.h).

A program that follows a time server states less. STA_UNSYNC is left alone, as timedatectl does: chrony without `rtcsync` leaves it set, so
that the kernel does not write the clock chip.
"""


class Timex(ctypes.Structure):
    """The beginning of `struct timex` (adjtimex(2)), and more room than the rest of it takes on any machine."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_char * 400),
    )


Adjtimex = Callable[[Timex], int]
"""Fills in what the kernel states; -1 where it does not answer."""


def _adjtimex(stated: Timex) -> int:
    answer: int = ctypes.CDLL(None).adjtimex(ctypes.byref(stated))
    return answer


def time_is_set(adjtimex: Adjtimex = _adjtimex) -> bool | None:
    """Whether the time of day follows a time server; None where the kernel does not say so."""
    stated = Timex()  # modes 0: nothing is changed, and no right is needed
    try:
        if adjtimex(stated) < 0:
            return None
    except (OSError, AttributeError):  # no Linux
        return None
    return int(stated.maxerror) < MAX_ERROR_US
