"""Passwords as they are stored: salted and hashed by scrypt, which makes each guess expensive."""

import threading

from gevent import get_hub
from werkzeug.security import check_password_hash, generate_password_hash

METHOD = "scrypt:32768:8:1"
"""One check takes 32 MB and a tenth of a second on a desktop, about three times as long on a Raspberry Pi."""
NOBODYS = f"{METHOD}${'0' * 16}${'0' * 128}"
"""The hash that the password of an unknown name is checked against: the check takes as long, and no password matches it."""
WAITING = 8
"""Checks that may run or wait at once. Further ones are refused, because each holds a connection. Known browsers have as many turns."""

_one_at_a_time = threading.Semaphore()
_turns = {is_known: threading.BoundedSemaphore(WAITING) for is_known in (False, True)}


class Crowded(Exception):
    """Too many password checks wait at this moment."""


def hashed(password: str) -> str:
    """The salted hash of a password, as it is stored."""
    return generate_password_hash(password, METHOD)


def matches(kept: str | None, password: str, *, is_known: bool = False) -> bool:
    """Whether the password matches the stored hash; Crowded when too many checks wait.

    `kept` is None for an unknown name: the check then takes as long, and fails. `is_known` is for a browser in which somebody signed in
    before, so that a crowd of others does not keep him out. Checks run one at a time to save memory, and in a thread
    outside gevent's loop, which serves spectators meanwhile.
    """
    turns = _turns[is_known]
    if not turns.acquire(blocking=False):
        raise Crowded
    try:
        with _one_at_a_time:
            return bool(get_hub().threadpool.apply(check_password_hash, (kept or NOBODYS, password)))
    finally:
        turns.release()
