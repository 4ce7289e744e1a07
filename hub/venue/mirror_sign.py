"""The mirror's sign of life: one small file for all boards of a hall. As long as it comes, what the mirror wrote of each board holds."""

import json
from contextlib import suppress
from pathlib import Path

from hub.feeds.boot import boot_id
from hub.venue.small_file import write_in_turn
from record.store.json_text import json_in

NAME = "mirror-alive.json"
"""The file's name, in the folder with the state folders of the boards."""
EVERY_NS = 1_000_000_000
MAX_BYTES = 1_000


def give_sign(boards: Path, now_ns: int) -> None:
    """Write that the mirror of these boards is alive at that monotonic time. Where the disk does not take it, all count as cut off."""
    with suppress(OSError):
        write_in_turn(boards / NAME, json.dumps({"v": 1, "boot": boot_id(), "t_ns": now_ns}).encode().ljust(MAX_BYTES))


def last_sign_ns(boards: Path) -> int:
    """When the mirror of these boards gave its last sign since this machine was started; 0 where it gave none."""
    try:
        with (boards / NAME).open("rb") as file:
            told = json_in(file.read(MAX_BYTES))
        return int(told["t_ns"]) if told["boot"] == boot_id() else 0
    except (OSError, ValueError, TypeError, KeyError):
        return 0
