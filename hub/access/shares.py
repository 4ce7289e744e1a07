"""How many connections may wait for their clients. Imports nothing of the application.

A client that is asked for its request, or that takes its answer slowly, costs a connection while it does. Where there are too many of them,
the oldest is ended in favour of the newest: a browser is done in an instant, and only who wants to hold a connection is old.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Holder:
    client: str
    end: Callable[[], None]


class Share:
    """Connections in one state: at most `most` of them, and `most_per_client` of one client. Only one thread may use it."""

    def __init__(self, most: int, most_per_client: int) -> None:
        self._most, self._most_per_client = most, most_per_client
        self._holders: OrderedDict[Hashable, _Holder] = OrderedDict()
        self._of: dict[str, OrderedDict[Hashable, None]] = {}

    def take(self, holder: Hashable, client: str, end: Callable[[], None]) -> None:
        """Add a connection of that client, which is the newest now. `end` is called when another connection takes its place."""
        self.leave(holder)
        mine = self._of.setdefault(client, OrderedDict())
        if len(mine) >= self._most_per_client:
            self._end(next(iter(mine)))
        elif len(self._holders) >= self._most:
            self._end(next(iter(self._holders)))
        self._holders[holder] = _Holder(client, end)
        self._of.setdefault(client, mine)[holder] = None

    def leave(self, holder: Hashable) -> None:
        """Remove the connection, if it is there."""
        held = self._holders.pop(holder, None)
        if held is None:
            return
        mine = self._of[held.client]
        del mine[holder]
        if not mine:
            del self._of[held.client]

    def __len__(self) -> int:
        return len(self._holders)

    def _end(self, holder: Hashable) -> None:
        held = self._holders[holder]
        self.leave(holder)
        held.end()
