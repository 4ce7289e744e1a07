"""The small files of a mirrored board: written when they tell something else, so that the rows of a hall do not wait for them."""

import shutil
import time

import pytest

from hub.venue import board_files
from hub.venue.board_files import BoardFiles
from hub.venue.link import Link, is_cut_off, read_link
from hub.venue.mirror_sign import NAME, give_sign, last_sign_ns
from hub.wire.downward import Acknowledged
from hub.wire.packets import downward_in
from record.store.mirror_mark import LINK_NAME
from tests.hub.venue.world import S

MS = 1_000_000


@pytest.fixture
def written(monkeypatch):
    """The links that were written."""
    links = []
    write = board_files.write_link
    monkeypatch.setattr(board_files, "write_link", lambda state, link: (links.append(link), write(state, link)))
    return links


def acknowledged(world, since):
    """The acknowledgements that the hub sent from then on."""
    told = [downward_in(packet) for way, _, packet in world.wire.seen[since:] if way == "down"]
    return [message for message in told if isinstance(message, Acknowledged)]


def test_how_the_link_is_is_written_when_that_changes(world, written):
    world.run(2.0)
    written.clear()
    world.run(8.0)
    assert written == []
    link = read_link(world.state)
    assert link.online
    assert world.now_ns - link.heard_ns < 2 * S, "the mirror's sign holds for a board that is there"
    assert not is_cut_off(link, world.now_ns)
    stopped_ns = world.now_ns
    world.board.stop()
    world.run(5.5)
    assert [one.online for one in written] == [False]
    assert stopped_ns - 2 * S < read_link(world.state).heard_ns <= stopped_ns, "of one that is away it is told when it was heard"


def test_a_board_is_cut_off_soon_after_the_mirror_died(world):
    world.run(2.0)
    world.stop_mirror(orderly=False)
    world.run(4.0)
    assert not is_cut_off(read_link(world.state), world.now_ns)
    world.run(3.0)
    link = read_link(world.state)
    assert link.online, "nobody was there to say otherwise"
    assert is_cut_off(link, world.now_ns)
    world.start_mirror()
    assert not read_link(world.state).online, "a new mirror says first that it knows nothing"
    world.run(2.0)
    assert not is_cut_off(read_link(world.state), world.now_ns)


def test_a_link_that_somebody_deleted_comes_again(world):
    world.run(2.0)
    (world.state / LINK_NAME).unlink()
    world.run(2.0)
    assert read_link(world.state).online


def test_a_boards_folder_that_somebody_emptied_is_filled_again(world):
    world.board.begin()
    world.run(2.0)
    for path in world.state.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    world.run(8.0)
    assert read_link(world.state).online
    assert {path.name for path in world.state.iterdir()} >= {"alive", "games", "link.json", "zero.json"}
    assert world.ends()[0] == world.ends()[1]


def test_a_time_of_day_that_differs_by_little_more_is_not_told_anew(tmp_path, written):
    files = BoardFiles(tmp_path)
    for second, slow_ms in enumerate((2_000, 2_100, 1_900, 2_240, 3_100, 3_090, None)):
        files.link(Link(online=True, slow_ms=slow_ms), second * S)
    assert [link.slow_ms for link in written] == [2_000, 3_100, None]


def test_changes_within_a_second_are_written_at_once(tmp_path, written):
    files = BoardFiles(tmp_path)
    for tenth in range(31):
        files.link(Link(online=True, behind=tenth), tenth * S // 10)
    assert [link.behind for link in written] == [0, 10, 20, 30]
    files.link_now(Link())
    assert not written[-1].online, "that a board is away does not wait"


def test_a_disk_that_takes_no_link_gets_it_later(tmp_path, monkeypatch):
    tried = []

    def fails(*_written):
        tried.append(1)
        raise OSError(28, "No space left on device")

    files = BoardFiles(tmp_path)
    monkeypatch.setattr(board_files, "write_link", fails)
    files.link(Link(online=True), 0)
    monkeypatch.undo()
    files.link(Link(online=True), S)
    assert tried
    assert read_link(tmp_path).online


def test_the_sign_of_life_comes_with_the_pulse_and_not_with_each_row(tmp_path):
    files, seen = BoardFiles(tmp_path), set()
    for number in range(40):
        files.sign(number * 100 * MS)
        seen.add((tmp_path / "alive").stat().st_mtime_ns)
        time.sleep(0.011)
    assert len(seen) == 5


def test_the_mirrors_sign_is_of_this_boot(tmp_path, monkeypatch):
    assert last_sign_ns(tmp_path) == 0
    give_sign(tmp_path, 7 * S)
    assert last_sign_ns(tmp_path) == 7 * S
    monkeypatch.setattr("hub.venue.mirror_sign.boot_id", lambda: "another")
    assert last_sign_ns(tmp_path) == 0


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"boot": null}', b'{"v": 1, "t_ns": "x"}', b"\xff" * 2000])
def test_a_spoilt_sign_is_none(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    assert last_sign_ns(tmp_path) == 0


def test_a_quiet_board_is_seldom_told_what_it_knows(world):
    world.board.begin()
    world.run(3.0)
    since = len(world.wire.seen)
    world.run(10.0)
    assert 1 <= len(acknowledged(world, since)) <= 3


def test_an_acknowledgement_that_was_lost_is_made_up_for(world):
    world.board.begin()
    world.run(2.0)
    lost = []

    def fate(way, packet):
        if way == "down" and packet.kind == Acknowledged.KIND and len(lost) < 2:
            lost.append(packet)
            return []
        return [0]

    world.weather.fate = fate
    world.board.press("white", 32, 28)
    world.run(1.0)
    assert lost, "the row's own"
    since = len(world.wire.seen)
    world.run(12.0)
    assert acknowledged(world, since), "though the hub has all that the pulses tell of"
    world.board.begin("0002")
    world.run(2.0)
    assert world.ends("0002")[0] == world.ends("0002")[1]
