"""What the tests of the public pages share."""

import pytest


@pytest.fixture
def hall(tmp_path, new_game):
    """A function that begins the game of that number at one of two boards, `east` and `west`."""
    for name in ("east", "west"):
        (tmp_path / name / "games").mkdir(parents=True)
    return lambda state, number, **about: new_game(tmp_path / state / "games" / f"{number:04}").open(**about)
