"""Sends the same events to the listeners of two servers in turn, and measures delays, processor time and memory."""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import mean

from tests.bench.listening.crowd import Crowd
from tests.bench.listening.game import Game
from tests.bench.listening.servers import Served

SILENT, AWAY = 0.05, 0.05
"""Shares of the listeners: those that never read, and those that are away while an event is told."""
POLL_S = 0.1
"""The seconds between two looks of a server for news; an event falls anywhere between them."""
SETTLED_S = 0.3
"""The seconds after the last copy until the server has finished its work on an event."""
TURNS, LEAVE = 5, 0.25
"""How many times part of the hall leaves and as many come, and the share that leaves."""
_VARIES = re.compile(rb'"age_ms":\d+|<data id="now" value="\d+" hidden></data>')
"""What differs in the copies of an event: its age, or when it was sent."""
_PART = re.compile(rb'(?=<\w+ id=")')
"""Where a part begins. Who just came gets all parts, and the others those that changed."""
_AROUND = re.compile(rb'</?table>|</tbody>|<tbody id="rows" data-adds>')
"""The tags around the moves that are sent: who just came gets the whole list."""


@dataclass
class Hall:
    """A server and its listeners, with the sorted delays in s of the copies of each event, and the processor time of each event."""

    server: Served
    crowd: Crowd
    chance: random.Random
    delays_s: list[list[float]] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    missed: int = 0

    def tell(self, event: Callable[[], object]) -> None:
        """Send one event, written by `event`, to those present; those away come back after it and must get it too."""
        away = self.chance.sample(self.crowd.readers, round(AWAY * len(self.crowd.readers)))
        number = away[0].last + 1
        self.crowd.drop(away)
        time.sleep(self.chance.uniform(0, POLL_S))
        before_s = self.server.cpu_s()
        event()
        delays_s = self.crowd.delays_s(number, time.monotonic())
        time.sleep(SETTLED_S)
        self.cpu_s.append(self.server.cpu_s() - before_s)
        self.delays_s.append(delays_s)
        self.crowd.join(len(away))
        self.crowd.delays_s(number, time.monotonic())
        self.missed += sum(listener.last != number for listener in self.crowd.readers)
        texts = {_AROUND.sub(b"", _VARIES.sub(b"", listener.text)) for listener in self.crowd.readers}
        whole = max(texts, key=len)
        self.missed += sum(not all(part in whole for part in _PART.split(text)) for text in texts)

    def growth_mb(self, event: Callable[[], object]) -> float:
        """Return by how many MB the server's memory grows when part of the hall leaves and as many come, again and again.

        A server notices a closed connection at its second write, so `event` writes two events each time.
        """
        rss_mb = []
        for _ in range(TURNS):
            readers = self.crowd.readers
            self.crowd.drop(self.chance.sample(readers, round(LEAVE * len(readers))))
            for _ in range(2):
                number = self.crowd.readers[0].last + 1
                event()
                self.crowd.delays_s(number, time.monotonic())
            self.crowd.join(len(readers) - len(self.crowd.readers))
            rss_mb.append(self.server.rss_mb())
        return rss_mb[-1] - rss_mb[0]  # the first round fills the memory that Python keeps for reuse


def measure(game: Game, newest: Path, ours: Hall, bare: Hall, listeners: int, events: int) -> dict[str, float]:
    """Measure and return the figures; `newest` is the file that the bare app follows."""
    silent, numbers, events = round(listeners * SILENT), count(1), min(events, game.max_events - 2 * TURNS)

    def again() -> None:
        """Give the bare app the text that the hub sent last."""
        text = _VARIES.sub(b"", ours.crowd.readers[0].text).decode()
        (written := newest.with_suffix(".new")).write_text(f"{next(numbers)}\n{text}", encoding="utf-8")
        written.replace(newest)

    ours.crowd.join(listeners - silent)
    again()
    bare.crowd.join(listeners - silent)
    for number in range(events):
        if number == events // 2:
            ours.crowd.join_silent(silent)
        ours.tell(game.go_on)
        bare.tell(again)
        print(f"event {number + 1}: {_told(ours)}; the bare app {_told(bare)}", flush=True)
    rss_mb = {"rss_mb": round(ours.server.rss_mb(), 1), "bare_rss_mb": round(bare.server.rss_mb(), 1)}
    return {"listeners": listeners, "events": events} | _figures(ours, bare) | rss_mb | {"growth_mb": round(ours.growth_mb(game.go_on), 2)}


def _figures(ours: Hall, bare: Hall) -> dict[str, float]:
    figures: dict[str, float] = {}
    for name, hall in (("", ours), ("bare_", bare)):
        figures |= {
            f"{name}p50_ms": _ms(hall.delays_s, 0.5),
            f"{name}p99_ms": _ms(hall.delays_s, 0.99),
            f"{name}spread_ms": _ms(_spreads(hall.delays_s), 0.99),
            f"{name}cpu_ms": _middle(hall.cpu_s),
        }
    half = len(ours.delays_s) // 2
    slowed = [_ms(hall.delays_s[half:], 0.99) - _ms(hall.delays_s[:half], 0.99) for hall in (ours, bare)]
    return figures | {
        "delay_ratio": round(figures["p99_ms"] / figures["bare_p99_ms"], 2),
        "spread_ratio": round(figures["spread_ms"] / figures["bare_spread_ms"], 2),
        "cpu_ratio": round(figures["cpu_ms"] / figures["bare_cpu_ms"], 2),
        "slowed_ms": round(slowed[0] - slowed[1], 1),
        "missed": ours.missed,
    }


def _spreads(events: list[list[float]]) -> list[list[float]]:
    return [[delay - delays[0] for delay in delays] for delays in events]


def _ms(events: list[list[float]], part: float) -> float:
    """Return the ms within which that part of an event's copies has arrived."""
    return _middle([_of(delays, part) for delays in events])


def _middle(seconds: list[float]) -> float:
    """Return the mean of the middle half in ms: other work on the machine and the moment between two looks add noise."""
    middle = sorted(seconds)[len(seconds) // 4 : -(len(seconds) // 4) or None]
    return round(1000 * mean(middle), 1)


def _of(delays: list[float], part: float) -> float:
    return delays[min(len(delays) - 1, int(part * len(delays)))]


def _told(hall: Hall) -> str:
    delays = hall.delays_s[-1]
    return f"{1000 * _of(delays, 0.5):.0f} ms, 99 % within {1000 * _of(delays, 0.99):.0f} ms, {1000 * hall.cpu_s[-1]:.0f} ms of processor"
