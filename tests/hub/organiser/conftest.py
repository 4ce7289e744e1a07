"""Two boards, and the application over them with a folder of events."""

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.app import EVENTS, SignIn, create_app
from hub.boards.board import Boards
from hub.feeds.delay import NONE
from tests.hub.conftest import KEPT
from tests.hub.simulated_boards import SimulatedBoard


@pytest.fixture
def boards(tmp_path):
    made = [SimulatedBoard(tmp_path, number) for number in ("1", "2")]
    for board in made:
        board.start()
    yield made
    for board in made:
        board.stop()


@pytest.fixture
def serving(boards, tmp_path):
    """The application over two boards, whose public has that delay."""
    made = []

    def serve(delay=NONE):
        (tmp_path / "events").mkdir(exist_ok=True)
        accounts = Accounts(tmp_path / "arbiters.json")
        accounts.put(Account("Anke", Role.ARBITER, KEPT))
        accounts.put(Account("Durk", Role.OPERATOR, KEPT))
        served = Boards.of_states([board.state for board in boards], delay=delay)
        app = create_app(served, sign_in=SignIn(b"k" * 64, accounts.path, events=tmp_path / "events"))
        made.append((served, app))
        return app

    yield serve
    for served, app in made:
        served.stop()
        app.extensions[EVENTS].stop()


@pytest.fixture
def app(serving):
    return serving()
