"""A board whose service gives no sign of life: the pages get its clock as it stood then, and are told that there is no news."""

import json
import os
from contextlib import closing

import pytest

from hub.desk.tablet import view_of
from hub.feeds.delay import Delay
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.feed import Feed
from hub.feeds.follower import Follower
from hub.feeds.silence import SILENT_AFTER_S, SignOfLife, halted
from hub.feeds.stream import event_stream
from hub.feeds.tile import small

S = 1_000_000_000


class Board:
    """The time of the pages, and the file that the board's service touches."""

    def __init__(self, folder):
        self.now_s, self.path, self._began_s = 100.0, folder / "alive", 4_000_000_000.0  # no file is older than now then

    def time_s(self):
        return self._began_s + self.now_s

    def sign(self):
        self.path.touch()
        os.utime(self.path, (self.time_s(), self.time_s()))

    def feed(self, game, **more):
        return Feed(Follower(game.folder / "journal.jsonl", lambda: self.now_s, alive=self.path, **more))


@pytest.fixture
def board(tmp_path):
    return Board(tmp_path)


def test_a_board_is_silent_when_no_sign_came_for_some_seconds_and_never_when_it_gave_none(board):
    watched = SignOfLife(board.path, lambda: board.now_s, board.time_s)
    assert watched.silent_since_s() is None
    board.now_s += 60
    assert watched.silent_since_s() is None
    board.sign()
    assert watched.silent_since_s() is None
    board.now_s += SILENT_AFTER_S + 0.1
    assert watched.silent_since_s() == pytest.approx(160.0)
    assert watched.silent_since_s(later_s=60.0) is None
    board.path.unlink()
    assert watched.silent_since_s() == pytest.approx(160.0)
    board.sign()
    assert watched.silent_since_s() is None


def test_the_first_sign_is_as_old_as_its_file_unless_the_time_of_day_has_leapt(board):
    board.sign()
    board.now_s += 30
    assert SignOfLife(board.path, lambda: board.now_s, board.time_s).silent_since_s() == pytest.approx(100.0)
    assert SignOfLife(board.path, lambda: board.now_s, lambda: 5.0).silent_since_s() is None
    assert SignOfLife(None, lambda: board.now_s).silent_since_s() is None


def test_readings_are_halted_for_the_side_whose_clock_ran():
    clock = {"white_ns": 60 * S, "black_ns": 50 * S, "running": "white", "rate": 2.0}
    assert halted(clock, 10.0) == {"white_ns": 40 * S, "black_ns": 50 * S, "running": None, "rate": 2.0}
    assert halted(clock, 100.0)["white_ns"] == 0
    assert halted({**clock, "running": None}, 10.0)["white_ns"] == 60 * S
    assert halted({**clock, "white_ns": None}, 10.0)["white_ns"] is None


def test_the_public_gets_the_clock_as_it_stood_and_the_running_one_when_the_board_is_back(board, game):
    game.open()
    board.sign()
    feed = board.feed(game)
    with closing(feed.follower):
        feed.look()
        game.move("white", 32, 28)
        feed.look()
        running = feed.latest
        stream = event_stream(feed)
        next(stream), next(stream)
        board.now_s += 3
        board.sign()
        feed.look()
        assert feed.latest is running
        board.now_s += SILENT_AFTER_S + 1
        feed.look()
        silent = feed.latest.view
        told = json.loads(next(stream).split(b"data: ")[1])
        assert (running.view["no_news"], told["no_news"], told["age_ms"] // 1000) == (False, True, 6)
        assert (silent["clock"]["running"], running.view["clock"]["running"]) == (None, "black")
        assert silent["clock"]["black_ns"] == running.view["clock"]["black_ns"] - 3 * S
        assert small(silent)["no_news"]
        board.sign()
        feed.look()
        assert feed.latest.view["clock"] == running.view["clock"]
        assert (feed.latest.view["no_news"], feed.latest.clock_since_s) == (False, running.clock_since_s)
        assert running.id < silent["id"] < feed.latest.id, "whoever comes back gets the newest"


def test_who_sees_the_game_later_hears_of_the_silence_later(board, game):
    game.open()
    board.sign()
    feed = board.feed(game, delay=Delay(seconds=60))
    with closing(feed.follower):
        feed.look()
        board.now_s += 30
        feed.look()
        assert not feed.latest.view["no_news"]
        board.now_s += 30 + SILENT_AFTER_S + 1
        feed.look()
        assert feed.latest.view["no_news"]
        game.close("1-0")  # a game that is over has no news to miss
        feed.look()
        assert not feed.latest.view["no_news"]


def test_desk_and_tablet_hear_of_the_silence_at_once(board, game):
    game.open()
    board.sign()
    feed = DeskFeed(Follower(game.folder / "journal.jsonl", lambda: board.now_s, alive=board.path))
    with closing(feed.follower):
        feed.look()
        game.move("white", 32, 28)
        feed.look()
        running = feed.view("en"), view_of(feed)
        events = feed.events(lambda: True, lambda _seen: (None, b"no news" if view_of(feed)["no_news"] else b"running"))
        assert (next(events)[:5], next(events)) == (b"retry", b"running")
        board.now_s += SILENT_AFTER_S + 1
        feed.look()
        silent = feed.view("en"), view_of(feed)
        assert next(events) == b"no news"
        for before, after in zip(running, silent, strict=True):
            assert (before["no_news"], after["no_news"], after["age_ms"] // 1000) == (False, True, 6)
            assert after["clock"] == {**before["clock"], "running": None}
