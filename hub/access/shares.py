"""How many connections may wait for their clients. Imports nothing of the application.

A client that is asked for its request, or that takes its answer slowly, costs a connection while it does. Where there are too many of them,
the oldest are ended in favour of the newest: a browser is done in an instant, and only who wants to hold a connection is old. A hall that
comes at once is not old either: its requests wait in the system until the server reads them.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

YOUNG_S = 1.5
"""No connection is ended before it is as old. Of 2,000 browsers that come at once each has been read by then, on a slow machine too."""


@dataclass(frozen=True, slots=True)
class _Holder:
    client: str
    since_s: float
    end: Callable[[], None]


class Share:
    """Connections in one state: `most` of them, `most_per_client` of one client, and the young ones. Only one thread may use it."""

    def __init__(self, most: int, most_per_client: int, now_s: Callable[[], float] = time.monotonic) -> None:
        self._most, self._most_per_client, self._now_s = most, most_per_client, now_s
        self._holders: OrderedDict[Hashable, _Holder] = OrderedDict()
        self._of: dict[str, OrderedDict[Hashable, None]] = {}

    def take(self, holder: Hashable, client: str, end: Callable[[], None]) -> None:
        """Add a connection of that client, which is the newest now. `end` is called when others take its place."""
        self.leave(holder)
        self._holders[holder] = _Holder(client, self._now_s(), end)
        self._of.setdefault(client, OrderedDict())[holder] = None
        self._shrink(self._of[client], self._most_per_client)
        self._shrink(self._holders, self._most)

    def leave(self, holder: Hashable) -> None:
        """Remove the connection, if it is there."""
        held = self._holders.pop(holder, None)
        if held is None:
            return
        mine = self._of[held.client]
        del mine[holder]
        if not mine:
            del self._of[held.client]

    def sweep(self) -> None:
        """End the connections that are too many and were young before."""
        for mine in list(self._of.values()):
            self._shrink(mine, self._most_per_client)
        self._shrink(self._holders, self._most)

    def __len__(self) -> int:
        return len(self._holders)

    def _shrink(self, among: "OrderedDict[Hashable, None] | OrderedDict[Hashable, _Holder]", most: int) -> None:
        while len(among) > most:
            holder = next(iter(among))
            held = self._holders[holder]
            if self._now_s() - held.since_s < YOUNG_S:
                return
            self.leave(holder)
            held.end()
