"""The mirror notices at once that a word was put into an inbox, and looks at no other."""

import shutil
from contextlib import closing

import pytest

from hub.venue.inbox_watch import CHANGING_NS, INBOX_NAME, InboxWatch
from hub.venue.mirror import CARRIES_EVERY_NS
from hub.venue.mirrored_board import MirroredBoard
from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import StopClock
from record.store import folder_notices
from record.store.folder import JOURNAL_NAME
from record.store.folder_notices import FolderNotices
from tests.hub.conftest import Game
from tests.hub.venue.world import Board, S

MS = 1_000_000


@pytest.fixture
def hall(tmp_path):
    """The folders of the games of two boards, with journals."""
    folders = {key: tmp_path / key / "games" / "0001" for key in "12"}
    for folder in folders.values():
        folder.mkdir(parents=True)
        Game(folder).open().journal.close()
    return folders


@pytest.fixture
def watch():
    with closing(InboxWatch()) as made:
        yield made


def follow(watch, hall, now_ns=0):
    for key, folder in hall.items():
        watch.follow(key, [folder], now_ns)
    watch.look(now_ns)


def put(folder):
    with Inbox(folder / JOURNAL_NAME) as inbox:
        return inbox.put(StopClock("Anke", ""))


def told(watch, now_ns):
    watch.look(now_ns)
    return {key for key in "12" if watch.is_told(key, now_ns)}


def test_a_board_is_told_of_while_its_inbox_is_written(watch, hall):
    follow(watch, hall)
    assert told(watch, 0) == {"1", "2"}, "something may have been put in before"
    assert told(watch, S) == set()
    put(hall["2"])
    assert told(watch, 2 * S) == {"2"}
    assert told(watch, 2 * S + CHANGING_NS - 1) == {"2"}
    assert told(watch, 2 * S + CHANGING_NS) == set()


def test_rows_and_pictures_are_no_words(watch, hall):
    follow(watch, hall)
    (hall["1"] / "journal.sqlite-wal").write_bytes(b"x")
    (hall["1"] / "frames").mkdir()
    assert told(watch, S) == set()


def test_another_game_of_the_board_is_watched_and_the_one_before_no_more(watch, hall, tmp_path):
    follow(watch, hall)
    later = tmp_path / "1" / "games" / "0002"
    later.mkdir()
    Game(later).open().journal.close()
    watch.follow("1", [later], S)
    assert told(watch, 2 * S) == set()
    put(hall["1"])
    assert told(watch, 3 * S) == set()
    put(later)
    assert told(watch, 4 * S) == {"1"}


def test_a_board_without_a_game_or_a_watch_is_told_of_always(watch, hall, tmp_path):
    assert told(watch, 0) == {"1", "2"}
    watch.follow("1", [hall["1"], tmp_path / "none"], 0)
    assert told(watch, S) == {"1", "2"}
    watch.follow("1", [hall["1"]], S)
    assert told(watch, 2 * S) == {"2"}


def test_where_the_system_tells_nothing_all_are_told_of(hall, monkeypatch):
    monkeypatch.setattr(folder_notices, "_begun", lambda _system: -1)
    with closing(InboxWatch()) as watch:
        follow(watch, hall)
        assert told(watch, 5 * S) == {"1", "2"}


def test_after_too_much_to_tell_all_are_told_of(watch, hall, monkeypatch):
    follow(watch, hall)
    assert told(watch, S) == set()
    with monkeypatch.context() as lost:
        lost.setattr(FolderNotices, "told", lambda _notices: None)
        assert told(watch, 2 * S) == {"1", "2"}
    assert told(watch, 3 * S) == set()


def test_a_folder_that_was_deleted_and_made_again_is_watched_again(watch, hall):
    follow(watch, hall)
    shutil.rmtree(hall["1"])
    assert told(watch, S) == {"1"}
    hall["1"].mkdir()
    Game(hall["1"]).open().journal.close()
    follow(watch, hall, 2 * S)
    assert told(watch, 3 * S) == set()
    put(hall["1"])
    assert told(watch, 4 * S) == {"1"}


def looks_of(monkeypatch):
    """How often each board's words were looked for."""
    looks = {}
    carry = MirroredBoard.carry
    monkeypatch.setattr(MirroredBoard, "carry", lambda board: (looks.update({board.key: looks.get(board.key, 0) + 1}), carry(board)))
    return looks


def test_the_words_of_quiet_boards_are_seldom_looked_for(world, monkeypatch):
    world.others = [Board(world.venue.parent / f"board{key}", world, key) for key in "23"]
    for board in (world.board, *world.others):
        board.begin()
        if not board.uplink:
            board.start()
    world.run(2.0)
    looks = looks_of(monkeypatch)
    world.run(4.0)
    assert set(looks) == {"1", "2", "3"}
    assert all(6 <= count <= 10 for count in looks.values()), "twice a second each, and not at each step"


def test_a_word_goes_to_its_board_at_once_and_its_answer_comes_back_at_once(world):
    world.board.begin()
    world.run(2.0)
    with Inbox(world.journal()) as inbox:
        began_ns, number = world.now_ns, inbox.put(StopClock("Anke", "r"))
        while inbox.answered(number) is None:
            world.run(0.05)
        assert inbox.answered(number) == OBEYED
    assert world.now_ns - began_ns <= 6 * CARRIES_EVERY_NS


def test_a_folder_that_was_moved_to_another_board_ends_no_watch(watch, hall, tmp_path):
    follow(watch, hall)
    moved = tmp_path / "2" / "games" / "0002"
    hall["1"].rename(moved)
    watch.follow("2", [hall["2"], moved], S)
    watch.follow("1", [], S)
    assert told(watch, 3 * S) == {"1"}, "it has no game"
    put(moved)
    assert told(watch, 4 * S) == {"1", "2"}
    watch.follow("2", [hall["2"]], 5 * S)
    assert told(watch, 6 * S) == {"1"}


def test_words_come_from_an_inbox_that_was_made_anew(world):
    def said(reason):
        with Inbox(world.journal()) as inbox:
            return inbox.put(StopClock("Anke", reason))

    def became(number):
        with Inbox(world.journal()) as inbox:
            return inbox.answered(number)

    world.board.begin()
    world.run(2.0)
    first = said("a")
    world.run(1.0)
    assert became(first) == OBEYED
    world.board.is_busy = True
    said("lost")
    world.run(0.5)
    for file in world.journal().parent.glob(f"{INBOX_NAME}*"):
        file.unlink()
    world.run(1.0)
    world.board.is_busy = False
    numbers = [said(reason) for reason in "bcd"]
    world.run(7.0)
    assert [became(number) for number in numbers] == [OBEYED] * 3
    done = [reason for reason, _ in world.board.done]
    assert [done.count(reason) for reason in "abcd"] == [1] * 4
