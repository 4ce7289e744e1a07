"""How the links to the boards elsewhere are, as the mirror of this hub tells through the sockets of the folders that it keeps."""

import time
from pathlib import Path

from link.board_socket import last_link
from link.status import HUB_NAME, Link
from record.store.mirror_mark import MARK_NAME
from rules.errors import Sentence, _

SEE_MIRROR = Sentence("", _("see why on the machine of the hub: sudo systemctl status damcam-hub"))
"""What to do where the mirror of this hub is dead."""
HEARD_WITHIN_NS = 6_000_000_000
"""Where the mirror told nothing for so long, it is ended itself: it tells each second how each link is."""


def read_link(state: Path) -> Link | None:
    """How the link to the board with that state folder is; None for a board that is not mirrored."""
    return (last_link(state) or Link()) if (state / MARK_NAME).exists() else None


def is_cut_off(link: Link, now_ns: int | None = None) -> bool:
    """Whether the board cannot be reached from here, at that monotonic time of this machine (default: now)."""
    return not link.online or (time.monotonic_ns() if now_ns is None else now_ns) - link.heard_ns > HEARD_WITHIN_NS


def is_mirror_dead(boards: Path, now_ns: int) -> bool:
    """Whether a mirror worked in that folder, and tells nothing now."""
    return (boards / HUB_NAME).exists() and is_cut_off(last_link(boards) or Link(), now_ns)
