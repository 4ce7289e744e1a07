"""Faults that meet one board in the middle of its game, one after the other: camera, machine, pages, attacks, forgeries."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench.faulting import camera, crowd, forging, stopped
from tests.bench.faulting.board import LiveBoard
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.support.live.orders import Orders
from tests.support.neighbour import DRIPS, SAYS, Neighbour


def rows(scratch: Path, scale: Scale) -> Iterator[Row]:
    """Play them on a board whose camera obeys orders, and whose pages ask neighbours that answer nonsense."""
    orders = Orders(scratch / "orders")
    with ExitStack() as stack:
        neighbours = [Neighbour(said) for said in SAYS.values()] + [Neighbour(said, drips=True) for said in DRIPS.values()]
        for neighbour in neighbours:
            stack.callback(neighbour.end)
        board = stack.enter_context(LiveBoard(scratch / "in_play", orders.folder, [neighbour.url for neighbour in neighbours]))
        board.begin()
        board.turn()
        yield from camera.rows(board, orders)
        yield from stopped.rows(board, scale.stopped_s)
        yield crowd.nonsense(board, len(neighbours))
        yield from crowd.rows(board, scale.crowd)
        yield from forging.rows(board)
