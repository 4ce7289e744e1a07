"""How the link to a board elsewhere is: a small file in its state folder, which the mirror writes and the pages read."""

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from hub.feeds.boot import boot_id
from hub.venue.mirror_sign import NAME as SIGN_NAME
from hub.venue.mirror_sign import last_sign_ns
from hub.venue.small_file import write_in_turn
from record.store.json_text import json_in
from record.store.mirror_mark import LINK_NAME
from record.telling.sentences import as_json, sentence_in
from rules.errors import Sentence

VERSION = 1
HEARD_WITHIN_NS = 6_000_000_000
"""Where the mirror gave no sign for so long, it is ended itself: it gives one each second (`hub.venue.mirror_sign`)."""
MAX_BYTES = 64_000
ROOM = 8_192
"""The least size of the file: so much is told on a full disk too, where it is written over in its place."""


@dataclass(frozen=True, slots=True)
class Link:
    """How the link to a board is. Times are of the hub's monotonic clock (ns)."""

    machine: str = ""
    online: bool = False
    heard_ns: int = 0
    """When the board was last heard, and while it is online within some seconds of that; 0 before."""
    game: str = ""
    behind: int = 0
    """So many rows of that game, the board's newest, the hub lacks as yet: it is catching up."""
    slow_ms: int | None = None
    """By how much the board's time of day is behind the hub's."""
    trouble: Sentence | None = None
    """Why the hub cannot keep what the board sends."""
    too_old: Sentence | None = None
    """Which row this hub is too old for."""
    faulty: bool = False
    """Whether the mirror met data of it that it cannot use (`hub.board_faults`)."""
    refused: Mapping[str, Sentence] = field(default_factory=dict)
    """What was refused of it, each reason once."""


def write_link(state: Path, link: Link) -> None:
    """Write the file completely or not at all. It need not survive a power cut. OSError.

    On a full disk, where there is no room for more, it tells nothing of what was refused.
    """
    try:
        write_in_turn(state / LINK_NAME, _text(state, link))
    except OSError:
        write_in_turn(state / LINK_NAME, _text(state, replace(link, refused={})))


def _text(state: Path, link: Link) -> bytes:
    told = asdict(link) | {
        "v": VERSION,
        "key": state.absolute().name,
        "boot": boot_id(),
        "trouble": as_json(link.trouble) if link.trouble else None,
        "too_old": as_json(link.too_old) if link.too_old else None,
        "refused": {reason: as_json(said) for reason, said in link.refused.items()},
    }
    return json.dumps(told, ensure_ascii=False).encode(errors="replace").ljust(ROOM)


def read_link(state: Path) -> Link | None:
    """How the link to the board with that state folder was when the mirror gave its last sign; None for a board that is not mirrored.

    After a restart of this machine nobody was heard yet.
    """
    try:
        with (state / LINK_NAME).open("rb") as file:
            told = json_in(file.read(MAX_BYTES))
        link = _link_in(told)
        if told.get("key", name := state.absolute().name) != name:  # the folder was copied or moved: no mirror tells of it
            link = replace(link, online=False)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Link()
    return replace(link, heard_ns=max(link.heard_ns, last_sign_ns(state.parent))) if link.online else link


def is_cut_off(link: Link, now_ns: int | None = None) -> bool:
    """Whether the board cannot be reached from here, at that monotonic time of this machine (default: now)."""
    return not link.online or (time.monotonic_ns() if now_ns is None else now_ns) - link.heard_ns > HEARD_WITHIN_NS


def is_mirror_dead(boards: Path, now_ns: int) -> bool:
    """Whether a mirror worked in that folder, and gave no sign lately."""
    return (boards / SIGN_NAME).exists() and now_ns - last_sign_ns(boards) > HEARD_WITHIN_NS


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
        faulty=bool(told["faulty"]),
        too_old=sentence_in(told["too_old"]) if told["too_old"] else None,
        refused={str(reason): sentence_in(said) for reason, said in told["refused"].items()},
    )
