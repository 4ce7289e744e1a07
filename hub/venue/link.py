"""How the link to a board elsewhere is: a small file in its state folder, which the mirror writes and the pages read."""

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hub.feeds.boot import boot_id
from record.store.json_text import json_in
from record.store.mirror_mark import LINK_NAME
from record.telling.sentences import as_json, sentence_in
from rules.errors import Sentence

VERSION = 1
HEARD_WITHIN_NS = 6_000_000_000
"""Where the mirror tells of nothing newer, it is ended itself: it writes the file each second."""
MAX_BYTES = 64_000
ROOM = 8_192
"""The least size of the file: so much is told on a full disk too, where it is written over in its place."""


@dataclass(frozen=True, slots=True)
class Link:
    """How the link to a board is. Times are of the hub's monotonic clock (ns)."""

    machine: str = ""
    online: bool = False
    heard_ns: int = 0
    """When the board was last heard; 0 before."""
    game: str = ""
    behind: int = 0
    """So many rows of that game, the board's newest, the hub lacks as yet: it is catching up."""
    slow_ms: int | None = None
    """By how much the board's time of day is behind the hub's."""
    trouble: Sentence | None = None
    """Why the hub cannot keep what the board sends."""
    too_old: Sentence | None = None
    """Which row this hub is too old for."""
    refused: Mapping[str, Sentence] = field(default_factory=dict)
    """What was refused of it, each reason once."""


def write_link(state: Path, link: Link) -> None:
    """Write the file completely or not at all. It need not survive a power cut. OSError, as on a full disk."""
    told = asdict(link) | {
        "v": VERSION,
        "boot": boot_id(),
        "trouble": as_json(link.trouble) if link.trouble else None,
        "too_old": as_json(link.too_old) if link.too_old else None,
        "refused": {reason: as_json(said) for reason, said in link.refused.items()},
    }
    write_small(state / LINK_NAME, json.dumps(told, ensure_ascii=False).encode().ljust(ROOM))


def write_small(path: Path, content: bytes) -> None:
    """Write a file that need not survive a power cut completely or not at all; on a full disk over the old one in its place. OSError."""
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            size = os.fstat(descriptor).st_size
            if size < len(content):
                raise
            os.pwrite(descriptor, content.ljust(size), 0)
        finally:
            os.close(descriptor)


def read_link(state: Path) -> Link | None:
    """How the link to the board with that state folder was when the mirror wrote last; None for a board that is not mirrored.

    After a restart of this machine nobody was heard yet.
    """
    try:
        with (state / LINK_NAME).open("rb") as file:
            return _link_in(json_in(file.read(MAX_BYTES)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Link()


def is_cut_off(link: Link, now_ns: int | None = None) -> bool:
    """Whether the board cannot be reached from here, at that monotonic time of this machine (default: now)."""
    return not link.online or (time.monotonic_ns() if now_ns is None else now_ns) - link.heard_ns > HEARD_WITHIN_NS


def _link_in(told: Any) -> Link:
    is_of_now = told["boot"] == boot_id()
    return Link(
        machine=str(told["machine"]),
        online=bool(told["online"]) and is_of_now,
        heard_ns=int(told["heard_ns"]) if is_of_now else 0,
        game=str(told["game"]),
        behind=int(told["behind"]),
        slow_ms=None if told["slow_ms"] is None else int(told["slow_ms"]),
        trouble=sentence_in(told["trouble"]) if told["trouble"] else None,
        too_old=sentence_in(told["too_old"]) if told["too_old"] else None,
        refused={str(reason): sentence_in(said) for reason, said in told["refused"].items()},
    )
