"""The hall of the tests."""

from contextlib import closing

import pytest

from link import board_socket
from link.board_socket import told_link
from tests.hub.venue.world import World


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """Who follows a board does not wait for its socket, which the hall serves only while its time passes."""
    monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", 0.0)


@pytest.fixture
def world(tmp_path):
    with closing(World(tmp_path)) as made:
        yield made


@pytest.fixture
def playing(world):
    """The hall with a game that has begun two seconds ago."""
    world.board.begin()
    world.run(2)
    told_link(world.state)  # the pages follow it from here on
    world.run(0.1)
    return world
