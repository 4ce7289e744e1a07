"""The check of the disk that `damcam selftest` alone makes: it writes to the disk, as no service may beside a game."""

import os
import tempfile
import time
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from link.status import Check, Level
from pi.checks.checks import fail, warn
from pi.checks.machine import room_check
from rules.errors import Phrase, sentence_of, where_denied

WRITES, SLOW_S = 15, 0.05
"""How many writes are tried, and the seconds that one may take: the press waits for the journal."""


class WritingSays(Phrase):
    """Of writing to the disk."""

    NOT_THERE = "{folder} is not there; {room}"
    IS_MADE = "the service makes it when it starts; state in [board] names another"
    NOT_WRITABLE = "{folder} cannot be written to: {why}"
    NAME_ANOTHER = "name another folder with state in [board]"
    AS_OTHER_USER = "name another folder with state in [board]; as another user: sudo damcam selftest"
    WRITES = "a write takes {usual} ms, {longest} at most"
    BUT_SLOW = "{room}, but {writes}"
    AND_WRITES = "{room}; {writes}"
    BETTER_CARD = "use a better card (class A1 or A2) or an SSD; each press waits for one write"


def disk_check(state: Path, budget_mb: int) -> Check:
    """The check of room, and whether this user may write there, and how long a write takes until it is on the disk."""
    room = room_check(state, budget_mb)
    if room.level is Level.FAIL:
        return room
    if not state.is_dir():
        return warn("disk", WritingSays.NOT_THERE.said(folder=str(state), room=room.seen), WritingSays.IS_MADE.said())
    try:
        took_s = [_seconds_to_disk(state) for _ in range(WRITES)]
    except OSError as error:
        why = WritingSays.NOT_WRITABLE.said(folder=str(state), why=sentence_of(error))
        return fail("disk", why, where_denied(error, WritingSays.AS_OTHER_USER.said()) or WritingSays.NAME_ANOTHER.said())
    usual, longest = median(took_s), max(took_s)
    writes = WritingSays.WRITES.said(usual=round(usual * 1000), longest=round(longest * 1000))
    if usual > SLOW_S and room.level is Level.OK:
        return warn("disk", WritingSays.BUT_SLOW.said(room=room.seen, writes=writes), WritingSays.BETTER_CARD.said())
    return replace(room, seen=WritingSays.AND_WRITES.said(room=room.seen, writes=writes))


def _seconds_to_disk(folder: Path) -> float:
    """How long it takes until a small file is on the disk."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix="selftest-") as file:
        began = time.monotonic()
        file.write(bytes(4096))
        file.flush()
        os.fsync(file.fileno())
        return time.monotonic() - began
