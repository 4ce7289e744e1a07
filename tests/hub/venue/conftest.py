"""The hall of the tests."""

from contextlib import closing

import pytest

from tests.hub.venue.world import World


@pytest.fixture
def world(tmp_path):
    with closing(World(tmp_path)) as made:
        yield made


@pytest.fixture
def playing(world):
    """The hall with a game that has begun two seconds ago."""
    world.board.begin()
    world.run(2)
    return world
