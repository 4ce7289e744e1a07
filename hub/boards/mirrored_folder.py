"""The boards elsewhere: the mirror of a hub keeps a state folder for each, which has the board's key as its name."""

import re
from contextlib import suppress
from pathlib import Path

KEY = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
"""The form of a board's key in addresses."""
REVOKED = "revoked"
"""The file in the state folder of a board that was removed: its games stay, and it is none of the hall's boards any more."""


def mirrored_states(folder: Path) -> dict[str, Path]:
    """The state folder of each board below `folder` by its key, those with numbers first and in their order; OSError.

    There are none where the folder is not there. One that was revoked is left out.
    """
    try:
        found = [path for path in folder.iterdir() if KEY.fullmatch(path.name) and path.is_dir() and not (path / REVOKED).exists()]
    except FileNotFoundError:
        return {}
    return {path.name: path for path in sorted(found, key=lambda path: _in_order(path.name))}


def revoked_states(folder: Path) -> dict[str, Path]:
    """The state folders of the boards that were revoked, by their keys; OSError."""
    try:
        return {path.name: path for path in folder.iterdir() if KEY.fullmatch(path.name) and (path / REVOKED).exists()}
    except FileNotFoundError:
        return {}


def revoke_state(state: Path) -> None:
    """Mark the state folder of a board that was removed, where the board has one; OSError."""
    with suppress(FileNotFoundError):
        (state / REVOKED).touch()


def restore_state(state: Path) -> None:
    """Take the mark away: the board is let in again; OSError."""
    (state / REVOKED).unlink(missing_ok=True)


def _in_order(key: str) -> tuple[bool, int, str]:
    return not key.isdecimal(), int(key) if key.isdecimal() else 0, key
