"""The rows of a board on their way to the logs of a hub, over a wire that loses, repeats and reorders."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from link.board import AGAIN_AFTER_NS, DAMAGED_AGAIN_NS, LOOKS_BACK_AT, LOOKS_BACK_EVERY_NS, MAX_AGAIN_NS, WINDOW, SentRows
from link.hub_logs import HubLogs
from link.messages import MessageError
from link.wire import MAX_PAYLOAD, MAX_ROWS, Rows, upward_in, wire_packet
from record.log.errors import LogDamaged, LogError
from record.log.log import Log
from record.log.reading import read
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME
from record.store.journal_rows import JournalRows, LastRow, event_of
from rules.errors import Sentence
from tests.support.journals import row_altered

S = 1_000_000_000


class Board:
    """The games of a board, what it has sent, and the logs of a hub that has taken some of it."""

    def __init__(self, folder: Path) -> None:
        self.games, self.now_ns = folder / "board", 100 * S
        self.games.mkdir()
        self._logs = ExitStack()
        self.logs: dict[str, Log] = {}
        self.sent: list[Rows] = []
        self.is_full = False
        self.said: list[str] = []
        self.hub = HubLogs(folder / "hub")
        self.rows = SentRows(self.games, "aa", self._send, self._say)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.rows.close()
        self._logs.close()

    def journal(self, game: str) -> Path:
        return self.games / game / JOURNAL_NAME

    def add(self, game: str = "0001", rows: int = 1, text: str = "{}") -> None:
        """Write so many rows to disk."""
        if game not in self.logs:
            self.journal(game).parent.mkdir()
            self.logs[game] = self._logs.enter_context(Log.create(self.journal(game)))
        log = self.logs[game]
        log.extend([msgspec.Raw(event_of(0, "Noted", text))] * rows, after=log.last.row)

    def end(self, game: str = "0001") -> LastRow:
        log = self.logs[game]
        return LastRow(log.last.row, log.last.checksum)

    def work(self, seconds: float = 0.1) -> None:
        """Let that time pass, and send what is due."""
        self.now_ns += round(seconds * S)
        self.rows.work(self.rows.games(), self.now_ns)

    def acknowledge(self, game: str = "0001", last: LastRow | None = None) -> None:
        """Have the hub say how far it has the game."""
        self.rows.acknowledge(game, last or self.hub.end(game), self.now_ns)

    def take(self, message: Rows) -> None:
        """Have the hub take those rows of a message that follow."""
        with suppress(MessageError):
            self.hub.append(upward_in(wire_packet(message)))

    def go_back(self, game: str, rows: int) -> None:
        """The log goes on otherwise after so many rows, as after a salvage: another file lies there then."""
        log = self.logs[game]
        rows = min(rows, log.last.row)
        log.close()
        with Log.create(self.games / "made") as made:
            events = [row.event for row in islice(read(log.path), rows)] + [event_of(1, "Lost", "{}")]
            made.extend(map(msgspec.Raw, events), after=0)
        (self.games / "made").rename(log.path)
        tail_of(self.games / "made").rename(tail_of(log.path))
        self.logs[game] = self._logs.enter_context(Log.open(log.path))

    def numbers(self, since: int = 0) -> list[tuple[str, int]]:
        """The rows of the messages from that one on."""
        return [(message.game, row.row_id) for message in self.sent[since:] for row in message.rows]

    def _send(self, message: Rows) -> bool:
        assert len(wire_packet(message).payload) <= MAX_PAYLOAD
        if not self.is_full:
            self.sent.append(message)
        return not self.is_full

    def _say(self, sentence: Sentence) -> None:
        self.said.append(str(sentence))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    with Board(tmp_path) as made:
        yield made


def test_rows_are_sent_from_the_hubs_last_one_each_once_and_as_they_come(board: Board) -> None:
    board.add(rows=5)
    board.work()
    assert board.sent == [], "the hub has not said how far it is"
    with JournalRows(board.journal("0001")) as rows:
        board.acknowledge(last=LastRow(2, rows.checksum(2) or b""))
        assert [*rows.since(2)] == [row for message in (board.work() or board.sent) for row in message.rows]
    board.acknowledge(last=board.end())
    board.add()
    board.work()
    board.add()
    board.work()
    assert board.numbers() == [("0001", row) for row in range(3, 8)]


def test_they_are_sent_again_while_the_hubs_last_row_does_not_advance_ever_less_often(board: Board) -> None:
    board.add(rows=3)
    board.acknowledge()
    sent_s = []
    for second in range(160):
        board.acknowledge()
        board.work(1)
        sent_s += [second] * (len(board.sent) - len(sent_s))
    assert sent_s == [0, 3, 9, 21, 45, 93, 153]
    board.acknowledge(last=board.end())
    board.add()
    board.work()
    board.work(AGAIN_AFTER_NS / S)
    assert board.numbers(since=7) == [("0001", 4)] * 2, "after an advance soon again"
    assert MAX_AGAIN_NS == 60 * S


def test_a_window_of_messages_is_on_its_way_at_most_each_within_the_limits_of_the_wire(board: Board) -> None:
    board.add(rows=3 * MAX_ROWS)
    board.add(rows=40, text='"' + 30_000 * '\\"' + '"')
    board.acknowledge()
    board.work()
    assert (len(board.sent), len(board.sent[0].rows)) == (WINDOW, MAX_ROWS)
    board.is_full = True
    board.take(board.sent[0])
    board.acknowledge()
    board.work()
    assert len(board.sent) == WINDOW, "the wire takes no more"
    board.is_full = False
    for _ in range(len(board.sent) + 10):
        board.work()
        for message in board.sent:
            board.take(message)
        board.acknowledge()
    assert board.numbers() == [("0001", row) for row in range(1, 3 * MAX_ROWS + 41)], "each once"


def test_a_row_that_is_too_long_for_the_wire_ends_its_game_alone(board: Board) -> None:
    board.add(rows=2)
    board.add(text='"' + 300_000 * "x" + '"')
    board.acknowledge()
    with pytest.raises(MessageError):
        wire_packet(Rows("aa", "0001", tuple(JournalRows(board.journal("0001")).since(2))))
    board.add("0002")
    board.acknowledge("0002")
    for _ in range(3):
        board.work()
        for message in board.sent:
            board.take(message)
        for game in ("0001", "0002"):
            board.acknowledge(game)
    assert board.numbers() == [("0002", 1), ("0001", 1), ("0001", 2)]
    assert set(board.said) == {"row 3 of game 0001 is too long for the wire: the hub gets nothing of this game after it"}


def test_the_newest_game_goes_first_and_an_earlier_one_that_grows_is_found(board: Board) -> None:
    for game in ("0001", "0002", "0003"):
        board.add(game, rows=2)
        board.acknowledge(game)
    for _ in range(9):
        board.work()
        board.take(board.sent[-1])
        board.acknowledge(board.sent[-1].game)
    assert board.numbers() == [("0003", 1), ("0003", 2), ("0002", 1), ("0002", 2), ("0001", 1), ("0001", 2)]
    board.add("0001")
    board.work(LOOKS_BACK_EVERY_NS / S)
    assert board.sent[-1].game == "0001"
    board.work(AGAIN_AFTER_NS / S)
    assert board.numbers(since=3) == [("0001", 3)] * 2, "no pulse tells of it, and it is sent again all the same"


def test_of_many_earlier_games_some_are_looked_at_in_turn(board: Board) -> None:
    games = [f"{number:04}" for number in range(1, 2 * LOOKS_BACK_AT + 5)]
    for game in games:
        board.add(game)
        board.acknowledge(game, board.end(game))
    board.work()
    board.add("0001")
    for sent in (0, 0, 0, 1):
        assert len(board.sent) == sent
        board.work(LOOKS_BACK_EVERY_NS / S)
    assert board.numbers() == [("0001", 2)]


def test_a_damaged_log_is_told_and_what_lies_there_after_it_is_sent(board: Board) -> None:
    board.add(rows=6)
    board.acknowledge(last=board.end())
    sound = board.end()
    row_altered(board.journal("0001"), 4)
    for _ in range(2):
        with pytest.raises(LogDamaged):
            board.work(DAMAGED_AGAIN_NS / S)
        assert (board.rows.end("0001").row_id, board.rows.hub_row("0001")) == (3, sound.row_id)
        board.work()  # it is not read all the time
    with exchanged(board):
        board.work(DAMAGED_AGAIN_NS / S)
        assert board.rows.end("0001") == board.end() == sound
        board.add()
        board.work()
    with exchanged(board):
        board.add()
        board.work()
    assert board.numbers() == [("0001", 7), ("0001", 7)]


@contextmanager
def exchanged(board: Board) -> Iterator[None]:
    """A context in which another file lies there with the first six rows, as after a salvage."""
    for path in (board.journal("0001"), tail_of(board.journal("0001"))):
        path.unlink()
    with Log.create(board.journal("0001")) as log:
        log.extend([msgspec.Raw(event_of(0, "Noted", "{}"))] * 6, after=0)
        board.logs["0001"] = log
        yield


def test_where_the_hub_has_another_log_it_begins_anew_and_keeps_that(board: Board) -> None:
    board.add(rows=3)
    for number, last in enumerate((LastRow(2, bytes(32)), LastRow(9, bytes(32)))):
        board.acknowledge(last=last)
        board.work()
        board.acknowledge(last=last)  # as it was said before the rows came
        board.work()
        assert [(message.game, len(message.rows), message.instead_of) for message in board.sent[number:]] == [("0001", 3, last)]
    told = "the hub has game 0001 otherwise than this board: its row {} is another, and it begins this game anew"
    assert board.said == [told.format(row) for row in (2, 9)]
    board.acknowledge(last=board.end())
    board.add()
    board.work()
    assert (board.numbers(since=2), board.sent[2].instead_of) == ([("0001", 4)], None)


def test_a_hub_that_has_lost_rows_gets_them_again(board: Board) -> None:
    board.add(rows=4)
    board.acknowledge(last=board.end())
    board.work()
    board.acknowledge()
    board.work()
    assert board.numbers() == [("0001", row) for row in range(1, 5)]


def test_a_game_without_a_log_is_none_and_hinders_no_other(board: Board) -> None:
    assert board.rows.games() == []
    board.add("0001")
    (board.games / "0002").mkdir()
    assert board.rows.games() == ["0001"]
    board.add("0003")
    assert board.rows.games() == ["0003", "0001"]
    with pytest.raises(LogError):
        board.rows.end("0002")
    assert board.rows.lacks("0001")


STEPS = st.lists(st.sampled_from(["add", "add", "back", "next", "earlier", "begin", "full", "wait"]), max_size=30)
FATES = st.lists(st.sampled_from([0, 1, 1, 1, 2, 3]), min_size=1, max_size=20)
"""How often each message and acknowledgement arrives, in turn."""


@settings(max_examples=30)
@given(STEPS, FATES, st.randoms(use_true_random=False))
def test_whatever_the_wire_does_the_hub_ends_with_all_rows(steps, fates, chance) -> None:
    with TemporaryDirectory() as folder, Board(Path(folder)) as board:
        board.add()
        under_way: list[Rows] = []
        seen, fate = 0, cycle(fates)
        for step in [*steps, "fair", *["wait"] * 150]:
            newest = max(board.logs)
            match step:
                case "add":
                    board.add(newest, rows=chance.choice([1, 2, 60]), text='{"a":"' + "x" * chance.choice([1, 9_000]) + '"}')
                case "back":
                    board.go_back(newest, chance.choice([0, 1, 30]))
                case "next":
                    board.add(f"{int(newest) + 1:04}")
                case "earlier":
                    board.add(min(board.logs))
                case "begin":  # the connection, or the uplink
                    board.rows.close()
                case "full":
                    board.is_full = not board.is_full
                case "fair":
                    board.is_full, fate = False, cycle([1])
            with suppress(LogDamaged):  # another file lies there
                board.work(chance.choice([0.1, 1, 4]))
            under_way += [message for message in board.sent[seen:] for _ in range(next(fate))]
            seen = len(board.sent)
            chance.shuffle(under_way)
            while under_way and chance.random() < 0.7:
                board.take(under_way.pop())
            for game in board.logs:
                if next(fate):
                    board.acknowledge(game)
        assert {game: board.hub.end(game) for game in board.logs} == {game: board.end(game) for game in board.logs}
        assert "back" in steps or board.said == []
