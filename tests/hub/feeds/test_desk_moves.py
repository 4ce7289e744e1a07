"""The list of moves at the desk: its entries and rows, and the order in which alerts want the arbiter."""

from contextlib import ExitStack, closing

import pytest

from hub.feeds.desk_feed import DeskFeed
from hub.feeds.desk_moves import ListedPress, pairs
from hub.feeds.follower import Follower
from record.events.of_game import Alert, Arbitrated, Pressed, Ruled
from record.events.of_players import PlayerSaid


@pytest.fixture
def feed_of():
    """Makes the feed of a game, as it is then."""
    with ExitStack() as feeds:

        def make(game):
            feed = DeskFeed(feeds.enter_context(closing(Follower(game.folder / "journal.jsonl"))))
            feed.look()
            return feed

        yield make


def listed(feed):
    return feed.view("en")["listed"]


def off_record(feed):
    """Of each entry its press, its number, and whether the record leaves it out."""
    return [(press.seq, press.number, press.is_off_record) for press in listed(feed)]


def test_each_press_is_listed_with_its_clock_verdict_position_and_picture(game, feed_of, fault):
    fault()
    game.press("white")
    feed = feed_of(game)
    white, black, unread = listed(feed)
    (alert,) = feed.view("en")["alerts"]
    assert (alert["seq"], alert["move"]) == (2, "1… 19-24")
    assert (white.number, white.side, white.move, white.verdict, white.is_open) == (1, "white", "32-28", "", False)
    assert white.left_ns == (4800 + 60 - 10) * 10**9
    assert (black.number, black.move, black.verdict, black.is_open) == (1, "19-24", "27c-missed", True)
    assert (black.picture, black.fen[0]) == ("drawn/0002.jpg", "W")
    assert (unread.number, unread.seq, unread.move, unread.verdict, unread.is_open) == (2, 3, None, "unsure", True)


def test_a_press_that_was_put_right_stays_in_the_list_with_time_verdict_and_picture(game, feed_of, fault):
    fault()
    word = Arbitrated(game.t_ns, 2, "restore", "Anke", game.fen("B").replace("24", "19"))
    game.journal.append(word, game.t_ns)
    feed = feed_of(game)
    _, restored = listed(feed)
    assert (restored.seq, restored.is_off_record, restored.is_open) == (2, True, False)
    assert (restored.number, restored.move, restored.verdict) == (1, "19-24", "27c-missed")
    assert (restored.left_ns, restored.picture) == ((4800 + 60 - 10) * 10**9, "drawn/0002.jpg")
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
    assert [press.verdict for press in listed(feed)] == ["", "27c-missed", "corrected"]
    game.journal.append(Arbitrated(game.t_ns, 3, "take-back", "Anke", game.fen("W"), plies=2), game.t_ns)
    feed.look()
    assert off_record(feed) == [(1, 1, True), (2, 1, True), (3, 1, True)]


def press(seq, number, side, *, is_off_record=False):
    return ListedPress(number, side, seq, "32-28", "", False, is_off_record, "", None, None, None)


@pytest.mark.parametrize(
    ("presses", "rows"),
    [
        ([press(1, 1, "black"), press(2, 2, "white"), press(3, 2, "black")], {"1": (None, 1), "2": (2, 3)}),
        (
            [press(1, 1, "white"), press(2, 1, "black", is_off_record=True), press(3, 1, "black"), press(4, 2, "white")],
            {"1": (1, 2), "1-2": (None, 3), "2": (4, None)},
        ),
        (
            [*(press(seq, number, "white", is_off_record=True) for seq, number in ((1, 1), (2, 2))), press(3, 1, "white")],
            {"1": (1, None), "2": (2, None), "1-2": (3, None)},
        ),
    ],
    ids=["black begins", "a fault was put right", "moves were taken back"],
)
def test_a_row_has_the_moves_of_one_number_and_what_was_put_right_one_of_its_own(presses, rows):
    assert {name: tuple(one and one.seq for one in pair) for name, pair in pairs(presses).items()} == rows


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
