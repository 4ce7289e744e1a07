"""A hall in memory, in which time passes only while a test lets it."""

from contextlib import closing

import pytest

from link import board_socket
from link.board_socket import last_link
from tests.link.simulated_hall import SimulatedHall


@pytest.fixture
def nobody_waits(monkeypatch):
    """Who follows a board does not wait for its socket, which the hall serves only while its time passes."""
    monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", 0.0)


@pytest.fixture
def hall(tmp_path, nobody_waits):
    with closing(SimulatedHall(tmp_path)) as made:
        yield made


@pytest.fixture
def playing(hall):
    """The hall with a game that has begun two seconds ago."""
    hall.board.begin()
    hall.run(2)
    last_link(hall.state)  # the pages follow it from here on
    hall.run(0.1)
    return hall
