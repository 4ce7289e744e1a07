"""Tells a board how far its games are on disk here: it keeps every row until then, and sends from there."""

from collections.abc import Callable, Collection
from contextlib import suppress

from hub.venue.mirrored_games import MirroredGames
from link.status import Link
from link.wire import Acknowledged, Pulse
from record.log.errors import LogError
from rules.errors import Sentence

EVERY_NS = 5_000_000_000
"""How often a board is told how far its game is, where its pulses say the same."""


class Acknowledging:
    """Acknowledges these games of a board to it, for the hub with that id. `refuse` is told which game cannot be read, and why."""

    def __init__(
        self, games: MirroredGames, hub: str, post: Callable[[Acknowledged], bool], refuse: Callable[[str, Sentence], None]
    ) -> None:
        self._games, self._hub, self._post, self._refuse = games, hub, post, refuse
        self._told_ns = -EVERY_NS

    def tell(self, link: Link, games: Collection[str]) -> None:
        """Tell how far these games are; one that cannot be read is left out."""
        ends = {}
        for game in games:
            try:
                ends[game] = self._games.end(game)
            except LogError as error:
                self._refuse(f"damaged-{game}", error.sentence)
        self._post(Acknowledged(link.machine, self._hub, ends, link.trouble))

    def answer(self, link: Link, pulse: Pulse, now_ns: int) -> None:
        """Answer a pulse: where the board has its game otherwise than this disk, and else now and then."""
        if link.trouble or now_ns - self._told_ns >= EVERY_NS or not self._is_equal(pulse):
            self._told_ns = now_ns
            self.tell(link, (pulse.game,))

    def _is_equal(self, pulse: Pulse) -> bool:
        """Whether the game of that pulse ends here as at the board; not where it cannot be read."""
        with suppress(LogError):
            return self._games.end(pulse.game) == pulse.last
        return False
