"""The small files in the state folder of a mirrored board: how its link is, its sign of life, and when its game began.

Each is written when it tells something else, or before those who read it take it for old: the files of a hundred boards are many, and rows
wait for the same disk.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hub.feeds.game_zero import NAME as ZERO_NAME
from hub.feeds.game_zero import zero_text
from hub.feeds.silence import NAME as ALIVE_NAME
from hub.venue.link import Link, write_link
from hub.venue.small_file import write_in_turn
from record.store.later import Later, at_once
from record.store.mirror_mark import LINK_NAME

ZERO_MOVES_NS = 20_000_000
"""By how much the time of a game must be told otherwise until it is written anew."""
SLOW_MOVES_MS = 250
"""By how much a board's time of day must be told otherwise: the pages tell whole seconds."""
LINK_EVERY_NS = 1_000_000_000
"""How often it is written how the link is, where that changes."""
SIGNS_EVERY_NS = 900_000_000
"""How often the sign of life is given: at each pulse, and not with the rows between two."""


class BoardFiles:
    """Those in the folder `state`, which are written `later`. Times are of the hub's monotonic clock (ns)."""

    def __init__(self, state: Path, later: Later = at_once) -> None:
        self._state, self._later = state, later
        self._failed: OSError | None = None
        self._zero: tuple[str, int] | None = None
        self._linked_ns = self._signed_ns = -LINK_EVERY_NS
        self._told: Link | None = None
        """How the link is according to its file."""

    def link(self, link: Link, now_ns: int) -> None:
        """Write how the link is, where that is due: soon where somebody has deleted it, for the file marks the folder as a mirror."""
        if self._told and not (self._state / LINK_NAME).exists():
            self._told = self._zero = None
        if now_ns - self._linked_ns >= LINK_EVERY_NS:
            self._linked_ns = now_ns
            told = self._told  # the other thread may forget it meanwhile
            if told is None or _differ(link, told):
                self.link_now(link)

    def link_now(self, link: Link) -> None:
        """Write how the link is; what the disk does not take is tried again a second later.

        The first time nothing waits for the others: the file marks the folder as a mirror, to whose journals nobody else adds rows.
        """
        self._told = link

        def write() -> None:
            try:
                write_link(self._state, link)
            except OSError:
                self._told = None

        later = self._later if (self._state / LINK_NAME).exists() else at_once
        later(f"{self._state}/{LINK_NAME}", write)

    def sign(self, now_ns: int) -> None:
        """Give the sign of life for the pages."""
        if now_ns - self._signed_ns >= SIGNS_EVERY_NS:
            self._signed_ns = now_ns
            self._write(ALIVE_NAME, lambda path: path.touch())

    def zero(self, game: str, zero_ns: int) -> None:
        """Write when the time of that game was nought, where that changed."""
        told = self._zero  # the other thread may forget it meanwhile
        if told is None or told[0] != game or abs(told[1] - zero_ns) > ZERO_MOVES_NS:
            self._zero = game, zero_ns
            self._write(ZERO_NAME, lambda path: write_in_turn(path, zero_text(game, zero_ns).encode()))

    def refuse_failed(self) -> None:
        """Raises the OSError with which one of these files was not written since this was asked last. The link is not among them."""
        failed, self._failed = self._failed, None
        if failed:
            raise failed

    def _write(self, name: str, write: Callable[[Path], None]) -> None:
        def written() -> None:
            try:
                write(self._state / name)
            except OSError as error:
                self._failed = error
                self._zero = None

        self._later(f"{self._state}/{name}", written)


def _differ(link: Link, told: Link) -> bool:
    """Whether the file must tell something else: when an online board was heard the mirror's own sign tells."""
    if link.slow_ms is not None and told.slow_ms is not None and abs(link.slow_ms - told.slow_ms) < SLOW_MOVES_MS:
        link = replace(link, slow_ms=told.slow_ms)
    return replace(link, heard_ns=0) != replace(told, heard_ns=0)
