"""The mirror as a process starts and ends, and what is wrong with its folder or its files."""

import os
from collections import Counter
from contextlib import closing
from threading import Event, Timer

import pytest

from hub.venue.fields_of import fields_of
from hub.venue.hub_clock import BoardsClock, HubClock
from hub.venue.link import read_link
from hub.venue.mirror import Mirror, sole_mirror
from hub.venue.mirrored_games import MirroredGames
from hub.venue.venue_says import VenueError
from hub.wire.downward import Acknowledged
from hub.wire.halves import Packet
from hub.wire.packets import downward_in, packet_of
from hub.wire.upward import GamesThere, Pulse
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import StopClock
from record.store.folder import GAMES
from tests.hub.venue.world import Board, S, last
from tests.hub.wire.fake import FakeWire
from tests.hub.wire.messages import UP


def test_it_runs_until_it_is_ended_and_takes_up_the_boards_that_are_there(tmp_path):
    (tmp_path / "7").mkdir()
    (tmp_path / "No Key").mkdir()
    wire = FakeWire(lambda: 0)
    mirror, ended = Mirror(tmp_path, wire.hub), Event()
    Timer(0.2, ended.set).start()
    mirror.run(ended)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["7", "No Key", "hub-id", "mirror-alive.json"]
    assert (tmp_path / "7/link.json").exists()
    assert Mirror(tmp_path, wire.hub).hub == mirror.hub


def test_a_folder_that_cannot_be_used_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(VenueError, match="cannot be written to"), sole_mirror(tmp_path / "file"):
        pass
    (tmp_path / "hub-id").mkdir()
    with pytest.raises(VenueError, match="cannot be written to"):
        Mirror(tmp_path, FakeWire(lambda: 0).hub)


def test_other_users_of_the_machine_cannot_read_what_is_mirrored(tmp_path):
    umask = os.umask(0)
    try:
        with sole_mirror(tmp_path / "boards"):
            mirror = Mirror(tmp_path / "boards", FakeWire(lambda: 0).hub)
        assert mirror.hub
        assert [path.stat().st_mode & 0o007 for path in (tmp_path / "boards", *(tmp_path / "boards").iterdir())] == [0, 0, 0]
        assert os.umask(0) == 0, "the process has its own again"
    finally:
        os.umask(umask)


def test_a_board_whose_folder_cannot_be_made_is_logged_and_disturbs_nobody(world, caplog):
    (world.venue / "9").write_text("")
    world.wire.carry("up", "9", packet_of(UP[0]))
    world.board.begin()
    world.run(1)
    assert "board 9: the hub cannot keep what this board sends" in caplog.text
    assert world.ends()[0] == world.ends()[1]


def test_more_packets_than_are_taken_at_once_come_later(world):
    for _ in range(600):
        world.wire.carry("up", "1", packet_of(GamesThere("aa", {})))
    world.run(0.2)
    assert world.wire.hub.queue == []


def test_accounts_that_others_may_read_are_no_accounts(world, caplog):
    world.accounts.mkdir()
    world.board.begin()
    world.run(7)
    assert "Is a directory" in caplog.text


def test_a_mirror_that_is_damaged_is_told_and_keeps_no_other_game_from_being_filled(world):
    world.board.begin()
    world.run(1)
    world.board.game.close("1-0")
    world.board.begin("0002")
    world.run(1)
    world.stop_mirror()
    world.journal().write_bytes(b"no journal")
    world.board.press("white", 32, 28)
    world.start_mirror()
    world.run(12)
    assert world.ends("0002")[0] == world.ends("0002")[1]
    told = [downward_in(packet) for way, _, packet in world.wire.seen if way == "down"]
    assert any(isinstance(one, Acknowledged) and "0002" in one.games and "0001" not in one.games for one in told)
    assert (world.state / GAMES).exists()


def test_boards_have_nothing_to_do_with_each_other(world, tmp_path):
    """Neither their rows nor their words, and what is refused of one disturbs no other."""
    other = Board(tmp_path / "other", world, "2")
    world.others.append(other)
    other.start()
    for board in (world.board, other):
        board.begin()
    world.run(2)
    world.wire.carry("up", "2", Packet("rows", b"{"))
    with Inbox(world.venue / "2/games/0001/journal.sqlite") as inbox:
        number = inbox.put(StopClock("Anna", "a"))
        world.run(0.3)
        other.serve()
        world.run(0.3)
        assert inbox.answered(number) == OBEYED
    other.press("white", 32, 28)
    world.run(2)
    assert [reason for reason, _ in other.done] == ["a"]
    assert world.board.done == []
    assert last(world.venue / "2/games/0001/journal.sqlite") == last(other.journal())
    assert world.ends()[0] == world.ends()[1] != last(other.journal())
    assert [bool(read_link(world.venue / key).refused) for key in "12"] == [False, True]


def test_the_fastest_pulse_tells_how_the_clocks_stand():
    clock = BoardsClock()
    assert (clock.offset_ns, clock.slow_ms) == (None, None)

    def hear(number, delay_ns, utc_ms=1000):
        sent_ns = number * S
        pulse = Pulse("aa", "b1", number, sent_ns, utc_ms + number * 1000, True)
        clock.hear(pulse, 5 * S + sent_ns + delay_ns, utc_ms + number * 1000 + 7000 + delay_ns // 1_000_000)

    for number, delay_ns in enumerate((S // 2, S // 100, S, S // 5)):
        hear(number, delay_ns)
    assert (clock.offset_ns, clock.slow_ms) == (5 * S + S // 100, 7010)
    clock.hear(Pulse("aa", "b2", 1, 9 * S, 0, True), 10 * S, 0)
    assert clock.offset_ns == S


@pytest.mark.parametrize("text", ["", "[1]", "{", "[" * 100_000])
def test_the_fields_of_what_is_no_event_are_none(text):
    assert fields_of(text) == {}


@pytest.mark.parametrize("held_up_s", [0, 130], ids=["in peace", "after a hall has caught up"])
def test_the_boards_of_a_hall_rest_in_turn_so_that_no_row_waits_for_all_of_them(tmp_path, monkeypatch, held_up_s):
    now, rested = [50 * S], []
    monkeypatch.setattr(MirroredGames, "rest", lambda games: rested.append((now[0], games.folder("0001").parents[1].name)))
    keys = [str(key) for key in range(1, 41)]
    for key in keys:
        (tmp_path / key).mkdir()
    wire = FakeWire(lambda: now[0])
    with closing(Mirror(tmp_path, wire.hub, None, HubClock(lambda: now[0], lambda: 0))) as mirror:

        def step():
            for _ in range(len(keys)):
                mirror.step(0)

        if held_up_s:
            now[0] += held_up_s * S
            step()
            now[0] += S // 2
            step()
            assert len(rested) == len(keys)
        rested.clear()
        until = now[0] + 60 * S
        while now[0] < until:
            now[0] += S // 4
            step()
    assert sorted(key for _, key in rested) == sorted(keys), "each once a minute"
    assert max(Counter(at_ns // S for at_ns, _ in rested).values()) < 6
