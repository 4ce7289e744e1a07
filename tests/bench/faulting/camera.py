"""Faults of a camera: its driver's calls never return, or its process ends."""

import time
from collections.abc import Iterator

from record.events.of_game import CameraFault, CameraRestored
from tests.bench.faulting.board import LiveBoard
from tests.bench.faulting.row import Row
from tests.support.cameras.hanging import ENDS, HANGS
from tests.support.live.orders import Orders

TOLD_WITHIN_S = 5.0
AWAY_S = 6.0
"""How long the camera cannot be opened again."""


def rows(board: LiveBoard, orders: Orders) -> Iterator[Row]:
    """Play them on a board whose camera obeys these orders."""
    yield _away(board, orders, "the camera hangs while it takes a picture", {HANGS: "take"})
    yield _away(board, orders, "the camera's process ends", {ENDS: "take"})
    yield _away(board, orders, "the camera's process ends, and it hangs when it is opened again", {HANGS: "open", ENDS: "take"}, AWAY_S)


def _away(board: LiveBoard, orders: Orders, name: str, ordered: dict[str, str], away_s: float = 0.0) -> Row:
    """Nobody presses meanwhile. The orders are taken back once the fault is told, and so many seconds have passed."""
    faults, restored = _count(board, CameraFault), _count(board, CameraRestored)
    for order, call in ordered.items():
        orders.order(order, call)
    told_s = board.wait_until(lambda: _count(board, CameraFault) > faults)
    time.sleep(away_s)
    for order in ordered:
        orders.relent(order)
    back_s = board.wait_until(lambda: _count(board, CameraRestored) > restored and board.is_back())
    wrong = f"it was told after {told_s:.1f} s" if told_s > TOLD_WITHIN_S else board.plays_on()
    return Row(name, f"after {told_s:.1f} s: {_last_fault(board)}", *board.lost_and_changed(), back_s, wrong)


def _count(board: LiveBoard, kind: type) -> int:
    return sum(isinstance(event, kind) for event in board.told)


def _last_fault(board: LiveBoard) -> str:
    faults = [event for event in board.told if isinstance(event, CameraFault)]
    return " / ".join(alert.text for alert in faults[-1].alerts)
