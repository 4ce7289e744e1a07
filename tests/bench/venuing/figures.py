"""The figures of the calm part: how late rows are at the hub's disk and on its pages."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.bench.venuing.noting import noted

Span = tuple[int, int]
"""From when to when, by the monotonic clock (ns)."""
NS_PER_MS = 1_000_000


class BoardRow(NamedTuple):
    """A row that was on the board's disk at that time."""

    key: str
    game: int
    row: int
    at_ns: int


class SeenView(NamedTuple):
    """A view with all of a game up to that row, and when a listener had it."""

    game: int
    row: int
    came_ns: int


def rows_in(notes: Path, span: Span) -> list[BoardRow]:
    """The rows that came onto the boards' disks in that time."""
    found = (BoardRow(*told[1:]) for told in noted(notes, "played") if told[0] == "row")
    return [row for row in found if span[0] <= row.at_ns < span[1]]


def at_hub_ms(notes: Path, rows: Iterable[BoardRow]) -> list[float]:
    """How long after that each row was on the hub's disk; one that is not there counts as an hour."""
    came: dict[tuple[str, int, int], int] = {}
    for _, key, game, first, last, at_ns in noted(notes, "mirrored"):
        for row in range(first, last + 1):
            came.setdefault((key, game, row), at_ns)
    return [(came.get((row.key, row.game, row.row), row.at_ns + 3_600_000 * NS_PER_MS) - row.at_ns) / NS_PER_MS for row in rows]


def bare_ms(notes: Path, span: Span) -> list[float]:
    """How long the bare messages of that time took."""
    return [(kept_ns - sent_ns) / NS_PER_MS for _, sent_ns, kept_ns in noted(notes, "bare") if span[0] <= sent_ns < span[1]]


def at_viewers_ms(notes: Path, rows: Sequence[BoardRow], ports: Iterable[int]) -> list[float]:
    """How long after they were on the board's disk a listener at one of these ports saw the rows, each listener for itself."""
    views: dict[tuple[int, str], list[SeenView]] = defaultdict(list)
    wanted = set(ports)
    for kind, number, port, key, game, row, _, came_ns in (told for told in noted(notes, "watched") if told[0] == "view"):
        if kind == "view" and port in wanted:
            views[number, key].append(SeenView(game, row, came_ns))
    found = []
    for (_, key), seen in views.items():
        for row in (row for row in rows if row.key == key):
            at = bisect_left(seen, (row.game, row.row), key=lambda view: (view.game, view.row))
            if at < len(seen):
                found.append((seen[at].came_ns - row.at_ns) / NS_PER_MS)
    return found


def part(values: Sequence[float], share: float) -> float:
    """The value within which that share of the values lies; an hour where there are none."""
    if not values:
        return 3_600_000.0
    return round(sorted(values)[min(len(values) - 1, int(share * len(values)))], 1)


def spread(name: str, values: Sequence[float]) -> dict[str, float]:
    """Median and 99th percentile, by that name."""
    return {f"{name}_p50_ms": part(values, 0.5), f"{name}_p99_ms": part(values, 0.99)}
