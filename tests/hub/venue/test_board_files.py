"""The small files of mirrored boards: written when they tell something else, so that the rows of a hall do not wait for them.

Whoever reads one reads it whole. On a full disk it takes the place of the old one.
"""

import errno
import os
import shutil

import pytest

from hub.venue import board_files, small_file
from hub.venue.board_files import BoardFiles
from hub.venue.hub_clock import HubClock
from hub.venue.link import Link, is_cut_off, read_link
from hub.venue.mirror import LOOKS_AT_ONCE, Mirror
from hub.venue.mirror_sign import NAME, give_sign, last_sign_ns
from hub.venue.mirrored_board import MirroredBoard
from hub.venue.small_file import write_in_turn, write_small
from record.store.mirror_mark import LINK_NAME, is_mirrored
from rules.errors import Sentence
from tests.hub.venue.world import STEP_NS, S


@pytest.fixture
def written(monkeypatch):
    """The links that were written."""
    links = []
    write = board_files.write_link
    monkeypatch.setattr(board_files, "write_link", lambda state, link: (links.append(link), write(state, link)))
    return links


def is_off(world, key="1"):
    return is_cut_off(read_link(world.venue / key), world.now_ns)


def test_how_the_link_is_is_written_when_that_changes_and_a_board_is_cut_off_soon_after_the_mirror_died(world, written):
    world.run(2.0)
    (world.state / LINK_NAME).unlink()
    world.run(2.0)
    assert world.link.online, "it comes again where somebody deleted it"
    written.clear()
    world.run(8.0)
    assert (written, is_off(world)) == ([], False)
    assert world.now_ns - world.link.heard_ns < 2 * S, "the mirror's sign holds for a board that is there"
    stopped_ns = world.now_ns
    world.do("stop uplink, 5.5")
    assert [one.online for one in written] == [False]
    assert stopped_ns - 2 * S < world.link.heard_ns <= stopped_ns, "of one that is away it is told when it was heard"
    world.do("start uplink, 2, kill mirror, 4")
    assert not is_off(world)
    world.run(3.0)
    assert (is_off(world), world.link.online) == (True, True), "nobody was there to say otherwise"
    world.do("start mirror")
    assert not world.link.online, "a new mirror says first that it knows nothing"
    world.run(2.0)
    assert not is_off(world)


def test_small_changes_of_the_time_of_day_are_not_told_anew_and_others_within_a_second_at_once(tmp_path, written):
    assert read_link(tmp_path) is None, "there is no mirror"
    (tmp_path / LINK_NAME).write_text("{")
    assert read_link(tmp_path) == Link(), "it is damaged"
    files = BoardFiles(tmp_path)
    for second, slow_ms in enumerate((2_000, 2_100, 1_900, 2_240, 3_100, 3_090, None)):
        files.link(Link(online=True, slow_ms=slow_ms), second * S)
    assert [link.slow_ms for link in written] == [2_000, 3_100, None]
    for tenth in range(31):
        files.link(Link(online=True, behind=tenth), (100 + tenth) * S // 10)
    assert [link.behind for link in written[3:]] == [10, 20, 30]
    files.link_now(Link())
    assert not written[-1].online, "that a board is away does not wait"


def test_the_sign_of_life_comes_with_the_pulse_and_not_with_each_row(tmp_path):
    files, signs = BoardFiles(tmp_path), 0
    for number in range(40):
        files.sign(number * S // 10)
        signs += (tmp_path / "alive").stat().st_mtime_ns != 0
        os.utime(tmp_path / "alive", (0, 0))
    assert signs == 5


def test_the_mirrors_sign_is_of_this_boot_and_a_spoilt_one_is_none(tmp_path, monkeypatch):
    assert last_sign_ns(tmp_path) == 0
    give_sign(tmp_path, 7 * S)
    assert last_sign_ns(tmp_path) == 7 * S
    with monkeypatch.context() as later:
        later.setattr("hub.venue.mirror_sign.boot_id", lambda: "another")
        assert last_sign_ns(tmp_path) == 0
    for content in (b"", b"{", b"[1]", b'{"boot": null}', b'{"v": 1, "t_ns": "x"}', b"\xff" * 2000):
        (tmp_path / NAME).write_bytes(content)
        assert last_sign_ns(tmp_path) == 0, content


def test_a_quiet_board_is_seldom_told_what_it_knows_and_an_acknowledgement_that_was_lost_is_made_up_for(playing):
    playing.run(1.0)
    since = len(playing.wire.seen)
    playing.run(10.0)
    assert 1 <= len(playing.packets("acknowledged", since)) <= 3
    playing.do("press, once acknowledged, 1")
    assert not playing.once, "the row's own"
    since = len(playing.wire.seen)
    playing.run(12.0)
    assert playing.packets("acknowledged", since), "though the hub has all that the pulses tell of"


class Waiting(dict):
    """A `Later` whose jobs wait until `run`."""

    __call__ = dict.__setitem__

    def run(self):
        while self:
            self.pop(next(iter(self)))()


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
    assert world.agrees()
    assert is_mirrored(world.journal()), "though the disk has not come to the small files yet"


@pytest.mark.parametrize("looked_at", [1, 13])
def test_a_dead_board_shows_while_a_hall_catches_up(world, looked_at):
    """Each step takes long there, and nobody tells that the board is away."""
    for number in range(25 * LOOKS_AT_ONCE):
        (world.venue / f"x{number}").mkdir()
    world.do("stop mirror, start mirror")
    for _ in range(80 + looked_at):
        world.step(STEP_NS)
    assert not is_off(world)
    world.do("lose presence, kill uplink")
    for _ in range(20):
        world.now_ns += S // 2
        world.mirror.step(0)
    assert is_off(world)


def test_on_a_full_disk_trouble_is_told_without_what_was_refused_and_a_file_that_is_not_there_is_an_error(tmp_path, monkeypatch):
    pwrite = os.pwrite

    def full(descriptor, content, at):
        if at + len(content) > os.fstat(descriptor).st_size:
            raise OSError(errno.ENOSPC, "No space left on device")
        return pwrite(descriptor, content, at)

    (state := tmp_path / "1").mkdir()
    files = BoardFiles(state)
    for second in range(2):
        files.link_now(Link(online=True))
        give_sign(tmp_path, second * S)
    monkeypatch.setattr(os, "pwrite", full)  # what is there can be written over
    refused = {f"reason-{number}": Sentence.plain("x" * 500) for number in range(20)}
    files.link(Link(trouble=Sentence.plain("full"), refused=refused), 3 * S)
    give_sign(tmp_path, 4 * S)
    link = read_link(state)
    assert str(link.trouble) == "full"
    assert is_cut_off(link, 4 * S)
    files.zero("0001", 5)
    with pytest.raises(OSError, check=lambda error: error.errno == errno.ENOSPC):
        files.refuse_failed()


@pytest.mark.parametrize("bring", [shutil.move, shutil.copytree])
def test_a_folder_that_somebody_brought_under_another_key_is_no_live_board(world, bring):
    world.board.begin()
    world.run(3.0)
    bring(world.state, world.venue / "7")
    world.run(8.0)
    assert (is_off(world, "7"), is_off(world)) == (True, False)
    assert world.agrees()


def test_a_board_whose_folder_was_deleted_is_looked_at_no_more(world, monkeypatch):
    for number in range(5 * LOOKS_AT_ONCE):
        (world.venue / f"0{number}").mkdir()
    world.board.begin()
    closed, looked = [], []
    look, close = MirroredBoard.look, MirroredBoard.close
    monkeypatch.setattr(MirroredBoard, "look", lambda board: (looked.append(board in closed), look(board))[1])
    monkeypatch.setattr(MirroredBoard, "close", lambda board: (closed.append(board), close(board))[1])
    for _ in range(4):
        world.do("stop mirror, 0.05")
        closed.clear()
        world.do("start mirror, 2")
        shutil.rmtree(world.state)
        world.run(2.0)
        assert len(closed) == 1
    assert not any(looked)


BOTH = pytest.mark.parametrize("write", [write_small, write_in_turn])


@BOTH
def test_it_has_the_content_that_was_written_last_and_whoever_has_it_open_reads_what_it_held_then(tmp_path, write):
    path = tmp_path / "told.json"
    write(path, b"a" * 9000)
    for content in (b"b", b"c" * 5000, b"", b"1" * 4000, b"2" * 3000, b"3" * 9000):
        with path.open("rb") as opened:
            held = path.read_bytes()
            write(path, content)
            assert (opened.read(), path.read_bytes()) == (held, content)


def inodes(folder):
    return {file.stat().st_ino for file in folder.iterdir()}


def test_no_file_is_made_or_deleted_after_the_second(tmp_path):
    made = []
    for number in range(7):
        write_in_turn(tmp_path / "told.json", b"%d" % number)
        assert (tmp_path / "told.json").read_bytes() == b"%d" % number
        made.append(inodes(tmp_path))
    assert (len(made[1]), made[1:]) == (2, [made[1]] * 6)


def test_where_files_cannot_change_names_one_takes_the_place_of_the_other(tmp_path, monkeypatch):
    monkeypatch.setattr(small_file, "_exchanged", lambda _one, _other: False)
    for content in (b"first", b"second", b"3"):
        write_in_turn(tmp_path / "told.json", content)
        assert [file.read_bytes() for file in tmp_path.iterdir()] == [content]


@BOTH
def test_a_full_disk_takes_it_in_the_place_of_the_old_one_and_what_is_written_in_part_is_not_told(tmp_path, monkeypatch, write):
    path = tmp_path / "told.json"
    path.write_bytes(b"old".ljust(100))

    def full(*_what, **_how):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def refuses(content):
        with pytest.raises(OSError, check=lambda error: error.errno == errno.ENOSPC):
            write(path, content)
        assert path.read_bytes() == b"new".ljust(100)

    opened, pwrite = os.open, os.pwrite
    with monkeypatch.context() as no_room:
        no_room.setattr(os, "open", lambda name, flags, *mode, **how: full() if flags & os.O_CREAT else opened(name, flags, *mode, **how))
        no_room.setattr("pathlib.Path.write_bytes", full)
        write(path, b"new")
        refuses(b"n" * 101)
    if write is write_in_turn:
        monkeypatch.setattr(os, "pwrite", lambda descriptor, content, at: pwrite(descriptor, content[:3], at))
        refuses(b"longer than before".ljust(200))


def test_a_file_of_another_user_is_made_anew(tmp_path, monkeypatch):
    path = tmp_path / "told.json"
    for content in (b"first", b"second"):
        write_in_turn(path, content)
    others = inodes(tmp_path)
    opened = os.open

    def refusing(name, *how, **more):
        if os.path.exists(name) and os.stat(name).st_ino in others:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(name, *how, **more)

    monkeypatch.setattr(os, "open", refusing)
    for content in (b"third", b"fourth", b"fifth"):
        write_in_turn(path, content)
        assert path.read_bytes() == content
