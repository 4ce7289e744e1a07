"""Faults of a machine: its service is stopped for a while, and its pages are killed."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from hub.feeds.silence import SILENT_AFTER_S
from tests.bench.faulting.board import LiveBoard
from tests.bench.faulting.row import Row

NOTICED_S = 3.0
"""How much later than SILENT_AFTER_S the pages may say that there is no news."""
PAGES = b"damcam.pages"


def rows(board: LiveBoard, stopped_s: float) -> Iterator[Row]:
    """Stop the service for so long, and kill the pages."""
    yield _stopped(board, stopped_s)
    yield _killed(board)


def _stopped(board: LiveBoard, stopped_s: float) -> Row:
    """Stop the service alone: the pages run on."""
    wrong = []
    os.kill(board.life.pid, signal.SIGSTOP)
    try:
        noticed_s = board.wait_until(lambda: bool(board.shown().get("no_news")), stopped_s)
        clock, began_s = board.shown()["clock"], time.monotonic()
        time.sleep(max(0.0, stopped_s - noticed_s))
        if noticed_s > SILENT_AFTER_S + NOTICED_S:
            wrong.append(f"the pages said so after {noticed_s:.1f} s")
        if clock["running"] is not None or board.shown()["clock"] != clock:
            wrong.append(f"the clock on the pages ran on for {time.monotonic() - began_s:.0f} s")
    finally:
        os.kill(board.life.pid, signal.SIGCONT)
    back_s = board.wait_until(board.is_back)
    wrong.append(board.plays_on())
    told = f"the pages show no news after {noticed_s:.1f} s, and a clock that stands"
    return Row(
        f"the service is stopped for {stopped_s:.0f} s (SIGSTOP)", told, *board.lost_and_changed(), back_s, "; ".join(filter(None, wrong))
    )


def _killed(board: LiveBoard) -> Row:
    """Kill all processes of the pages. The game goes on meanwhile."""
    pages = [pid for pid in _below(board.life.pid) if PAGES in Path(f"/proc/{pid}/cmdline").read_bytes()]
    for pid in pages:
        os.kill(pid, signal.SIGKILL)
    began_s = time.monotonic()
    wrong = board.plays_on() if pages else "there are no pages"
    board.wait_until(board.is_back)
    told = next((line for line in board.log.read_text().splitlines() if "process of the pages ended" in line), "")
    return Row("the pages are killed (SIGKILL)", told, *board.lost_and_changed(), time.monotonic() - began_s, wrong)


def _below(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            yield child
            yield from _below(child)
