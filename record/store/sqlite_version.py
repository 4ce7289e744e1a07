"""Whether the SQLite of this machine has the bug that `record.store.sole_writer` avoids."""

import sqlite3

FIRST, FIXED = (3, 7, 0), (3, 51, 3)
FIXED_TOO = ((3, 44, 6), (3, 50, 7))
"""Older lines in which the bug was fixed too, each from that version on."""


def version_here() -> tuple[int, int, int]:
    """The version of SQLite that Python uses here."""
    return sqlite3.sqlite_version_info


def loses_pages(version: tuple[int, int, int]) -> bool:
    """Whether that version may lose pages where two connections write to a log and move it at once (sqlite.org/wal.html#walresetbug)."""
    is_fixed = any(version[:2] == fixed[:2] and version >= fixed for fixed in FIXED_TOO)
    return FIRST <= version < FIXED and not is_fixed
