"""Passwords as they are stored: salted and hashed by scrypt, which makes each guess expensive."""

from gevent import get_hub
from werkzeug.security import check_password_hash, generate_password_hash

METHOD = "scrypt:32768:8:1"
"""One check takes 32 MB and a tenth of a second on a desktop, about three times as long on a Raspberry Pi."""
NOBODYS = f"{METHOD}${'0' * 16}${'0' * 128}"
"""The hash that the password of an unknown name is checked against: the check takes as long, and no password matches it."""


def hashed(password: str) -> str:
    """The salted hash of a password, as it is stored."""
    return generate_password_hash(password, METHOD)


def matches(kept: str | None, password: str) -> bool:
    """Whether the password matches the stored hash. `kept` is None for an unknown name: the check then takes as long, and fails.

    It runs in a thread outside gevent's loop, which serves spectators meanwhile. `hub.access.failures` has checks run one at a time.
    """
    return bool(get_hub().threadpool.apply(check_password_hash, (kept or NOBODYS, password)))
