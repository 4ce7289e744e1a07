"""What a hub has of a board elsewhere: its clocks, its signs of life, its status; and the accounts that the hub sends to it."""

import json
import time
from contextlib import closing

import pytest
from msgspec.structs import replace

from hub.access.accounts import Account, Accounts, Role
from hub.feeds.desk_feed import DeskFeed
from hub.feeds.feed import Feed
from hub.feeds.follower import Follower
from link import board_socket
from link.board_socket import read_status
from link.status import Status
from link.wire import Presence, upward_in, wire_packet
from record.store.folder import ALIVE_NAME
from tests.link.simulated_hall import S

AGREES_MS = 200


def feed_of(hall):
    """The public view of the game at the hub."""
    return Feed(Follower(hall.journal(), lambda: hall.now_ns / 1e9, alive=hall.state / ALIVE_NAME))


@pytest.fixture
def feed(playing):
    made = feed_of(playing)
    with closing(made.follower):
        yield made


def off_ms(hall, feed):
    """By how much what the feed shows differs from the board's own clock, of the side that is to move since the last event."""
    game = hall.board.game
    true_ms = game.left["white" if game.seq % 2 == 0 else "black"] / 1e6 - (hall.board.t_ns - game.t_ns) / 1e6
    feed.look()
    told = json.loads(feed.latest.text_at(hall.now_ns / 1e9))
    clock = told["clock"]
    shown_ms = clock[f"{clock['running'] or 'white'}_ns"] / 1e6 - (told["age_ms"] if clock["running"] else 0)
    return abs(shown_ms - true_ms)


@pytest.mark.parametrize("delay_ms", [0, 150])
def test_clocks_at_the_hub_agree_with_the_board_also_after_an_outage_and_a_power_cut(playing, feed, delay_ms):
    board, most_ms = playing.board, AGREES_MS + delay_ms
    playing.do(f"late all {delay_ms / 1000}, 3, press, 1")
    assert off_ms(playing, feed) < most_ms
    playing.do("cut board, 1, press")
    playing.now_ns += 600 * S
    playing.do("1, join board, 1")
    assert off_ms(playing, feed) < most_ms
    playing.run(5)
    late = feed_of(playing)
    desk = DeskFeed(late.follower)
    with closing(late.follower):  # pages that are started anew, long after the last row
        assert max(off_ms(playing, feed), off_ms(playing, late)) < most_ms
        desk.look()
        assert abs(desk.age_ms - (board.t_ns - board.game.t_ns) / 1e6) < most_ms
    playing.do("press, 1, kill uplink")
    stood_ns = board.t_ns
    playing.now_ns += 300 * S
    board.boot, board.ahead_ns = "b2", 5 * S - playing.now_ns  # its time stood still meanwhile, and its monotonic clock began anew
    board.zero_ns = board.now_ns - stood_ns
    playing.do("start uplink, 1, press, 2")
    assert off_ms(playing, feed) < most_ms


def test_a_board_whose_rows_are_lacking_gives_no_sign_of_life(playing):
    """Its clock would be shown as running, with an old position."""
    alive = playing.state / ALIVE_NAME
    playing.do("lose rows, press, 1")
    before_ns = alive.stat().st_mtime_ns
    playing.run(3)
    assert alive.stat().st_mtime_ns == before_ns
    assert (playing.link.behind, playing.link.online) == (2, True)
    playing.do("fair, 10")
    assert alive.stat().st_mtime_ns > before_ns
    assert playing.link.behind == 0


@pytest.mark.parametrize("how", ["cut board", "kill uplink", "service"])
def test_a_dead_board_shows_within_ten_seconds(playing, feed, how):
    feed.look()
    assert feed.follower.sign.silent_since_s() is None
    if serving := how != "service":
        playing.do(how)
    playing.run(3, serving=serving)
    assert playing.link.online is not serving
    for _ in range(14):
        playing.run(0.5, serving=serving)
        feed.look()
    assert feed.follower.sign.silent_since_s() is not None
    assert feed.latest.view["no_news"]


def test_the_status_is_told_anew_with_the_hubs_own_time(playing, monkeypatch):
    monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", 0.0)  # nobody serves the sockets meanwhile
    playing.board.socket.put(Status(t_ns=time.monotonic_ns(), about={"board": "7"}))
    read_status(playing.board.state)
    read_status(playing.state)
    playing.run(4)
    told = read_status(playing.state, lambda: playing.now_ns)
    assert told.about == {"board": "7"}
    assert abs(told.t_ns - playing.now_ns) < 3 * S
    assert playing.link.slow_ms == 7000


# accounts


def test_the_accounts_of_the_hub_reach_the_board_and_again_when_they_change(playing, caplog):
    Accounts(playing.accounts).put(Account("Anna", Role.ARBITER, "scrypt:x"))
    playing.run(7)
    assert playing.board.accounts.read_bytes() == playing.accounts.read_bytes()
    assert playing.board.accounts.stat().st_mode & 0o777 == 0o600
    Accounts(playing.accounts).put(Account("Bouwe", Role.OPERATOR, "scrypt:y"))
    since = len(playing.wire.seen)
    playing.run(12)
    assert [one.name for one in Accounts(playing.board.accounts).all()] == ["Anna", "Bouwe"]
    assert len(playing.packets("accounts", since)) == 1
    playing.accounts.write_text("{}")
    playing.run(7)
    assert [one.name for one in Accounts(playing.board.accounts).all()] == ["Anna", "Bouwe"], "damaged accounts are not taken"
    assert [record.name.split(".")[:2] for record in caplog.records] == [["pi", "uplink"]]


# the link


def test_pulses_that_come_late_or_again_do_not_put_the_clock_back_and_a_presence_that_the_wire_has_kept_makes_no_board_alive(playing):
    before = playing.mirror._boards["1"].heard
    old = upward_in(playing.packets("pulse")[0])
    playing.wire.carry("up", "1", wire_packet(replace(old, game="", alive=False)))
    playing.mirror.step(0)
    assert playing.mirror._boards["1"].heard == before
    playing.do("stop uplink")
    playing.wire.carry("up", "1", wire_packet(Presence(old.machine, True)))
    playing.run(1.5)
    assert playing.link.online is False
