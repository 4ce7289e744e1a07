"""Measures from outside what the service of a soak test uses of its machine, and what it leaves on the disk."""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from json import loads
from pathlib import Path
from statistics import median
from typing import NamedTuple

from record.store.dropping import pictures_in
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.pictures import MB
from tests.bench.live.soaking import PLAYED, Plan
from tests.support.live.judging import judged, unshown

EVERY_S = 0.2
KB_OF_A_MB = 1024


class Sample(NamedTuple):
    """The resources in use at one moment."""

    rss_mb: float
    files: int
    threads: int
    pages_mb: float
    """The resident memory of all descendants."""
    whole_mb: float
    """The memory of all processes together, with shared memory counted once: the proportional set sizes of proc(5)."""


@dataclass
class Watched:
    """The samples of each game."""

    games: list[list[Sample]] = field(default_factory=lambda: [[]])

    def figures(self) -> dict[str, float]:
        """Return peaks, and the growth: the median over the last quarter of the games minus that over the first."""
        games = [game for game in self.games if game]
        quarter = max(1, len(games) // 4)
        first, last = games[:quarter], games[-quarter:]

        def more(name: str, of: Callable[[Sequence[float]], float]) -> float:
            """Return the growth of a field, with `of` taken over each game: `median` for files, as a picture being written is one."""
            told = [[of([getattr(one, name) for one in game]) for game in games] for games in (first, last)]
            return round(median(told[1]) - median(told[0]), 1)

        every = [sample for game in games for sample in game]
        return {
            "games": len(games),
            "peak_mb": round(max(sample.rss_mb for sample in every)),
            "peak_pages_mb": round(max(sample.pages_mb for sample in every)),
            "peak_whole_mb": round(max(sample.whole_mb for sample in every)),
            "growth_mb": more("rss_mb", max),
            "more_files": more("files", median),
            "more_threads": more("threads", median),
        }


def watched(command: Sequence[str], plan: Plan) -> Watched:
    """Run the service to its end and sample it meanwhile. Raises RuntimeError when it fails."""
    seen = Watched()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        ended = threading.Event()

        def look() -> None:
            while not ended.wait(EVERY_S):
                sample = _sample(service.pid)
                if sample:
                    seen.games[-1].append(sample)

        looking = threading.Thread(target=look, daemon=True)
        looking.start()
        for _ in service.stdout or ():
            print(f"game {len(seen.games)} of {plan.games}: {seen.games[-1][-1] if seen.games[-1] else ''}", flush=True)
            seen.games.append([])
        status = service.wait()
        ended.set()
        looking.join()
    if status:
        raise RuntimeError(f"the service ended with {status}")
    seen.games.pop()  # the samples after the last game
    return seen


def _sample(pid: int) -> Sample | None:
    try:
        status = _status(pid)
        files = len(os.listdir(f"/proc/{pid}/fd"))
        children = list(_descendants(pid))
        pages_mb, whole_mb = sum(_mb(_status(child)) for child in children), sum(_own_mb(one) for one in (pid, *children))
        return Sample(_mb(status), files, int(status["Threads"]), pages_mb, whole_mb)
    except (OSError, KeyError):
        return None  # the service or one of its children has just ended


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _mb(status: dict[str, str]) -> float:
    return int(status["VmRSS"].split()[0]) / KB_OF_A_MB


def _own_mb(pid: int) -> float:
    """Return the proportional set size in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / KB_OF_A_MB


def _descendants(pid: int) -> Iterator[int]:
    """Yield all descendants that run their own program; a child that was only forked so far is left out."""
    own = Path(f"/proc/{pid}/cmdline").read_bytes()
    for child in _children(pid):
        if Path(f"/proc/{child}/cmdline").read_bytes() != own:
            yield from (child, *_all_below(child))


def _all_below(pid: int) -> Iterator[int]:
    for child in _children(pid):
        yield from (child, *_all_below(child))


def _children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


@dataclass(frozen=True)
class Kept:
    """What the disk holds after a soak test."""

    presses: int
    wrong: list[str]
    unsure: int
    pictures_mb: float
    budget_mb: int
    trimmed: int
    """The number of games that lost pictures to the budget."""
    alerts_unshown: int
    """The number of pictures of alerts that are missing."""

    @staticmethod
    def of(state: Path, plan: Plan) -> "Kept":
        """Compare the games in the state folder with what was played."""
        folders = sorted((state / "games").iterdir())
        played = [loads(line) for line in (state / PLAYED).read_text().splitlines()]
        wrong: list[str] = []
        unsure = missing = trimmed = 0
        for game, (folder, pressed_ns) in enumerate(zip(folders, played, strict=False)):
            found = judged(folder, plan.turns(game), pressed_ns)
            wrong += [f"{folder.name}: {fault}" for fault in found.wrong]
            unsure += found.unsure
            with Journal.reader(folder / JOURNAL_NAME) as journal:
                events = [event for _, event in journal.since(0)]
            named = {name for event in events for name in getattr(event, "pictures", ())}
            trimmed += any(not (folder / name).exists() for name in named)
            missing += len(unshown(folder))
        for fault in wrong:
            print(fault)
        taken = sum(path.stat().st_size for folder in folders for path in pictures_in(folder).values())
        return Kept(sum(map(len, played)), wrong, unsure, taken / MB, plan.budget_mb, trimmed, missing)

    def figures(self) -> dict[str, float]:
        return {
            "presses": self.presses,
            "wrong": len(self.wrong),
            "unsure_percent": round(100 * self.unsure / max(1, self.presses), 2),
            "pictures_mb": round(self.pictures_mb, 1),
            "over_budget_mb": max(0.0, round(self.pictures_mb - self.budget_mb, 1)),
            "games_trimmed": self.trimmed,
            "alerts_unshown": self.alerts_unshown,
        }
