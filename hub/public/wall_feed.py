"""The feed of the wall: one follower of all boards of the hall, and one stream of the changes on any board.

It takes the boards from their public feeds, with their delay.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hub.boards.board import Boards, ServedBoard
from hub.feeds import server_sent
from hub.feeds.feed import Update
from hub.feeds.journals import POLL_S
from hub.feeds.stream import GRAIN_S
from hub.public.wall_view import small

FRAMES_KEPT = 64
"""The latest events that are kept encoded."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A board as the wall shows it."""

    change: int
    """The number of the change that this tile came with."""
    text: str
    """The tile as JSON."""
    since_s: float
    """When its clocks were read, in seconds of the feed's clock."""


class WallFeed:
    """Follows the boards of this server. `look` takes one look at them; `start` repeats it in the background."""

    def __init__(self, boards: Boards, now_s: Callable[[], float] = time.monotonic) -> None:
        self._boards, self._now_s = boards, now_s
        self._shown: dict[str, Update] = {}
        self._last: dict[str, dict[str, Any]] = {}
        """The tile of each board of this server that could be made last."""
        self._tiles: dict[str, Tile] = {}
        self._changes = 1
        self._changing, self._stopped = threading.Lock(), threading.Event()
        self._news = threading.Event()  # a new event for each change wakes all listeners at once; a lock would wake them in turn
        self._own: dict[str, ServedBoard] = {}
        self._moved = 1
        """The number of the last change with which a board came or went."""
        self._come_and_go()

    def start(self) -> None:
        """Look again and again, in a thread of its own (a greenlet under gevent) that ends with the process."""
        threading.Thread(target=self._follow, name="wall", daemon=True).start()

    def stop(self) -> None:
        """End the streams of all listeners."""
        self._stopped.set()
        self._news.set()

    def look(self) -> None:
        """Take over which boards this server has, and what is new on them."""
        self._come_and_go()
        for board in self._own.values():
            latest = board.feed.latest
            if self._shown.get(board.key) is not latest:
                with board.faults.share("the wall"):
                    told = {"name": board.key, "link": f"/board/{board.key}", **small(latest.view)}
                    self._put(board.key, told, latest.clock_since_s)
                    self._shown[board.key], self._last[board.key] = latest, told
                    continue
                self._without_news(board.key)

    def _without_news(self, key: str) -> None:
        """Show the board as it was shown last, without news: what is new there cannot be shown."""
        last = self._last.get(key)
        if last and last["fen"] and not last["no_news"]:
            last["no_news"] = True
            self._put(key, last | {"clock": {**last["clock"], "running": None}}, self._now_s())

    def view(self) -> dict[str, Any]:
        """All boards as the wall shows them now, ready for JSON, with the `id` of the last change."""
        with self._changing:
            now_s, tiles, last = self._now_s(), tuple(self._tiles.values()), self._changes
        return {"id": last, "tiles": json.loads(_written(tiles, now_s))}

    def events(self) -> Iterator[bytes]:
        """Server-sent events for one listener: all boards, then each change."""
        return server_sent.stream(self._newer, self._wait, self._stopped.is_set)

    def _newer(self, seen: int | None) -> tuple[int, bytes] | None:
        with self._changing:
            last, seen = self._changes, seen or 0
            if last == seen:
                return None
            tiles = tuple(tile for tile in self._tiles.values() if tile.change > seen)
            keys = tuple(self._tiles) if self._moved > seen else None
        return last, _frame(tiles, keys, last, int(self._now_s() / GRAIN_S))

    def _wait(self, seen: int | None, timeout_s: float) -> None:
        news = self._news
        if self._changes == seen:
            news.wait(timeout_s)

    def _come_and_go(self) -> None:
        """Take over which boards this server has."""
        boards = dict(self._boards.items())
        if boards == self._own:
            return
        gone = [key for key, board in self._own.items() if boards.get(key) is not board]
        come = [key for key, board in boards.items() if self._own.get(key) is not board]
        self._own = boards
        with self._changing:
            for key in gone:
                self._shown.pop(key, None)
                self._last.pop(key, None)
                self._tiles.pop(key, None)
            self._changes += 1
            self._moved, superseded, self._news = self._changes, self._news, threading.Event()
        superseded.set()
        for key in come:
            self._put(key, {"name": key, "link": f"/board/{key}", "fen": ""}, self._now_s())

    def _put(self, name: str, told: dict[str, Any], since_s: float) -> None:
        text = json.dumps({"key": name, **told}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        with self._changing:
            self._changes += 1
            self._tiles[name] = Tile(self._changes, text, since_s)
            superseded, self._news = self._news, threading.Event()
        superseded.set()

    def _follow(self) -> None:
        while not self._stopped.wait(POLL_S):
            self.look()


@lru_cache(FRAMES_KEPT)
def _frame(tiles: tuple[Tile, ...], keys: tuple[str, ...] | None, last_id: int, grains: int) -> bytes:
    """The event with these tiles, and with the keys of all where boards came or went: the same bytes for all within GRAIN_S."""
    told = f',"keys":{json.dumps(keys)}' if keys is not None else ""
    return server_sent.event(last_id, f'{{"tiles":{_written(tiles, grains * GRAIN_S)}{told}}}')


def _written(tiles: tuple[Tile, ...], now_s: float) -> str:
    """The tiles as a JSON array, each with the age of its clock readings in `age_ms`."""
    aged = (f'{{"age_ms":{max(0, round((now_s - tile.since_s) * 1000))},{tile.text[1:]}' for tile in tiles)
    return f"[{','.join(aged)}]"
