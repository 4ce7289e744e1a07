"""Events that the journal does not take: the cause, the remedy, and the file for the events still held when the service ends."""

import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

from pi.machine.tidying import now
from record.events.as_json import encode
from record.events.of_game import Event
from record.store.files import FileError, write_atomically
from record.store.journal import JournalError
from rules.errors import Phrase, Sentence

FULL, BUSY, OTHERS, UNWRITABLE = "full", "busy", "others", "unwritable"
"""The causes: the disk is full, another program locks the journal, another program wrote rows into it, or anything else."""
CAUSES = {sqlite3.SQLITE_FULL: FULL, sqlite3.SQLITE_BUSY: BUSY, sqlite3.SQLITE_LOCKED: BUSY, sqlite3.SQLITE_CONSTRAINT: OTHERS}


class HeldRemedy(Phrase):
    """What to do about events that are held back."""

    FULL = "make room: du -xh / | sort -h | tail shows what is large; what is held back is written then"
    BUSY = "end the program that holds it: sudo fuser -v {path} names it; what is held back is written then"
    OTHERS = "end the other program, then: sudo systemctl restart damcam-board; what is held back goes into a file beside the journal first"
    UNWRITABLE = "see what the disk says: journalctl -k; what is held back is written when it can be, or goes to the log at the end"


DO = {FULL: HeldRemedy.FULL, BUSY: HeldRemedy.BUSY, OTHERS: HeldRemedy.OTHERS, UNWRITABLE: HeldRemedy.UNWRITABLE}
PRIMARY_CODE = 0xFF
"""The mask of the lowest byte of a SQLite error code, which tells its kind."""


def cause_of(error: JournalError) -> str:
    """Return why an event could not be written: one of the four causes."""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return UNWRITABLE if code is None else CAUSES.get(code & PRIMARY_CODE, UNWRITABLE)


def explained(error: JournalError, journal: Path) -> Sentence:
    """Return what is wrong, with what to do about the events that are held back."""
    return replace(error.sentence, remedy=DO[cause_of(error)].said(path=str(journal)))


def put_aside(held: Iterable[tuple[Event, int]], folder: Path, say: Callable[[str], None]) -> None:
    """Write the events to a new file beside the journal, one JSON line each; if that fails, `say` gets the lines one by one."""
    rows = []
    for event, t_ns in held:
        kind, text = encode(event)
        rows.append(json.dumps({"t_ns": t_ns, "kind": kind, "event": json.loads(text)}, ensure_ascii=False))
    name = f"held-back-{now():%Y%m%d-%H%M%S}"
    path = next(path for number in count(1) if not (path := folder / f"{name}-{number}.jsonl").exists())
    try:
        write_atomically(path, "".join(f"{row}\n" for row in rows))
    except FileError as error:
        say(f"{error}; {len(rows)} events of this game are in no journal, and follow here, a line each")
        for row in rows:
            say(row)
        return
    say(f"{len(rows)} events of this game are not in its journal, and nobody was told them: they are in {path}")
