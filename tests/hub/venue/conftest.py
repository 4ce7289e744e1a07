"""The hall of the tests."""

import pytest

from tests.hub.venue.world import World


@pytest.fixture
def world(tmp_path):
    made = World(tmp_path)
    yield made
    made.close()
