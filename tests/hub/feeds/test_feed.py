"""The follower of the journal, the stream that a listener gets, and an event as bytes: encoded once for all, with its age."""

import json
import logging
import threading
from contextlib import closing
from types import SimpleNamespace

import pytest

from hub.board_faults import BoardFaults
from hub.feeds.feed import GAME_CHANGES, Feed, Update
from hub.feeds.follower import Follower
from hub.feeds.journals import FoldedJournal
from hub.feeds.server_sent import ALIVE, News, stream
from hub.feeds.stream import GRAIN_S, event_stream, frame
from link.status import Link
from record.events.of_game import Ruled
from record.events.of_record import AlertSeen
from record.session.state import State
from record.store.journal import Journal
from rules.errors import FenError
from tests.support.journals import row_altered


@pytest.fixture
def now_s():
    return [100.0]


@pytest.fixture
def feed(game, now_s):
    made = Feed(Follower(game.folder / "journal.jsonl", lambda: now_s[0]))
    yield made
    made.stop()
    made.follower.close()


@pytest.fixture
def opened(feed, game):
    """The feed, once the game has begun with three rows."""
    game.open()
    feed.look()
    return feed


def id_of(event):
    return int(event.split(b"\n")[0].removeprefix(b"id: "))


def is_news(feed):
    """Whether a look finds something for the public."""
    before = feed.latest
    feed.look()
    return feed.latest is not before


def listening(feed):
    events = event_stream(feed)
    assert next(events).startswith(b"retry:")
    return events


def test_a_listener_gets_the_newest_view_and_then_the_newest_of_what_came(opened, game):
    events = listening(opened)
    first = next(events)
    assert (id_of(first), b"\ndata: {" in first) == (3, True)
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32)):
        row = game.move(side, start, end)
        opened.look()
    assert id_of(next(events)) == row


def test_who_has_the_newest_waits_for_the_next_and_the_silence_is_filled(opened, game, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    events = listening(opened)
    assert id_of(next(events)) == 3
    assert next(events).startswith(b": ")
    row = game.move("white", 32, 28)
    opened.look()
    assert id_of(next(events)) == row


def test_a_picture_is_named_once_it_is_here_and_until_then_the_one_before(opened, game):
    """Those of a board elsewhere come to the hub after the rows that name them."""
    game.move("white", 32, 28, drawn="drawn/0001.jpg")
    path = game.folder / "drawn/0001.jpg"
    path.rename(path.with_suffix(".late"))
    assert is_news(opened)
    shown = opened.latest
    assert shown.view["drawn"] == "drawn/0000.jpg"
    path.with_suffix(".late").rename(path)
    assert is_news(opened)
    assert (opened.latest.view["drawn"], opened.latest.id > shown.id) == ("drawn/0001.jpg", True)
    assert list(opened.pictures) == ["drawn/0000.jpg", "drawn/0001.jpg"]
    for number, (side, *move) in enumerate((("black", 19, 23), ("white", 37, 32)), 2):
        game.move(side, *move, drawn=f"drawn/{number:04}.jpg")
        (game.folder / f"drawn/{number:04}.jpg").unlink()
    opened.look()
    assert opened.latest.view["drawn"] is None, "no picture that is two moves old"


def test_a_row_that_tells_the_public_nothing_has_neither_id_nor_event(opened, game, monkeypatch):  # Art. 24
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    game.press("white")
    assert is_news(opened)
    pressed, events = opened.latest, listening(opened)
    assert id_of(next(events)) == pressed.id
    game._rule("white", "27d", "32-27", drawn="drawn/0001.jpg")
    for event in (AlertSeen(game.t_ns, "Anke", "5-0"), Ruled(1, "white", "unsure", None, game.fen("B"), 0.5, amends=True)):
        game.journal.append(event, game.t_ns)
        assert not is_news(opened)
        assert next(events) == ALIVE
    assert (opened.latest, opened.follower.public.state.rulings[0].verdict) == (pressed, "unsure")
    game.press("black")
    assert is_news(opened)
    assert (id_of(next(events)), opened.latest.id) == (pressed.id + 1, pressed.id + 1)


def test_pages_that_are_started_anew_give_the_same_rows_the_same_id(opened, game):
    game.fault("white", "27c-missed", 32, 28)
    opened.look()
    game.move("black", 19, 23)
    opened.look()
    anew = Feed(Follower(opened.path))
    with closing(anew.follower):
        anew.look()
        assert anew.latest.id == opened.latest.id
    assert opened.latest.id == opened.follower.state.last_seq + 4, "the opening, the board and the clock; each press; and the answer"


def test_streams_end_when_the_feed_stops(opened):
    events = listening(opened)
    next(events)
    stops = threading.Thread(target=opened.stop)
    stops.start()
    assert list(events) == []
    stops.join()


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
    path = game.folder / "journal.jsonl"
    row_altered(path, 2)
    feed = Feed(Follower(path))
    with caplog.at_level(logging.ERROR):
        feed.follower.look_again()
        feed.follower.look_again()
    assert feed.latest.view["withheld"]
    assert "fen" not in feed.latest.view
    assert len(caplog.records) == 1
    assert "row 2" in caplog.text
    feed.follower.close()


def test_a_journal_that_does_not_change_is_seldom_asked_and_a_row_is_seen_at_once(game, monkeypatch):
    game.open()
    journal = FoldedJournal(game.folder / "journal.jsonl")
    now_s, asked = [100.0], []
    monkeypatch.setattr("hub.feeds.journals.time.monotonic_ns", lambda: round(now_s[0] * 1e9))
    last_id = Journal.last_id
    monkeypatch.setattr(Journal, "last_id", property(lambda self: asked.append(1) or last_id.__get__(self)))

    def look(count=1):
        for _ in range(count):
            now_s[0] += 0.1
            rows = len(list(journal.news()))
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
    journal.close()


NO_POSITION = {"verdict": "legal", "move": "19-23", "fen": "W:WK51:B1"}
"""A ruling with this position can be folded, and no view can be made of the game after it: with a king, moves are counted."""


def test_a_state_that_folds_but_has_no_view_stays_marked_and_the_state_shown_before_it_stays(game, now_s):
    faults = BoardFaults("7", lambda: now_s[0])
    feed = Feed(Follower(game.folder / "journal.jsonl", lambda: now_s[0]), faults=faults)
    game.open()
    game.move("white", 32, 28)
    feed.look()
    before, state, pdn = feed.latest, feed.state, feed.latest.pdn()
    game.press("black")
    game._rule("black", **NO_POSITION)
    for _ in range(3):
        now_s[0] += 60
        feed.look()
        assert isinstance(feed.fault, FenError)
        assert faults.are_there
        assert feed.state is state
        assert feed.latest.pdn() == pdn
        assert (feed.latest.view["no_news"], feed.latest.view["moves"]) == (True, before.view["moves"])
    first = feed.latest
    game.journal.append(Ruled(2, "black", "legal", "19-23", game.fen("W"), 0.99, amends=True), game.t_ns)
    game.move("white", 37, 32)
    assert is_news(feed)
    assert (feed.fault, faults.are_there, feed.latest.view["no_news"]) == (None, False, False)
    assert [row["white"] for row in feed.latest.view["moves"]] == ["32-28", "37-32"]
    assert feed.latest.id > first.id
    feed.follower.close()


def test_what_cannot_be_shown_takes_no_ids_however_often_it_is_tried(game, now_s, tmp_path, tell_status):
    """A clock of a mirrored board that is corrected meanwhile is told with the next view."""
    sign = tmp_path / "alive"
    sign.touch()
    feed = Feed(Follower(game.folder / "journal.jsonl", lambda: now_s[0], alive=sign))
    game.open()
    feed.look()
    game.press("white")
    game._rule("white", **NO_POSITION)
    feed.look()
    tell_status.put_link(tmp_path, Link(game=game.folder.name, zero_ns=80 * 10**9))
    for _ in range(3):
        feed.look()
    last = feed.latest.id
    game.journal.append(Ruled(1, "white", "legal", "32-28", game.fen("B"), 0.99, amends=True), game.t_ns)
    assert is_news(feed)
    assert feed.latest.id - last < 3 * GAME_CHANGES, "that the data are sound again, and the clock"
    feed.follower.close()


def age_ms(event):
    return json.loads(event.split(b"data: ")[1])["age_ms"]


def test_all_who_are_sent_it_at_once_get_the_same_bytes_and_whoever_is_sent_it_later_its_age():
    update = Update(7, {"id": 7}, '{"id":7}', 100.0, '{"fen":""}', State())

    def sent(now_s):
        return frame(update, update.text, now_s)

    assert sent(100.001) is sent(100.001 + GRAIN_S / 2)
    assert sent(100.001) == b'id: 7\ndata: {"age_ms":0,"id":7}\n\n'
    for later_s in (0.2, 3.0, 3600.0):
        assert 0 <= 1000 * later_s - age_ms(sent(100.0 + later_s)) <= 1000 * GRAIN_S
    assert age_ms(sent(99.0)) == 0


def test_a_stream_that_ends_while_it_waits_fills_no_silence():
    ended, news = [], News()
    news.next = SimpleNamespace(wait=lambda _most_s: ended.append("while it waits"))
    events = stream(lambda _seen: None, lambda: news, lambda: bool(ended))
    next(events)
    assert list(events) == []


def test_held_news_wakes_those_who_wait_once():
    news, of_board = News(), News()
    of_board.above, news.is_held = news, True
    assert not news.release(), "there is none"
    coming, at_board = news.next, of_board.next
    for _ in range(3):
        of_board.tell()
    assert (at_board.is_set(), coming.is_set()) == (True, False)
    assert (news.release(), coming.is_set(), news.release()) == (True, True, False)


def test_a_listener_is_asked_once_an_event_where_no_news_came_since():
    news, asked = News(), []
    news.next = SimpleNamespace(wait=lambda _most_s: asked.append("waits"))

    def newer(seen):
        asked.append(seen)
        return (len(asked), b"event")

    events = stream(newer, lambda: news, lambda: False)
    assert [next(events) for _ in range(3)] == [b"retry: 2000\n\n", b"event", b"event"]
    assert asked == [None, "waits", 1]
