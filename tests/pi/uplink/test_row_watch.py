"""A row that the service writes is noticed at once, without a look at the journal."""

import threading
import time
from contextlib import closing

import pytest

from pi.uplink import row_watch
from pi.uplink.row_watch import RowWatch
from pi.uplink.uplink import Uplink
from record.store import folder_notices
from record.store.folder import GAMES
from tests.hub.conftest import Game

SOON_S = 5.0


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / GAMES / "0001"
    folder.mkdir(parents=True)
    made = Game(folder).open()
    yield made
    made.journal.close()


def test_a_row_is_told_at_once_also_one_of_the_next_game(tmp_path, game, monkeypatch):
    monkeypatch.setattr(row_watch, "GAMES_EVERY_S", 0.02)
    told = threading.Event()
    with closing(RowWatch(tmp_path / GAMES, told.set)):
        assert told.wait(SOON_S), "the folder is watched"
        told.clear()
        game.move("white", 32, 28)
        assert told.wait(SOON_S)
        told.clear()
        (tmp_path / GAMES / "0002").mkdir()
        assert told.wait(SOON_S), "that of the next game is watched"
        told.clear()
        with closing(Game(tmp_path / GAMES / "0002").open().journal):
            assert told.wait(SOON_S)


def test_what_is_no_row_is_not_told(tmp_path, game):
    told = threading.Event()
    with closing(RowWatch(tmp_path / GAMES, told.set)):
        assert told.wait(SOON_S)
        told.clear()
        (game.folder / "notes.txt").write_text("x")
        assert not told.wait(0.1)


def test_without_inotify_nothing_is_told_and_nothing_breaks(tmp_path, game, monkeypatch):
    monkeypatch.setattr(folder_notices, "_begun", lambda _system: -1)
    told = threading.Event()
    with closing(RowWatch(tmp_path / GAMES, told.set)):
        game.move("white", 32, 28)
    assert not told.is_set()


class Waiting:
    """A half of the wire on which nothing comes, and which a new row wakes."""

    connection = 0

    def __init__(self):
        self.woken = threading.Event()

    def send(self, _packet):
        return False

    def receive(self, within_s):
        self.woken.wait(within_s)
        self.woken.clear()

    def wake(self):
        self.woken.set()


def test_an_uplink_that_waits_for_the_hub_is_woken_by_a_row(tmp_path, game):
    wire = Waiting()
    with closing(Uplink(tmp_path, wire, tmp_path / "arbiters.json")) as uplink:
        assert wire.woken.wait(SOON_S)
        wire.woken.clear()
        threading.Timer(0.05, game.move, ("white", 32, 28)).start()
        began_s = time.monotonic()
        uplink.step(10 * SOON_S)
        assert time.monotonic() - began_s < SOON_S
