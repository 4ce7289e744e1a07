"""Passwords as they are kept: salted and hashed by scrypt, which takes the more time the more passwords somebody tries."""

import threading

from gevent import get_hub
from werkzeug.security import check_password_hash, generate_password_hash

METHOD = "scrypt:32768:8:1"
"""32 MB and a tenth of a second on a desktop, some three times that on a Pi."""
NOBODYS = f"{METHOD}${'0' * 16}${'0' * 128}"
"""What an unknown name is compared with: it takes as long as a known one, and no password fits it."""
WAITING = 8
"""So many may wait for their turn; more are sent away, for each wait holds a connection."""

_one_at_a_time = threading.Semaphore()
_turns = threading.BoundedSemaphore(WAITING)


class Crowded(Exception):
    """Too many sign in at this moment."""


def hashed(password: str) -> str:
    """What is kept of a password."""
    return generate_password_hash(password, METHOD)


def matches(kept: str | None, password: str) -> bool:
    """Whether it is the password; None, of a name that nobody has, takes as long. Crowded when too many wait.

    One at a time, for the memory; in a thread outside gevent's loop, which goes on serving spectators meanwhile.
    """
    if not _turns.acquire(blocking=False):
        raise Crowded
    try:
        with _one_at_a_time:
            return bool(get_hub().threadpool.apply(check_password_hash, (kept or NOBODYS, password)))
    finally:
        _turns.release()
