"""The list of moves at the desk: its entries, how little of it an event carries, and the order in which alerts want the arbiter."""

import json
from contextlib import ExitStack, closing

import pytest

from hub.feeds.desk_feed import DeskFeed
from hub.feeds.desk_moves import NEWEST
from hub.feeds.follower import Follower
from record.events.of_game import Alert, Arbitrated, Pressed, Ruled
from record.events.of_players import PlayerSaid

LONG_GAME = 100
"""Plies of a long game."""
MAX_EVENT_BYTES = 3000


@pytest.fixture
def feed_of():
    """Makes the feed of a game, as it is then."""
    with ExitStack() as feeds:

        def make(game):
            feed = DeskFeed(feeds.enter_context(closing(Follower(game.folder / "journal.jsonl"))))
            feed.look()
            return feed

        yield make


def shuffle(game, plies):
    """Kings' moves to and fro, which a game may have hundreds of."""
    game.white, game.black = {50, 49, 48, 47, 46}, {1, 2, 3, 4, 5}
    game.open()
    ways = {"white": ((50, 44), (44, 50)), "black": ((1, 7), (7, 1))}
    for ply in range(plies):
        side = ("white", "black")[ply % 2]
        game.move(side, *ways[side][ply // 2 % 2], drawn=f"drawn/{ply + 1:04}.jpg")


def off_record(feed):
    """Of each entry its press, its number, and whether the record leaves it out."""
    return [(one["seq"], one["number"], one["off_record"]) for one in feed.moves()["entries"]]


def test_each_press_is_listed_with_its_clock_verdict_position_and_picture(game, feed_of, fault):
    fault()
    game.press("white")
    feed = feed_of(game)
    white, black, unread = feed.moves()["entries"]
    (alert,) = feed.view("en")["alerts"]
    assert (alert["seq"], alert["move"]) == (2, "1… 19-24")
    assert (white["number"], white["side"], white["move"], white["verdict"], white["open"]) == (1, "white", "32-28", "", False)
    assert white["left_ns"] == (4800 + 60 - 10) * 10**9
    assert (black["number"], black["move"], black["verdict"], black["open"]) == (1, "19-24", "27c-missed", True)
    assert (black["picture"], black["fen"][0]) == ("drawn/0002.jpg", "W")
    assert (unread["number"], unread["seq"], unread["move"], unread["verdict"], unread["open"]) == (2, 3, None, "unsure", True)


def test_a_press_that_was_put_right_stays_in_the_list_with_time_verdict_and_picture(game, feed_of, fault):
    fault()
    word = Arbitrated(game.t_ns, 2, "restore", "Anke", game.fen("B").replace("24", "19"))
    game.journal.append(word, game.t_ns)
    feed = feed_of(game)
    _, restored = feed.moves()["entries"]
    assert (restored["seq"], restored["off_record"], restored["open"]) == (2, True, False)
    assert (restored["number"], restored["move"], restored["verdict"]) == (1, "19-24", "27c-missed")
    assert (restored["left_ns"], restored["picture"]) == ((4800 + 60 - 10) * 10**9, "drawn/0002.jpg")
    assert feed.shows("drawn/0002.jpg")
    assert feed.view("en")["rulings"][0]["move"] == "1… 19-24"
    game.press("black")
    game.journal.append(Ruled(3, "black", "legal", "20-24", game.fen("W"), 0.9), game.t_ns)
    game.press("white")
    game.journal.append(Ruled(4, "white", "legal", "37-32", game.fen("B"), 0.9), game.t_ns)
    feed.look()
    assert off_record(feed) == [(1, 1, False), (2, 1, True), (3, 1, False), (4, 2, False)]


def test_a_fault_that_its_player_put_right_and_moves_taken_back_stay_in_the_list(game, feed_of, fault):
    fault()
    game.press("black")
    game.journal.append(Ruled(3, "black", "corrected", "19x30", game.fen("W"), 0.9), game.t_ns)
    feed = feed_of(game)
    assert off_record(feed) == [(1, 1, False), (2, 1, True), (3, 1, False)]
    assert [one["verdict"] for one in feed.moves()["entries"]] == ["", "27c-missed", "corrected"]
    game.journal.append(Arbitrated(game.t_ns, 3, "take-back", "Anke", game.fen("W"), plies=2), game.t_ns)
    feed.look()
    assert off_record(feed) == [(1, 1, True), (2, 1, True), (3, 1, True)]


def test_an_event_of_a_long_game_is_no_longer_than_one_of_a_short_game(game, feed_of):
    shuffle(game, LONG_GAME)
    feed = feed_of(game)
    view, entries = feed.view("en"), feed.moves()["entries"]
    assert len(json.dumps(view).encode()) < MAX_EVENT_BYTES
    assert (view["record"]["count"], len(entries)) == (LONG_GAME, LONG_GAME)
    assert view["record"]["newest"] == entries[-NEWEST:]
    assert view["record"]["before"] == entries[-NEWEST - 1]["mark"]
    assert {"fens", "times", "moves", "counts"}.isdisjoint(view)


def test_a_mark_tells_that_an_earlier_entry_changed(game, feed_of):
    game.open()
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19), ("white", 41, 37)):
        game.move(side, start, end)
    feed = feed_of(game)
    before = feed.moves()["entries"]
    game.journal.append(Ruled(2, "black", "legal", "19-24", before[1]["fen"], 0.9, amends=True), game.t_ns)
    feed.look()
    after = feed.moves()["entries"]
    same = [one["mark"] == other["mark"] for one, other in zip(before, after, strict=True)]
    assert same == [True, False, False, False, False]
    assert [entry["move"] for entry in after] == ["32-28", "19-24", "37-32", "14-19", "41-37"]


def test_calls_of_players_come_first_then_what_wants_an_act_at_once_then_claims_then_information(game, feed_of):
    game.open()
    game.move("white", 32, 28)
    game.journal.append(Pressed(2, game.t_ns, "black", 1, 1, "white"), game.t_ns)
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    game.journal.append(PlayerSaid(game.t_ns, 1, "black", "arbiter-called", 1, 1, (called,)), game.t_ns)
    fault = Alert("27c-missed", "27c", (19, 24), "", side="black")
    moved = Alert("misread", None, (7,), "", "at once")
    crooked = Alert("off-centre", "25", (3,), "")
    game.journal.append(Ruled(2, "black", "27c-missed", "19-24", game.fen("W"), 0.9, (fault, moved, crooked)), game.t_ns)
    feed = feed_of(game)
    alerts = feed.view("en")["alerts"]
    assert [alert["code"] for alert in alerts] == ["players", "misread", "27c-missed", "off-centre"]
    assert [alert["open"] for alert in alerts] == [True, True, True, False]
