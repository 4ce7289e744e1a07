"""The small files of mirrored boards while another thread writes them, the disk is full, boards are many, or a hand moves folders."""

import errno
import os
import shutil

import pytest

from hub.venue import board_files
from hub.venue.board_files import BoardFiles
from hub.venue.hub_clock import HubClock
from hub.venue.link import Link, is_cut_off, read_link
from hub.venue.mirror import LOOKS_AT_ONCE, Mirror
from hub.venue.mirror_sign import give_sign
from hub.venue.mirrored_board import MirroredBoard
from hub.wire.upward import Presence
from record.store.mirror_mark import is_mirrored
from rules.errors import Sentence
from tests.hub.venue.world import S


class Waiting:
    """A `Later` whose jobs wait until `run`."""

    def __init__(self):
        self.jobs = {}

    def __call__(self, name, job):
        self.jobs[name] = job

    def run(self):
        while self.jobs:
            self.jobs.pop(next(iter(self.jobs)))()


@pytest.fixture
def full(monkeypatch):
    """A disk without room for more: what is there can be written over."""
    pwrite = os.pwrite

    def within(descriptor, content, at):
        if at + len(content) > os.fstat(descriptor).st_size:
            raise OSError(errno.ENOSPC, "No space left on device")
        return pwrite(descriptor, content, at)

    return lambda: monkeypatch.setattr(os, "pwrite", within)


def test_a_link_may_fail_while_the_next_one_is_compared(tmp_path, monkeypatch):
    later = Waiting()
    files = BoardFiles(tmp_path, later)
    files.link(Link(), 0)
    files.link(Link(online=True), S)
    (tmp_path / "link.json.new").mkdir()
    (tmp_path / "link.json").unlink()
    differ = board_files._differ
    monkeypatch.setattr(board_files, "_differ", lambda *links: (later.run(), differ(*links))[1])
    files.link(Link(online=True), 2 * S)
    assert files._told is None
    (tmp_path / "link.json.new").rmdir()
    files.link(Link(online=True), 3 * S)
    assert read_link(tmp_path).online


def test_when_a_game_began_may_fail_while_the_next_time_is_compared(tmp_path):
    later = Waiting()

    class Game(str):
        """The name of a game: while it is compared, the other thread writes."""

        __slots__ = ()
        __hash__ = str.__hash__

        def __ne__(self, other):
            later.run()
            return str.__ne__(self, other)

    files = BoardFiles(tmp_path / "none", later)
    files.zero(Game("0001"), 5)
    files.zero(Game("0001"), 5)
    with pytest.raises(FileNotFoundError):
        files.refuse_failed()


def test_a_folder_is_marked_as_a_mirror_before_it_has_a_journal(world):
    world.stop_mirror()
    shutil.rmtree(world.state, ignore_errors=True)
    world.wire.hub.join()
    world.mirror = Mirror(world.venue, world.wire.hub, None, HubClock(lambda: world.now_ns, lambda: 0), Waiting())
    world.board.begin()
    world.run(3.0)
    assert world.ends()[0] == world.ends()[1]
    assert is_mirrored(world.journal()), "though the disk has not come to the small files yet"


@pytest.mark.parametrize("looked_at", range(1, 26, 6))
def test_a_dead_board_shows_while_a_hall_catches_up(world, looked_at):
    """Each step takes long there, and nobody tells that the board is away."""
    for number in range(25 * LOOKS_AT_ONCE):
        (world.venue / f"x{number}").mkdir()
    world.stop_mirror()
    world.start_mirror()
    world.run(4.0 + looked_at / 20)
    assert not is_cut_off(read_link(world.state), world.now_ns)
    world.weather.fate = lambda _way, packet: [] if packet.kind == Presence.KIND else [0]
    world.board.stop(orderly=False)
    for _ in range(20):
        world.now_ns += S // 2
        world.mirror.step(0)
    assert is_cut_off(read_link(world.state), world.now_ns)


def test_trouble_is_told_on_a_full_disk_that_has_no_room_for_what_was_refused(tmp_path, full):
    (state := tmp_path / "1").mkdir()
    files = BoardFiles(state)
    for second in range(2):
        files.link_now(Link(online=True))
        give_sign(tmp_path, second * S)
    full()
    refused = {f"reason-{number}": Sentence.plain("x" * 500) for number in range(20)}
    files.link(Link(trouble=Sentence.plain("full"), refused=refused), 3 * S)
    give_sign(tmp_path, 4 * S)
    link = read_link(state)
    assert str(link.trouble) == "full"
    assert is_cut_off(link, 4 * S)


def test_a_full_disk_is_told_as_such_of_a_file_that_is_not_there(tmp_path, full):
    files = BoardFiles(tmp_path)
    full()
    files.zero("0001", 5)
    with pytest.raises(OSError, match="No space left"):
        files.refuse_failed()


@pytest.mark.parametrize("bring", [shutil.move, shutil.copytree])
def test_a_folder_that_somebody_brought_under_another_key_is_no_live_board(world, bring):
    world.board.begin()
    world.run(3.0)
    bring(world.state, world.venue / "7")
    world.run(8.0)
    assert is_cut_off(read_link(world.venue / "7"), world.now_ns)
    assert not is_cut_off(read_link(world.state), world.now_ns)
    assert world.ends()[0] == world.ends()[1]


def test_a_board_whose_folder_was_deleted_is_looked_at_no_more(world, monkeypatch):
    for number in range(5 * LOOKS_AT_ONCE):
        (world.venue / f"0{number}").mkdir()
    world.board.begin()
    closed, looked = [], []
    look, close = MirroredBoard.look, MirroredBoard.close
    monkeypatch.setattr(MirroredBoard, "look", lambda board: (looked.append(board in closed), look(board))[1])
    monkeypatch.setattr(MirroredBoard, "close", lambda board: (closed.append(board), close(board))[1])
    for _ in range(10):
        world.stop_mirror()
        world.run(0.05)
        closed.clear()
        world.start_mirror()
        world.run(2.0)
        shutil.rmtree(world.state)
        world.run(2.0)
        assert len(closed) == 1
    assert not any(looked)
