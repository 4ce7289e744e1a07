"""The mirror notices at once that a word was put into an inbox, and looks at no other."""

import shutil
from collections import Counter
from contextlib import closing

import pytest

from hub.venue.inbox_watch import CHANGING_NS, INBOX_NAME, InboxWatch
from hub.venue.link import read_link
from hub.venue.mirror import CARRIES_EVERY_NS
from hub.venue.mirrored_board import MirroredBoard
from hub.wire.halves import Packet
from record.decisions.inbox import Inbox
from record.decisions.words import StopClock
from record.store import folder_notices
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.folder_notices import FolderNotices
from tests.hub.conftest import Game
from tests.hub.venue.world import MOVES, Board, S, last


class Watched:
    """The folders of the games of two boards, with journals, and the watch over them. Each look comes a second later."""

    def __init__(self, folder, watch):
        self.folder, self.watch, self.now_ns = folder, watch, 0
        for key in "12":
            (folder / key / "games").mkdir(parents=True)
            self.begin(key)

    def path(self, key, game="0001"):
        return self.folder / key / "games" / game

    def begin(self, key, game="0001"):
        self.path(key, game).mkdir()
        Game(self.path(key, game)).open().journal.close()

    def follow(self, key, *games):
        self.watch.follow(key, [self.path(key, game) for game in games], self.now_ns)

    def put(self, key, game="0001"):
        with Inbox(self.path(key, game) / JOURNAL_NAME) as inbox:
            inbox.put(StopClock("Anke", ""))

    def told(self, later_ns=S):
        """The keys of the boards that are told of."""
        self.now_ns += later_ns
        self.watch.look(self.now_ns)
        return "".join(key for key in "12" if self.watch.is_told(key, self.now_ns))


@pytest.fixture
def fresh(tmp_path):
    """Boards of which the watch follows no game yet."""
    with closing(InboxWatch()) as watch:
        yield Watched(tmp_path, watch)


@pytest.fixture
def watched(fresh):
    for key in "12":
        fresh.follow(key, "0001")
    fresh.watch.look(0)
    assert fresh.told(0) == "12", "something may have been put in before"
    return fresh


def test_a_board_is_told_of_while_its_inbox_is_written_and_not_for_rows_and_pictures(watched):
    (watched.path("1") / "journal.jsonl-wal").write_bytes(b"x")
    (watched.path("1") / "frames").mkdir()
    assert watched.told() == ""
    watched.put("2")
    assert [watched.told(later_ns) for later_ns in (S, CHANGING_NS - 1, 1)] == ["2", "2", ""]


def test_a_board_without_a_game_or_a_watch_is_told_of_always_and_all_are_after_too_much_to_tell(fresh, monkeypatch):
    assert fresh.told(0) == "12"
    fresh.follow("1", "0001", "none")
    assert fresh.told() == "12"
    fresh.follow("1", "0001")
    assert fresh.told() == "2"
    fresh.follow("2", "0001")
    fresh.watch.look(fresh.now_ns)
    assert fresh.told() == ""
    with monkeypatch.context() as lost:
        lost.setattr(FolderNotices, "told", lambda _notices: None)
        assert fresh.told() == "12"
    assert fresh.told() == ""
    monkeypatch.setattr(folder_notices, "_begun", lambda _system: -1)
    with closing(InboxWatch()) as fresh.watch:
        for key in "12":
            fresh.follow(key, "0001")
        assert fresh.told(5 * S) == "12", "the system tells nothing"


def test_another_game_or_folder_is_watched_and_the_one_before_no_more(watched):
    watched.begin("1", "0002")
    watched.follow("1", "0002")
    assert watched.told() == ""
    watched.put("1")
    assert watched.told() == ""
    watched.put("1", "0002")
    assert watched.told() == "1"
    shutil.rmtree(watched.path("2"))
    assert watched.told() == "2"
    watched.begin("2")
    watched.follow("2", "0001")
    assert watched.told() == ""
    watched.put("2")
    assert watched.told() == "2"


def test_a_folder_that_was_moved_to_another_board_ends_no_watch(watched):
    watched.path("1").rename(watched.path("2", "0002"))
    watched.follow("2", "0001", "0002")
    watched.follow("1")
    assert watched.told(3 * S) == "1", "it has no game"
    watched.put("2", "0002")
    assert watched.told() == "12"
    watched.follow("2", "0001")
    assert watched.told(2 * S) == "1"


def test_the_words_of_quiet_boards_are_seldom_looked_for_and_a_word_goes_at_once_and_to_its_board_alone(world, monkeypatch):
    world.others = [Board(world.venue.parent / f"board{key}", world, key) for key in "23"]
    for board in (world.board, *world.others):
        board.begin()
        if not board.uplink:
            board.start()
    world.run(2.0)
    looks = Counter()
    carry = MirroredBoard.carry
    monkeypatch.setattr(MirroredBoard, "carry", lambda board: (looks.update([board.key]), carry(board)))
    world.run(4.0)
    assert set(looks) == {"1", "2", "3"}
    assert all(6 <= count <= 10 for count in looks.values()), "twice a second each, and not at each step"
    world.say("a")
    began_ns = world.now_ns
    world.run_until(lambda: world.became() == ["a+obeyed"])
    assert world.now_ns - began_ns <= 6 * CARRIES_EVERY_NS
    world.wire.carry("up", "2", Packet("rows", b"{"))
    world.others[0].press(*MOVES[0])
    world.run(2.0)
    boards = (world.board, *world.others)
    assert [len(board.done) for board in boards] == [1, 0, 0]
    ends = [last(world.venue / board.key / GAMES / "0001" / JOURNAL_NAME) for board in boards]
    assert (ends, [row for row, _ in ends]) == ([last(board.journal()) for board in boards], [3, 5, 3])
    assert [bool(read_link(world.venue / board.key).refused) for board in boards] == [False, True, False]


def test_words_come_from_an_inbox_that_was_made_anew(playing):
    playing.do("say a, 1, busy, say b, 0.5")
    for file in playing.journal().parent.glob(f"{INBOX_NAME}*"):
        file.unlink()
    playing.run(1.0)
    for word in ("a", "b"):
        playing.said.pop(word)
    playing.do("idle, say c d e, 7, = c+obeyed d+obeyed e+obeyed")
    assert sorted(reason for reason, _ in playing.board.done) == [*"abcde"]
