"""The mirror as a process starts and ends, and what is wrong with its folder or its files."""

import os
from contextlib import closing
from threading import Event, Thread

import pytest

from hub.boards.link import DEAD_BROKER, hub_fault
from link.hub import Mirror, MirrorError, sole_mirror
from link.hub_clock import BoardsClock
from link.wire import Games, Pulse, wire_packet
from record.store.folder import JOURNAL_NAME
from tests.link.fake_wire import FakeWire
from tests.link.simulated_hall import S
from tests.link.wire_messages import UP
from tests.support.says import says
from tests.support.waiting import wait_until

NOT_WRITTEN = "cannot be written to: {why}"


@pytest.fixture
def wire():
    return FakeWire(lambda: 0)


def test_it_runs_until_it_is_ended_and_takes_up_the_boards_that_are_there(tmp_path, wire):
    for folder in ("7", "No Key"):
        (tmp_path / folder).mkdir()
    mirror, ended = Mirror(tmp_path, wire.hub), Event()
    running = Thread(target=mirror.run, args=(ended,))
    running.start()
    wait_until(lambda: (tmp_path / "7/mirrored").exists() and hub_fault(tmp_path, 0) is DEAD_BROKER)
    ended.set()
    running.join()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["7", "No Key", "hub-id"]
    with closing(Mirror(tmp_path, wire.hub)) as following:
        assert following.hub == mirror.hub


def test_one_mirror_alone_uses_the_folder_which_is_its_users_alone_and_one_that_cannot_be_used_is_said(tmp_path, wire):
    (tmp_path / "file").write_text("")
    boards, umask = tmp_path / "boards", os.umask(0)
    try:
        with sole_mirror(boards):
            with closing(Mirror(boards, wire.hub)) as mirror:
                assert mirror.hub
            for folder, why in ((boards, "another damcam mirrors boards there"), (tmp_path / "file", NOT_WRITTEN)):
                with pytest.raises(MirrorError, check=says(why)), sole_mirror(folder):
                    pass
        assert [path.stat().st_mode & 0o007 for path in (boards, *boards.iterdir())] == [0, 0, 0], "other users cannot read it"
        assert os.umask(0) == 0, "the process has its own again"
    finally:
        os.umask(umask)
    (tmp_path / "hub-id").mkdir()
    with pytest.raises(MirrorError, check=says(NOT_WRITTEN)):
        Mirror(tmp_path, wire.hub)


def test_a_board_whose_folder_cannot_be_made_accounts_that_others_may_read_and_a_flood_of_packets_disturb_nobody(hall, caplog):
    (hall.venue / "9").write_text("")
    hall.wire.carry("up", "9", wire_packet(UP[0]))
    hall.accounts.mkdir()
    hall.board.begin()
    for _ in range(600):
        hall.wire.carry("up", "1", wire_packet(Games(hall.board.uplink.machine, {})))
    hall.run(7)
    assert hall.wire.hub.queue == []
    assert hall.link.refused.keys() == {"accounts", "budget", "shut-out"}
    assert caplog.text.count("board 9: ") == 1
    assert hall.agrees()


def test_a_mirror_that_is_damaged_stays_in_a_folder_of_its_own_and_is_filled_again(playing):
    playing.do("next, 1, stop mirror")
    playing.journal().write_bytes(b"no journal\n")
    playing.do("press, start mirror, 2")
    assert playing.agrees("0002")
    playing.do("cut board, join board, 5")
    assert playing.agrees("0001", "0002")
    assert (playing.journal().parent.with_name("0001-2") / JOURNAL_NAME).read_bytes() == b"no journal\n"


def test_the_fastest_pulse_tells_how_the_clocks_stand():
    clock = BoardsClock()
    assert (clock.offset_ns, clock.slow_ms) == (None, None)
    for number, delay_ns in enumerate((S // 2, S // 100, S, S // 5)):
        sent_ns, utc_ms = number * S, 1000 + number * 1000
        clock.hear(Pulse("aa", "b1", number, sent_ns, utc_ms, True), 5 * S + sent_ns + delay_ns, utc_ms + 7000 + delay_ns // 1_000_000)
    assert (clock.offset_ns, clock.slow_ms) == (5 * S + S // 100, 7010)
    clock.hear(Pulse("aa", "b2", 1, 9 * S, 0, True), 10 * S, 0)
    assert clock.offset_ns == S
