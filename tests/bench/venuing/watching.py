"""Those who look: a listener on each stream it is given, in one process. It notes what came and when, and what was told twice.

usage: python -m tests.bench.venuing.watching NOTES STREAM ...    STREAM: KIND=KEY=PORT=PATH[=COOKIE], KIND board, wall or desk

A listener whose connection is lost comes again as a browser does, with the last id that it had. Says `watching` once each has had its
first event. Ends with the input.
"""

import re
import select
import socket
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.bench.venuing.noting import Notes

ASKING = "GET {} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{}\r\n"
CHUNK = 1 << 18
EVENT = re.compile(rb"id: (\d+)\ndata: ([^\n]*)\n\n")
OF_GAME, OF_ROW = re.compile(rb'<data id="position"[^>]* data-game="(\d+)"'), re.compile(rb'<tr id="row-(\d+)">(.*?)</tr>')
NO_ROWS = re.compile(rb'<tbody id="rows" data-fen[^>]*></tbody>')
WITHHELD = b'<data id="state" value="withheld"'
RETRY_S = (0.5, 2.0)
"""How soon a browser comes again."""
CHANGES_OF_A_GAME = 1_000_000
"""What an id of a board's stream is counted up by beside the public changes of its game (`hub.feeds.feed.GAME_CHANGES`), repeated here."""


@dataclass(eq=False)
class Watcher:
    """One listener."""

    number: int
    kind: str
    key: str
    port: int
    path: str
    cookie: str = ""
    line: socket.socket | None = None
    begun: bytes = field(default=b"", repr=False)
    last_id: int = -1
    last_data: bytes = field(default=b"", repr=False)
    came_again: bool = False
    """Whether nothing came yet on this connection."""
    shown: tuple[int, int] = (0, 0)
    """The game, and how many of its moves were shown last."""


class Watchers:
    """All listeners."""

    def __init__(self, notes: Notes, watchers: list[Watcher]) -> None:
        self._notes, self._all, self._chance = notes, watchers, Random(3)
        self._poll, self._open = select.epoll(), dict[int, Watcher]()
        self._later: list[tuple[float, Watcher]] = [(0.0, one) for one in watchers]

    @property
    def all_began(self) -> bool:
        """Whether each listener has had its first event."""
        return all(one.last_id >= 0 for one in self._all)

    def work(self, within_s: float) -> None:
        """Read what comes in that time."""
        now_s = time.monotonic()
        due = [one for at_s, one in self._later if at_s <= now_s]
        self._later = [(at_s, one) for at_s, one in self._later if at_s > now_s]
        for one in due:
            self._connect(one)
        for number, _ in self._poll.poll(within_s):
            if watcher := self._open.get(number):
                self._read(watcher)

    def close(self) -> None:
        for one in self._open.values():
            if one.line:
                one.line.close()
        self._poll.close()

    def _connect(self, one: Watcher) -> None:
        try:
            made = socket.create_connection(("127.0.0.1", one.port), 5.0)
            more = f"Cookie: {one.cookie}\r\n" if one.cookie else ""
            made.sendall(ASKING.format(one.path, more).encode())
            made.setblocking(False)
        except OSError:
            self._again(one)
            return
        one.line, one.begun, one.came_again = made, b"", True
        self._open[made.fileno()] = one
        self._poll.register(made, select.EPOLLIN)

    def _again(self, one: Watcher) -> None:
        self._later.append((time.monotonic() + self._chance.uniform(*RETRY_S), one))

    def _read(self, one: Watcher) -> None:
        assert one.line
        try:
            came = one.line.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            came = b""
        if not came:
            self._poll.unregister(one.line)
            del self._open[one.line.fileno()]
            one.line.close()
            self._again(one)
            return
        came_ns = time.monotonic_ns()
        one.begun += came
        end = 0
        for event in EVENT.finditer(one.begun):
            end = event.end()
            self._take(one, int(event[1]), event[2], came_ns)
        one.begun = one.begun[end:]

    def _take(self, one: Watcher, number: int, data: bytes, came_ns: int) -> None:
        # the number of a wall's event is the sum of its boards', and falls with one that goes
        counts_on = one.kind == "board" or (one.kind == "wall" and b'<main id="boards"' not in data)
        # where a game is kept becomes known after its first row: its page changes then, and its number stays
        is_again = number < one.last_id or (number, data) == (one.last_id, one.last_data)
        if not one.came_again and is_again and counts_on:
            self._notes.note("twice", one.kind, one.key, f"id {number} after {one.last_id}", came_ns)
        one.last_id, one.last_data, one.came_again = number, data, False
        if one.kind == "board":
            self._see(one, number, data, came_ns)

    def _see(self, one: Watcher, number: int, html: bytes, came_ns: int) -> None:
        """Note what a viewer sees. Moves that go backwards are told again; the arbiters of the bench take none back."""
        if WITHHELD in html:
            self._notes.note("withheld", one.kind, one.key, came_ns)
        game, rows = OF_GAME.search(html), OF_ROW.findall(html)
        moves = 2 * int(rows[-1][0]) - (rows[-1][1].count(b"<button") < 2) if rows else 0 if NO_ROWS.search(html) else one.shown[1]
        shown = int(game[1]) if game else one.shown[0], moves
        if shown < one.shown:
            self._notes.note("twice", one.kind, one.key, f"{shown} after {one.shown}", came_ns)
        one.shown = shown
        self._notes.note("view", one.number, one.port, one.key, shown[0], number % CHANGES_OF_A_GAME, shown[1], came_ns)


def main(notes_path: str, *streams: str) -> None:
    watchers = Watchers(Notes(Path(notes_path)), [_watcher(number, *stream.split("=", 4)) for number, stream in enumerate(streams)])
    while not watchers.all_began:
        watchers.work(0.02)
    print("watching", flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        watchers.work(0.02)


def _watcher(number: int, kind: str, key: str, port: str, path: str, cookie: str = "") -> Watcher:
    return Watcher(number, kind, key, int(port), path, cookie)


if __name__ == "__main__":
    main(*sys.argv[1:])
