"""The broker's password file, in Mosquitto's own form. It is written here, so that no password is ever on a command line."""

import base64
import hashlib
import secrets
from pathlib import Path

from hub.access.private_file import read_private, sole_writer, write_private

ROUNDS = 101
"""As mosquitto_passwd has them. The passwords are random and of 256 bits, and at a reload the broker tries those of all boards at once."""
SALT_BYTES = 12
PASSWORD_BYTES = 32


def new_password() -> str:
    """A password that nobody can guess."""
    return secrets.token_urlsafe(PASSWORD_BYTES)


def hashed(password: str) -> str:
    """The password as Mosquitto 2 keeps it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(SALT_BYTES)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def users(path: Path) -> tuple[str, ...]:
    """Who has a password; OSError."""
    return tuple(_lines(path))


def set_password(path: Path, user: str, password: str) -> None:
    """Give the user that password, in the place of another; OSError."""
    with sole_writer(path.parent):
        _write(path, _lines(path) | {user: hashed(password)})


def remove(path: Path, user: str) -> bool:
    """Take away the user's password. Whether there was one; OSError."""
    with sole_writer(path.parent):
        lines = _lines(path)
        if lines.pop(user, None) is None:
            return False
        _write(path, lines)
    return True


def _lines(path: Path) -> dict[str, str]:
    """The hashed passwords by user; none where there is no file."""
    try:
        text = read_private(path)[0].decode("utf-8")
    except FileNotFoundError:
        return {}
    return {user: kept for user, _, kept in (line.partition(":") for line in text.splitlines()) if kept}


def _write(path: Path, lines: dict[str, str]) -> None:
    write_private(path, "".join(f"{user}:{kept}\n" for user, kept in sorted(lines.items())))
