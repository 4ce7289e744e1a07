"""Faults that meet one board in the middle of its game, one after the other: a kill, camera, machine, pages, attacks."""

from collections.abc import Iterator
from pathlib import Path

from tests.bench.faulting import camera, crowd, stopped
from tests.bench.faulting.board import LiveBoard
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.support.live.orders import Orders


def rows(scratch: Path, scale: Scale) -> Iterator[Row]:
    """Play them on a board whose camera obeys orders."""
    orders = Orders(scratch / "orders")
    with LiveBoard(scratch / "in_play", orders.folder) as killed:
        killed.begin()
        killed.turn()
        killed.life.kill()
    with LiveBoard(scratch / "in_play", orders.folder) as board:
        back_s, wrong = board.begin(), board.plays_on()
        yield Row("the service is killed (SIGKILL)", " / ".join(board.alerts()), *killed.lost_and_changed(), back_s, wrong)
        yield from camera.rows(board, orders)
        yield from stopped.rows(board, scale.stopped_s)
        yield from crowd.rows(board, scale.crowd)
