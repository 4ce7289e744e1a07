"""How the links to the boards elsewhere are, as the mirror of this hub tells through the sockets of the folders that it keeps."""

import time
from pathlib import Path

from link.board_socket import last_link
from link.status import HUB_NAME, Link
from record.store.mirror_mark import MARK_NAME
from rules.errors import Sentence, _

SEE_MIRROR = Sentence("", _("see why on the machine of the hub: sudo systemctl status damcam-hub"))
"""What to do where the mirror of this hub is dead."""
DEAD_MIRROR = Sentence(
    "", _("the mirror of this hub gives no sign of life: nothing new of the boards that joined it is shown"), remedy=SEE_MIRROR
)
DEAD_BROKER = Sentence(
    "",
    _("the broker of this hub does not run, or does not answer: no board can reach the hub, and nothing new of them is shown"),
    remedy=Sentence("", _("see why on the machine of the hub: sudo systemctl status damcam-broker")),
)
HEARD_WITHIN_NS = 6_000_000_000
"""Where the mirror told nothing for so long, it is ended itself: it tells each second how each link is."""
LONG_AWAY_NS = 60_000_000_000
"""A board that was not heard for so long may be dead: one that was started again, or whose network came back, is heard before."""


def read_link(state: Path) -> Link | None:
    """How the link to the board with that state folder is; None for a board that is not mirrored."""
    return (last_link(state) or Link()) if (state / MARK_NAME).exists() else None


def is_cut_off(link: Link, now_ns: int | None = None) -> bool:
    """Whether the board cannot be reached from here, at that monotonic time of this machine (default: now)."""
    return not link.online or _age_ns(link, now_ns) > HEARD_WITHIN_NS


def hub_fault(boards: Path, now_ns: int | None = None) -> Sentence | None:
    """Why the hub hears no board in that folder, at that time as for `is_cut_off`: DEAD_MIRROR or DEAD_BROKER; None where both live, or no
    mirror ever worked there."""
    if not (boards / HUB_NAME).exists():
        return None
    hub = last_link(boards) or Link()
    if _age_ns(hub, now_ns) > HEARD_WITHIN_NS:
        return DEAD_MIRROR
    return None if hub.online else DEAD_BROKER


def is_long_away(link: Link, boards: Path, now_ns: int) -> bool:
    """Whether that board, in that folder, was not heard for LONG_AWAY_NS in which the hub heard all boards that are connected to it."""
    if not is_cut_off(link, now_ns) or hub_fault(boards, now_ns):
        return False
    hub = last_link(boards)
    return hub is not None and now_ns - max(link.heard_ns, hub.since_ns) > LONG_AWAY_NS


def _age_ns(link: Link, now_ns: int | None) -> int:
    return (time.monotonic_ns() if now_ns is None else now_ns) - link.heard_ns
