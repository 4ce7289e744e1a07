"""The follower of the journal and the stream that one listener gets."""

import logging
import sqlite3
import threading

import pytest

from hub.feeds.feed import Feed
from hub.feeds.journals import Follower
from hub.feeds.stream import event_stream
from record.store.journal import Journal


@pytest.fixture
def now_s():
    return [100.0]


@pytest.fixture
def feed(game, now_s):
    made = Feed(game.folder / "journal.sqlite", now_s=lambda: now_s[0])
    yield made
    made.stop()
    made.close()


def first_id(stream):
    assert next(stream).startswith(b"retry:")
    return next(stream).split(b"\n")[0]


def test_a_listener_gets_the_newest_view_and_then_each_newer_one(feed, game):
    game.open()
    feed.look()
    stream = event_stream(feed, None)
    assert first_id(stream) == b"id: 3"
    row = game.move("white", 32, 28)
    feed.look()
    assert next(stream).startswith(b"id: %d\ndata: {" % row)


def test_a_slow_listener_gets_the_newest_alone(feed, game):
    game.open()
    feed.look()
    stream = event_stream(feed, None)
    first_id(stream)
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32)):
        row = game.move(side, start, end)
        feed.look()
    assert next(stream).startswith(b"id: %d\n" % row)


def test_who_has_the_newest_already_waits_for_the_next(feed, game):
    game.open()
    feed.look()
    stream = event_stream(feed, 3)
    next(stream)
    row = game.move("white", 32, 28)
    feed.look()
    assert next(stream).startswith(b"id: %d\n" % row)


def test_a_number_of_another_game_gets_the_view_at_once(feed, game):
    game.open()
    feed.look()
    assert first_id(event_stream(feed, 999)) == b"id: 3"


def test_a_silence_is_filled(feed, game, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    game.open()
    feed.look()
    stream = event_stream(feed, 3)
    next(stream)
    assert next(stream).startswith(b": ")


def test_streams_end_when_the_feed_stops(feed, game):
    game.open()
    feed.look()
    stream = event_stream(feed, 3)
    next(stream)
    threading.Timer(0.05, feed.stop).start()
    assert list(stream) == []


def test_the_age_is_that_of_the_clock_readings(feed, game, now_s):
    feed.look()
    game.open()
    feed.look()
    game.press("white")
    now_s[0] = 110.0
    feed.look()
    now_s[0] = 112.5
    assert feed.latest.text_at(feed.now_s()).startswith('{"age_ms":2500,')
    game._rule("white", "legal", "32-28")
    feed.look()
    assert feed.latest.text_at(feed.now_s()).startswith('{"age_ms":2500,')


def test_a_damaged_journal_is_told_once_and_its_game_is_not_shown(game, caplog):
    game.open()
    path = game.folder / "journal.sqlite"
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_stand")
        raw.execute("UPDATE events SET json = '{}' WHERE id = 2")
    raw.close()
    feed = Feed(path)
    with caplog.at_level(logging.ERROR):
        feed._lookout.once()
        feed._lookout.once()
    assert feed.latest.view["withheld"]
    assert "fen" not in feed.latest.view
    assert len(caplog.records) == 1
    assert "row 2" in caplog.text
    feed.close()


def test_a_journal_that_does_not_change_is_seldom_asked_and_a_row_is_seen_at_once(game, monkeypatch):
    game.open()
    follower = Follower(game.folder / "journal.sqlite")
    now_s, asked = [100.0], []
    monkeypatch.setattr("hub.feeds.journals.time.monotonic_ns", lambda: round(now_s[0] * 1e9))
    last_id = Journal.last_id
    monkeypatch.setattr(Journal, "last_id", property(lambda self: asked.append(1) or last_id.__get__(self)))

    def look(count=1):
        for _ in range(count):
            now_s[0] += 0.1
            rows = len(list(follower.news()))
        return rows

    assert look() == 3
    look(10)
    asked.clear()
    assert look(100) == 0
    assert len(asked) <= 6, "in ten seconds"
    game.move("white", 32, 28)
    assert look() == 2
    game.press("black")
    assert look() == 1
    monkeypatch.setattr("record.store.written_lately.stamp_of", lambda _file: (1, 1))  # a file system that tells nothing
    look(10)
    game.press("white")
    assert sum(look() for _ in range(25)) == 1
    follower.close()
